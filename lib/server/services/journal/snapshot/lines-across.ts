import 'server-only';
import type { LinesAdded } from '@/lib/contract/journal/journal';
import { decimalText, exactSum, exactZero } from '@/lib/domain/exact-decimal';
import { orderOfValues } from '@/lib/domain/journal/group-table';
import type { Grouping } from '@/lib/domain/journal/grouping';
import type { JournalQuery } from '@/lib/domain/journal/query';
import type { JournalSnapshot } from './journal-snapshot';
import type { KeyValue, LineGroup } from './line-groups';

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
