import { beforeEach, describe, expect, it } from 'vitest';
import {
  importPreviewSchema,
  importRequestSchema,
  type ImportPreview,
} from '@/lib/contract/access/access-file';
import { importChanges } from '@/lib/server/services/changes/import-changes';
import { formula, number, workbook, type WrittenCell } from '@/tests/support/changes/workbook';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'records=90,entities=6,lines=10' });
beforeEach(async () => {
  await expect.poll(() => service.connection.mirror.status().complete).toBe(true);
});

type Written = Parameters<typeof workbook>[0];
type Row = readonly WrittenCell[];

async function imported(written: Written, mode: 'merge' | 'equal'): Promise<ImportPreview> {
  const content = (await workbook(written)).toString('base64');
  const reply = await importChanges({
    ctx: service.context('security-administrator'),
    input: importRequestSchema.parse({ name: 'access.xlsx', content, mode }),
  });
  return importPreviewSchema.parse(await new Response(reply.body).json());
}

const long: Row = ['Record type', 'Record ID', 'Entity', 'Access'];
const wide: Row = ['Record type', 'Record ID', '100', '200'];
const one = (rows: readonly Row[], more: Partial<Written> & { after?: string } = {}): Written => ({
  ...more,
  sheets: [{ name: 'Access', rows, after: more.after ?? '' }],
});

/** Asks that nothing is done but for these rows, in either mode. @returns what is wrong, "row: words". */
async function problemsOf(written: Written, named: readonly number[] = []): Promise<string[]> {
  const { problems, cells, already } = await imported(written, 'merge');
  expect([...cells, ...already].map(({ row }) => row).sort()).toEqual(named);
  const equal = await imported(written, 'equal');
  expect(equal.counts.unnamed).toBe(0);
  expect(equal.counts.withheld).toBeGreaterThan(0);
  expect(equal.cells.every(({ row }) => row !== null)).toBe(true);
  return problems.map(({ row, message }) => `${String(row)}: ${message}`);
}

const said = (...words: RegExp[]) => words.map((word) => expect.stringMatching(word) as string);

describe('a cell that does not surely hold what a person meant is a problem, and nothing is removed for it:', () => {
  it('formulas that were never worked out', async () => {
    const blank = formula('<v></v>', 't="str"');
    const rows = [wide, ['Customer', '10000', formula(), 'yes'], ['Customer', '20000', 'yes', blank]];
    expect(await problemsOf(one(rows), [3])).toEqual(
      said(/^2: Entity 100: .*not saved.*Open the file.*other values are left out too/),
    );
  });

  it('IDs that became dates', async () => {
    const rows = [
      long,
      ['Customer', number(40_000, 1), '100', 'no'],
      ['Customer', number(46_209, 2), '100', 'no'],
      ['Customer', '10000', number(100, 1), number(1, 1)],
    ];
    expect(await problemsOf(one(rows, { formats: [14, 16] }))).toEqual(
      said(
        /^2: Record ID: the cell holds a date \(6 July 2009\)\. Format the column as text/,
        /^3: Record ID: .*6 July 2026/,
        /^4: Entity: .*9 April 1900/,
        /^4: Access: .*1 January 1900/,
      ),
    );
  });

  it('IDs that became numbers with too many digits, or in scientific notation', async () => {
    const rows = ['1.2345678901234501E+19', '1234567890123450', '120000'].map((id, at): Row => [
      'Item',
      number(id, at === 1 ? 0 : 1),
      '100',
      'no',
    ]);
    expect(await problemsOf(one([long, ...rows], { formats: [11] }))).toEqual(
      said(
        /^2: Record ID: .*scientific/,
        /^3: Record ID: .*more than 15 digits/,
        /^4: Record ID: .*1\.20E\+05/,
      ),
    );
  });

  it('errors and merged cells', async () => {
    const rows: Row[] = [
      wide,
      ['Customer', { is: 't="e"', holds: '<v>#N/A</v>' }, 'yes', 'yes'],
      ['Customer', '10000', 'yes', null],
      ['Customer', '20000', 'yes', 'yes'],
      [null, '30000', 'yes', 'yes'],
    ];
    const after = '<mergeCells><mergeCell ref="C3:D3"/><mergeCell ref="A4:A5"/></mergeCells>';
    expect(await problemsOf(one(rows, { after }), [4, 4])).toEqual(
      said(/^2: Record ID: .*#N\/A/, /^3: Entity 200: .*merged with C3/, /^5: Record type: .*merged with A4/),
    );
  });

  it('heads of columns', async () => {
    const rows = [['Record type', 'Record ID', number(100, 1), '100'], ['Customer', '10000', 'yes', null]];
    expect(await problemsOf(one(rows, { formats: [14] }))).toEqual(
      said(/^1: Column C: the cell holds a date \(9 April 1900\).* Row 2 has a value in it/),
    );
    const remarks: Row[] = [[...wide, 'Remark'], ['Customer', '10000', 'yes', null, number(40_000, 1)]];
    expect(await problemsOf(one(remarks, { formats: [14] }))).toEqual(
      said(/^1: There is no entity “Remark”.* Row 2 has a value in it/),
    );
    const formulas = one([['Record type', formula(), 'Entity', 'Access'], ['Customer', '10000', '100', 'no']]);
    await expect(imported(formulas, 'merge')).rejects.toMatchObject({
      message: expect.stringMatching(/Sheet “Access”: Row 1 has no column “Record ID”.*Column B: .*not saved/) as string,
    });
  }); // prettier-ignore
});

it('numbers, padded numbers and booleans are read as they are shown', async () => {
  const yes = { is: 't="b"', holds: '<v>1</v>' };
  const rows: Row[] = [
    ['Record type', 'Record ID', number(0, 1), number(100), 'Remark'],
    ['Customer', number(10_000), yes, number(0), null],
    ['Customer', number(20_000), number(1), { is: 't="b"', holds: '<v>0</v>' }, null],
  ];
  const { problems, cells, already } = await imported(one(rows, { formats: ['000'] }), 'merge');
  expect(problems).toMatchObject([{ row: 1, message: expect.stringContaining('“Remark”') as string }]);
  const named = [...cells, ...already]
    .map(({ recordId, entityId, accessible }) => `${recordId} ${entityId} ${String(accessible)}`)
    .sort();
  expect(named).toEqual(['10000 000 true', '10000 100 false', '20000 000 true', '20000 100 false']);
});

describe('the sheet that was read', () => {
  const rows = [long, ['Customer', '10000', '100', 'no']];

  it('is named, and so are others that may have been meant', async () => {
    const sheets: Written['sheets'] = [
      { name: 'Listen', rows: [['x']], state: 'veryHidden' },
      { name: 'Diagramm', rows: [], isChart: true },
      { name: 'Tabelle1', rows },
      { name: 'Old', rows },
      { name: 'Older', rows, state: 'hidden' },
    ];
    const { sheet, counts, notices } = await imported({ sheets }, 'merge');
    expect([sheet, counts.rows]).toEqual(['Tabelle1', 1]);
    expect(notices).toEqual([expect.stringMatching(/sheets “Old” and “Older” \(hidden\) look like access lists/)]);
    const plan: Written['sheets'] = [{ name: 'Plan', rows: [['x']] }, { name: 'Old', rows }];
    await expect(imported({ sheets: plan }, 'merge')).rejects.toMatchObject({
      message: expect.stringMatching(/^Sheet “Plan”: .*no column.*sheet “Old” looks like an access list/) as string,
    });
  }); // prettier-ignore

  it('has its hidden rows and columns named', async () => {
    const before = '<cols><col min="4" max="4" hidden="1"/></cols>';
    const hidden = { is: 'hidden="1"', cells: ['Customer', '20000', '100', 'no'] };
    const { notices } = await imported({ sheets: [{ name: 'A', before, rows: [...rows, hidden] }] }, 'merge');
    expect(notices).toEqual([expect.stringMatching(/Hidden in the sheet “A”.*: row 3; column D\./)]);
  });
});
