import { batchField } from './conditions-list';
import { journalField } from './field-index';
import type { JournalField, JournalFieldKind } from './fields';
import { defaultJournalQuery, type FieldFilter, type JournalQuery } from './query';

/** Lines are grouped by so many fields at most, and so many are added up. */
export const mostKeys = 3;
export const mostSums = 10;

/** Spans of days that dates can be put together by. A week is called by its Monday, as ISO 8601 counts it. */
export const dateParts = ['month', 'week', 'year'] as const;

export type DatePart = (typeof dateParts)[number];

/** What lines are put together by: a field, or a part of a date field. */
export interface GroupingKey {
  /** As in an address: `ItemNo`, `PostingDate.month`. */
  name: string;
  field: JournalField;
  part: DatePart | null;
}

/** How lines are to be grouped. Without `by` and `pivot` only the total is asked for. */
export interface Grouping {
  by: readonly GroupingKey[];
  /** Names of fields to add up. */
  sum: readonly string[];
  /** The key whose values stand across. */
  pivot: GroupingKey | null;
}

const groupedKinds: ReadonlySet<JournalFieldKind> = new Set(['string', 'boolean', 'date', 'integer']);

/** The key of that name; undefined where there is no such field or part, or lines are not grouped by such values. */
export function groupingKey(name: string): GroupingKey | undefined {
  const [fieldName = '', partName] = name.split(/\.(.*)/s, 2);
  const field = journalField(fieldName);
  if (!field || !groupedKinds.has(field.kind)) return undefined;
  if (partName === undefined) return { name, field, part: null };
  const part = dateParts.find((known) => known === partName);
  return part && field.kind === 'date' ? { name, field, part } : undefined;
}

/** Whether values of the field can be added up. Whole numbers of a line count nothing: they are numbers of records. */
export function isSummable(field: JournalField): boolean {
  return field.kind === 'decimal';
}

/** Whether a sum of the field tells something: prices and rates can be added up too, but nobody needs their sum. */
export function addsUp(field: JournalField): boolean {
  return isSummable(field) && field.perUnit !== true;
}

/** Whether a field's values can be listed: each line has a record tag and a system ID of its own. */
export function hasFacet(field: JournalField): boolean {
  return field.kind !== 'etag' && field.kind !== 'guid';
}

/** The conditions of a query alone, whatever page, order and columns it asks for. */
export function conditionsOnly(query: JournalQuery): JournalQuery {
  const { page, pageSize, sort, columns } = defaultJournalQuery;
  return { ...query, page, pageSize, sort, columns };
}

/** The conditions of a query without those on one field, so that the field's other values can be offered too. */
export function withoutOwnConditions(query: JournalQuery, field: string): JournalQuery {
  const isOfBatch = field === 'JournalTemplateName' || field === 'JournalBatchName';
  const isOwn = (one: FieldFilter) => one.field === field || (isOfBatch && one.field === batchField);
  return { ...conditionsOnly(query), filters: query.filters.filter((one) => !isOwn(one)) };
}
