import type { JournalRow } from '@/lib/contract/journal/journal';
import { batchesOf } from '@/lib/domain/journal/batch-name';
import { batchField } from '@/lib/domain/journal/conditions-list';
import { journalField, searchedFields } from '@/lib/domain/journal/field-index';
import { isPlainText, textTest } from '@/lib/domain/access/filter/text-filter';
import { isUnset } from '@/lib/domain/journal/emptiness';
import type { ValueOperator } from '@/lib/domain/journal/operators';
import type { BatchName, FieldFilter, JournalQuery } from '@/lib/domain/journal/query';
import { naturalOrderOf } from '@/lib/domain/natural-order';

/** The lines a query must find, in order, worked out in the plainest way from all lines. */
export function expectedLines(lines: readonly JournalRow[], query: JournalQuery): JournalRow[] {
  const found = lines.filter(
    (line) => query.filters.every((filter) => fulfils(line, filter)) && isFound(line, query.q),
  );
  const keys = [
    ...query.sort,
    ...['JournalTemplateName', 'JournalBatchName', 'LineNo'].map((field) => ({ field, descending: false })),
  ];
  const orders = keys.map(({ field, descending }, at) => {
    // Natural order is for what people write; they compare no IDs of records by the numbers in them.
    const isNatural = at < query.sort.length && journalField(field)?.kind === 'string';
    const byText = naturalOrderOf(found.map((line) => String(plain(field, line[field]))));
    return (one: JournalRow, other: JournalRow) => {
      const [a, b] = [plain(field, one[field]), plain(field, other[field])];
      const order = isNatural ? byText(String(a), String(b)) : compare(a, b);
      return descending ? -order : order;
    };
  });
  return found.sort((a, b) => orders.reduce((decided, order) => decided || order(a, b), 0));
}

type Value = string | number | boolean | undefined;

function plain(field: string, value: Value): string | number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  const kind = journalField(field)?.kind;
  if (kind !== 'string' && kind !== 'guid') return value ?? '';
  return (value ?? '').trim() === '' ? '' : String(value).toUpperCase();
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By the text filter of the access page, which has a way of its own; but a plain text is the whole value here. */
function fits(value: string, text: string): boolean {
  const test = textTest(text);
  return isPlainText(text) || test === null ? value === plain('ItemNo', text) : test(value);
}

function isFound(line: JournalRow, q: string): boolean {
  return searchedFields.some((name) => String(line[name]).toUpperCase().includes(q.toUpperCase()));
}

function fulfils(line: JournalRow, condition: FieldFilter): boolean {
  const { field } = condition;
  const have = plain(field, line[field]);
  switch (condition.op) {
    case 'matches':
      return fits(String(have), String(condition.value));
    case 'empty':
      return isUnset(line[field]);
    case 'notempty':
      return !isUnset(line[field]);
    case 'between':
      return have >= plain(field, condition.from) && have <= plain(field, condition.to);
    case 'in':
      if (field === batchField) return batchesOf(condition.values.map(String)).some((one) => isIn(line, one));
      return condition.values.some((value) => have === plain(field, value));
    default:
      return compared(condition.op, have, plain(field, condition.value));
  }
}

function isIn(line: JournalRow, { template, batch }: BatchName): boolean {
  const is = (name: string, value: string) => plain(name, line[name]) === plain(name, value);
  return is('JournalTemplateName', template) && is('JournalBatchName', batch);
}

function compared(
  op: Exclude<ValueOperator, 'matches'>,
  have: string | number,
  want: string | number,
): boolean {
  switch (op) {
    case 'contains':
      return String(have).includes(String(want));
    case 'notcontains':
      return !String(have).includes(String(want));
    case 'startswith':
      return String(have).startsWith(String(want));
    case 'endswith':
      return String(have).endsWith(String(want));
    case 'eq':
      return have === want;
    case 'ne':
      return have !== want;
    case 'lt':
      return have < want;
    case 'le':
      return have <= want;
    case 'gt':
      return have > want;
    case 'ge':
      return have >= want;
  }
}
