import type { JournalRow } from '@/lib/contract/journal/journal';
import { normalConditions } from './conditions-list';
import { daysOfSpan } from './date-part';
import type { GroupingKey } from './grouping';
import type { FieldComparison, FieldConditions, FieldFilter } from './query';

type KeyValue = JournalRow[string];

/**
 * The conditions of a query, changed so that exactly the lines of a group match.
 * @param values of the keys, as `GET /api/journal/groups` answers them.
 */
export function linesOfGroup(
  { filters }: FieldConditions,
  keys: readonly GroupingKey[],
  values: readonly KeyValue[],
): { filters: FieldFilter[] } {
  const ofGroup = keys.map((key, at): FieldFilter => {
    return { field: key.field.name, ...comparison(key, values[at] ?? '') };
  });
  // The group's value meets the other conditions on its field; only a span of dates may reach beyond them.
  const isSettled = (name: string) => keys.some(({ field, part }) => field.name === name && part === null);
  return { filters: normalConditions([...filters.filter(({ field }) => !isSettled(field)), ...ofGroup]) };
}

function comparison({ part }: GroupingKey, value: KeyValue): FieldComparison {
  if (value === '') return { op: 'empty' };
  return part === null ? { op: 'eq', value } : { op: 'between', ...daysOfSpan(String(value), part) };
}
