import type { CellState } from '@/lib/contract/changes/change-states';
import type { ChangeCounts, History, HistoryEntry } from '@/lib/contract/changes/changes';
import { noCounts, summaryOf } from '@/lib/domain/changes/change-summary';
import type { TitledSet } from '@/lib/domain/changes/change-words';

/** What one change set did to the target of a history in one go; what changed outside is a group of its own. */
export interface HistoryGroup {
  /** The newest first; each of another cell. */
  entries: readonly [HistoryEntry, ...HistoryEntry[]];
  /** How many assignments the set has, where the page does not list all of them; null: it does. */
  ofTotal: number | null;
  /** What the set does to the target as a whole, where its entries go on before or after the page; null: they do not. */
  whole: History['cut'][number] | null;
}

/** A page of a history by change sets: entries of one set that follow each other are one thing that happened. */
export function groupsOf({ value, cut, next }: Pick<History, 'value' | 'cut' | 'next'>): {
  value: HistoryGroup[];
  next: number | null;
} {
  const runs: [HistoryEntry, ...HistoryEntry[]][] = [];
  for (const entry of value) {
    const run = runs.at(-1);
    // A cell that the set met twice, such as refused and tried again, begins another group: nothing is left out.
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

/** How many assignments of a set some entries are about. */
function cellsOf(changeSetId: string | null, entries: readonly HistoryEntry[]): number {
  const own = entries.filter((entry) => entry.changeSetId === changeSetId);
  return own.filter((entry, at) => own.findIndex((one) => isSameCell(one, entry)) === at).length;
}

function isSameCell(a: HistoryEntry, b: HistoryEntry): boolean {
  return a.recordType === b.recordType && a.recordId === b.recordId && a.entityId === b.entityId;
}

/** What a group is titled by: its entries as a set of their own, or the whole of what the page cuts. */
export function titledByGroup(group: HistoryGroup): TitledSet {
  return group.whole ?? setOfGroup(group);
}

/** The entries of a group as a set of their own. */
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

/** The entries of a group by what became of them, with why; most have no reason of their own. */
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
