import type { CheckId } from './checks';
import type { ValueOperator } from './operators';
import type { FilterValue } from './filter-value';

/** What a field is compared with: values of the field's kind, or none. */
export type FieldComparison =
  | { op: ValueOperator; value: FilterValue }
  | { op: 'between'; from: FilterValue; to: FilterValue }
  | { op: 'in'; values: readonly FilterValue[] }
  | { op: 'empty' | 'notempty' };

/** One comparison of one field. */
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

/**
 * What somebody wants to see of the journal lines. All conditions hold together; empty text and empty lists mean
 * "no condition", except that an empty entity ID asks for lines without an entity.
 */
export interface JournalQuery {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Ties are always broken by template, batch and line number; empty means that order alone. */
  sort: readonly SortKey[];
  entities: readonly string[];
  /** Lines of any of these; empty means of all. */
  batches: readonly BatchName[];
  /** First and last posting date, `YYYY-MM-DD` or empty. */
  from: string;
  to: string;
  /** What the item number and the location code match, in Business Central's filter syntax. */
  item: string;
  location: string;
  /** Text looked for in the fields a person recognises a line by, without regard to case. */
  q: string;
  filters: readonly FieldFilter[];
  /** Only lines that this check finds. */
  check: CheckId | null;
  /** The reader's day for the check, `YYYY-MM-DD`; empty: the server's. */
  today: string;
  /** Fields to send; empty means all. The key fields are always sent. */
  columns: readonly string[];
}

/** The parts of a query that are conditions on single fields; `conditions-list.ts` reads and changes them. */
export type FieldConditions = Pick<
  JournalQuery,
  'entities' | 'batches' | 'from' | 'to' | 'item' | 'location' | 'filters'
>;

/** Whether the last posting date lies before the first, which the console refuses. */
export function datesAreReversed({ from, to }: Pick<JournalQuery, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && from > to;
}

/** By more fields than this nobody sorts. */
export const mostSortKeys = 5;
/** Lines that the journal page reads at once. */
export const linesInBlock = 100;
export const largestPageSize = 500;

/** The query of an address without parameters. */
export const defaultJournalQuery: JournalQuery = {
  page: 1,
  pageSize: 50,
  sort: [],
  entities: [],
  batches: [],
  from: '',
  to: '',
  item: '',
  location: '',
  q: '',
  filters: [],
  check: null,
  today: '',
  columns: [],
};
