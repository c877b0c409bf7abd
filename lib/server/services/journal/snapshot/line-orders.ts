import 'server-only';
import type Database from 'libsql';
import { journalField, keyFields } from '@/lib/domain/journal/field-index';
import type { SortKey } from '@/lib/domain/journal/query';
import type { LineColumns } from './line-columns';
import type { RankedColumn } from './ranked-column';
import { RecentlyUsed } from './recently-used';
import { quoted, type SqlPart } from './snapshot-columns';

/** Bytes of orders that are kept, four for each line. */
const mostBytes = 8_000_000;

/**
 * The row numbers of snapshot lines in the orders that were asked for last: a page of a list that somebody scrolls in is
 * a slice of them. A field sorts as groups do: numbers within codes by value, letters without regard to case.
 */
export class LineOrders {
  readonly #database: Database.Database;
  readonly #columns: LineColumns;
  readonly #kept = new RecentlyUsed<Int32Array>(mostBytes, ({ byteLength }) => byteLength);
  #byIdentity: Int32Array | undefined;

  constructor(database: Database.Database, columns: LineColumns) {
    this.#database = database;
    this.#columns = columns;
  }

  /** Row numbers of the lines `from` to `to` (exclusive) of those that match, in order; the identity tells ties. */
  slice(where: SqlPart, sort: readonly SortKey[], [from, to]: readonly [number, number]): Int32Array {
    const key = JSON.stringify([where, sort]);
    let ids = this.#kept.get(key);
    if (ids === undefined) this.#kept.keep(key, (ids = this.#sorted(where, sort)));
    return ids.subarray(from, to);
  }

  /** Forgets all orders: other lines match now. */
  clear(): void {
    this.#kept.clear();
  }

  /** Each pass keeps the order of equal lines, so the first key of the sort comes last. */
  #sorted(where: SqlPart, sort: readonly SortKey[]): Int32Array {
    let ids = this.#matching(where);
    for (const { field: name, descending } of sort.toReversed()) {
      const field = journalField(name);
      if (!field) continue;
      const [column] = this.#columns.of([{ name, field, part: null }], []).keys;
      if (column) ids = sortedByRank(ids, column, descending);
    }
    return ids;
  }

  #matching(where: SqlPart): Int32Array {
    const all = (this.#byIdentity ??= this.#readIdentityOrder());
    const lines = this.#columns.matching(where);
    if (lines === null) return all;
    const isMatch = new Uint8Array(all.length);
    for (const line of lines) isMatch[line] = 1;
    return all.filter((id) => isMatch[id - 1] === 1);
  }

  /** As one text of JSON: a row of the answer takes longer to hand over than to sort. */
  #readIdentityOrder(): Int32Array {
    const identity = keyFields.map(quoted).join(', ');
    const [json] = this.#database
      .prepare(`SELECT json_group_array(id) FROM (SELECT rowid AS id FROM lines ORDER BY ${identity})`)
      .raw()
      .get() as [string]; // one row of one text
    return Int32Array.from(JSON.parse(json) as number[]);
  }
}

/** Row numbers by the rank of their value; equal ones stay in their order. */
function sortedByRank(ids: Int32Array, { values, ranks }: RankedColumn, descending: boolean): Int32Array {
  const last = values.length - 1;
  const placeOf = (id: number): number => (descending ? last - (ranks[id - 1] ?? 0) : (ranks[id - 1] ?? 0));
  const next = new Int32Array(values.length + 1); // where the next line of each place goes
  for (const id of ids) next[placeOf(id) + 1] = (next[placeOf(id) + 1] ?? 0) + 1;
  for (let place = 1; place < next.length; place++) next[place] = (next[place] ?? 0) + (next[place - 1] ?? 0);
  const sorted = new Int32Array(ids.length);
  for (const id of ids) {
    const at = next[placeOf(id)] ?? 0;
    sorted[at] = id;
    next[placeOf(id)] = at + 1;
  }
  return sorted;
}
