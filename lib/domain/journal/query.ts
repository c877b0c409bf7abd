import type { CheckId } from './checks';
import type { ValueOperator } from './operators';
import type { FilterValue } from './filter-value';

/** A comparison of a field with values of its kind. */
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

/** The identity of a line. */
export interface LineKey extends BatchName {
  lineNo: number;
}

/** Which journal lines are asked for. All conditions hold together; an empty text or list means "no condition". */
export interface JournalQuery {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Template, batch and line number decide ties; empty: they alone decide. */
  sort: readonly SortKey[];
  /** Conditions on fields; `conditions-list.ts` reads and changes those of one field. */
  filters: readonly FieldFilter[];
  /** A text that one of the searched fields contains, without regard to case. */
  q: string;
  /** Only lines that this check finds; null: all. */
  check: CheckId | null;
  /** The reader's day for the check, `YYYY-MM-DD`; '': the server's. */
  today: string;
  /** Fields of the rows; empty: all. Every row has the key fields. */
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
