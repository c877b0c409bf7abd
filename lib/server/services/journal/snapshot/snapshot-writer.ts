import 'server-only';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import Database from 'libsql';
import type { JournalWireRow } from '@/lib/server/upstream/odata/wire';
import { dayOrUnset } from '@/lib/domain/journal/emptiness';
import type { JournalFieldKind } from '@/lib/domain/journal/fields';
import { searchedFields } from '@/lib/domain/journal/field-index';
import { directionOfAmounts, directionOfGoods, type Direction } from '@/lib/domain/journal/direction';
import type { KnownAccess } from './check-rows';
import { usualDecimals } from '@/lib/domain/currency';
import { RecentMap } from '@/lib/server/recent-map';
import { JournalSnapshot } from './journal-snapshot';
import {
  amountsWay,
  folded,
  goodsWay,
  inUnits,
  isAscii,
  otherDecimalsColumn,
  quoted,
  searchColumn,
  snapshotSchema,
  sortKey,
  sortKeyColumn,
  storedFields,
  unsetValue,
  type StoredValue,
} from './snapshot-columns';

const turnMs = 8; // how long one slice of inserts may block the event loop

type Insert = Database.Statement<unknown[]>;

/** Fills a disposable SQLite file with journal lines; `finish` makes it a snapshot. */
export class SnapshotWriter {
  readonly #path: string;
  readonly #database: Database.Database;
  readonly #inserts = new RecentMap<string, Insert>(300);
  readonly #others = new Set<string>();
  // Lines have few different texts and options.
  readonly #sortKeys = new RecentMap<string, string | null>(10_000);
  readonly #ways = new RecentMap<string, readonly [amounts: Direction, goods: Direction]>(1_000);
  #lines = 0;

  /** Creates the file, and `directory` if missing. Throws SQLite errors and then leaves no file. */
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.#path = join(directory, `journal-${process.pid}-${randomUUID()}.db`);
    this.#database = new Database(this.#path);
    try {
      // The file dies with the process, so nothing needs to survive a crash.
      for (const pragma of [
        'page_size = 32768',
        'journal_mode = OFF',
        'synchronous = OFF',
        'temp_store = MEMORY',
        'cache_size = -16000',
      ])
        this.#database.pragma(pragma);
      this.#database.exec(snapshotSchema);
      removeName(this.#path);
      this.#database.exec('BEGIN');
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  get lines(): number {
    return this.#lines;
  }

  /** Adds a page in slices. A line sent twice, because the set moved, counts once. */
  async add(rows: readonly JournalWireRow[], signal: AbortSignal): Promise<void> {
    let turnEnds = performance.now() + turnMs;
    for (const row of rows) {
      if (this.#insert(row)) this.#lines++;
      if (performance.now() < turnEnds) continue;
      await nextTurn();
      signal.throwIfAborted();
      turnEnds = performance.now() + turnMs;
    }
  }

  /** Queries name the table without a schema, so this view replaces it until the next `soFar` or `finish`. */
  soFar(readAt: number, access: KnownAccess, decimals = usualDecimals): JournalSnapshot {
    const upToHere = `SELECT rowid, * FROM main.lines WHERE rowid <= ${String(this.#lines)}`;
    this.#database.exec(`DROP VIEW IF EXISTS temp.lines; CREATE TEMP VIEW lines AS ${upToHere}`);
    return this.#snapshot(readAt, access, decimals);
  }

  /** The finished snapshot of lines read at `readAt` (epoch ms); closes the writer. */
  finish(readAt: number, access: KnownAccess, decimals = usualDecimals): JournalSnapshot {
    this.#database.exec('DROP VIEW IF EXISTS temp.lines; COMMIT');
    this.#inserts.clear();
    return this.#snapshot(readAt, access, decimals);
  }

  #snapshot(readAt: number, access: KnownAccess, decimals: number): JournalSnapshot {
    return new JournalSnapshot(this.#database, {
      lines: this.#lines,
      readAt,
      access,
      decimals,
      others: this.#others,
      remove: () => {
        removeName(this.#path);
      },
    });
  }

  abandon(): void {
    this.#inserts.clear();
    this.#database.close();
    removeName(this.#path);
  }

  /** Writes only values other than the columns' defaults: most of a line's 167 fields are unset. */
  #insert(row: JournalWireRow): boolean {
    const columns: string[] = [];
    const values: StoredValue[] = [];
    let others: Record<string, number | string> | null = null;
    for (const { name, kind } of storedFields) {
      const given = row[name];
      const unset = unsetValue[kind];
      if (given === undefined || given === false || given === unset) continue;
      let value = stored(given, kind);
      if (value === unset) continue;
      if (kind === 'decimal' && value !== null) {
        const { units, isExact } = inUnits(value);
        if (!isExact) {
          (others ??= {})[name] = value;
          this.#others.add(name);
        }
        value = units;
      }
      columns.push(quoted(name));
      values.push(value);
      if (kind !== 'string' || typeof value !== 'string') continue;
      const key = this.#sortKey(value);
      if (key === null) continue;
      columns.push(sortKeyColumn(name));
      values.push(key);
    }
    if (others !== null) {
      columns.push(otherDecimalsColumn);
      values.push(JSON.stringify(others));
    }
    columns.push(searchColumn, amountsWay, goodsWay);
    values.push(searchText(row), ...this.#directions(row));
    return this.#statement(columns).run(...values).changes === 1;
  }

  /** Null if SQLite makes the key itself. */
  #sortKey(text: string): string | null {
    return this.#sortKeys.made(text, () => {
      const key = sortKey(text);
      return isAscii(text) && key === text.replace(/^ +| +$/g, '').toUpperCase() ? null : key;
    });
  }

  #directions({ EntryType, ValueEntryType }: JournalWireRow): readonly [Direction, Direction] {
    const [entryType, valueEntryType] = [String(EntryType ?? ''), String(ValueEntryType ?? '')];
    return this.#ways.made(`${entryType}\0${valueEntryType}`, () => [
      directionOfAmounts(entryType),
      directionOfGoods(entryType, valueEntryType),
    ]);
  }

  #statement(columns: readonly string[]): Insert {
    const list = columns.join(',');
    const places = columns.map(() => '?').join(',');
    return this.#inserts.made(list, () =>
      this.#database.prepare(`INSERT OR IGNORE INTO main.lines (${list}) VALUES (${places})`),
    );
  }
}

function stored(value: string | number | boolean, kind: JournalFieldKind): StoredValue {
  if (typeof value === 'boolean') return Number(value);
  // An empty text is an unset value; an empty number is not 0, so it stays NULL.
  if (value === '') return typeof unsetValue[kind] === 'number' ? null : unsetValue[kind];
  return kind === 'date' && typeof value === 'string' ? dayOrUnset(value) : value;
}

function searchText(row: JournalWireRow): string {
  let text = '';
  for (const name of searchedFields) {
    const value = row[name];
    if (typeof value === 'string' && value !== '') text += `${value}\n`;
  }
  return folded(text);
}

/** A nameless open file vanishes even with a killed process; `remove` retries where names stay. */
function removeName(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Some systems refuse while the file is open.
  }
}
