import { batchField } from './conditions-list';
import { journalField } from './field-index';
import type { JournalField, JournalFieldKind } from './fields';
import { defaultJournalQuery, type FieldFilter, type JournalQuery } from './query';

/** Most fields that lines are grouped by, and most sums of each group. */
export const mostKeys = 3;
export const mostSums = 10;

/** Spans of days that lines are grouped by. The name of a week is its Monday (ISO 8601). */
export const dateParts = ['month', 'week', 'year'] as const;

export type DatePart = (typeof dateParts)[number];

/** What lines are grouped by: a field, or a span of a date field. */
export interface GroupingKey {
  /** As in an address: `ItemNo`, `PostingDate.month`. */
  name: string;
  field: JournalField;
  part: DatePart | null;
}

/** How lines are grouped. Without `by` and `pivot` there is only the total. */
export interface Grouping {
  by: readonly GroupingKey[];
  /** Names of sums: `Amount`, `Amount.net`. */
  sum: readonly string[];
  /** The key whose values become columns. */
  pivot: GroupingKey | null;
}

const groupedKinds: ReadonlySet<JournalFieldKind> = new Set(['string', 'boolean', 'date', 'integer']);

/** The key of that name; undefined if there is none, or lines are not grouped by such values. */
export function groupingKey(name: string): GroupingKey | undefined {
  const [fieldName = '', partName] = name.split(/\.(.*)/s, 2);
  const field = journalField(fieldName);
  if (!field || !groupedKinds.has(field.kind)) return undefined;
  if (partName === undefined) return { name, field, part: null };
  const part = dateParts.find((known) => known === partName);
  return part && field.kind === 'date' ? { name, field, part } : undefined;
}

/** Whether values of the field can be added up. Whole numbers cannot: they are numbers of records. */
export function isSummable(field: JournalField): boolean {
  return field.kind === 'decimal';
}

/** Whether a sum of the field has a meaning. A sum of prices or rates has none. */
export function addsUp(field: JournalField): boolean {
  return isSummable(field) && field.perUnit !== true;
}

/** Whether a field's values can be listed. Record tags and system IDs differ in each line. */
export function hasFacet(field: JournalField): boolean {
  return field.kind !== 'etag' && field.kind !== 'guid';
}

/** The query without its page, order and columns. */
export function conditionsOnly(query: JournalQuery): JournalQuery {
  const { page, pageSize, sort, columns } = defaultJournalQuery;
  return { ...query, page, pageSize, sort, columns };
}

/** The query without its conditions on one field, so that all values of the field can be offered. */
export function withoutOwnConditions(query: JournalQuery, field: string): JournalQuery {
  const isOfBatch = field === 'JournalTemplateName' || field === 'JournalBatchName';
  const isOwn = (one: FieldFilter) => one.field === field || (isOfBatch && one.field === batchField);
  return { ...conditionsOnly(query), filters: query.filters.filter((one) => !isOwn(one)) };
}
