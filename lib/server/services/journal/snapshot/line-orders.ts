import 'server-only';
import type Database from 'libsql';
import { fullOrder } from '@/lib/domain/journal/conditions';
import { keyFields } from '@/lib/domain/journal/field-index';
import type { SortKey } from '@/lib/domain/journal/query';
import { RecentlyUsed } from './recently-used';
import { quoted, type SqlPart } from './snapshot-columns';
import { orderOf } from './snapshot-sql';

/** Bytes of orders that are kept, four for each line. */
const mostBytes = 8_000_000;
/** Up to this line a list that is asked for once is not sorted whole: the first ones are found in half the time. */
const firstLines = 500;

/**
 * The row numbers of snapshot lines in the orders that were asked for last: a page of a list that somebody scrolls in is
 * a slice of them, and not another sort of all lines.
 */
export class LineOrders {
  readonly #database: Database.Database;
  readonly #kept = new RecentlyUsed<Int32Array>(mostBytes, ({ byteLength }) => byteLength);
  /** The list whose first lines were asked for last. */
  #begun = '';
  #isByIdentity: boolean | undefined;

  constructor(database: Database.Database) {
    this.#database = database;
  }

  /**
   * Row numbers of the lines `from` to `to` (exclusive) of those that match, in order.
   * @param isFew whether only few of all lines match.
   */
  slice(
    where: SqlPart,
    sort: readonly SortKey[],
    [from, to]: readonly [number, number],
    isFew: boolean,
  ): ArrayLike<number> {
    const order = this.#isTieByRow(sort)
      ? orderOf(sort, isFew, 'rowid')
      : orderOf(fullOrder({ sort }), isFew);
    const select = `SELECT rowid AS id FROM lines ${where.sql} ${order}`;
    const key = JSON.stringify([select, where.values]);
    const known = this.#kept.get(key);
    if (known !== undefined) return known.subarray(from, to);
    if (to <= firstLines && this.#begun !== key) {
      this.#begun = key;
      return this.#ids(`${select} LIMIT ${String(to - from)} OFFSET ${String(from)}`, where);
    }
    const ids = Int32Array.from(this.#ids(select, where));
    this.#kept.keep(key, ids);
    return ids.subarray(from, to);
  }

  /** Forgets all orders: other lines match now. */
  clear(): void {
    this.#kept.clear();
    this.#begun = '';
  }

  /** As one text of JSON: a row of the answer takes longer to hand over than to sort. */
  #ids(select: string, { values }: SqlPart): number[] {
    const [json] = this.#database
      .prepare(`SELECT json_group_array(id) FROM (${select})`)
      .raw()
      .get(...values) as [string]; // one row of one text
    return JSON.parse(json) as number[];
  }

  /** Services send lines in the order of their identity: ties are then told by one number in place of three columns. */
  #isTieByRow(sort: readonly SortKey[]): boolean {
    if (sort.length === 0) return false; // there is an index for it
    const identity = keyFields.map(quoted).join(', ');
    this.#isByIdentity ??= this.#ids(`SELECT rowid AS id FROM lines ORDER BY ${identity}`, {
      sql: '',
      values: [],
    }).every((id, at, ids) => at === 0 || id > (ids[at - 1] ?? 0));
    return this.#isByIdentity;
  }
}
