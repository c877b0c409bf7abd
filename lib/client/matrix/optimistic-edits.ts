import type { AccessChange, AccessOutcome, Cell } from '@/lib/contract/access';
import {
  cellInWords,
  changedInWords,
  conflictInWords,
  recordInWords,
  refusedInWords,
  valueInWords,
} from '@/lib/domain/access/access-words';
import type { CellState } from '@/lib/domain/access/matrix';
import { ApiError, isSignedOut, mayHaveArrived } from '@/lib/client/api';
import { isInFlight, type CellNote, type CellPhase } from './annotated-cells';
import type { UndoStep, UndoSteps } from './undo-steps';

/** Something to say about changes: `quiet` in the live region, a `problem` in a message that stays. */
export interface Announcement {
  kind: 'quiet' | 'problem';
  title: string;
  detail?: string;
  /** The cell it is about; a later announcement about the same cell takes its place. */
  cell?: Cell;
  /** The change set it is about, which has more to say. */
  changeSetId?: string;
}

/** How switches reach the console. */
export interface EditTransport {
  post: (change: AccessChange) => Promise<AccessOutcome>;
  read: (cell: Cell) => Promise<boolean | null>;
  /** Milliseconds of a clock that nobody sets. */
  now: () => number;
  /** Resolves after that many milliseconds. */
  wait: (ms: number) => Promise<void>;
}

/** What switching needs of the store. */
interface EditHost {
  transport: EditTransport;
  undo: UndoSteps;
  note: (cell: Cell) => CellNote | undefined;
  put: (cell: Cell, note: CellNote) => void;
  /** What an earlier note still says that the matrix on the screen does not contain; nothing where it does. */
  stillNoted: (note: CellNote | undefined) => Pick<CellNote, 'value' | 'seq'> & Partial<CellNote>;
  /** The ledger's newest entry that the page has heard of, and how often it has asked for the matrix. */
  now: () => { seq: number; asked: number };
  announce: (announcement: Announcement) => void;
}

/** Pauses between attempts to learn the value of a cell whose change got no answer; the last one repeats. */
const checkPausesMs = [1_000, 2_000, 4_000, 8_000, 15_000];
/** How long the console may still be at a change whose answer was lost: until then the old value proves nothing. */
const stillAtWorkMs = 60_000;

/** Whether a change of the cell has not come to its end. */
export function isUnderWay(note: CellNote | undefined): boolean {
  return isInFlight(note) || note?.phase === 'unconfirmed';
}

/** A value as the matrix has it. */
export function stateOf(value: boolean | null): CellState {
  return value === null ? 'none' : value ? 'granted' : 'denied';
}

/** Whether the console will not say the value of a cell, however often it is asked: a role is lost, a connection gone. */
function isRefused(failure: unknown): boolean {
  const codes = ['forbidden', 'not-found', 'invalid-request'];
  return failure instanceof ApiError && codes.includes(failure.problem.code);
}

/** Single switches: shown at once, sent with the value seen, settled by the console's answer. */
export class OptimisticEdits {
  readonly #host: EditHost;

  constructor(host: EditHost) {
    this.#host = host;
  }

  /**
   * Gives or removes access, having seen `seen`. A cell whose last change is still open is left alone, with a word.
   * @param isUndo it takes a step back, and is none itself.
   */
  async switch(cell: Cell, seen: boolean, isUndo = false): Promise<void> {
    const { undo, note, transport } = this.#host;
    const open = note(cell);
    if (isUndo && isUnderWay(open)) undo.clear(); // what came before it is not taken back in its place
    if (open?.phase === 'pending')
      return this.#say(cell, `${cellInWords(cell)}: the change before is still on its way.`);
    if (isUnderWay(open))
      return this.#say(
        cell,
        `${cellInWords(cell)}: it is not known yet whether the change before happened. The console is checking.`,
      );
    const wanted = !seen;
    const done = isUndo ? () => undefined : undo.begin({ kind: 'switch', cell, value: wanted });
    this.#put(cell, 'pending', wanted, `Being changed to: ${valueInWords(wanted)}.`);
    try {
      const { recordType, recordId, entityId } = cell;
      const change = { recordType, recordId, entityId, accessible: wanted, expected: seen };
      const answer = await transport.post(change);
      this.#answered(cell, wanted, answer);
      if (answer.outcome === 'applied') done();
      else undo.clear();
    } catch (error) {
      undo.clear();
      if (mayHaveArrived(error)) await this.#findOut(cell, wanted, error);
      else if (error instanceof ApiError) this.#notDone(cell, seen, open, error);
    }
  }

  /** Takes the newest step back; a set is only named, for its undo is asked for. @returns the step; null: there is none. */
  undoLast(): UndoStep | null {
    const step = this.#host.undo.take();
    if (step?.kind === 'switch') void this.switch(step.cell, step.value, true);
    return step;
  }

  #answered(cell: Cell, wanted: boolean, { outcome, detail, seq }: AccessOutcome): void {
    if (outcome === 'unknown') {
      const words =
        detail ?? 'The change was sent; whether it happened is not known yet. The console is checking.';
      this.#put(cell, 'unconfirmed', wanted, words, { isOwn: true });
      this.#announceProblem(cell, `${cellInWords(cell)}: not known yet`, words);
      return;
    }
    const isApplied = outcome === 'applied';
    this.#put(cell, 'settled', wanted, '', seq === undefined ? { isApplied } : { isApplied, seq });
    const already = outcome === 'already' ? ' Somebody else had done so before.' : '';
    this.#say(cell, `${changedInWords(cell, wanted)}.${already}`);
  }

  #notDone(cell: Cell, seen: boolean, before: CellNote | undefined, error: ApiError): void {
    const { code, detail, current, changedBy } = error.problem;
    if (code === 'conflict' && current !== undefined) {
      const words = `${conflictInWords(seen, current, changedBy)} Nothing was changed.`;
      this.#put(cell, 'conflict', current, words);
      const advice =
        current === null
          ? 'Refresh to see what is left.'
          : 'Press the switch again if you still want to change it.';
      this.#announceProblem(cell, `${cellInWords(cell)}: changed by somebody else`, `${words} ${advice}`);
      return;
    }
    const isNamed = code !== 'rejected' || /^the service/i.test(detail);
    const words = refusedInWords(isNamed ? detail : `The service refused: ${detail}`);
    if (current !== undefined) this.#put(cell, 'refused', current, words);
    // The console told no value, so it is what it was before the press, and what was heard meanwhile is newer.
    else this.#host.put(cell, { ...this.#host.stillNoted(before), phase: 'refused', words });
    if (isSignedOut(error)) return; // the page says that by itself
    this.#announceProblem(cell, `${recordInWords(cell)} was not changed in entity ${cell.entityId}`, words);
  }

  /**
   * The console did not say what happened: asks the service, through the console, for this one cell until it has the
   * wanted value, or any value so late that the change can no longer be on its way.
   */
  async #findOut(cell: Cell, wanted: boolean, error: unknown): Promise<void> {
    const { transport } = this.#host;
    const isSilent = error instanceof ApiError && error.unreachable;
    const reason = isSilent
      ? 'The console did not answer.'
      : 'The console failed before it could say what happened.';
    const words = `${reason} Whether the change was made is not known; this page keeps asking.`;
    this.#put(cell, 'unanswered', wanted, words);
    this.#announceProblem(cell, `${cellInWords(cell)}: not known yet`, words);
    const since = transport.now();
    for (let attempt = 0; ; attempt++) {
      await transport.wait(checkPausesMs[Math.min(attempt, checkPausesMs.length - 1)] ?? 0);
      const askedAt = transport.now();
      const before = this.#host.now();
      const now = await transport.read(cell).catch((failure: unknown) => failure);
      if (isRefused(now)) {
        // Asked again it would be refused again; the console goes on checking, and its status tells the outcome.
        this.#put(cell, 'unconfirmed', wanted, `${reason} Whether the change was made is not known.`);
        return;
      }
      if (typeof now !== 'boolean' && now !== null) continue;
      if (now !== wanted && askedAt - since < stillAtWorkMs) continue;
      // What is heard while it is read may be newer, also of a ledger that was put back to an older one meanwhile.
      this.#put(cell, 'settled', now, '', { ...before, seq: Math.min(before.seq, this.#host.now().seq) });
      const says = now === null ? 'it is not set up' : now ? 'it has access' : 'it has no access';
      this.#say(cell, `${cellInWords(cell)}: the service says that ${says}.`);
      return;
    }
  }

  /** A value that the console told just now is newer than all that was heard, unless it says which entry it is. */
  #put(
    cell: Cell,
    phase: CellPhase,
    value: boolean | null | undefined,
    words: string,
    more: Partial<CellNote> = {},
  ): void {
    const state = value === undefined ? undefined : stateOf(value);
    const { seq, asked } = this.#host.now();
    const order = more.seq === undefined ? { seq: seq + 1, asked } : {};
    this.#host.put(cell, { phase, value: state, words, seq: 0, ...order, ...more });
  }

  #say(cell: Cell, title: string): void {
    this.#host.announce({ cell, kind: 'quiet', title });
  }

  #announceProblem(cell: Cell, title: string, detail: string): void {
    this.#host.announce({ cell, kind: 'problem', title, detail });
  }
}
