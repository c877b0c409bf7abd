import { ApiError } from '@/lib/client/api';
import type { AccessEvent } from '@/lib/contract/events';
import type { ChangeCell, ChangeSet } from '@/lib/contract/changes/changes';
import {
  cellInWords,
  changedInWords,
  recordInWords,
  refusedInWords,
  valueInWords,
} from '@/lib/domain/access/access-words';
import { hasEnded } from '@/lib/domain/changes/progress';
import type { Cell } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { WantedChange } from '@/lib/domain/access/change/change-proposal';
import { isMarked, type AnnotatedCells, type OwnSwitch } from './annotated-cells';
import { isUnderWay, type Announcement } from './optimistic-edits';

/** How change sets are asked about. */
export interface SetTransport {
  readSet: (id: string) => Promise<ChangeSet>;
  /** The cells of a set that were not done; of a switch also where it was given up. */
  readUndone: (set: ChangeSet) => Promise<readonly ChangeCell[]>;
  /** Resolves after that many milliseconds, or sooner where it is worth asking. */
  wait: (ms: number) => Promise<unknown>;
  /** Whether events arrive at the moment. */
  isLive: () => boolean;
}

/** What waiting for sets needs of the store. */
interface SetHost {
  cells: AnnotatedCells;
  transport: SetTransport;
  now: () => { seq: number };
  changed: (cells: readonly Cell[]) => void;
  announce: (announcement: Announcement) => void;
}

/** A set that has not ended. */
interface OpenSet {
  /** The newest entry of the ledger that was heard of when it began. */
  seq: number;
  /** Made on this matrix, which says what came of it; false: made here before, and tried again elsewhere. */
  isMade: boolean;
  /** How many of its assignments were not done when that was last looked at. */
  undone: number;
}

/** How often sets are asked about while no events arrive, or the last question failed. */
const withoutEventsMs = 5_000;

/**
 * The change sets made on this matrix that have not ended: their cells wait until the set has come to them, and those
 * that were not done are marked when the set pauses or ends, each with its reason.
 */
export class AwaitedSets {
  readonly #host: SetHost;
  readonly #open = new Map<string, OpenSet>();
  #hasFailed = false;
  #isWatching = false;

  constructor(host: SetHost) {
    this.#host = host;
  }

  get size(): number {
    return this.#open.size;
  }

  has(id: string): boolean {
    return this.#open.get(id)?.isMade === true;
  }

  /** A set was made of these; `waiting` are those whose events the page is sure to hear. */
  async begin(id: string, waiting: readonly WantedChange[]): Promise<void> {
    for (const change of waiting) this.#host.cells.addWait(id, change);
    this.#host.changed(waiting.map(({ cell }) => cell));
    this.#open.set(id, { seq: this.#host.now().seq, isMade: true, undone: 0 });
    void this.#watch();
    await this.look([id]); // it may have ended before its id was known
  }

  /** Asks how the sets stand: at the beginning, and when events may have been missed. */
  async look(ids: Iterable<string> = [...this.#open.keys()]): Promise<void> {
    this.#hasFailed = false;
    for (const id of ids)
      try {
        await this.takeSet(await this.#host.transport.readSet(id));
      } catch (error) {
        if (error instanceof ApiError && error.problem.code === 'not-found') this.#forget(id);
        else this.#hasFailed = true;
      }
  }

  /** The console knows no such set, as after a restore of its database: nothing would ever be heard of it. */
  #forget(id: string): void {
    this.#open.delete(id);
    this.#host.changed(this.#host.cells.endWaits(id));
  }

  /** Hears how a set stands. One that left marks here is awaited anew where it is tried again. */
  async takeSet(set: ChangeSet): Promise<void> {
    const { id, state, counts } = set;
    const isOver = hasEnded(set);
    const isKnown = isOver || this.#open.has(id);
    if (!isKnown && this.#host.cells.notes().some(({ note }) => note.changeSetId === id))
      this.#open.set(id, { seq: this.#host.now().seq, isMade: false, undone: 0 });
    const open = this.#open.get(id);
    const count = counts.conflict + counts.rejected;
    if (open === undefined || (!isOver && (state !== 'paused' || count === open.undone))) return;
    open.undone = count;
    if (isOver) this.#forget(id);
    const { transport, announce } = this.#host;
    this.#mark(id, await transport.readUndone(set), open.seq);
    if (isOver && open.isMade && count > 0)
      announce({ kind: 'problem', title: 'Not all of the change set was applied', changeSetId: id });
  }

  /** A switch that could not be confirmed at first has its outcome: says it, and marks the cell where it was not made. */
  async tellSwitch(cell: Cell, { changeSetId: id, wanted, applied: isApplied }: OwnSwitch): Promise<void> {
    const { transport, announce, cells } = this.#host;
    const { seq } = this.#host.now();
    try {
      const set = await transport.readSet(id);
      const undone = await transport.readUndone(set);
      if (this.#mark(id, undone, seq) > 0) {
        const title = `${recordInWords(cell)} was not changed in entity ${cell.entityId}`;
        return announce({ cell, kind: 'problem', title, detail: cells.note(cell)?.words ?? '' });
      }
      const { applied, already } = set.counts;
      const now = changedInWords(cell, wanted);
      if (applied > 0) {
        isApplied();
        return announce({ cell, kind: 'quiet', title: `Confirmed: ${now}.` });
      }
      if (already > 0)
        return announce({ cell, kind: 'quiet', title: `${now}: somebody else made the same change.` });
    } catch {
      // The console cannot be asked now: the switch shows the value, only not why.
    }
    const title = `${cellInWords(cell)}: the outcome is known now, the switch shows it.`;
    announce({ cell, kind: 'quiet', title });
  }

  /** Takes over that a set has come to a cell. @returns whether the cell waited for it. */
  takeCell(cell: AccessEvent['cells'][number]): boolean {
    return cell.changeSetId !== null && this.#host.cells.endWait(cell.changeSetId, cell);
  }

  /** Events were missed: nothing waits for longer than it is so, and the sets are asked about. */
  missedEvents(): void {
    for (const id of this.#open.keys()) this.#host.changed(this.#host.cells.endWaits(id));
    void this.look();
  }

  /** Marks cells that were not done, but for those that are under way again or were changed since. */
  #mark(changeSetId: string, undone: readonly ChangeCell[], begunAt: number): number {
    const { cells, changed } = this.#host;
    const marked = undone.filter((cell) => {
      const heard = cells.heard(cell);
      const isChanged = heard?.isApplied === true && heard.seq > begunAt;
      return !isChanged && !isUnderWay(cells.note(cell));
    });
    // Tried again, and done by then.
    const left = new Set(undone.map(cellKey));
    const gone = cells.notes().filter(({ cell, note }) => {
      return isMarked(note) && note.changeSetId === changeSetId && !left.has(cellKey(cell));
    });
    for (const { cell } of gone) cells.setNote(cell, undefined);
    for (const cell of marked) {
      const { state, expected, detail } = cell;
      const seen = expected === null ? '' : `You saw “${valueInWords(expected)}”. `;
      const isConflict = state === 'conflict';
      cells.setNote(cell, {
        phase: isConflict ? 'conflict' : 'refused',
        words: isConflict ? `${seen}${detail}` : refusedInWords(detail),
        changeSetId,
      });
    }
    changed([...marked, ...gone.map(({ cell }) => cell)]);
    return marked.length;
  }

  /** Asks for sets by itself where no event tells of them. */
  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    while (this.size > 0) {
      await this.#host.transport.wait(withoutEventsMs);
      if (!this.#host.transport.isLive() || this.#hasFailed) await this.look();
    }
    this.#isWatching = false;
  }
}
