import type { FilterOperator } from './operators';
import type { FilterValue } from './filter-value';

/** One comparison of one field with a value of the field's kind. */
export interface FieldFilter {
  field: string;
  op: FilterOperator;
  value: FilterValue;
}

export interface SortKey {
  field: string;
  descending: boolean;
}

export interface BatchName {
  template: string;
  batch: string;
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
  batch: BatchName | null;
  /** First and last posting date, `YYYY-MM-DD` or empty. */
  from: string;
  to: string;
  item: string;
  location: string;
  /** Text looked for in the fields a person recognises a line by, without regard to case. */
  q: string;
  filters: readonly FieldFilter[];
  /** Fields to send; empty means all. The key fields are always sent. */
  columns: readonly string[];
}

/** Whether the last posting date lies before the first, which the console refuses. */
export function datesAreReversed({ from, to }: Pick<JournalQuery, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && from > to;
}

export const pageSizes = [25, 50, 100, 200] as const;
export const largestPageSize = 500;

/** The query of an address without parameters. */
export const defaultJournalQuery: JournalQuery = {
  page: 1,
  pageSize: 50,
  sort: [],
  entities: [],
  batch: null,
  from: '',
  to: '',
  item: '',
  location: '',
  q: '',
  filters: [],
  columns: [],
};
