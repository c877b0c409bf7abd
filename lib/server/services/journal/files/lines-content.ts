import 'server-only';
import { checkTitles, type CheckId } from '@/lib/domain/journal/checks';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { journalField } from '@/lib/domain/journal/field-index';
import { journalFields, type JournalField } from '@/lib/domain/journal/fields';
import type { JournalQuery } from '@/lib/domain/journal/query';
import type { SheetValue } from '@/lib/domain/spreadsheet/sheet-row';
import type { JournalSnapshot } from '@/lib/server/services/journal/snapshot/journal-snapshot';
import type { CellKind } from '@/lib/server/spreadsheet/xlsx-writer';
import type { FileColumn, FileContent } from './journal-file';

const checksColumn: FileColumn = {
  head: 'Checks',
  name: 'checks that find the line',
  kind: 'text',
  width: 48,
};

/** The matching lines in the query's order and columns; for a check also what finds them. */
export function linesContent(lines: JournalSnapshot, query: JournalQuery): FileContent {
  const { sort, columns } = query;
  const isAll = columns.length === 0;
  const fields = isAll ? journalFields : columns.flatMap((name) => journalField(name) ?? []);
  const numbers = lines.lineNumbers(query);
  const checksOf = query.check === null ? null : checkWords(lines, { ...query, check: query.check });
  const sorted = sort.map(
    ({ field, descending }) => `${journalField(field)?.label ?? field}${descending ? ' descending' : ''}`,
  );
  return {
    unit: 'line',
    sheet: 'Journal lines',
    title: 'Item journal lines that are not posted',
    columns: [...fields.map(fieldColumn), ...(checksOf === null ? [] : [checksColumn])],
    total: null,
    count: numbers.length,
    covers: '',
    rows: () => rowsOf(lines, fields, { numbers, checksOf }),
    frozen: 0,
    isFiltered: true,
    about: [['Sorted by', sorted.length === 0 ? 'template, batch, line' : sorted.join(', ')]],
    noted: {
      before: `columns ${fields.length === journalFields.length ? 'all' : columns.join(',')}`,
      after: `sort ${JSON.stringify(sort)}`,
    },
    chosen: sort.length === 0 && isAll ? null : { words: '', all: query },
  };
}

type ChecksOf = (number: number) => string;

function checkWords(lines: JournalSnapshot, query: JournalQuery & { check: CheckId }): ChecksOf {
  const found = lines.checksFinding(query);
  return (number) => checkTitles(found(number));
}

function* rowsOf(
  lines: JournalSnapshot,
  fields: readonly JournalField[],
  { numbers, checksOf }: { numbers: Int32Array; checksOf: ChecksOf | null },
): Generator<SheetValue[]> {
  const read = lines.lineReader(fields.map(({ name }) => name));
  for (const number of numbers) {
    const values = read(number).map((value) => (value === null || isUnset(value) ? '' : value));
    yield checksOf === null ? values : [...values, checksOf(number)];
  }
}

function fieldColumn(field: JournalField): FileColumn {
  return {
    head: headOf(field),
    name: field.name,
    kind: cellKind(field),
    width: Math.round(field.width / 7),
  };
}

/** The caption, with the field's name if two captions are alike. */
function headOf({ name, label }: JournalField): string {
  return journalFields.some((other) => other.label === label && other.name !== name)
    ? `${label} (${name})`
    : label;
}

export function cellKind({ kind }: JournalField): CellKind {
  switch (kind) {
    case 'integer':
      return 'whole';
    case 'decimal':
    case 'boolean':
    case 'date':
    case 'time':
      return kind;
    default:
      return 'text';
  }
}
