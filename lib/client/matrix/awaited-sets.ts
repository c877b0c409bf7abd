import { ApiError } from '@/lib/client/api';
import type { AccessEvent } from '@/lib/contract/events';
import type { ChangeCell, ChangeCounts, ChangeSet } from '@/lib/contract/changes';
import { refusedInWords, valueInWords } from '@/lib/domain/access/access-words';
import { hasEnded } from '@/lib/domain/changes/progress';
import { counted, plural } from '@/lib/domain/counted';
import type { Cell } from '@/lib/contract/access';
import type { AnnotatedCells, WantedChange } from './annotated-cells';
import { isUnderWay, type Announcement } from './optimistic-edits';

/** How change sets are asked about. */
export interface SetTransport {
  readSet: (id: string) => Promise<ChangeSet>;
  /** The cells of a set that were not done. */
  readUndone: (set: ChangeSet) => Promise<readonly ChangeCell[]>;
  /** Resolves after that many milliseconds. */
  wait: (ms: number) => Promise<void>;
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

/** How often sets are asked about while no events arrive, or the last question failed. */
const withoutEventsMs = 5_000;

/**
 * The change sets made on this matrix that have not ended: their cells wait until the set has come to them, and those
 * that were not done are marked in the end, each with its reason.
 */
export class AwaitedSets {
  readonly #host: SetHost;
  readonly #ids = new Set<string>();
  #hasFailed = false;
  #isWatching = false;

  constructor(host: SetHost) {
    this.#host = host;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** A set was made of these; `waiting` are those whose events the page is sure to hear. */
  async begin(id: string, waiting: readonly WantedChange[]): Promise<void> {
    for (const change of waiting) this.#host.cells.addWait(id, change);
    this.#host.changed(waiting.map(({ cell }) => cell));
    this.#ids.add(id);
    void this.#watch();
    await this.look([id]); // it may have ended before its id was known
  }

  /** Asks how the sets stand: at the beginning, and when events may have been missed. */
  async look(ids: Iterable<string> = [...this.#ids]): Promise<void> {
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
    this.#ids.delete(id);
    this.#host.changed(this.#host.cells.endWaits(id));
  }

  /** Hears how a set stands. */
  async takeSet(set: ChangeSet): Promise<void> {
    if (!hasEnded(set) || !this.#ids.has(set.id)) return;
    this.#forget(set.id);
    const undone = await this.#host.transport.readUndone(set);
    const { announce } = this.#host;
    const words = undoneInWords(set, this.#mark(set.id, undone));
    announce({ ...words, changeSetId: set.id });
  }

  /** Takes over which cells sets have come to. */
  takeCells(cells: AccessEvent['cells']): void {
    for (const cell of cells)
      if (cell.changeSetId !== null && this.#host.cells.endWait(cell.changeSetId, cell))
        this.#host.changed([cell]);
  }

  /** Events were missed: nothing waits for longer than it is so, and the sets are asked about. */
  missedEvents(): void {
    for (const id of this.#ids) this.#host.changed(this.#host.cells.endWaits(id));
    void this.look();
  }

  /** Marks cells that were not done, but for those that are under way again or were changed since. */
  #mark(changeSetId: string, undone: readonly ChangeCell[]): number {
    const { cells, now, changed } = this.#host;
    const marked = undone.filter((cell) => {
      const note = cells.note(cell);
      return !isUnderWay(note) && note?.isApplied !== true;
    });
    for (const cell of marked) {
      const { state, expected, detail } = cell;
      const seen = expected === null ? '' : `You saw “${valueInWords(expected)}”. `;
      const isConflict = state === 'conflict';
      cells.setNote(cell, {
        phase: isConflict ? 'conflict' : 'refused',
        value: cells.note(cell)?.value,
        words: isConflict ? `${seen}${detail}` : refusedInWords(detail),
        seq: now().seq,
        changeSetId,
      });
    }
    changed(marked);
    return marked.length;
  }

  /** Asks for sets by itself where no event tells of them. */
  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    while (this.#ids.size > 0) {
      await this.#host.transport.wait(withoutEventsMs);
      if (!this.#host.transport.isLive() || this.#hasFailed) await this.look();
    }
    this.#isWatching = false;
  }
}

/**
 * What to say of an ended set.
 * @param marked how many of those not done carry a mark in the matrix.
 */
export function undoneInWords(
  { state, counts }: { state: ChangeSet['state']; counts: ChangeCounts },
  marked: number,
): Pick<Announcement, 'kind' | 'title' | 'detail'> {
  const { conflict, rejected, applied, already } = counts;
  const count = conflict + rejected;
  if (count === 0) {
    const done = `${counted(applied + already, 'change')} applied`;
    return { kind: 'quiet', title: state === 'cancelled' ? `Cancelled: ${done}.` : `Done: ${done}.` };
  }
  const reasons = [
    ...(conflict > 0 ? [`${conflict.toLocaleString()} changed by somebody else meanwhile`] : []),
    ...(rejected > 0 ? [`${rejected.toLocaleString()} refused by the service`] : []),
  ];
  return {
    kind: 'problem',
    title: `${counted(count, 'assignment')} of the change set ${plural(count, 'was', 'were')} not changed`,
    detail: `${reasons.join(', ')}. ${markedInWords(count, marked)}`,
  };
}

function markedInWords(count: number, marked: number): string {
  if (marked === 0) return 'The change set says which, and why.';
  if (marked < count) return `${marked.toLocaleString()} of them are marked in the matrix, with the reason.`;
  return `${plural(count, 'It is', 'They are')} marked in the matrix, with the reason.`;
}
