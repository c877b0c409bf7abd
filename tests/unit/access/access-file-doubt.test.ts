import { expect, it } from 'vitest';
import { isHead } from '@/lib/domain/access/file/file-layout';
import { AccessFileReader } from '@/lib/domain/access/file/file-reader';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { figuresOf } from '@/lib/domain/access/matrix-figures';
import { noNames } from '@/lib/domain/access/names/matrix-names';
import { csvRows } from '@/lib/domain/spreadsheet/csv';

type Row = readonly [type: string, id: string, entity: string];

function matrixOf(rows: readonly Row[]): GrowingMatrix {
  const matrix = new GrowingMatrix();
  for (const row of rows) matrix.add(...row, false);
  return matrix;
}

const before = figuresOf(
  matrixOf([
    ['Customer', '10000', '100'],
    ['Customer', '10000', '110'],
    ['Customer', '20000', '100'],
    ['Customer', '20000', '200'],
    ['Location', 'BLUE', '100'],
  ]),
);

/** Reads a CSV while the service lists less than before. */
function read(...lines: string[]) {
  const now = matrixOf([
    ['Customer', '10000', '100'],
    ['Customer', '20000', '200'],
  ]);
  const reader = new AccessFileReader(now, noNames, before);
  for (const row of csvRows(lines.join('\n'), isHead)) reader.take(row);
  const named = Array.from({ length: reader.entries.size }, (_, at) => reader.entries.at(at).row);
  const problems = reader.problems.listed.map(({ row, message }) => `${String(row)}: ${message}`);
  return { named, problems, leftOut: [...reader.leftOut] };
}

const gone = 'now; its list is in doubt.';

it('while the list is in doubt, a column of an entity that it does not list leaves the others alone', () => {
  const wide = 'Record type,Record ID,100,110';
  expect(read(wide, 'Customer,10000,yes,yes')).toEqual({
    named: [2],
    problems: [
      `1: The service does not list entity “110” ${gone} Row 2 has a value in it, which is left out.`,
    ],
    leftOut: [],
  });
  const other = read(`${wide},Remark`, 'Customer,10000,yes,,soon');
  expect(other.leftOut).toEqual([2]);
  expect(other.problems[1]).toMatch(/^1: There is no entity “Remark”\..*rename the column or remove it\.$/);
});

it('while the list is in doubt, what it does not list is no fault of a row, and a mistake still is one', () => {
  const { named, problems } = read(
    'Record type,Record ID,Entity,Access',
    'Location,BLUE,100,yes',
    'Customer,30000,100,yes',
    'Customer,20000,100,yes',
    'Customer,10000,110,yes',
    'customer,10000,100,yes',
    'Customer,010000,100,yes',
    'Customer,10000,Berlin,yes',
  );
  expect(named).toEqual([]);
  expect(problems).toEqual([
    `2: The service does not list the record type “Location” ${gone}`,
    `3: The service does not list Customer “30000” ${gone}`,
    `4: The service does not list Customer 20000 in entity 100 ${gone}`,
    `5: The service does not list entity “110” ${gone}`,
    '6: There is no record type “customer”. Did you mean “Customer”?',
    `7: The service does not list Customer “010000” ${gone} Did you mean “10000”?`,
    '8: There is no entity “Berlin”.',
  ]);
});
