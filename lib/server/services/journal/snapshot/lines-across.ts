import 'server-only';
import type { LinesAdded } from '@/lib/contract/journal/journal';
import { orderOfValues } from '@/lib/domain/journal/group-table';
import type { Grouping } from '@/lib/domain/journal/grouping';
import { isMixed } from '@/lib/domain/journal/movement';
import type { JournalQuery } from '@/lib/domain/journal/query';
import type { JournalSnapshot } from './journal-snapshot';
import { added, countOf, LineGroup, sumOf, type KeyValue } from './line-groups';

/** The total, and with a pivot the totals of each value across. */
export type AddedAcross = LinesAdded & { cells?: (LinesAdded | null)[] };

/** Its parts are its lines by value across. */
export interface GroupAcross {
  key: readonly KeyValue[];
  parts: readonly LineGroup[];
}

export interface LinesAcross {
  /** Empty if only the total is asked for. */
  groups: readonly GroupAcross[];
  /** With two and more keys: of each run of their first values, in the order of the groups, shorter keys first. */
  subtotals: readonly GroupAcross[];
  all: readonly LineGroup[];
  /** The pivot's values with the most lines, in natural order. */
  across: readonly KeyValue[];
  moreAcross: number;
  added: (parts: readonly LineGroup[]) => AddedAcross;
  /** The count, or the sum of a field, of one value across if given. */
  figure: (parts: readonly LineGroup[], sum: string | null, across?: KeyValue) => number | string | undefined;
}

export function linesAcross(
  lines: JournalSnapshot,
  query: JournalQuery,
  { by, sum, pivot }: Grouping,
  mostAcross: number,
): LinesAcross {
  const all = lines.groups(query, pivot ? [...by, pivot] : by, sum);
  const counts = new Map<KeyValue, number>();
  if (pivot) {
    for (const { key, count } of all) {
      const value = key[by.length] ?? '';
      counts.set(value, count + (counts.get(value) ?? 0));
    }
  }
  const values = [...counts.keys()].sort(orderOfValues([...counts.keys()]));
  const byCount = values.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const most = new Set(byCount.slice(0, mostAcross));
  const across = values.filter((value) => most.has(value));
  const column = new Map(across.map((value, at) => [value, at]));
  const withCells = (parts: readonly LineGroup[]): AddedAcross => {
    if (!pivot) return added(parts, sum);
    const byColumn = across.map((): LineGroup[] => []);
    for (const part of parts) byColumn[column.get(part.key[by.length] ?? '') ?? -1]?.push(part);
    return {
      ...added(parts, sum),
      cells: byColumn.map((inside) => (inside.length > 0 ? added(inside, sum) : null)),
    };
  };
  return {
    groups: by.length === 0 ? [] : groupsOf(all, by.length),
    subtotals: subtotalsOf(all, by.length),
    all,
    across,
    moreAcross: values.length - across.length,
    added: withCells,
    figure: (parts, name, value) => {
      const inside =
        value === undefined ? parts : parts.filter(({ key }) => (key[by.length] ?? '') === value);
      if (value !== undefined && inside.length === 0) return undefined;
      if (name === null) return countOf(inside);
      return isMixed({ mixed: LineGroup.mixed(inside) }, name) ? undefined : sumOf(inside, sum.indexOf(name));
    },
  };
}

function groupsOf(all: readonly LineGroup[], keys: number): GroupAcross[] {
  if (all[0]?.key.length === keys) return all.map((part) => ({ key: part.key, parts: [part] }));
  return runsOf(all, [keys]);
}

function subtotalsOf(all: readonly LineGroup[], keys: number): GroupAcross[] {
  return keys < 2
    ? []
    : runsOf(
        all,
        Array.from({ length: keys - 1 }, (_, at) => at + 1),
      );
}

/** Runs of groups that agree in their first values. @param lengths how many values, ascending. */
function runsOf(all: readonly LineGroup[], lengths: readonly number[]): GroupAcross[] {
  const runs: (GroupAcross & { parts: LineGroup[] })[] = [];
  const last = new Map<number, (typeof runs)[number]>();
  for (const part of all)
    for (const length of lengths) {
      const run = last.get(length);
      if (run?.key.every((value, at) => value === part.key[at])) run.parts.push(part);
      else {
        const next = { key: part.key.slice(0, length), parts: [part] };
        last.set(length, next);
        runs.push(next);
      }
    }
  return runs;
}
