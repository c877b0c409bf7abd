import type { Field } from './fields';
import type { Condition } from './filter-evaluate';
import type { SortKey } from './query-options';

/** A set of rows that can be read page by page. Rows are named by their place in the natural order, from 0. */
export interface Collection {
  setName: string;
  fields: readonly Field[];
  /** Rows that go into one written chunk. */
  chunkRows: number;
  /** Changes whenever a row may have changed. */
  version(): number;
  /** The rows that meet all conditions, in natural order: those at `from` or later, `skip` of them left out, at most `limit`. */
  scan(conditions: readonly Condition[], from: number, skip: number, limit: number): number[];
  count(conditions: readonly Condition[]): number;
  /** All rows that meet the conditions, sorted; rows that are equal keep their natural order. */
  sorted(conditions: readonly Condition[], keys: readonly SortKey[]): ArrayLike<number>;
  /** Writes `rows[start]` to `rows[end - 1]` as JSON objects with commas between. */
  write(rows: ArrayLike<number>, start: number, end: number, layout: RowLayout): string;
}

/** How rows are written. */
export interface RowLayout {
  /** The fields wanted besides the tag; null for all. */
  select: ReadonlySet<string> | null;
  encodedEnums: boolean;
  /** What is sent for an English caption of an option. */
  captions: Readonly<Record<string, string>>;
  /** Decimals that Amount is rounded to; null: as it is. */
  amountDecimals: number | null;
}
