import 'server-only';
import type Database from 'libsql';
import type { JournalPage, JournalRow, LinesAdded } from '@/lib/contract/journal/journal';
import { checksWithin, type CheckId, type SingleCheckId } from '@/lib/domain/journal/checks';
import { journalField, keyFields } from '@/lib/domain/journal/field-index';
import { journalFields } from '@/lib/domain/journal/fields';
import { groupingKey, type GroupingKey } from '@/lib/domain/journal/grouping';
import { countsGoods, summed, type LeftOutOfFlows } from '@/lib/domain/journal/movement';
import type { OptionField } from '@/lib/domain/journal/option-meanings';
import type { JournalQuery, LineKey } from '@/lib/domain/journal/query';
import { CheckRows, type KnownAccess } from './check-rows';
import { foundBitsSql, undecidedSql, type UndecidedBy } from './check-sql';
import { added, groupedLines, mostLineGroups, type LineGroup } from './line-groups';
import {
  amountsWay,
  goodsWay,
  quoted,
  readSql,
  sortSql,
  valueOf,
  type FieldValue,
  type SqlPart,
  type StoredValue,
} from './snapshot-columns';
import { whereOf } from './snapshot-sql';

interface SnapshotFacts {
  lines: number;
  readAt: number;
  /** Fields with decimals that are no whole units. */
  others: ReadonlySet<string>;
  /** Deletes the file where an open file cannot be deleted. */
  remove: () => void;
  access: KnownAccess;
  decimals: number;
}

type LinesPage = Omit<JournalPage, 'source' | 'arrived' | 'copy' | 'asOf' | 'refreshing' | 'stale'>;

/** Approximate bytes of cached answers, and of one group or count. */
const mostBytes = 64_000_000;
const objectBytes = 200;

/** All journal lines at one time, in a SQLite file. Answers synchronously. */
export class JournalSnapshot {
  readonly readAt: number;
  readonly lines: number;
  readonly #database: Database.Database;
  readonly #others: ReadonlySet<string>;
  readonly #remove: () => void;
  readonly #checkRows: CheckRows;
  readonly #answers = new Map<string, ArrayLike<unknown>>();
  #answerBytes = 0;
  #holders = 0;
  #isGivenUp = false;

  constructor(database: Database.Database, facts: SnapshotFacts) {
    this.#database = database;
    this.readAt = facts.readAt;
    this.lines = facts.lines;
    this.#others = facts.others;
    this.#remove = facts.remove;
    this.#checkRows = new CheckRows(database, facts.access, facts.decimals);
  }

  /**
   * One page of matching lines, the checks that find each, the number of matches, and sums. @param line in place of the
   * query's page: the page that holds this line.
   */
  page(query: JournalQuery, sums: readonly string[] = [], line: LineKey | null = null): LinesPage {
    const total = this.count(query);
    const lineRow = line === null ? null : this.#indexOf(query, line);
    const page = line === null ? query.page : Math.floor((lineRow ?? 0) / query.pageSize) + 1;
    const answer = {
      ...{ total, page, pageSize: query.pageSize },
      ...(sums.length > 0 && this.#added(query, sums)),
      ...(line !== null && { lineRow }),
    };
    const offset = (page - 1) * query.pageSize;
    if (offset >= total) return { rows: [], ...answer };
    // Rowids first: sorting whole lines of 167 values would move a hundred times as much.
    const ids = Array.from(this.lineNumbers(query).subarray(offset, offset + query.pageSize));
    const rows = this.#rows(ids, query.columns);
    const { check } = query;
    if (check === null || checksWithin(check).length < 2) return { rows, ...answer };
    const found = this.checksFinding({ ...query, check }, whereIn(ids));
    return { rows, checks: ids.map(found), ...answer };
  }

  #indexOf(query: JournalQuery, { template, batch, lineNo }: LineKey): number | null {
    const where = keyFields.map((name) => `${quoted(name)} = ?`).join(' AND ');
    const line = this.#database.prepare(`SELECT rowid FROM lines WHERE ${where}`).raw();
    const [number] = (line.get(template, batch, lineNo) ?? []) as [number?];
    const index = number === undefined ? -1 : this.lineNumbers(query).indexOf(number);
    return index < 0 ? null : index;
  }

  /** Row numbers of all matching lines in the query's order; the answer stays when a check later uses another matrix. */
  lineNumbers(query: JournalQuery): Int32Array {
    const { sql, values } = this.where(query);
    const sorts = query.sort.flatMap(({ field: name, descending }) => {
      const field = journalField(name);
      return field ? [`${sortSql(field)}${descending ? ' DESC' : ''}`] : [];
    });
    const order = [...sorts, ...keyFields.map(quoted)].join(', ');
    return this.#answer([sql, values, order], Int32Array.BYTES_PER_ELEMENT, () => {
      // One JSON text, because handing over a row takes longer than sorting it.
      const [json] = this.#database
        .prepare(`SELECT json_group_array(id) FROM (SELECT rowid AS id FROM lines ${sql} ORDER BY ${order})`)
        .raw()
        .get(...values) as [string]; // one row of one text
      return Int32Array.from(JSON.parse(json) as number[]);
    });
  }

  /** Which parts of the query's check find a line, by row number; the answer stays. @param among default all lines. */
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

  /** Reads values of a line by row number; decimals that doubles cannot hold as text. */
  lineReader(columns: readonly string[]): (number: number) => FieldValue[] {
    const kinds = columns.map((name) => journalField(name)?.kind);
    const selected = columns.map((name) => readSql(name, this.#others)).join(', ');
    const line = this.#database.prepare(`SELECT ${selected} FROM lines WHERE rowid = ?`).raw();
    return (number) => {
      const stored = line.get(number) as StoredValue[]; // as the writer stored them
      return stored.map((value, at) => valueOf(kinds[at], value));
    };
  }

  /** Groups of matching lines, in natural order. @throws ConsoleError `invalid-request` for more than `most`. */
  groups(
    query: JournalQuery,
    keys: readonly GroupingKey[],
    sums: readonly string[],
    most = mostLineGroups,
    among = '',
  ): LineGroup[] {
    const where = this.where(query, among);
    return this.#answer([where, keys.map(({ name }) => name), sums], objectBytes, () =>
      groupedLines(this.#database, where, { keys, sums, others: this.#others, most }),
    );
  }

  count(query: JournalQuery): number {
    return this.#count(this.where(query));
  }

  /** Number of lines that the query's check cannot judge for this reason. */
  countUndecided(query: JournalQuery & { check: CheckId }, by: UndecidedBy): number {
    this.where(query);
    return this.#count(whereOf({ ...query, check: null }, undecidedSql(query.check, query.today, by)));
  }

  unknownOptions(check: CheckId): ReadonlyMap<OptionField, readonly string[]> {
    return this.#checkRows.unknownOptions(check);
  }

  /** @throws ConsoleError `service-unavailable` if the query's check needs a matrix that is not complete. */
  where(query: JournalQuery, among = ''): SqlPart {
    if (query.check && this.#checkRows.prepare(query.check)) this.#forget();
    const { sql, values } = whereOf(query);
    return { sql: among === '' ? sql : `WHERE ${among} ${sql.replace('WHERE', 'AND')}`, values }; // the fast test first
  }

  /** Keeps the lines readable. @returns releases them. */
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
    const [count = 0] = this.#answer([sql, values], objectBytes, () => {
      const counting = this.#database.prepare(`SELECT count(*) FROM lines ${sql}`).raw();
      return counting.get(...values) as [number];
    });
    return count;
  }

  #added(query: JournalQuery, names: readonly string[]): Omit<LinesAdded, 'count'> & LeftOutOfFlows {
    const { sums, mixed } = added(this.groups(query, [], names), names);
    return { sums, ...(mixed && { mixed }), ...this.leftOut(query, names) };
  }

  /** Lines that the sums of in, out and net leave out; empty where no sum has a direction. */
  leftOut(query: JournalQuery, names: readonly string[]): LeftOutOfFlows {
    const directed = names.flatMap((name) => summed(name) ?? []).filter(({ flow }) => flow !== null);
    if (directed.length === 0) return {};
    const keys = ['EntryType', 'ValueEntryType'].flatMap((name) => groupingKey(name) ?? []);
    const unknown = (named: number, sql: string) =>
      this.groups(query, keys.slice(0, named), [], mostLineGroups, sql);
    const uncounted = [
      ...unknown(1, `${amountsWay} IS NULL`),
      ...unknown(2, `${amountsWay} IS NOT NULL AND ${goodsWay} IS NULL`),
    ].map(({ key: [entryType, valueEntryType], count }) => ({
      entryType: String(entryType),
      ...(valueEntryType !== undefined && { valueEntryType: String(valueEntryType) }),
      lines: count,
    }));
    const moved = this.#count(this.where(query, `${amountsWay} = 0`));
    if (!directed.some(({ field }) => countsGoods(field))) return { uncounted, moved };
    const revalued = this.#count(this.where(query, `${amountsWay} <> 0 AND ${goodsWay} = 0`));
    return { uncounted, moved, revalued };
  }

  /** The cached or new answer. @param bytes of each of its members. */
  #answer<T extends ArrayLike<unknown>>(question: unknown, bytes: number, find: () => T): T {
    const key = JSON.stringify(question);
    const known = this.#answers.get(key);
    if (known !== undefined) return known as T; // the same question has the same kind of answer
    const found = find();
    this.#answerBytes += key.length + found.length * bytes;
    if (this.#answerBytes > mostBytes) this.#forget();
    else this.#answers.set(key, found);
    return found;
  }

  #forget(): void {
    this.#answers.clear();
    this.#answerBytes = 0;
  }

  #rows(ids: readonly number[], columns: readonly string[]): JournalRow[] {
    const names = fieldsSent(columns);
    const read = this.lineReader(names);
    return ids.map((id) => {
      const row: JournalRow = {};
      read(id).forEach((value, at) => {
        const name = names[at];
        if (name !== undefined && value !== null) row[name] = value;
      });
      return row;
    });
  }
}

const allNames = journalFields.map(({ name }) => name);

function fieldsSent(columns: readonly string[]): readonly string[] {
  return columns.length === 0 ? allNames : [...new Set([...keyFields, ...columns])];
}

function whereIn(ids: readonly number[]): SqlPart {
  return { sql: `WHERE rowid IN (${ids.join(',')})`, values: [] };
}
