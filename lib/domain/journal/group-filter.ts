import type { JournalRow } from '@/lib/contract/journal/journal';
import { daysOfSpan } from './date-part';
import type { GroupingKey } from './grouping';
import { inOwnParameters } from './own-parameters';
import type { FieldComparison, FieldConditions, FieldFilter } from './query';

type KeyValue = JournalRow[string];

/**
 * What of a query's conditions changes so that exactly the lines of a group match, each condition in the parameter that
 * its field has of its own.
 * @param values of the keys, as `GET /api/journal/groups` tells them.
 */
export function linesOfGroup(
  query: FieldConditions,
  keys: readonly GroupingKey[],
  values: readonly KeyValue[],
): Partial<FieldConditions> {
  const ofGroup = keys.map((key, at): FieldFilter => {
    return { field: key.field.name, ...comparison(key, values[at] ?? '') };
  });
  // The value of a group meets what else is asked of its field; only a span of dates may reach beyond that.
  const isSettled = (name: string) => keys.some(({ field, part }) => field.name === name && part === null);
  const { entities, batches, from, to, item, location, filters } = query;
  const next = inOwnParameters({
    entities: isSettled('BssiEntityID') ? [] : entities,
    batches,
    ...(isSettled('PostingDate') ? { from: '', to: '' } : { from, to }),
    item: isSettled('ItemNo') ? '' : item,
    location: isSettled('LocationCode') ? '' : location,
    filters: [...filters.filter(({ field }) => !isSettled(field)), ...ofGroup],
  });
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(query[name as keyof FieldConditions]); // `next` has these names
  return Object.fromEntries(Object.entries(next).filter(isChanged));
}

function comparison({ part }: GroupingKey, value: KeyValue): FieldComparison {
  if (value === '') return { op: 'empty' };
  return part === null ? { op: 'eq', value } : { op: 'between', ...daysOfSpan(String(value), part) };
}
