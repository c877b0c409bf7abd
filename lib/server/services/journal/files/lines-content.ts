import 'server-only';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { journalField } from '@/lib/domain/journal/field-index';
import { journalFields, type JournalField } from '@/lib/domain/journal/fields';
import type { JournalQuery } from '@/lib/domain/journal/query';
import type { SheetValue } from '@/lib/domain/spreadsheet/sheet-row';
import type { JournalSnapshot } from '@/lib/server/services/journal/snapshot/journal-snapshot';
import type { CellKind } from '@/lib/server/spreadsheet/xlsx-writer';
import type { FileContent } from './journal-file';

/** The lines that match, one by one, in the query's order and columns. */
export function linesContent(lines: JournalSnapshot, query: JournalQuery): FileContent {
  const { sort, columns } = query;
  const isAll = columns.length === 0;
  const fields = isAll ? journalFields : columns.flatMap((name) => journalField(name) ?? []);
  const numbers = lines.lineNumbers(query);
  const sorted = sort.map(
    ({ field, descending }) => `${journalField(field)?.label ?? field}${descending ? ' descending' : ''}`,
  );
  return {
    unit: 'line',
    sheet: 'Journal lines',
    title: 'Item journal lines that are not posted',
    columns: fields.map((field) => ({
      head: headOf(field),
      name: field.name,
      kind: cellKind(field),
      width: Math.round(field.width / 7),
    })),
    total: null,
    count: numbers.length,
    covers: '',
    rows: () => rowsOf(lines, fields, numbers),
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

function* rowsOf(
  lines: JournalSnapshot,
  fields: readonly JournalField[],
  numbers: Int32Array,
): Generator<SheetValue[]> {
  const kinds = fields.map(({ kind }) => kind);
  const read = lines.lineReader(fields.map(({ name }) => name));
  for (const number of numbers)
    yield read(number).map((value, at) => {
      if (value === null || isUnset(value)) return '';
      return kinds[at] === 'boolean' && typeof value === 'number' ? value === 1 : value;
    });
}

/** The caption; where two of all fields are alike, with the name. */
function headOf({ name, label }: JournalField): string {
  return journalFields.some((other) => other.label === label && other.name !== name)
    ? `${label} (${name})`
    : label;
}

/** How a sheet writes values of a field. */
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
