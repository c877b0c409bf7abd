import type { JournalRow } from '@/lib/contract/journal/journal';
import { writeBatch } from './batch-name';
import { batchField, normalConditions } from './conditions-list';
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
  const named = new Map(keys.map(({ name }, at) => [name, String(values[at] ?? '')]));
  const [template, batch] = [named.get('JournalTemplateName'), named.get('JournalBatchName')];
  const ofBatch: FieldFilter[] =
    template === undefined || batch === undefined
      ? []
      : [{ field: batchField, op: 'in', values: [writeBatch({ template, batch })] }];
  const isOfBatch = ({ name }: GroupingKey) => name === 'JournalTemplateName' || name === 'JournalBatchName';
  const ofGroup = keys.flatMap((key, at): FieldFilter[] => {
    if (ofBatch.length > 0 && isOfBatch(key)) return [];
    return [{ field: key.field.name, ...comparison(key, values[at] ?? '') }];
  });
  // The group's value takes the place of other conditions on its field; a span of dates may reach beyond them.
  const isSettled = ({ field }: FieldFilter) =>
    named.has(field) || (field === batchField && ofBatch.length > 0);
  return { filters: normalConditions([...filters.filter((one) => !isSettled(one)), ...ofBatch, ...ofGroup]) };
}

function comparison({ part }: GroupingKey, value: KeyValue): FieldComparison {
  if (value === '') return { op: 'empty' };
  return part === null ? { op: 'eq', value } : { op: 'between', ...daysOfSpan(String(value), part) };
}
