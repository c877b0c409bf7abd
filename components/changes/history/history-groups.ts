import type { CellState } from '@/lib/contract/changes/change-states';
import type { ChangeCounts, History, HistoryEntry } from '@/lib/contract/changes/changes';
import { noCounts, summaryOf } from '@/lib/domain/changes/change-summary';
import type { TitledSet } from '@/lib/domain/changes/change-words';

/** What one change set did to the target of a history, or one change made outside. */
export interface HistoryGroup {
  /** Newest first, one entry a cell. */
  entries: readonly [HistoryEntry, ...HistoryEntry[]];
  /** Number of assignments of the set; null: the page lists them all. */
  ofTotal: number | null;
  /** The whole set, where the page shows a part of its entries; else null. */
  whole: History['cut'][number] | null;
}

/** Groups the entries of a page of a history: consecutive entries of one change set are one group. */
export function groupsOf({ value, cut, next }: Pick<History, 'value' | 'cut' | 'next'>): {
  value: HistoryGroup[];
  next: number | null;
} {
  const runs: [HistoryEntry, ...HistoryEntry[]][] = [];
  for (const entry of value) {
    const run = runs.at(-1);
    // A cell that the set tried twice begins a new group, so that no entry is left out.
    const goesOn =
      entry.changeSetId !== null &&
      run?.[0].changeSetId === entry.changeSetId &&
      !run.some((one) => isSameCell(one, entry));
    if (goesOn) run.push(entry);
    else runs.push([entry]);
  }
  return {
    value: runs.map((entries) => {
      const { changeSetId, setTotal } = entries[0];
      return {
        entries,
        ofTotal: setTotal !== null && setTotal > cellsOf(changeSetId, value) ? setTotal : null,
        whole: cut.find(({ id }) => id === changeSetId) ?? null,
      };
    }),
    next,
  };
}

function cellsOf(changeSetId: string | null, entries: readonly HistoryEntry[]): number {
  const own = entries.filter((entry) => entry.changeSetId === changeSetId);
  return own.filter((entry, at) => own.findIndex((one) => isSameCell(one, entry)) === at).length;
}

function isSameCell(a: HistoryEntry, b: HistoryEntry): boolean {
  return a.recordType === b.recordType && a.recordId === b.recordId && a.entityId === b.entityId;
}

export function titledSetOf(group: HistoryGroup): TitledSet {
  return group.whole ?? setOfGroup(group);
}

export function setOfGroup({ entries }: HistoryGroup): TitledSet & { counts: ChangeCounts } {
  const counts = { ...noCounts, total: entries.length };
  for (const { state } of entries) if (state !== null) counts[state]++;
  return {
    summary: summaryOf(entries.map((entry) => ({ ...entry, accessible: entry.wanted === true }))),
    state: counts.pending > 0 ? 'running' : 'done',
    counts,
    undoOf: entries[0].undoOf,
    source: null,
  };
}

export function byOutcome({ entries }: HistoryGroup) {
  const parts: { state: CellState | null; detail: string; entries: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const { state, detail } = entry;
    const part = parts.find((one) => one.state === state && one.detail === detail);
    if (part) part.entries.push(entry);
    else parts.push({ state, detail, entries: [entry] });
  }
  return parts;
}
