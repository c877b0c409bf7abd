import 'server-only';
import type Database from 'libsql';
import { exactDecimal, type ExactDecimal } from '@/lib/domain/journal/exact-decimal';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { unitsOf } from './decimal-places';
import { rankedColumn, type RankedColumn } from './ranked-column';
import { quoted, type SqlPart, type StoredValue } from './snapshot-columns';

/** A decimal field line by line: whole numbers of so many places that doubles add up exactly, or decimals as they are. */
export type DecimalColumn = { units: Float64Array; places: number } | { decimals: readonly ExactDecimal[] };

const mostColumns = 40;
const mostSelections = 16;

/**
 * Columns of the snapshot in memory, each read when first asked for: SQLite would sort all lines for every grouping.
 * Lines are counted from 0 in the order in which they were written.
 */
export class LineColumns {
  readonly #database: Database.Database;
  readonly #places: ReadonlyMap<string, number>;
  readonly #ranked = new Map<string, RankedColumn>();
  readonly #decimal = new Map<string, DecimalColumn>();
  readonly #selections = new Map<string, Uint32Array>();

  /** @param places of the fields whose sums doubles hold exactly. */
  constructor(database: Database.Database, places: ReadonlyMap<string, number>) {
    this.#database = database;
    this.#places = places;
  }

  /** The columns of these keys and decimal fields. */
  of(keys: readonly GroupingKey[], sums: readonly string[]): { keys: RankedColumn[]; sums: DecimalColumn[] } {
    if (this.#ranked.size + this.#decimal.size > mostColumns) {
      this.#ranked.clear();
      this.#decimal.clear();
    }
    const newKeys = keys.filter(({ name }) => !this.#ranked.has(name));
    const newSums = sums.filter((name) => !this.#decimal.has(name));
    const stored = this.#read([...newKeys.map(({ field }) => field.name), ...newSums]);
    for (const key of newKeys)
      this.#ranked.set(key.name, rankedColumn(stored.get(key.field.name) ?? [], key));
    for (const name of newSums) this.#decimal.set(name, this.#decimalColumn(name, stored.get(name) ?? []));
    return {
      keys: keys.flatMap(({ name }) => this.#ranked.get(name) ?? []),
      sums: sums.flatMap((name) => this.#decimal.get(name) ?? []),
    };
  }

  /** The lines that match; null: all. */
  matching({ sql, values }: SqlPart): Uint32Array | null {
    if (sql === '') return null;
    const key = JSON.stringify([sql, values]);
    const known = this.#selections.get(key);
    if (known) return known;
    const row = this.#database
      .prepare(`SELECT json_group_array(rowid - 1) FROM lines ${sql}`)
      .raw()
      .get(...values) as [string];
    const lines = Uint32Array.from(JSON.parse(row[0]) as number[]); // row numbers
    if (this.#selections.size >= mostSelections) this.#selections.clear();
    this.#selections.set(key, lines);
    return lines;
  }

  /** What a condition means may have changed: which lines match is worked out anew. */
  forgetMatches(): void {
    this.#selections.clear();
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
      return { decimals: this.#readExactly(name).map((value) => exactDecimal(Number(value))) };
    return { units: Float64Array.from(stored, (value) => unitsOf(Number(value), places)), places };
  }

  /** Doubles bit by bit: JSON made by SQLite may have fewer digits. */
  #readExactly(name: string): StoredValue[] {
    const rows = this.#database
      .prepare(`SELECT ${quoted(name)} FROM lines NOT INDEXED`)
      .raw()
      .all() as [StoredValue][];
    return rows.map(([value]) => value);
  }
}
