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
import { groupedLines, mostLineGroups, type LineGroup } from './line-groups';
import {
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
  /** When the service was asked, epoch ms. */
  readAt: number;
  /** Fields with other decimals than whole units. */
  others: ReadonlySet<string>;
  /** Removes the file's name where that was not possible before. */
  remove: () => void;
  /** For the checks that ask whether an entity may use something. */
  access: KnownAccess;
  /** Decimals of the currency, which amounts are rounded to. */
  decimals: number;
}

/** Bytes of answers that are kept, about; and of a group or a count, each an object of its own. */
const mostBytes = 64_000_000;
const objectBytes = 200;

/** All journal lines as they were at one time, in a SQLite file of our own. Answers at once (synchronously). */
export class JournalSnapshot {
  readonly readAt: number;
  readonly lines: number;
  readonly #database: Database.Database;
  readonly #others: ReadonlySet<string>;
  readonly #remove: () => void;
  readonly #checkRows: CheckRows;
  /** What was asked last, by question: the pages of a list and other readers ask the same. */
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
    const ids = Array.from(this.lineNumbers(query).subarray(offset, offset + query.pageSize));
    const rows = this.#rows(ids, query.columns);
    const { check } = query;
    if (check === null || checksWithin(check).length < 2) return { rows, ...added };
    const found = this.checksFinding({ ...query, check }, whereIn(ids));
    return { rows, checks: ids.map(found), ...added };
  }

  /**
   * Row numbers of all lines that match, in the query's order; the line's identity tells ties. They stay the answer to
   * this question, whatever a check finds later in another matrix.
   */
  lineNumbers(query: JournalQuery): Int32Array {
    const { sql, values } = this.where(query);
    const sorts = query.sort.flatMap(({ field: name, descending }) => {
      const field = journalField(name);
      return field ? [`${sortSql(field)}${descending ? ' DESC' : ''}`] : [];
    });
    const order = [...sorts, ...keyFields.map(quoted)].join(', ');
    return this.#answer([sql, values, order], Int32Array.BYTES_PER_ELEMENT, () => {
      // As one text of JSON: a row of the answer takes longer to hand over than to sort.
      const [json] = this.#database
        .prepare(`SELECT json_group_array(id) FROM (SELECT rowid AS id FROM lines ${sql} ORDER BY ${order})`)
        .raw()
        .get(...values) as [string]; // one row of one text
      return Int32Array.from(JSON.parse(json) as number[]);
    });
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

  /** Reads the values of a line by its row number; decimals that doubles do not hold as text. */
  lineReader(columns: readonly string[]): (number: number) => FieldValue[] {
    const kinds = columns.map((name) => journalField(name)?.kind);
    const selected = columns.map((name) => readSql(name, this.#others)).join(', ');
    const line = this.#database.prepare(`SELECT ${selected} FROM lines WHERE rowid = ?`).raw();
    return (number) => {
      const stored = line.get(number) as StoredValue[]; // what the writer stored
      return stored.map((value, at) => valueOf(kinds[at], value));
    };
  }

  /**
   * The lines that match, put together by every key and added up, in natural order.
   * @throws ConsoleError `invalid-request` for more groups than `most`.
   */
  groups(
    query: JournalQuery,
    keys: readonly GroupingKey[],
    sums: readonly string[],
    most = mostLineGroups,
  ): LineGroup[] {
    const where = this.where(query);
    return this.#answer([where, keys.map(({ name }) => name), sums], objectBytes, () =>
      groupedLines(this.#database, where, { keys, sums, others: this.#others, most }),
    );
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
    if (query.check && this.#checkRows.prepare(query.check)) this.#forget();
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
    const [count = 0] = this.#answer([sql, values], objectBytes, () => {
      const counting = this.#database.prepare(`SELECT count(*) FROM lines ${sql}`).raw();
      return counting.get(...values) as [number];
    });
    return count;
  }

  #added(query: JournalQuery, names: readonly string[]): Record<string, string> {
    const [all] = this.groups(query, [], names);
    return Object.fromEntries(names.map((name, at) => [name, all ? decimalText(all.sum(at)) : '0']));
  }

  /** The answer that was found before, or is found now. @param bytes of each of its members. */
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

/** The fields a row of the answer has: those asked for and the line's identity, or all 167. */
function fieldsSent(columns: readonly string[]): readonly string[] {
  return columns.length === 0 ? allNames : [...new Set([...keyFields, ...columns])];
}

function whereIn(ids: readonly number[]): SqlPart {
  return { sql: `WHERE rowid IN (${ids.join(',')})`, values: [] };
}
