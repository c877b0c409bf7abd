import { journalField } from './field-index';
import type { JournalField } from './fields';
import type { FilterValue } from './filter-value';
import type { FilterOperator } from './operators';
import type { JournalQuery, SortKey } from './query';

/** One thing every matching line must fulfil. Texts compare without regard to case, blank equals empty. */
export type Condition =
  | { on: 'field'; field: JournalField; op: FilterOperator; value: FilterValue }
  | { on: 'entities'; ids: readonly string[] }
  | { on: 'search'; text: string };

/** The conditions of a query, each of its parts spelled out as comparisons. */
export function conditionsOf(query: JournalQuery): Condition[] {
  const conditions: Condition[] = [];
  const compare = (name: string, op: FilterOperator, value: FilterValue): void => {
    const field = journalField(name);
    if (field) conditions.push({ on: 'field', field, op, value });
  };
  if (query.batch) {
    compare('JournalTemplateName', 'eq', query.batch.template);
    compare('JournalBatchName', 'eq', query.batch.batch);
  }
  if (query.entities.length > 0) conditions.push({ on: 'entities', ids: query.entities });
  if (query.from !== '') compare('PostingDate', 'ge', query.from);
  if (query.to !== '') compare('PostingDate', 'le', query.to);
  if (query.item !== '') compare('ItemNo', 'eq', query.item);
  if (query.location !== '') compare('LocationCode', 'eq', query.location);
  for (const { field, op, value } of query.filters) compare(field, op, value);
  if (query.q !== '') conditions.push({ on: 'search', text: query.q });
  return conditions;
}

/** The full order of a query: what was asked, then the line's identity, so that pages never overlap. */
export function fullOrder(query: JournalQuery): SortKey[] {
  const asked = query.sort.map(({ field }) => field);
  const rest = ['JournalTemplateName', 'JournalBatchName', 'LineNo'].filter((name) => !asked.includes(name));
  return [...query.sort, ...rest.map((field) => ({ field, descending: false }))];
}
