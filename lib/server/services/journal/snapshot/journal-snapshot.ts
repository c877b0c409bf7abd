import 'server-only';
import type Database from 'libsql';
import type { JournalPage, JournalRow } from '@/lib/contract/journal/journal';
import { checksWithin, type CheckId, type SingleCheckId } from '@/lib/domain/journal/checks';
import { decimalText } from '@/lib/domain/exact-decimal';
import { journalField, keyFields } from '@/lib/domain/journal/field-index';
import { journalFields } from '@/lib/domain/journal/fields';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import type { OptionField } from '@/lib/domain/journal/option-meanings';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { CheckRows, type KnownAccess } from './check-rows';
import { foundBitsSql, undecidedSql, type UndecidedBy } from './check-sql';
import { LineColumns } from './line-columns';
import { groupedLines, type LineGroup } from './line-groups';
import { LineOrders } from './line-orders';
import { exactColumn, quoted, type SqlPart, type StoredValue } from './snapshot-columns';
import { whereOf } from './snapshot-sql';

interface SnapshotFacts {
  lines: number;
  /** When the service was asked, epoch ms. */
  readAt: number;
  /** Decimal places of the fields whose sums doubles hold exactly. */
  places: ReadonlyMap<string, number>;
  /** Fields with decimals of more digits than a double. */
  long: ReadonlySet<string>;
  /** Removes the file's name where that was not possible before. */
  remove: () => void;
  /** For the checks that ask whether an entity may use something. */
  access: KnownAccess;
  /** Decimals of the currency, which amounts are rounded to. */
  decimals: number;
}

const mostCounts = 200;

/** All journal lines as they were at one time, in a SQLite file of our own. Answers at once (synchronously). */
export class JournalSnapshot {
  readonly readAt: number;
  readonly lines: number;
  readonly #database: Database.Database;
  readonly #columns: LineColumns;
  readonly #long: ReadonlySet<string>;
  readonly #remove: () => void;
  readonly #checkRows: CheckRows;
  readonly #orders: LineOrders;
  readonly #counts = new Map<string, number>();
  readonly #sums = new Map<string, Record<string, string>>();
  #holders = 0;
  #isGivenUp = false;

  constructor(database: Database.Database, facts: SnapshotFacts) {
    this.#database = database;
    this.readAt = facts.readAt;
    this.lines = facts.lines;
    this.#columns = new LineColumns(database, facts.places);
    this.#long = facts.long;
    this.#remove = facts.remove;
    this.#orders = new LineOrders(database, this.#columns);
    this.#checkRows = new CheckRows(database, facts.access, facts.decimals);
  }

  /**
   * One page of the lines that match, what finds each where the check is made of several, how many match in all, and
   * what these fields of them come to.
   */
  page(
    query: JournalQuery,
    sums: readonly string[] = [],
  ): Pick<JournalPage, 'rows' | 'checks' | 'total' | 'sums'> {
    const total = this.count(query);
    const added = sums.length > 0 ? { total, sums: this.#added(query, sums) } : { total };
    const offset = (query.page - 1) * query.pageSize;
    if (offset >= total) return { rows: [], ...added };
    // Rowids first: sorting whole lines of 167 values would move a hundred times as much.
    const ids = Array.from(this.#ids(query, [offset, Math.min(offset + query.pageSize, total)]));
    const rows = this.#rows(ids, query.columns);
    const { check } = query;
    if (check === null || checksWithin(check).length < 2) return { rows, ...added };
    const found = this.checksFinding({ ...query, check }, whereIn(ids));
    return { rows, checks: ids.map(found), ...added };
  }

  /**
   * Row numbers of all lines that match, in the query's order. They stay the answer to this question, whatever a check
   * finds later in another matrix.
   */
  lineNumbers(query: JournalQuery): Int32Array {
    return this.#ids(query, [0, this.lines]).slice();
  }

  /**
   * Which checks within the query's check find a line that matches, by its row number. As `lineNumbers`, it stays the
   * answer to this question.
   * @param among which of these lines are asked about, once they were counted; all where it is left out.
   */
  checksFinding(
    query: JournalQuery & { check: CheckId },
    among = this.where(query),
  ): (number: number) => SingleCheckId[] {
    const { sql, values } = among;
    const bits = foundBitsSql(query.check, query.today);
    const [numbers, found] = this.#database
      .prepare(`SELECT json_group_array(rowid), json_group_array(${bits.sql}) FROM lines ${sql}`)
      .raw()
      .get(...bits.values, ...values) as [string, string]; // one row of two texts
    const bitsOf = new Uint16Array(this.lines + 1);
    const each = JSON.parse(found) as number[];
    (JSON.parse(numbers) as number[]).forEach((number, at) => (bitsOf[number] = each[at] ?? 0));
    const checks = checksWithin(query.check);
    return (number) => checks.filter((_, bit) => ((bitsOf[number] ?? 0) & (2 ** bit)) !== 0);
  }

  /** Reads the values of a line by its row number, as the file keeps them; decimals that doubles do not hold as text. */
  lineReader(columns: readonly string[]): (number: number) => StoredValue[] {
    const line = this.#database.prepare(`SELECT ${this.#read(columns)} FROM lines WHERE rowid = ?`).raw();
    return (number) => line.get(number) as StoredValue[]; // what the writer stored
  }

  /** The lines that match, put together by every key and added up, in natural order. */
  groups(query: JournalQuery, keys: readonly GroupingKey[], sums: readonly string[]): LineGroup[] {
    const columns = this.#columns.of(keys, sums);
    return groupedLines(this.#columns.matching(this.where(query)), this.lines, columns.keys, columns.sums);
  }

  /** How many lines match; `page` and the rest of the query do not matter. */
  count(query: JournalQuery): number {
    return this.#count(this.where(query));
  }

  /** How many lines match but for the query's check, of which it cannot tell, and why. */
  countUndecided(query: JournalQuery & { check: CheckId }, by: UndecidedBy): number {
    this.where(query);
    return this.#count(whereOf({ ...query, check: null }, undecidedSql(query.check, query.today, by)));
  }

  /** Values of the options that a check reads which the console does not know, by field; empty: it knows all. */
  unknownOptions(check: CheckId): ReadonlyMap<OptionField, readonly string[]> {
    return this.#checkRows.unknownOptions(check);
  }

  /**
   * The WHERE clause of a query, with what its check needs worked out.
   * @throws ConsoleError `service-unavailable` for a check that asks a matrix not read to its end.
   */
  where(query: JournalQuery): SqlPart {
    if (query.check && this.#checkRows.prepare(query.check)) {
      this.#counts.clear();
      this.#sums.clear();
      this.#columns.forgetMatches();
      this.#orders.clear();
    }
    return whereOf(query);
  }

  /** Keeps the lines readable, though a newer copy takes their place, until the function is called. */
  hold(): () => void {
    let isHeld = true;
    this.#holders++;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders--;
      if (this.#isGivenUp && this.#holders === 0) this.#close();
    };
  }

  /** Throws the lines away, once nobody holds them. */
  close(): void {
    this.#isGivenUp = true;
    if (this.#holders === 0) this.#close();
  }

  #close(): void {
    this.#database.close();
    this.#remove();
  }

  #count({ sql, values }: SqlPart): number {
    if (sql === '') return this.lines;
    const key = JSON.stringify([sql, values]);
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const row = this.#database
      .prepare(`SELECT count(*) FROM lines ${sql}`)
      .raw()
      .get(...values) as [number];
    if (this.#counts.size >= mostCounts) this.#counts.clear();
    this.#counts.set(key, row[0]);
    return row[0];
  }

  /** Kept for the pages of one list, each of which tells them. */
  #added(query: JournalQuery, names: readonly string[]): Record<string, string> {
    const key = JSON.stringify([this.where(query), names]);
    const known = this.#sums.get(key);
    if (known !== undefined) return known;
    const [all] = this.groups(query, [], names);
    const sums = Object.fromEntries(names.map((name, at) => [name, all ? decimalText(all.sum(at)) : '0']));
    if (this.#sums.size >= mostCounts) this.#sums.clear();
    this.#sums.set(key, sums);
    return sums;
  }

  #ids(query: JournalQuery, range: readonly [number, number]): Int32Array {
    return this.#orders.slice(this.where(query), query.sort, range);
  }

  /** What to select to have the values of fields with all their digits. */
  #read(names: readonly string[]): string {
    return names.map((name) => (this.#long.has(name) ? exactColumn(name) : quoted(name))).join(', ');
  }

  #rows(ids: readonly number[], columns: readonly string[]): JournalRow[] {
    const names = fieldsSent(columns);
    const booleans = names.map((name) => journalField(name)?.kind === 'boolean');
    const found = this.#database
      .prepare(`SELECT rowid, ${this.#read(names)} FROM lines ${whereIn(ids).sql}`)
      .raw()
      .all() as (string | number | null)[][]; // what the writer stored
    const byId = new Map<unknown, JournalRow>();
    for (const [id, ...values] of found) {
      const row: JournalRow = {};
      values.forEach((value, at) => {
        const name = names[at];
        if (name !== undefined && value !== null) row[name] = booleans[at] ? value === 1 : value;
      });
      byId.set(id, row);
    }
    return ids.map((id) => byId.get(id) ?? {});
  }
}

const allNames = journalFields.map(({ name }) => name);

/** The fields a row of the answer has: those asked for and the line's identity, or all 167. */
function fieldsSent(columns: readonly string[]): readonly string[] {
  return columns.length === 0 ? allNames : [...new Set([...keyFields, ...columns])];
}

function whereIn(ids: readonly number[]): SqlPart {
  return { sql: `WHERE rowid IN (${ids.join(',')})`, values: [] };
}
