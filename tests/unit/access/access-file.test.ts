import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileFilter } from '@/lib/contract/access/access-file';
import { fileShapes, type FileShape } from '@/lib/contract/access/file-kinds';
import { compared, importCellOf, maskOf, unnamedCells } from '@/lib/domain/access/file/file-comparison';
import { baseHeaderOf, columnsDigest, readBaseHeader } from '@/lib/domain/access/file/file-words';
import { isHead } from '@/lib/domain/access/file/file-layout';
import { AccessFileReader } from '@/lib/domain/access/file/file-reader';
import { fileRows } from '@/lib/domain/access/file/file-rows';
import {
  entityOrder,
  recordOrder,
  visibleEntities,
  visibleRecords,
} from '@/lib/domain/access/filter/matrix-filter';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { matrixNames, noNames } from '@/lib/domain/access/names/matrix-names';
import { csvRow, csvRows } from '@/lib/domain/spreadsheet/csv';

const everything: FileFilter = { type: [], q: '', entity: '' };

function matrixOf(rows: readonly (readonly [string, string, string, boolean])[]): AccessMatrix {
  const matrix = new GrowingMatrix();
  for (const row of rows) matrix.add(...row);
  return matrix;
}

function exported(
  matrix: AccessMatrix,
  shape: FileShape,
  filter = everything,
  isUnknown: (record: number, entity: number) => boolean = () => false,
  names = noNames,
): string {
  const records = visibleRecords(matrix, recordOrder(matrix), { recordTypes: filter.type, text: filter.q });
  const entities = visibleEntities(matrix, entityOrder(matrix, noNames), filter.entity);
  const origin = { connection: 'default', asOf: '2026-11-22T02:07:00.000Z', filter, rows: null, doubt: null };
  return [...fileRows(shape, { matrix, records, entities, origin, names, isUnknown })].map(csvRow).join('');
}

function imported(text: string, matrix: AccessMatrix, within: FileFilter | null = null) {
  const reader = new AccessFileReader(matrix);
  for (const row of csvRows(text, isHead)) reader.take(row);
  const mask = within && maskOf(matrix, within, noNames);
  const { entries } = reader;
  const results = Array.from({ length: entries.size }, (_, position) => {
    const entry = entries.at(position);
    return { entry, result: compared(entry, matrix, mask) };
  });
  const changes = results.flatMap(({ entry, result }) =>
    result === 'give' || result === 'remove' || result === 'changed'
      ? [importCellOf(entry, matrix, result)]
      : [],
  );
  const unnamed = mask ? [...unnamedCells(entries, matrix, mask)].flat() : [];
  const count = (kind: string) => results.filter(({ result }) => result === kind).length;
  return { reader, changes, unnamed, already: count('already'), left: count('left') };
}

/** A CSV that a spreadsheet has saved as a workbook: apostrophes are text there. */
function inWorkbook(text: string, matrix: AccessMatrix) {
  const reader = new AccessFileReader(matrix);
  for (const [at, line] of text.trimEnd().split('\r\n').entries())
    reader.take({ number: at + 1, cells: line.split(',') });
  const changes = Array.from({ length: reader.entries.size }, (_, position) => {
    const entry = reader.entries.at(position);
    const result = compared(entry, matrix, null);
    return result === 'give' || result === 'remove' || result === 'changed'
      ? [importCellOf(entry, matrix, result)]
      : [];
  }).flat();
  return { reader, changes };
}

/** "give Customer 1/100 in row 2". */
const inShort = ({ changes, unnamed }: ReturnType<typeof imported>) =>
  [...changes, ...unnamed].map(
    (cell) => `${cell.kind} ${cell.recordType} ${cell.recordId}/${cell.entityId} in row ${String(cell.row)}`,
  );

const small = () =>
  matrixOf([
    ['Customer', '00100', '100', true],
    ['Customer', '00100', '200', false],
    ['Customer', '-1', '100', false],
    ['Item', '1896-S', '200', true],
  ]);

const id = fc.string({ unit: fc.constantFrom(...'aB10=-+@\',;" \tä'), minLength: 1, maxLength: 6 });
const matrices = fc
  .array(fc.tuple(fc.constantFrom('Customer', 'Item', '=Type'), id, id, fc.boolean()), { minLength: 1, maxLength: 60 })
  // An entity column whose name is blank or a title of ours cannot be told from an absent one; no service has such.
  .filter((rows) => rows.every(([, record, entity]) => record.trim() !== '' && entity.trim() !== ''))
  .map(matrixOf); // prettier-ignore

describe('the matrix as a file', () => {
  it.each(fileShapes)('comes back from the %s shape with nothing to do, whatever its IDs are', (shape) => {
    fc.assert(
      fc.property(matrices, (matrix) => {
        const round = imported(exported(matrix, shape), matrix, everything);
        expect(round.reader.problems.listed).toEqual([]);
        expect(inShort(round)).toEqual([]);
        expect(round.already).toBe(matrix.assignments);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['long', 'Record type,Record ID,Record name,Entity,Entity name,Access,', 'Customer,-1,Adatum,100,Cronus,no,no'],
    ['wide', 'Record type,Record ID,Record name,100,200,', 'Customer,-1,Adatum,no,'],
  ] as const)('has names in the %s shape, which come back with nothing to do', (shape, header, first) => {
    const matrix = small();
    const names = matrixNames(matrix, {
      records: [['Customer', '-1', 'Adatum']],
      entities: [['100', 'Cronus', null]],
    });
    const text = exported(matrix, shape, everything, () => false, names);
    const [head = '', line = ''] = text.split('\r\n');
    expect(head.startsWith(header)).toBe(true);
    expect(line.replace("'-1", '-1').startsWith(first)).toBe(true);
    const round = imported(text, matrix, everything);
    expect([round.reader.problems.listed, inShort(round), round.already]).toEqual([
      [],
      [],
      matrix.assignments,
    ]);
    expect(round.reader.notices).toEqual([]);
  }); // prettier-ignore

  it.each(fileShapes)(
    'in the %s shape tells exactly what was changed in it, and what in the service',
    (shape) => {
      fc.assert(
        fc.property(matrices, fc.infiniteStream(fc.nat(3)), (matrix, choices: fc.Stream<number>) => {
          const before = exported(matrix, shape);
          const wished = new GrowingMatrix();
          const now = new GrowingMatrix();
          const should = { change: 0, changed: 0 };
          for (let record = 0; record < matrix.recordCount; record++)
            for (let entity = 0; entity < matrix.entityCount; entity++) {
              const state = matrix.state(record, entity);
              if (state === 'none') continue;
              const key = [
                matrix.recordType(record),
                matrix.recordId(record),
                matrix.entityId(entity),
              ] as const;
              const next = choices.next();
              const choice = next.done === true ? 0 : next.value;
              wished.add(...key, (state === 'granted') !== (choice === 1));
              now.add(...key, (state === 'granted') !== (choice === 2));
              if (choice === 1) should.change++;
              if (choice === 2) should.changed++;
            }
          // The base stays what it was at the export; only the values are edited.
          const base = before.split('\r\n').map((line) => line.slice(line.lastIndexOf(',')));
          const edited = exported(wished, shape)
            .split('\r\n')
            .map((line, at) => (line === '' ? '' : line.slice(0, line.lastIndexOf(',')) + (base[at] ?? '')));
          const { changes } = imported(edited.join('\r\n'), now);
          expect(changes.filter(({ kind }) => kind === 'changed')).toHaveLength(should.changed);
          expect(changes.filter(({ kind }) => kind !== 'changed')).toHaveLength(should.change);
          for (const { expected, accessible } of changes) expect(expected).toBe(!accessible);
        }),
        { numRuns: 200 },
      );
    },
  );

  it('is written in two shapes, with where it is from in the header of the base', () => {
    expect(exported(small(), 'long', { ...everything, type: ['Customer'] })).toBe(
      'Record type,Record ID,Entity,Access,Base of default as of 2026-11-22T02:07:00.000Z where type=Customer\r\n' +
        "Customer,'-1,100,no,no\r\nCustomer,00100,100,yes,yes\r\nCustomer,00100,200,no,no\r\n",
    );
    expect(exported(small(), 'wide')).toBe(
      `Record type,Record ID,100,200,Base of default as of 2026-11-22T02:07:00.000Z columns ${columnsDigest(['100', '200'])}\r\n` +
        "Customer,'-1,no,,n.\r\nCustomer,00100,yes,no,yn\r\nItem,1896-S,,yes,.y\r\n",
    );
  });

  it('keeps its base when a spreadsheet saves the CSV as a workbook, apostrophes and all', () => {
    const before = matrixOf([
      ['Customer', 'A', '100', true],
      ['Customer', 'B', '200', true],
      ['Customer', 'B', '300', false],
    ]);
    const now = matrixOf([
      ['Customer', 'A', '100', true],
      ['Customer', 'B', '200', false],
      ['Customer', 'B', '300', false],
    ]);
    // The older letter for no assignment is one that CSV makes safe.
    for (const text of [exported(before, 'wide'), exported(before, 'wide').replace('.yn', "'-yn")]) {
      const read = inWorkbook(text, now);
      expect(read.reader.notices).toEqual([]);
      expect(read.changes.map(({ entityId, kind, base }) => [entityId, kind, base])).toEqual([
        ['200', 'changed', true],
      ]);
    }
    const shifted = inWorkbook(exported(before, 'wide').replace('.yn', '..yn'), now);
    expect(shifted.changes.map(({ kind, base }) => [kind, base])).toEqual([['give', null]]);
    expect(shifted.reader.notices).toEqual([expect.stringContaining('The column Base of one row is not as')]);
  });

  it('names the ID that a workbook has with the apostrophe of its CSV', () => {
    const text = exported(small(), 'long').replace("'-1,100,no", "'-1,100,yes");
    const { reader } = inWorkbook(text, small());
    expect(reader.problems.listed).toEqual([
      { row: 2, message: "There is no Customer “'-1”. Did you mean “-1”?" },
    ]);
  });

  it('marks what nobody knows, and asks nothing for it', () => {
    const matrix = small();
    for (const shape of fileShapes) {
      const text = exported(matrix, shape, everything, (record, entity) => record === 0 && entity === 0);
      expect(text).toContain('unknown');
      const { already, left } = imported(text, matrix);
      expect([already, left]).toEqual([3, 1]);
    }
  });

  it('carries connection, time, filter and doubt in the header of the base, whatever the filter is', () => {
    const text = fc.string({ maxLength: 8 });
    const filters = fc.record({
      type: fc.array(fc.string({ minLength: 1, maxLength: 8 })),
      q: text,
      entity: text,
    });
    fc.assert(
      fc.property(
        filters,
        fc.constantFrom(null, 'mixed'),
        fc.constantFrom(null, '0a1b2c3d'),
        fc.constantFrom(null, 'The service lists nothing for entity A where B columns C now; permission?'),
        (filter, rows, columns, doubt) => {
          const header = {
            connection: 'eu-1',
            asOf: '2026-11-22T02:07:00.000Z',
            filter,
            rows,
            columns,
            doubt,
          };
          expect(readBaseHeader(baseHeaderOf(header))).toEqual(header);
        },
      ),
    );
    expect(readBaseHeader('Base')).toBeNull();
  });
});

describe('a file of one’s own', () => {
  const header = 'Access;Entity;Record ID;Record type;Remark\n';

  it('has its columns in any order, and words in several languages', () => {
    const text = `${header}ja;200;00100;Customer;why not\n0;100;00100;Customer;\nTRUE;100;-1;Customer;\nNein;200;1896-S;Item;\n`;
    const result = imported(text, small());
    expect(result.reader.problems.listed).toEqual([]);
    expect(result.reader.notices).toEqual(['Not read: the columns “Remark”.']);
    expect(inShort(result)).toEqual([
      'give Customer 00100/200 in row 2',
      'remove Customer 00100/100 in row 3',
      'give Customer -1/100 in row 4',
      'remove Item 1896-S/200 in row 5',
    ]);
    expect(result.changes.map(({ base }) => base)).toEqual([null, null, null, null]);
  });

  it('merges what it names twice, and refuses what it contradicts, with both rows', () => {
    const text = `${header}yes;200;00100;Customer\nyes;200;00100;Customer\n\nyes;100;-1;Customer\nno;100;-1;Customer\n`;
    const result = imported(text, small());
    expect(inShort(result)).toEqual(['give Customer 00100/200 in row 2']);
    expect(result.reader.merged).toBe(1);
    expect(result.reader.problems.listed).toEqual([
      {
        row: 6,
        message:
          'Row 5 says yes and row 6 says no for Customer -1, entity 100. Keep one of them; nothing is changed for it.',
      },
    ]);
  });

  it('takes away what it does not name within the filter, and leaves the rest', () => {
    const text = `${header}yes;100;00100;Customer\n`;
    const matrix = small();
    expect(inShort(imported(text, matrix, everything))).toEqual(['unnamed Item 1896-S/200 in row null']);
    expect(inShort(imported(text, matrix, { ...everything, type: ['Customer'] }))).toEqual([]);
    const outside = imported(text, matrix, { ...everything, type: ['Item'] });
    expect(inShort(outside)).toEqual(['unnamed Item 1896-S/200 in row null']);
    expect(outside.left).toBe(1);
  });

  it('in the wide shape leaves blanks alone, and its base only counts while the columns stand as they were', () => {
    const matrix = small();
    const base = `Base of default as of 2026-11-22T02:07:00.000Z columns ${columnsDigest(['100', '200'])}`;
    const kept = imported(`Record type,Record ID,100,200,${base}\nCustomer,00100,no,,ny\n`, matrix);
    expect(kept.reader.notices).toEqual([]);
    expect(kept.changes.map(({ kind, base }) => [kind, base])).toEqual([['changed', false]]);
    const swapped = imported(`Record type,Record ID,200,100,${base}\nCustomer,00100,no,no,ny\n`, matrix);
    expect(swapped.reader.notices).toEqual([expect.stringContaining('the column Base could not be used')]);
    expect(swapped.changes.map(({ kind, base }) => [kind, base])).toEqual([['remove', null]]);
  });

  it('changes nothing for a row with a problem, in the wide shape as in the long', () => {
    const matrix = small();
    const wide = 'Record type,Record ID,100,200\n';
    const unclear = imported(`${wide}Customer,00100,yess,yes\nCustomer,-1,yes,\n`, matrix);
    expect(inShort(unclear)).toEqual(['give Customer -1/100 in row 3']);
    expect(unclear.reader.problems.listed).toEqual([
      {
        row: 2,
        message:
          '“yess” for entity 100 is neither yes nor no. Write yes or no, or leave the cell empty. The row’s other values are left out too.',
      },
    ]);
    const one = imported('Record type,Record ID,Entity,Access\nCustomer,-1,100,yess\n', matrix);
    expect(one.reader.problems.listed[0]?.message).toBe('“yess” is neither yes nor no. Write yes or no.');
    const missing = imported(`${wide}Customer,-1,yes,yes\nItem,1896-S,,no\n`, matrix);
    expect(inShort(missing)).toEqual(['remove Item 1896-S/200 in row 3']);
    expect(missing.reader.problems.listed).toEqual([
      {
        row: 2,
        message:
          'Customer -1 is not set up in entity 200. Leave the cell empty. The row’s other values are left out too.',
      },
    ]);
  });

  it('changes nothing for a row with a value below a column that is no entity', () => {
    const text = 'Record type,Record ID,200,Remark\nCustomer,00100,yes,soon\nItem,1896-S,no,\n';
    const result = imported(text, small());
    expect(inShort(result)).toEqual(['remove Item 1896-S/200 in row 3']);
    expect(result.reader.problems.listed).toEqual([
      {
        row: 1,
        message:
          'There is no entity “Remark”. Row 2 has a value in it and changes nothing: rename the column or remove it.',
      },
    ]);
    const rows = Array.from({ length: 12 }, () => 'Item,1896-S,no,x\n');
    const many = imported(`Record type,Record ID,200,Remark,Other\n${rows.join('')}`, small());
    expect(many.reader.problems.count).toBe(2);
    expect(many.reader.problems.listed.map(({ message }) => message)).toEqual([
      'There is no entity “Remark”. Rows 2, 3, 4, 5, 6 and 7 more have a value in it and change nothing: rename the column or remove it.',
      'There is no entity “Other”. The column is empty.',
    ]);
  });

  it('reads neither of two columns of the same name, and says so once', () => {
    const header = 'Record type,Record ID,100,100,200\n';
    const text = `${header}Customer,00100,no,yes,yes\nCustomer,-1,yes,yes,\nItem,1896-S,,,no\n`;
    const result = imported(text, small());
    expect(inShort(result)).toEqual(['remove Item 1896-S/200 in row 4']);
    expect([result.reader.merged, ...result.reader.leftOut]).toEqual([0, 2, 3]);
    expect(result.reader.problems).toEqual({
      count: 1,
      listed: [
        {
          row: 1,
          message:
            'Columns C and D have the same name “100”. Rows 2 and 3 have a value in them and change nothing: rename one, or remove it.',
        },
      ],
    });
    expect(imported(header, small()).reader.problems.listed[0]?.message).toMatch(/“100”\. They are empty\.$/);
  });

  it.each(['Entity 100', 'entity id: 100', 'ENTITY #100'])(
    'says which entity a column “%s” may mean',
    (name) => {
      const result = imported(`Record type,Record ID,${name}\nCustomer,00100,no\n`, small());
      expect(result.reader.problems.listed[0]?.message).toContain('Did you mean “100”? Row 2 has a value');
    },
  );

  it('of wide rows that contradict each other changes nothing for their record', () => {
    const wide = 'Record type,Record ID,100,200\n';
    const rows = ['Customer,00100,no,yes', 'Customer,00100,no,', 'Customer,00100,yes,', 'Item,1896-S,,no'];
    const result = imported(wide + rows.join('\n'), small());
    expect(inShort(result)).toEqual(['remove Item 1896-S/200 in row 5']);
    expect(result.reader.problems.listed).toEqual([
      {
        row: 4,
        message:
          'Row 2 says no and row 4 says yes for Customer 00100, entity 100. Keep one of them; nothing is changed for Customer 00100.',
      },
    ]);
  });

  it.each([
    ['no record ID', 'Record type,Entity,Access\nx,y,yes', /no column “Record ID”/],
    ['no access', 'Record type,Record ID,Entity\nx,y,z', /no column “Access”/],
    ['nothing but records', 'Record type,Record ID\nx,y', /no column “Entity”/],
    ['a column twice', 'Record type,Record ID,Entity,Entity ID,Access\na,b,c,d,yes', /both name the entity/],
    ['nothing', '\n \n', /The file is empty/],
  ])('is refused as a whole with %s', (_, text, words) => {
    expect(() => imported(text, small()).reader.layout).toThrow(words);
  });
});
