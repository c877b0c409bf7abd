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

/** A value that lines are grouped by; empty text: not set. */
export type KeyValue = Exclude<FieldValue, null>;

/** Sums of one field by group: whole units in two parts, and the other decimals as members of a JSON array. */
type SumColumns = [high: (number | null)[], low: (number | null)[], others?: (string | null)[]];

/** Lines with the same values in every key. */
export class LineGroup {
  readonly #sums: readonly SumColumns[];
  readonly #at: number;

  /** @param sums of all groups, of which this one is the one at `at`: an object for each sum would take ten times as much. */
  constructor(
    readonly key: readonly KeyValue[],
    readonly count: number,
    sums: readonly SumColumns[],
    at: number,
  ) {
    this.#sums = sums;
    this.#at = at;
  }

  /** What its lines come to, by the place of the sum among those asked for. */
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
  /** Fields with other decimals than whole units. */
  others: ReadonlySet<string>;
  /** So many groups at most. */
  most: number;
}

/** Units are added up in two parts, of which no sum leaves the 64 bits of SQLite's whole numbers. */
const partUnits = 1_000_000;
/** Some hundred megabytes with their keys and sums. */
export const mostLineGroups = 1_000_000;

/**
 * Puts the lines that match together by every key, counts and adds them up; in natural order of the keys. Values are the
 * same where filters do not tell them apart: whatever their case, and all that is unset. Without keys all lines
 * are one group, also when there are none.
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
  // As JSON texts the columns come several times faster than as rows.
  const row = database
    .prepare(
      `SELECT ${selected.map(({ as }) => `json_group_array(${as})`).join(', ')}
      FROM (SELECT ${selected.map(({ sql, as }) => `${sql} AS ${as}`).join(', ')} FROM lines ${where.sql} ${grouped})`,
    )
    .raw()
    .get(...where.values) as string[];
  const columns = row.map((json) => JSON.parse(json) as StoredValue[]); // what the writer stored, and sums
  const [counts = []] = columns.splice(keys.length, 1);
  if (counts.length > most) throw tooManyGroups(most);
  const sumsOf = columns.splice(keys.length);
  const values = keys.map((key, at) => keyValues(key, columns[at] ?? []));
  const added = sumColumns.map(({ length }) => sumsOf.splice(0, length) as SumColumns); // as `sumSql` selects them
  return counts.map((count, at) => {
    const key = values.map((column) => column[at] ?? '');
    return new LineGroup(key, Number(count), added, at);
  });
}

/** What a key sorts and groups by. */
function keySql({ field, part }: GroupingKey): string {
  const sort = sortSql(field);
  if (field.kind !== 'date') return sort;
  // A week is called by its Monday.
  const spans = {
    year: `substr(${sort}, 1, 4)`,
    month: `substr(${sort}, 1, 7)`,
    week: `date(${sort}, '-6 days', 'weekday 1')`,
  };
  return `iif(${sort} = '${String(unsetValue.date)}', '', ${part === null ? sort : spans[part]})`;
}

/** The values of a key by group. Of texts that differ in case only, the first by code unit stands in all groups. */
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

function tooManyGroups(most: number): ConsoleError {
  return new ConsoleError(
    'invalid-request',
    `These lines make more than ${most.toLocaleString('en')} groups, which is more than the console puts together. Nothing was changed or exported. Filter the lines, or group them by fewer fields.`,
  );
}
