import { inOwnParameters, listedCodes } from './own-parameters';
import type { FieldComparison, FieldConditions, FieldFilter, JournalQuery } from './query';
import { batchesOf, writeBatch } from './query-parameters';

/** Name under which the batches that a query asks for stand among its conditions, each as `TEMPLATE/BATCH`. */
export const batchField = 'Batch';

/** All comparisons of one field, or of `batchField`. */
export function conditionsOn(query: FieldConditions, field: string): FieldComparison[] {
  const filters = query.filters.filter((one) => one.field === field);
  return [...ownConditionOn(query, field), ...filters.map(comparisonOf)];
}

/** The first comparison of one field, or of `batchField`; null: the query has none. */
export function conditionOn(query: FieldConditions, field: string): FieldComparison | null {
  return conditionsOn(query, field)[0] ?? null;
}

/** The same conditions with this one in place of all others on the field; null takes them away. */
export function withCondition(
  query: FieldConditions,
  field: string,
  condition: FieldComparison | null,
): FieldConditions {
  const others = withoutConditionsOn(query, field);
  if (condition === null) return others;
  if (field === batchField) return { ...others, batches: batchesOf(listed(condition) ?? []) };
  return inOwnParameters({ ...others, filters: [...others.filters, { field, ...condition }] });
}

/** The values of a field that the query asks for one by one; a value must be in every list. */
export function valuesOn(query: FieldConditions, field: string): string[] {
  const lists = conditionsOn(query, field).flatMap((condition) => {
    const values = listed(condition);
    return values === null ? [] : [values];
  });
  const [first = [], ...others] = lists;
  return first.filter((value) => others.every((list) => list.includes(value)));
}

/** Whether the query has a condition beside a check. */
export function isNarrowed(query: JournalQuery): boolean {
  const { entities, batches, from, to, item, location, q, filters } = query;
  return (
    [entities, batches, filters].some(({ length }) => length > 0) ||
    [from, to, item, location, q].join('') !== ''
  );
}

function ownConditionOn(query: FieldConditions, field: string): FieldComparison[] {
  const { entities, batches, from, to, item, location } = query;
  switch (field) {
    case 'BssiEntityID':
      return entities.length === 0 ? [] : [{ op: 'in', values: entities }];
    case batchField:
      return batches.length === 0 ? [] : [{ op: 'in', values: batches.map(writeBatch) }];
    case 'PostingDate':
      if (from !== '' && to !== '') return [{ op: 'between', from, to }];
      if (from !== '') return [{ op: 'ge', value: from }];
      return to === '' ? [] : [{ op: 'le', value: to }];
    case 'ItemNo':
      return item === '' ? [] : [{ op: 'matches', value: item }];
    case 'LocationCode':
      return location === '' ? [] : [{ op: 'matches', value: location }];
    default:
      return [];
  }
}

function withoutConditionsOn(query: FieldConditions, field: string): FieldConditions {
  const all = conditionsOnlyOf(query);
  const filters = all.filters.filter((one) => one.field !== field);
  switch (field) {
    case 'BssiEntityID':
      return { ...all, filters, entities: [] };
    case batchField:
      return { ...all, batches: [] };
    case 'PostingDate':
      return { ...all, filters, from: '', to: '' };
    case 'ItemNo':
      return { ...all, filters, item: '' };
    case 'LocationCode':
      return { ...all, filters, location: '' };
    default:
      return { ...all, filters };
  }
}

function conditionsOnlyOf(query: FieldConditions): FieldConditions {
  const { entities, batches, from, to, item, location, filters } = query;
  return { entities, batches, from, to, item, location, filters };
}

function comparisonOf({ field: _, ...comparison }: FieldFilter): FieldComparison {
  return comparison;
}

/** The values that a comparison asks for one by one; null: it asks for something else. */
function listed(comparison: FieldComparison): string[] | null {
  switch (comparison.op) {
    case 'eq':
      return [String(comparison.value)];
    case 'in':
      return comparison.values.map(String);
    case 'empty':
      return [''];
    case 'matches':
      return listedCodes(String(comparison.value));
    default:
      return null;
  }
}
