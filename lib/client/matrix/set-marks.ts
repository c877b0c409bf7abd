import { ApiError } from '@/lib/client/api';
import type { ChangeCell, ChangeSet } from '@/lib/contract/changes/changes';
import type { Cell } from '@/lib/contract/access/access';
import { isForGood } from '@/lib/contract/error-codes';
import {
  cellInWords,
  changedInWords,
  notChangedInWords,
  refusedInWords,
  valueInWords,
} from '@/lib/domain/access/access-words';
import type { KeyNames } from '@/lib/domain/access/names/named';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { WantedChange } from '@/lib/domain/access/change/change-proposal';
import { hasEnded } from '@/lib/domain/changes/progress';
import { isMarked, waitingFor, type AnnotatedCells, type OwnSwitch } from './annotated-cells';
import { isUnderWay, type Announcement } from './optimistic-edits';

/** How the page asks about change sets. */
export interface SetTransport {
  readSet: (id: string) => Promise<ChangeSet>;
  /** The cells of a set that were not done; of a switch also where it was cancelled. @throws ApiError. */
  readUndone: (set: ChangeSet) => Promise<readonly ChangeCell[]>;
  /** Resolves after that many milliseconds, or as soon as the network is back. */
  wait: (ms: number) => Promise<unknown>;
}

/** What marking needs of the store. */
interface SetHost {
  personId: string | null;
  cells: AnnotatedCells;
  transport: SetTransport;
  now: () => { seq: number };
  changed: (cells: readonly Cell[]) => void;
  announce: (announcement: Announcement) => void;
  names: () => KeyNames;
}

interface RunningSet {
  /** The newest ledger entry that the page knew when the set began, or when the page first got its state. */
  seq: number;
  /** How many of its assignments were not done when the page marked them last. */
  undone: number;
}

const readAgainMs = 5_000;

/**
 * Marks what the person's change sets did not do: each cell with its reason, when the set pauses or ends. Until then
 * the cells of a set made here wait.
 */
export class SetMarks {
  readonly #host: SetHost;
  readonly #running = new Map<string, RunningSet>();
  /** The newest read of each set that has no answer yet: answers may come in another order. */
  readonly #reads = new Map<string, object>();

  constructor(host: SetHost) {
    this.#host = host;
  }

  /** How many sets of the person run. */
  get running(): number {
    return this.#running.size;
  }

  /** The person made a set here. */
  begin(id: string, changes: readonly WantedChange[]): void {
    const { cells, changed, now } = this.#host;
    this.#running.set(id, { seq: now().seq, undone: 0 });
    const waiting = changes.filter(({ cell }) => !isUnderWay(cells.note(cell)));
    for (const { cell, wanted } of waiting) cells.setNote(cell, waitingFor(id, wanted));
    changed(waiting.map(({ cell }) => cell));
  }

  /** Takes how a set stands. @param hasJustEnded whether it ran until now; sets that ended earlier are not marked. */
  async takeSet(set: ChangeSet, hasJustEnded: boolean): Promise<void> {
    const { id, kind, person, state, counts } = set;
    const { cells, personId, now } = this.#host;
    // A switch is marked by its own answer. But the page of a switch can repeat one that is marked here.
    const isMine = kind !== 'switch' && person.id === personId;
    if (!isMine && !cells.notes().some(({ note }) => note.changeSetId === id)) return;
    const isOver = hasEnded(set);
    const running = this.#running.get(id) ?? { seq: now().seq, undone: 0 };
    if (!isOver) this.#running.set(id, running);
    const undone = counts.conflict + counts.rejected;
    if (isOver ? !hasJustEnded : state !== 'paused' || undone === running.undone) return;
    running.undone = undone;
    if (isOver) this.forget(id);
    const read = {};
    this.#reads.set(id, read);
    const left = await this.#readUndone(set);
    if (this.#reads.get(id) !== read) return;
    this.#reads.delete(id);
    if (left !== null) this.#mark(id, left, running.seq);
  }

  /** A set has ended, or the console does not know it, as after a restore of its database: its cells wait no more. */
  forget(id: string): void {
    const { cells, changed } = this.#host;
    this.#running.delete(id);
    const waiting = cells.notes().filter(({ note }) => note.phase === 'waiting' && note.changeSetId === id);
    for (const { cell } of waiting) cells.setNote(cell, undefined);
    changed(waiting.map(({ cell }) => cell));
  }

  /** Announces the outcome of a switch that was unconfirmed, and marks the cell where it was not made. */
  async tellSwitch(cell: Cell, { changeSetId: id, wanted, applied: isApplied }: OwnSwitch): Promise<void> {
    const { transport, announce, cells } = this.#host;
    const { seq } = this.#host.now();
    const say = (title: string) => announce({ cell, kind: 'quiet', title });
    const names = this.#host.names();
    const unknown = `${cellInWords(cell, names)}: the outcome is known now, the switch shows it.`;
    if (id === null) return say(unknown);
    try {
      const set = await transport.readSet(id);
      const undone = await transport.readUndone(set);
      if (this.#mark(id, undone, seq) > 0) {
        const detail = cells.note(cell)?.words ?? '';
        return announce({ cell, kind: 'problem', title: notChangedInWords(cell, names), detail });
      }
      const { applied, already } = set.counts;
      const now = changedInWords(cell, wanted, names);
      if (applied > 0) {
        isApplied();
        return say(`Confirmed: ${now}.`);
      }
      if (already > 0) return say(`${now}: somebody else made the same change.`);
    } catch {
      // Without an answer of the console the switch shows the value, but not why.
    }
    say(unknown);
  }

  /** Repeats the read until there is an answer. @returns null: the console refuses this person. */
  async #readUndone(set: ChangeSet): Promise<readonly ChangeCell[] | null> {
    const { transport } = this.#host;
    for (;;)
      try {
        return await transport.readUndone(set);
      } catch (error) {
        const code = error instanceof ApiError ? error.problem.code : undefined;
        if (isForGood(code) || code === 'not-found' || code === 'signed-out') return null;
        await transport.wait(readAgainMs);
      }
  }

  /** Marks cells that were not done, but for those that were changed since or whose next change is under way. */
  #mark(changeSetId: string, undone: readonly ChangeCell[], begunAt: number): number {
    const { cells, changed } = this.#host;
    const marked = undone.filter((cell) => {
      const heard = cells.heard(cell);
      const isChanged = heard?.isApplied === true && heard.seq > begunAt;
      return !isChanged && !isUnderWay(cells.note(cell));
    });
    // A repetition of the set has made these.
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
}
