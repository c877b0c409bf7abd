import type { JournalRow } from '@/lib/contract/journal/journal';
import { daysOfSpan } from './date-part';
import type { GroupingKey } from './grouping';
import type { FieldComparison, JournalQuery } from './query';

type KeyValue = JournalRow[string];

/**
 * The conditions of a query with those that a group's lines meet beside it: exactly these lines match.
 * @param values of the keys, as `GET /api/journal/groups` tells them.
 */
export function linesOfGroup(
  query: Pick<JournalQuery, 'entities' | 'filters'>,
  keys: readonly GroupingKey[],
  values: readonly KeyValue[],
): Pick<JournalQuery, 'entities' | 'filters'> {
  let { entities } = query;
  const filters = [...query.filters];
  keys.forEach((key, at) => {
    const value = values[at] ?? '';
    if (key.name === 'BssiEntityID') entities = [String(value)];
    else filters.push({ field: key.field.name, ...comparison(key, value) });
  });
  return { entities, filters };
}

function comparison({ part }: GroupingKey, value: KeyValue): FieldComparison {
  if (value === '') return { op: 'empty' };
  return part === null ? { op: 'eq', value } : { op: 'between', ...daysOfSpan(String(value), part) };
}
