import 'server-only';
import type { LinesAdded } from '@/lib/contract/journal/journal';
import { orderOfValues } from '@/lib/domain/journal/group-table';
import type { Grouping } from '@/lib/domain/journal/grouping';
import { isMixed } from '@/lib/domain/journal/movement';
import type { JournalQuery } from '@/lib/domain/journal/query';
import type { JournalSnapshot } from './journal-snapshot';
import { added, countOf, mixedIn, sumOf, type KeyValue, type LineGroup } from './line-groups';

/** The total, and with a pivot the totals of each value across. */
export type AddedAcross = LinesAdded & { cells?: (LinesAdded | null)[] };

/** Its parts are its lines by value across. */
export interface GroupAcross {
  key: readonly KeyValue[];
  parts: readonly LineGroup[];
}

/** The matching lines in groups, and all of them. @param mostAcross most values across, those with the most lines. */
export function linesAcross(
  lines: JournalSnapshot,
  query: JournalQuery,
  { by, sum, pivot }: Grouping,
  mostAcross: number,
) {
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
    /** Empty if only the total is asked for. */
    groups: by.length === 0 ? [] : groupsOf(all, by.length),
    /** With two and more keys: of each run of their first values, in the order of the groups, shorter keys first. */
    subtotals: by.length < 2 ? [] : runsOf(all, [1, 2].slice(0, by.length - 1)),
    all,
    /** In natural order. */
    across,
    moreAcross: values.length - across.length,
    added: withCells,
    /** The count, or the sum of a field, of one value across if given. */
    figure: (parts: readonly LineGroup[], name: string | null, value?: KeyValue) => {
      const inside =
        value === undefined ? parts : parts.filter(({ key }) => (key[by.length] ?? '') === value);
      if (value !== undefined && inside.length === 0) return undefined;
      if (name === null) return countOf(inside);
      return isMixed({ mixed: mixedIn(inside) }, name) ? undefined : sumOf(inside, sum.indexOf(name));
    },
  };
}

function groupsOf(all: readonly LineGroup[], keys: number): GroupAcross[] {
  if (all[0]?.key.length === keys) return all.map((part) => ({ key: part.key, parts: [part] }));
  return runsOf(all, [keys]);
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
