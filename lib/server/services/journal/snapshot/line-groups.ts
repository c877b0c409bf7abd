import 'server-only';
import type Database from 'libsql';
import { exactDecimal, exactSum, type ExactDecimal } from '@/lib/domain/exact-decimal';
import { isUnset } from '@/lib/domain/journal/emptiness';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { ConsoleError } from '@/lib/server/console-error';
import {
  folded,
  otherDecimalsColumn,
  quoted,
  readSql,
  sortSql,
  unitsOfOne,
  unsetValue,
  valueOf,
  type FieldValue,
  type SqlPart,
  type StoredValue,
} from './snapshot-columns';

/** A group's value; empty text: not set. */
export type KeyValue = Exclude<FieldValue, null>;

/** Whole units in two parts, and other decimals as members of a JSON array. */
type SumColumns = [high: (number | null)[], low: (number | null)[], others?: (string | null)[]];

export class LineGroup {
  readonly #sums: readonly SumColumns[];
  readonly #at: number;

  /** @param sums of all groups, this one's at `at`: an object for each would take ten times the memory. */
  constructor(
    readonly key: readonly KeyValue[],
    readonly count: number,
    sums: readonly SumColumns[],
    at: number,
  ) {
    this.#sums = sums;
    this.#at = at;
  }

  /** @param at index of the sum among those asked for. */
  sum(at: number): ExactDecimal {
    const [high, low, others] = this.#sums[at] ?? [[], []];
    const units = BigInt(high[this.#at] ?? 0) * BigInt(partUnits) + BigInt(low[this.#at] ?? 0);
    const whole = { units, places };
    const members = others?.[this.#at] ?? null;
    if (members === null) return whole;
    const decimals = JSON.parse(`[${members}]`) as (number | string)[]; // as the writer wrote them
    return decimals.map(exactDecimal).reduce(exactSum, whole);
  }
}

const places = Math.log10(unitsOfOne);

interface GroupedBy {
  keys: readonly GroupingKey[];
  sums: readonly string[];
  others: ReadonlySet<string>;
  most: number;
}

/** Units are added up in two parts, so that no sum leaves SQLite's 64-bit integers. */
const partUnits = 1_000_000;
/** Some hundred megabytes with keys and sums. */
export const mostLineGroups = 1_000_000;

/**
 * Groups of matching lines, in natural order, with counts and sums; case does not matter. No keys make one group.
 * @throws ConsoleError `invalid-request` for more groups than `most`.
 */
export function groupedLines(
  database: Database.Database,
  where: SqlPart,
  { keys, sums, others, most }: GroupedBy,
): LineGroup[] {
  const sorts = keys.map(keySql);
  const shown = keys.map((key, at) =>
    key.field.kind === 'date' ? sorts[at] : `min(${readSql(key.field.name, others)})`,
  );
  const sumColumns = sums.map((name) => sumSql(name, others));
  const selected = [...shown, 'count(*)', ...sumColumns.flat()].map((sql, at) => ({
    sql,
    as: `c${String(at)}`,
  }));
  const places = sorts.join(', ');
  const grouped = places === '' ? '' : `GROUP BY ${places} ORDER BY ${places} LIMIT ${String(most + 1)}`;
  // JSON texts of columns are several times faster than rows.
  const row = database
    .prepare(
      `SELECT ${selected.map(({ as }) => `json_group_array(${as})`).join(', ')}
      FROM (SELECT ${selected.map(({ sql, as }) => `${sql} AS ${as}`).join(', ')} FROM lines ${where.sql} ${grouped})`,
    )
    .raw()
    .get(...where.values) as string[];
  const columns = row.map((json) => JSON.parse(json) as StoredValue[]); // as the writer stored them, and sums
  const [counts = []] = columns.splice(keys.length, 1);
  if (counts.length > most)
    throw new ConsoleError(
      'invalid-request',
      `These lines make more than ${most.toLocaleString('en')} groups, which is more than the console puts together. Nothing was changed or exported. Filter the lines, or group them by fewer fields.`,
    );
  const sumsOf = columns.splice(keys.length);
  const values = keys.map((key, at) => keyValues(key, columns[at] ?? []));
  const added = sumColumns.map(({ length }) => sumsOf.splice(0, length) as SumColumns); // as `sumSql` selects them
  return counts.map((count, at) => {
    const key = values.map((column) => column[at] ?? '');
    return new LineGroup(key, Number(count), added, at);
  });
}

function keySql({ field, part }: GroupingKey): string {
  const sort = sortSql(field);
  if (field.kind !== 'date') return sort;
  const spans = {
    year: `substr(${sort}, 1, 4)`,
    month: `substr(${sort}, 1, 7)`,
    week: `date(${sort}, '-6 days', 'weekday 1')`,
  };
  return `iif(${sort} = '${String(unsetValue.date)}', '', ${part === null ? sort : spans[part]})`;
}

/** Texts that differ in case only become the first by code unit. */
function keyValues({ field }: GroupingKey, stored: readonly StoredValue[]): KeyValue[] {
  const distinct = [...new Set(stored)].map((one) => {
    const held = valueOf(field.kind, one);
    const value = held === null || isUnset(held) ? '' : held;
    return { one, value, form: typeof value === 'string' ? folded(value) : value };
  });
  const first = new Map<KeyValue, KeyValue>();
  for (const { value, form } of distinct) {
    const known = first.get(form);
    if (known === undefined || value < known) first.set(form, value);
  }
  const shown = new Map(distinct.map(({ one, form }) => [one, first.get(form) ?? '']));
  return stored.map((one) => shown.get(one) ?? '');
}

function sumSql(name: string, others: ReadonlySet<string>): string[] {
  const column = quoted(name);
  const parts = [`sum(${column} / ${String(partUnits)})`, `sum(${column} % ${String(partUnits)})`];
  if (!others.has(name)) return parts;
  const other = `${otherDecimalsColumn} -> '${name}'`;
  return [...parts.map((sum) => `${sum} FILTER (WHERE ${other} IS NULL)`), `group_concat(${other})`];
}
