import 'server-only';
import { exactSum, exactZero, type ExactDecimal } from '@/lib/domain/exact-decimal';
import { ConsoleError } from '@/lib/server/console-error';
import type { DecimalColumn } from './line-columns';
import type { KeyValue, RankedColumn } from './ranked-column';

/** Lines with the same values in every key. */
export class LineGroup {
  readonly #sums: readonly DecimalColumn[];
  readonly #at: number;

  /** @param sums of all groups, of which this one is the one at `at`: an object for each sum would take ten times as much. */
  constructor(
    readonly key: readonly KeyValue[],
    /** Places of the key's values in the natural order of their column. */
    readonly ranks: readonly number[],
    readonly count: number,
    sums: readonly DecimalColumn[],
    at: number,
  ) {
    this.#sums = sums;
    this.#at = at;
  }

  /** What its lines come to, by the place of the sum among those asked for. */
  sum(at: number): ExactDecimal {
    const column = this.#sums[at];
    if (column === undefined) return exactZero;
    return 'units' in column
      ? { units: BigInt(column.units[this.#at] ?? 0), places: column.places }
      : (column.decimals[this.#at] ?? exactZero);
  }
}

/** Some hundred megabytes with their keys and sums. */
export const mostLineGroups = 1_000_000;

/**
 * Puts lines together by the values of every column, counts and adds them up; in natural order of the keys. Without
 * columns all lines are one group, also when there are none.
 * @param lines which; null: all of `count`.
 * @throws ConsoleError `invalid-request` for more groups than `mostLineGroups`.
 */
export function groupedLines(
  lines: Uint32Array | null,
  count: number,
  columns: readonly RankedColumn[],
  decimals: readonly DecimalColumn[],
): LineGroup[] {
  const chosen = lines ?? new Uint32Array(count).map((_, at) => at);
  let parts = { groupOf: new Uint32Array(chosen.length), keys: [[]] as number[][] };
  for (const column of columns) parts = divided(parts, chosen, column);
  const { groupOf, keys } = parts;
  const counts = new Uint32Array(keys.length);
  for (const group of groupOf) counts[group] = (counts[group] ?? 0) + 1;
  const sums = decimals.map((column) => sumsOf(column, chosen, groupOf, keys.length));
  return keys.map((ranks, group) => {
    const key = ranks.map((rank, at) => columns[at]?.values[rank] ?? '');
    return new LineGroup(key, ranks, counts[group] ?? 0, sums, group);
  });
}

interface Parts {
  /** By line of those chosen. */
  groupOf: Uint32Array<ArrayBuffer>;
  /** Ranks of each group. */
  keys: number[][];
}

/** Each group divided by one more column; groups stay in the order of their ranks. */
function divided({ groupOf, keys }: Parts, chosen: Uint32Array, { values, ranks }: RankedColumn): Parts {
  const size = values.length;
  const places = new Float64Array(chosen.length);
  chosen.forEach((line, at) => (places[at] = (groupOf[at] ?? 0) * size + (ranks[line] ?? 0)));
  const { parts, numberOf } = numbered(places, keys.length * size);
  if (parts.length > mostLineGroups) throw tooManyGroups();
  const partOf = new Uint32Array(places.length);
  places.forEach((place, at) => (partOf[at] = numberOf(place)));
  return {
    groupOf: partOf,
    keys: Array.from(parts, (place) => [...(keys[Math.floor(place / size)] ?? []), place % size]),
  };
}

/** A table is read several times faster than a map; it may have so many rows for each line. */
const mostRows = 32;

/** The different ones of whole numbers below `end` in order, and the place of each among them. */
function numbered(
  places: Float64Array,
  end: number,
): { parts: ArrayLike<number>; numberOf: (place: number) => number } {
  if (end > mostRows * places.length) {
    const parts = Float64Array.from(new Set(places)).sort();
    const numbers = new Map(Array.from(parts, (place, number) => [place, number]));
    return { parts, numberOf: (place) => numbers.get(place) ?? 0 };
  }
  const numbers = new Uint32Array(end);
  places.forEach((place) => (numbers[place] = 1));
  const parts: number[] = [];
  numbers.forEach((isThere, place) => {
    if (isThere === 1) numbers[place] = parts.push(place) - 1;
  });
  return { parts, numberOf: (place) => numbers[place] ?? 0 };
}

function sumsOf(
  column: DecimalColumn,
  chosen: Uint32Array,
  groupOf: Uint32Array,
  groups: number,
): DecimalColumn {
  if ('units' in column) {
    const { units, places } = column;
    const sums = new Float64Array(groups);
    chosen.forEach((line, at) => {
      const group = groupOf[at] ?? 0;
      sums[group] = (sums[group] ?? 0) + (units[line] ?? 0);
    });
    return { units: sums, places };
  }
  const sums = Array.from({ length: groups }, () => exactZero);
  chosen.forEach((line, at) => {
    const group = groupOf[at] ?? 0;
    sums[group] = exactSum(sums[group] ?? exactZero, column.decimals[line] ?? exactZero);
  });
  return { decimals: sums };
}

function tooManyGroups(): ConsoleError {
  return new ConsoleError(
    'invalid-request',
    `These lines make more than ${mostLineGroups.toLocaleString('en')} groups, which is more than the console puts together. Nothing was changed or exported. Filter the lines, or group them by fewer fields.`,
  );
}
