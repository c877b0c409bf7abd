import type { CheckId } from './checks';
import type { ValueOperator } from './operators';
import type { FilterValue } from './filter-value';

/** What a field is compared with: values of the field's kind, or none. */
export type FieldComparison =
  | { op: ValueOperator; value: FilterValue }
  | { op: 'between'; from: FilterValue; to: FilterValue }
  | { op: 'in'; values: readonly FilterValue[] }
  | { op: 'empty' | 'notempty' };

/** One comparison of one field, or of the batch (`batchField` of `conditions-list.ts`). */
export type FieldFilter = { field: string } & FieldComparison;

export interface SortKey {
  field: string;
  descending: boolean;
}

export interface BatchName {
  template: string;
  batch: string;
}

/** What identifies a line (interface: template, batch, line number). */
export interface LineKey extends BatchName {
  lineNo: number;
}

/** Which journal lines are asked for. All conditions hold together; an empty text or list means "no condition". */
export interface JournalQuery {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Ties are always broken by template, batch and line number; empty means that order alone. */
  sort: readonly SortKey[];
  /** Conditions on fields; `conditions-list.ts` reads and changes those of one field. */
  filters: readonly FieldFilter[];
  /** Text looked for in the fields a person recognises a line by, without regard to case. */
  q: string;
  /** Only lines that this check finds. */
  check: CheckId | null;
  /** The reader's day for the check, `YYYY-MM-DD`; empty: the server's. */
  today: string;
  /** Fields to send; empty means all. The key fields are always sent. */
  columns: readonly string[];
}

/** The part of a query that holds its conditions on fields. */
export type FieldConditions = Pick<JournalQuery, 'filters'>;

/** Most fields that lines are sorted by. */
export const mostSortKeys = 5;
export const largestPageSize = 500;

/** The query of an address without parameters. */
export const defaultJournalQuery: JournalQuery = {
  page: 1,
  pageSize: 50,
  sort: [],
  filters: [],
  q: '',
  check: null,
  today: '',
  columns: [],
};
