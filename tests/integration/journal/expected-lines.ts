import type { JournalRow } from '@/lib/contract/journal';
import { conditionsOf, type Condition } from '@/lib/domain/journal/conditions';
import { journalField, searchedFields } from '@/lib/domain/journal/field-index';
import type { JournalQuery } from '@/lib/domain/journal/query';

/** The lines a query must find, in order, worked out in the plainest way from all lines. */
export function expectedLines(lines: readonly JournalRow[], query: JournalQuery): JournalRow[] {
  const conditions = conditionsOf(query);
  const found = lines.filter((line) => conditions.every((condition) => fulfils(line, condition)));
  const keys = [
    ...query.sort,
    ...['JournalTemplateName', 'JournalBatchName', 'LineNo'].map((field) => ({ field, descending: false })),
  ];
  return found.sort((a, b) => {
    for (const { field, descending } of keys) {
      const order = compare(plain(field, a[field]), plain(field, b[field]));
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
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

function fulfils(line: JournalRow, condition: Condition): boolean {
  if (condition.on === 'entities') {
    return condition.ids.some(
      (id) => plain('BssiEntityID', line['BssiEntityID']) === plain('BssiEntityID', id),
    );
  }
  if (condition.on === 'search') {
    const wanted = condition.text.toUpperCase();
    return searchedFields.some((name) => String(line[name]).toUpperCase().includes(wanted));
  }
  const { field, op, value } = condition;
  const have = plain(field.name, line[field.name]);
  const want = plain(field.name, value);
  switch (op) {
    case 'contains':
      return String(have).includes(String(want));
    case 'startswith':
      return String(have).startsWith(String(want));
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
