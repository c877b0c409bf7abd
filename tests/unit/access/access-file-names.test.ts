import { describe, expect, it } from 'vitest';
import { isHead } from '@/lib/domain/access/file/file-layout';
import { AccessFileReader } from '@/lib/domain/access/file/file-reader';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { matrixNames } from '@/lib/domain/access/names/matrix-names';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import type { SheetRow } from '@/lib/domain/spreadsheet/sheet-row';

/** What rows name, as "10000/100 in row 2", and what is said of the rest; the console has names for some. */
function read(rows: Iterable<SheetRow>) {
  const matrix = new GrowingMatrix();
  for (const id of ['10000', '20000', '30000'])
    for (const entity of ['100', '200']) matrix.add('Customer', id, entity, false);
  const names = matrixNames(matrix, {
    records: [
      ['Customer', '10000', 'Adatum Corporation'],
      ['Customer', '20000', '=Café München'],
    ],
    entities: [['100', 'Cronus UK Ltd', null]],
  });
  const reader = new AccessFileReader(matrix, names);
  for (const row of rows) reader.take(row);
  const named = Array.from({ length: reader.entries.size }, (_, position) => {
    const { record, entity, row } = reader.entries.at(position);
    return `${matrix.recordId(record)}/${matrix.entityId(entity)} in row ${String(row)}`;
  });
  const problems = reader.problems.listed.map(({ row, message }) => `${String(row)}: ${message}`);
  return { named, problems };
}

const readText = (...lines: string[]) => read(csvRows(lines.join('\n'), isHead));

const long = 'Record type,Record ID,Record name,Entity,Entity name,Access';
const wide = 'Record type,Record ID,Record name,100,200';

describe('a name beside an ID', () => {
  it('that is another one than the console has leaves its row out', () => {
    const inLong = readText(
      long,
      'Customer,10000,Trey Research,100,Cronus Norge AS,yes',
      'Customer,10000,Adatum Corporation,200,,yes',
    );
    expect(inLong.named).toEqual(['10000/200 in row 3']);
    expect(inLong.problems).toEqual([
      '2: The file calls Customer 10000 “Trey Research”, the console calls it “Adatum Corporation”: either the ID is wrong, or the name has changed since. Correct the ID or the name, or clear the name.',
      '2: The file calls entity 100 “Cronus Norge AS”, the console calls it “Cronus UK Ltd”: either the ID is wrong, or the name has changed since. Correct the ID or the name, or clear the name.',
    ]);
    const inWide = readText(wide, 'Customer,10000,Trey Research,yes,', 'Customer,30000,Trey Research,yes,');
    expect(inWide.named).toEqual(['30000/100 in row 3']);
    expect(inWide.problems).toEqual([expect.stringMatching(/^2: The file calls Customer 10000 “Trey/)]);
  });

  it.each([
    ['in another case, with other blanks', ' ADATUM\u00a0corporation '],
    ['with characters that cannot be seen', '\u202aAdatum\u200b Corporation\u202c'],
    ['that is empty', ''],
    ['that a program wrote for an empty cell', 'nan'],
    ['that a spreadsheet could not look up', '#N/A'],
  ])('is none %s', (_, name) => {
    expect(readText(wide, `Customer,10000,${name},yes,`)).toEqual({
      named: ['10000/100 in row 2'],
      problems: [],
    });
  });

  it('may be decomposed, and guarded against a spreadsheet', () => {
    const { named } = readText(
      wide,
      "Customer,20000,'=Cafe\u0301 Mu\u0308nchen,yes,",
      'Customer,20000,"=""=Café München""",,yes',
    );
    expect(named).toEqual(['20000/100 in row 2', '20000/200 in row 3']);
  });

  it('is not compared where the cell does not surely hold one, or the console has none', () => {
    const faults = new Map([[2, 'the cell is merged with C2.']]);
    const rows = [wide.split(','), ['Customer', '10000', '(merged)', 'yes', '']];
    const { named, problems } = read(rows.map((cells, at) => ({ number: at + 1, cells, faults })));
    expect({ named, problems }).toEqual({ named: ['10000/100 in row 2'], problems: [] });
    expect(readText(long, 'Customer,30000,Somebody,200,Some entity,yes').problems).toEqual([]);
  });
});
