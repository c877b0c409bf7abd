import 'server-only';
import type { LinesAdded } from '@/lib/contract/journal/journal';
import { decimalText, exactSum, exactZero } from '@/lib/domain/exact-decimal';
import { orderOfValues } from '@/lib/domain/journal/group-table';
import type { Grouping } from '@/lib/domain/journal/grouping';
import type { JournalQuery } from '@/lib/domain/journal/query';
import type { JournalSnapshot } from './journal-snapshot';
import type { KeyValue, LineGroup } from './line-groups';

/** Lines put together: what they come to, and with a pivot what those of each value across come to. */
export type AddedAcross = LinesAdded & { cells?: (LinesAdded | null)[] };

/** One group: its parts are its lines by the values across, which lie next to each other. */
export interface GroupAcross {
  key: readonly KeyValue[];
  parts: readonly LineGroup[];
}

/** Groups of lines with another key across them; each is added up when it is asked for. */
export interface LinesAcross {
  /** In natural order of their keys; none where only the total is asked for. */
  groups: readonly GroupAcross[];
  /** Lines of all groups. */
  all: readonly LineGroup[];
  /** Values of the pivot in natural order: those with the most lines. */
  across: readonly KeyValue[];
  /** Values of the pivot that are left out. */
  moreAcross: number;
  added: (parts: readonly LineGroup[]) => AddedAcross;
  /** One figure of them alone, of the lines of one value across where it is given: how many, or the sum of a field. */
  figure: (parts: readonly LineGroup[], sum: string | null, across?: KeyValue) => number | string | undefined;
}

/** Puts the lines that match together. @param mostAcross so many values of the pivot at most. */
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
    all,
    across,
    moreAcross: values.length - across.length,
    added: withCells,
    figure: (parts, name, value) => {
      const inside =
        value === undefined ? parts : parts.filter(({ key }) => (key[by.length] ?? '') === value);
      if (value !== undefined && inside.length === 0) return undefined;
      return name === null ? countOf(inside) : sumOf(inside, sum.indexOf(name));
    },
  };
}

function groupsOf(all: readonly LineGroup[], keys: number): GroupAcross[] {
  // Nothing stands across: each is a group of its own.
  if (all[0]?.key.length === keys) return all.map((part) => ({ key: part.key, parts: [part] }));
  const groups: (GroupAcross & { parts: LineGroup[] })[] = [];
  for (const part of all) {
    const last = groups.at(-1);
    const key = part.key.slice(0, keys);
    if (last && key.every((value, at) => value === last.key[at])) last.parts.push(part);
    else groups.push({ key, parts: [part] });
  }
  return groups;
}

function added(parts: readonly LineGroup[], names: readonly string[]): LinesAdded {
  return {
    count: countOf(parts),
    sums: Object.fromEntries(names.map((name, at) => [name, sumOf(parts, at)])),
  };
}

function countOf(parts: readonly LineGroup[]): number {
  return parts.reduce((count, part) => count + part.count, 0);
}

function sumOf(parts: readonly LineGroup[], at: number): string {
  return decimalText(parts.reduce((sum, part) => exactSum(sum, part.sum(at)), exactZero));
}
