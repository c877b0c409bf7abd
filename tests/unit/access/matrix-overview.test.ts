import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import {
  blockOf,
  cellsOfBlock,
  inkCells,
  matrixOverview,
  pixelsOf,
  rangeInWords,
  type CellRange,
  type OverviewBlocks,
} from '@/lib/domain/access/matrix-overview';

const digits = (size: number) => Array.from({ length: size }, (_, index) => index);
const places = (size: number) => Uint32Array.from(digits(size));

/** A cell of these is `undefined` where there is no assignment. */
function matrixOf(cells: readonly (readonly (boolean | undefined)[])[]): AccessMatrix {
  const matrix = new GrowingMatrix();
  // Every record and every entity is known, also those without any assignment.
  cells[0]?.forEach((_, entity) => matrix.add('Customer', '0', String(entity), true));
  cells.forEach((_, record) => matrix.add('Customer', String(record), '0', true));
  cells.forEach((row, record) =>
    row.forEach((value, entity) => {
      if (value === undefined) matrix.remove('Customer', String(record), String(entity));
      else matrix.add('Customer', String(record), String(entity), value);
    }),
  );
  return matrix;
}

const patterned = (records: number, entities: number): AccessMatrix =>
  matrixOf(
    digits(records).map((record) =>
      digits(entities).map((entity) =>
        (record + entity * 3) % 4 === 0 ? undefined : (record ^ entity) % 3 === 0,
      ),
    ),
  );

/** The same question, asked cell by cell. */
function naiveCounts(matrix: AccessMatrix, records: Uint32Array, entities: Uint32Array, range: CellRange) {
  let [granted, existing, cells] = [0, 0, 0];
  for (let row = range.top; row <= range.bottom; row++)
    for (let column = range.left; column <= range.right; column++) {
      const state = matrix.state(records[row] ?? -1, entities[column] ?? -1);
      granted += Number(state === 'granted');
      existing += Number(state !== 'none');
      cells++;
    }
  return { granted, existing, cells };
}

function expectShare(byte: number | undefined, some: number, all: number): void {
  if (some === 0 || some === all) expect(byte).toBe(some === 0 ? 0 : 255);
  else {
    expect(byte).toBeGreaterThan(0);
    expect(byte).toBeLessThan(255);
    expect(Math.abs((byte ?? 0) - (255 * some) / all)).toBeLessThanOrEqual(1);
  }
}

/** Checks every block, that they cover every cell once, and that the way back leads to the same block. */
function expectRight(
  blocks: OverviewBlocks,
  matrix: AccessMatrix,
  records: Uint32Array,
  entities: Uint32Array,
): void {
  const covered = new Uint8Array(records.length * entities.length);
  const [heights, widths] = [new Set<number>(), new Set<number>()];
  let astray = 0;
  for (const row of digits(blocks.rows))
    for (const column of digits(blocks.columns)) {
      const range = cellsOfBlock(blocks, { row, column });
      heights.add(range.bottom - range.top + 1);
      widths.add(range.right - range.left + 1);
      const { granted, existing, cells } = naiveCounts(matrix, records, entities, range);
      expectShare(blocks.granted[row * blocks.columns + column], granted, existing);
      expectShare(blocks.existing[row * blocks.columns + column], existing, cells);
      for (let y = range.top; y <= range.bottom; y++)
        for (let x = range.left; x <= range.right; x++) {
          covered[y * entities.length + x] = (covered[y * entities.length + x] ?? 0) + 1;
          const block = blockOf(blocks, { row: y, column: x });
          astray += Number(block.row !== row || block.column !== column);
        }
    }
  expect(astray).toBe(0);
  expect(covered.every((times) => times === 1)).toBe(true);
  for (const sizes of [heights, widths]) {
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  }
}

describe('the overview of a matrix', () => {
  it('is what counting cell by cell gives, of any rows and columns in any order and any number of blocks', () => {
    const anyMatrix = fc
      .record({ records: fc.integer({ min: 1, max: 40 }), entities: fc.integer({ min: 1, max: 100 }) })
      .chain(({ records, entities }) =>
        fc.record({
          cells: fc.array(
            fc.array(fc.constantFrom(true, false, undefined), { minLength: entities, maxLength: entities }),
            { minLength: records, maxLength: records },
          ),
          records: fc.shuffledSubarray(digits(records), { minLength: 1 }),
          entities: fc.shuffledSubarray(digits(entities), { minLength: 1 }),
          columns: fc.integer({ min: 1, max: entities + 5 }),
          rows: fc.integer({ min: 1, max: records + 5 }),
        }),
      );
    fc.assert(
      fc.property(anyMatrix, ({ cells, columns, rows, ...shown }) => {
        const matrix = matrixOf(cells);
        const [records, entities] = [Uint32Array.from(shown.records), Uint32Array.from(shown.entities)];
        const blocks = matrixOverview(matrix, records, entities, { columns, rows });
        expect([blocks.rows, blocks.columns]).toEqual([
          Math.min(rows, records.length),
          Math.min(columns, entities.length),
        ]);
        expectRight(blocks, matrix, records, entities);
      }),
      { numRuns: 60 },
    );
  });

  it('shares more rows and columns out evenly, beyond one word of entities and one round of counters', () => {
    const matrix = patterned(1000, 130);
    const blocks = matrixOverview(matrix, places(1000), places(130), { columns: 33, rows: 3 });
    expectRight(blocks, matrix, places(1000), places(130));
  });

  it('takes places outside for the nearest ones', () => {
    const blocks = matrixOverview(patterned(9, 9), places(9), places(9), { columns: 3, rows: 3 });
    expect(blockOf(blocks, { row: -4, column: 90 })).toEqual({ row: 0, column: 2 });
    expect(cellsOfBlock(blocks, { row: 90, column: -1 })).toEqual({ top: 6, bottom: 8, left: 0, right: 2 });
  });

  it('is empty without rows, without columns and without room', () => {
    const matrix = patterned(4, 4);
    const none = new Uint32Array();
    const room = { columns: 9, rows: 9 };
    expect(matrixOverview(matrix, none, places(4), room)).toMatchObject({ rows: 0, columns: 4 });
    expect(matrixOverview(matrix, places(4), none, room)).toMatchObject({ rows: 4, columns: 0 });
    expect(matrixOverview(matrix, places(4), places(4), { columns: 0, rows: 0 }).granted).toHaveLength(0);
  });
});

describe('the picture', () => {
  it('mixes the two inks by the share of access, and shows nothing where there is nothing', () => {
    const blocks: OverviewBlocks = {
      ...{ columns: 4, rows: 1, cellColumns: 4, cellRows: 1 },
      granted: Uint8Array.of(255, 0, 51, 0),
      existing: Uint8Array.of(255, 255, 1, 0),
    };
    const pixels = [...pixelsOf(blocks, [10, 20, 200], [110, 120, 100])];
    expect(pixels.slice(0, 8)).toEqual([10, 20, 200, 255, 110, 120, 100, 255]);
    expect(pixels.slice(8, 11)).toEqual([90, 100, 120]);
    expect(pixels[11]).toBeGreaterThan(90);
    expect(pixels.slice(12)).toEqual([0, 0, 0, 0]);
  });
});

describe('the words of a block', () => {
  const wordsOf = (cells: readonly (readonly (boolean | undefined)[])[]): string =>
    rangeInWords(matrixOf(cells), places(cells.length), places(cells[0]?.length ?? 0), {
      ...{ top: 0, bottom: cells.length - 1 },
      ...{ left: 0, right: (cells[0]?.length ?? 0) - 1 },
    });
  const percent = new Intl.NumberFormat(undefined, { style: 'percent' });

  it('name its corners and the share that has access', () => {
    const [matrix, all] = [patterned(10, 10), places(10)];
    expect(rangeInWords(matrix, all.toReversed(), all, { top: 2, bottom: 4, left: 1, right: 3 })).toMatch(
      /^Rows 3 to 5, Customer 7 to Customer 5, entities 1 to 3: /,
    );
    expect(wordsOf([[true, false, true, true]])).toBe(
      `Row 1, Customer 0, entities 0 to 3: ${percent.format(0.75)} have access`,
    );
  });

  it('say of one cell what it is', () => {
    expect(wordsOf([[true]])).toBe('Row 1, Customer 0, entity 0: has access');
    expect(wordsOf([[false]])).toBe('Row 1, Customer 0, entity 0: no access');
    expect(wordsOf([[undefined]])).toBe('Row 1, Customer 0, entity 0: not set up');
  });

  it('say all and none only where it is so, and how many assignments there are', () => {
    const row = (granted: number, denied: number, none = 0) => [
      ...digits(granted).map(() => true),
      ...digits(denied).map(() => false),
      ...digits(none).map(() => undefined),
    ];
    expect(wordsOf([row(3, 0)])).toMatch(/: all have access$/);
    expect(wordsOf([row(0, 3, 2)])).toMatch(/: none has access, 3 of 5 are set up$/);
    expect(wordsOf([row(0, 0, 2)])).toMatch(/: not set up$/);
    expect(wordsOf([row(1, 0, 1)])).toMatch(/: it has access, 1 of 2 are set up$/);
    expect(wordsOf([row(1, 300)])).toContain(`: fewer than ${percent.format(0.01)} have access`);
    expect(wordsOf([row(300, 1)])).toContain(`: more than ${percent.format(0.99)} have access`);
  });
});

it('draws the blocks of some cells in an ink of their own, whatever else is in them', () => {
  const matrix = matrixOf([
    [true, false],
    [true, true],
    [undefined, false],
    [true, true],
  ]);
  const blocks = matrixOverview(matrix, places(4), places(2), { columns: 2, rows: 2 });
  const pixels = pixelsOf(blocks, [0, 0, 255], [9, 9, 9]);
  const before = [...pixels];
  inkCells(pixels, blocks, [{ row: 2, column: 0 }], [255, 128, 0]);
  expect([...pixels.slice(8, 12)]).toEqual([255, 128, 0, 255]);
  expect([...pixels.slice(0, 8), ...pixels.slice(12)]).toEqual([...before.slice(0, 8), ...before.slice(12)]);
});
