import 'server-only';
import type Database from 'libsql';
import { exactDecimal, type ExactDecimal } from '@/lib/domain/exact-decimal';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { unitsOf } from './decimal-places';
import { rankedColumn, type RankedColumn } from './ranked-column';
import { RecentlyUsed } from './recently-used';
import { exactColumn, quoted, type SqlPart, type StoredValue } from './snapshot-columns';

/** A decimal field line by line: whole numbers of so many places that doubles add up exactly, or decimals as they are. */
export type DecimalColumn = { units: Float64Array; places: number } | { decimals: readonly ExactDecimal[] };

/** Bytes that are kept: of keys, of decimals, and of lines that match. */
const mostBytes = { keys: 32_000_000, decimals: 32_000_000, matches: 16_000_000 };
/** Bytes of a value that is an object of its own, about. */
const objectBytes = 64;

/**
 * Columns of the snapshot in memory, each read when first asked for: SQLite would sort all lines for every grouping.
 * Lines are counted from 0 in the order in which they were written.
 */
export class LineColumns {
  readonly #database: Database.Database;
  readonly #places: ReadonlyMap<string, number>;
  readonly #ranked: RecentlyUsed<RankedColumn>;
  readonly #decimal: RecentlyUsed<DecimalColumn>;
  readonly #matches: RecentlyUsed<Uint32Array>;

  /** @param places of the fields whose sums doubles hold exactly. */
  constructor(database: Database.Database, places: ReadonlyMap<string, number>, most = mostBytes) {
    this.#database = database;
    this.#places = places;
    this.#ranked = new RecentlyUsed(
      most.keys,
      ({ ranks, values }) => ranks.byteLength + values.length * objectBytes,
    );
    this.#decimal = new RecentlyUsed(most.decimals, (column) =>
      'units' in column ? column.units.byteLength : column.decimals.length * objectBytes,
    );
    this.#matches = new RecentlyUsed(most.matches, ({ byteLength }) => byteLength);
  }

  /** The columns of these keys and decimal fields. */
  of(keys: readonly GroupingKey[], sums: readonly string[]): { keys: RankedColumn[]; sums: DecimalColumn[] } {
    const ranked = new Map(keys.map(({ name }) => [name, this.#ranked.get(name)]));
    const decimal = new Map(sums.map((name) => [name, this.#decimal.get(name)]));
    const newKeys = keys.filter(({ name }) => ranked.get(name) === undefined);
    const newSums = sums.filter((name) => decimal.get(name) === undefined);
    const stored = this.#read([...newKeys.map(({ field }) => field.name), ...newSums]);
    for (const key of newKeys) {
      const column = rankedColumn(stored.get(key.field.name) ?? [], key);
      ranked.set(key.name, column);
      this.#ranked.keep(key.name, column);
    }
    for (const name of newSums) {
      const column = this.#decimalColumn(name, stored.get(name) ?? []);
      decimal.set(name, column);
      this.#decimal.keep(name, column);
    }
    return {
      keys: keys.flatMap(({ name }) => ranked.get(name) ?? []),
      sums: sums.flatMap((name) => decimal.get(name) ?? []),
    };
  }

  /** The lines that match; null: all. */
  matching({ sql, values }: SqlPart): Uint32Array | null {
    if (sql === '') return null;
    const key = JSON.stringify([sql, values]);
    const known = this.#matches.get(key);
    if (known) return known;
    const row = this.#database
      .prepare(`SELECT json_group_array(rowid - 1) FROM lines ${sql}`)
      .raw()
      .get(...values) as [string];
    const lines = Uint32Array.from(JSON.parse(row[0]) as number[]); // row numbers
    this.#matches.keep(key, lines);
    return lines;
  }

  /** What a condition means may have changed: which lines match is worked out anew. */
  forgetMatches(): void {
    this.#matches.clear();
  }

  /** Fields of all lines, in one pass. As JSON texts they come several times faster than as rows. */
  #read(names: readonly string[]): Map<string, StoredValue[]> {
    const fields = [...new Set(names)];
    if (fields.length === 0) return new Map();
    const row = this.#database
      .prepare(
        `SELECT ${fields.map((name) => `json_group_array(${quoted(name)})`).join(', ')} FROM lines NOT INDEXED`, // in the order of the table
      )
      .raw()
      .get() as string[];
    return new Map(fields.map((name, at) => [name, JSON.parse(row[at] ?? '[]') as StoredValue[]])); // what the writer stored
  }

  #decimalColumn(name: string, stored: readonly StoredValue[]): DecimalColumn {
    const places = this.#places.get(name);
    // Values that did not come add nothing.
    if (places === undefined)
      return { decimals: this.#readExactly(name).map((value) => exactDecimal(value ?? 0)) };
    return { units: Float64Array.from(stored, (value) => unitsOf(Number(value), places)), places };
  }

  /** Doubles bit by bit, and long decimals as text: JSON made by SQLite may have fewer digits. */
  #readExactly(name: string): StoredValue[] {
    const rows = this.#database
      .prepare(`SELECT ${exactColumn(name)} FROM lines NOT INDEXED`)
      .raw()
      .all() as [StoredValue][];
    return rows.map(([value]) => value);
  }
}
