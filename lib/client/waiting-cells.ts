import type { Cell } from '@/lib/contract/access';
import type { AccessEvent } from '@/lib/contract/events';
import { hasEnded } from '@/lib/domain/changes/progress';
import type { eventsCompleteSince, subscribeEvents } from './events';
import { overlayKey } from '@/lib/domain/access/cell-overlays';
import type { CollectedChange } from '@/lib/domain/access/collected-changes';

/** One change set's cells by `overlayKey`, and when they began to wait (`performance.now`). */
interface WaitingSet {
  since: number;
  changes: Map<string, CollectedChange>;
}

/**
 * What the change sets that were made on this page have not come to yet. Known from what was applied and from events;
 * where events were missed, it is forgotten rather than shown for longer than it is so.
 */
export class WaitingCells {
  readonly #sets = new Map<string, WaitingSet>();
  readonly #onChange: (cells: readonly Cell[]) => void;

  /** `onChange` hears which cells wait from now on, or no longer. */
  constructor(onChange: (cells: readonly Cell[]) => void) {
    this.#onChange = onChange;
  }

  /** All that waits. */
  all(): CollectedChange[] {
    return [...this.#sets.values()].flatMap(({ changes }) => [...changes.values()]);
  }

  /** The value that a cell waits for; undefined: it does not wait. Of two sets the newer one decides in the end. */
  wantedOf(cell: Cell): boolean | undefined {
    const key = overlayKey(cell);
    let wanted: boolean | undefined;
    for (const { changes } of this.#sets.values()) wanted = changes.get(key)?.wanted ?? wanted;
    return wanted;
  }

  /** A set was asked for at that time (`performance.now`), and is to change these. */
  begin(changeSetId: string, changes: readonly CollectedChange[], since: number): void {
    const byKey = new Map(changes.map((change) => [overlayKey(change.cell), change] as const));
    this.#sets.set(changeSetId, { since, changes: byKey });
    this.#onChange(changes.map(({ cell }) => cell));
  }

  /** Takes over what the console tells of cells: a set has come to those that it names itself for. */
  hear(cells: AccessEvent['cells']): void {
    const told = cells.filter(
      (cell) =>
        cell.changeSetId !== null &&
        this.#sets.get(cell.changeSetId)?.changes.delete(overlayKey(cell)) === true,
    );
    if (told.length > 0) this.#onChange(told);
  }

  /** A set has ended: nothing of it waits. */
  end(changeSetId: string): void {
    const ended = this.#sets.get(changeSetId);
    if (ended === undefined) return;
    this.#sets.delete(changeSetId);
    this.#onChange([...ended.changes.values()].map(({ cell }) => cell));
  }

  /** Events before that time (`performance.now`) may have been missed. */
  forgetBefore(time: number): void {
    for (const [id, { since }] of [...this.#sets]) if (since < time) this.end(id);
  }
}

/** Where events come from: the tab's own, or a test's. */
interface Events {
  subscribe: typeof subscribeEvents;
  completeSince: typeof eventsCompleteSince;
}

const followed = new WeakSet<WaitingCells>();

/**
 * Has the events of a connection end waiting, for as long as the tab is there: a matrix is changed unseen as well. Those
 * that are followed already stay as they are.
 */
export function followEvents(waiting: WaitingCells, connection: string | undefined, events: Events): void {
  if (followed.has(waiting)) return;
  followed.add(waiting);
  events.subscribe('access', ({ cells }, from) => {
    if (from === connection) waiting.hear(cells);
  });
  events.subscribe('change-set', (set) => {
    if (hasEnded(set)) waiting.end(set.id);
  });
  events.subscribe('hello', (_, from) => {
    if (from === connection) waiting.forgetBefore(events.completeSince(connection));
  });
}
