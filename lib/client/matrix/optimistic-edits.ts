import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { AccessOutcome, Cell, ChangeAccess } from '@/lib/contract/access/access';
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
import { isInFlight, type CellNote, type HeardValue } from './annotated-cells';
import type { UndoStep, UndoSteps } from './undo-steps';

/** Something to say about changes: `quiet` for a moment, a `problem` until it is read. */
export interface Announcement {
  /** `proven`: says no more than what the cell is read back to be. */
  kind: 'proven' | 'quiet' | 'problem';
  title: string;
  detail?: string;
  /** The cell it is about; a later announcement about the same cell takes its place. */
  cell?: Cell;
  /** The change set it is about, which has more to say. */
  changeSetId?: string;
}

/** How switches reach the console. */
export interface EditTransport {
  /** @param key names the wish: sent again with the same one, the change is made once. */
  post: (change: ChangeAccess, key: string) => Promise<AccessOutcome>;
  read: (cell: Cell) => Promise<boolean | null>;
  /** Milliseconds of a clock that nobody sets. */
  now: () => number;
  /** Resolves after that many milliseconds, or as soon as the network is back. @returns whether it is. */
  wait: (ms: number) => Promise<boolean>;
}

/** Told the change set of a switch, once it is known that it was made. */
type Applied = (changeSetId: string) => void;

/** What switching needs of the store. */
interface EditHost {
  transport: EditTransport;
  undo: UndoSteps;
  note: (cell: Cell) => CellNote | undefined;
  /** The value that the page shows of a cell. */
  value: (cell: Cell) => CellState;
  /** @param note undefined: the change has come to its end. @param heard what was learned of the value. */
  put: (cell: Cell, note: CellNote | undefined, heard?: HeardValue) => void;
  /** The ledger's newest entry that the page has heard of, and how often it has asked for the matrix. */
  now: () => { seq: number; asked: number };
  announce: (announcement: Announcement) => void;
}

/** Pauses between attempts to learn the value of a cell whose change got no answer; the last one repeats. */
const checkPausesMs = [1_000, 2_000, 4_000, 8_000, 15_000];
/**
 * How long the console may still be at a change whose answer was lost: until then the old value proves nothing. Nor is
 * the change sent again any later, when nobody expects it any more.
 */
const stillAtWorkMs = 60_000;

/** Whether a change of the cell has not come to its end. */
export function isUnderWay(note: CellNote | undefined): boolean {
  return isInFlight(note) || note?.phase === 'unconfirmed';
}

/** A value as the matrix has it. */
export function stateOf(value: boolean | null): CellState {
  return value === null ? 'none' : value ? 'granted' : 'denied';
}

/** What is said of a press while the change before it is unconfirmed. */
export function underWayInWords(cell: Cell): string {
  return `${cellInWords(cell)}: it is not known yet whether the change before happened. The console is checking.`;
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
   * @param undoOf the change set of the switch that it takes back; it is no step itself then.
   */
  async switch(cell: Cell, seen: boolean, undoOf?: string): Promise<void> {
    const { undo, note, transport } = this.#host;
    const open = note(cell);
    // What came before it is not taken back in its place.
    if (undoOf !== undefined && isUnderWay(open)) undo.begin()('not done');
    if (open?.phase === 'pending')
      return this.#say(cell, `${cellInWords(cell)}: the change before is still on its way.`);
    if (isUnderWay(open)) return this.#say(cell, underWayInWords(cell));
    const wanted = !seen;
    const end = undo.begin();
    const words = wanted ? 'Access is being given.' : 'Access is being removed.';
    this.#host.put(cell, { phase: 'pending', value: stateOf(wanted), words });
    const { recordType, recordId, entityId } = cell;
    const change = { recordType, recordId, entityId, accessible: wanted, expected: seen, undoOf };
    const key = crypto.getRandomValues(new BigUint64Array(2)).join('-'); // also where a page has no randomUUID
    const send = () => transport.post(change, key);
    /** The step can be taken back from now on, at the place that it held since it was begun. */
    const applied = (changeSetId: string) =>
      end(undoOf === undefined ? { kind: 'switch', cell, value: wanted, changeSetId } : 'undone');
    try {
      const answer = await send();
      if (answer.outcome !== 'applied') end('not done');
      this.#answered(cell, wanted, answer, applied);
    } catch (error) {
      end('not done');
      if (mayHaveArrived(error)) await this.#findOut(cell, wanted, error, send, applied);
      else if (error instanceof ApiError) this.#notDone(cell, seen, error);
    }
  }

  /**
   * Takes a step back: what a key does, if no other is named. A set is only named, for its undo is asked for; of a switch
   * that was taken back meanwhile nothing is sent. @returns the step; null: there is none.
   */
  undo(step: UndoStep | null = this.#host.undo.next): UndoStep | null {
    if (step !== null) this.#host.undo.take(step);
    if (step?.kind !== 'switch') return step;
    const { cell, value, changeSetId } = step;
    // Somebody, or the undo of a set, took it back already.
    if (!isUnderWay(this.#host.note(cell)) && this.#host.value(cell) === stateOf(!value))
      this.#say(cell, `${cellInWords(cell)}: changed back since. Nothing was sent.`);
    else void this.switch(cell, value, changeSetId);
    return step;
  }

  /**
   * @param applied told the change set, once it is known that the switch was made.
   * @param isRepeat an earlier request for this had no answer, so it may have been sent by that.
   */
  #answered(cell: Cell, wanted: boolean, answer: AccessOutcome, applied: Applied, isRepeat = false): void {
    const { outcome, detail, seq, changeId } = answer;
    if (outcome === unconfirmedState) {
      const words =
        detail ?? 'The change was sent; whether it happened is not known yet. The console is checking.';
      const value = stateOf(wanted);
      const own = { changeSetId: changeId, wanted, applied: () => applied(changeId) };
      this.#host.put(cell, { phase: 'unconfirmed', value, words, own }, this.#heardNow());
      this.#announceProblem(cell, `${cellInWords(cell)}: unconfirmed`, words);
      return;
    }
    const isApplied = outcome === 'applied';
    if (isApplied) applied(changeId);
    const order = seq === undefined ? this.#heardNow() : { seq };
    this.#host.put(cell, undefined, { ...order, value: stateOf(wanted), isApplied });
    const why = isApplied
      ? ''
      : isRepeat
        ? ': somebody else changed it meanwhile'
        : ': it was changed elsewhere meanwhile, so nothing was sent';
    this.#say(cell, `${changedInWords(cell, wanted)}${why}.`, isApplied ? 'proven' : 'quiet');
  }

  #notDone(cell: Cell, seen: boolean, error: ApiError, isRepeat = false): void {
    const { code, detail, current, changedBy } = error.problem;
    // Where the console told no value, it is what it was before the press, or what was heard meanwhile.
    const heard = current === undefined ? undefined : { ...this.#heardNow(), value: stateOf(current) };
    if (code === 'conflict' && current !== undefined) {
      const advice =
        current === null
          ? 'Refresh to see what is left.'
          : 'Press the switch again if you still want to change it.';
      const nothing = isRepeat ? '' : 'Nothing was changed. ';
      const words = `${conflictInWords(seen, current, changedBy)} ${nothing}${advice}`;
      this.#host.put(cell, { phase: 'conflict', words }, heard);
      this.#announceProblem(cell, `${cellInWords(cell)}: changed by somebody else`, words);
      return;
    }
    const isNamed = code !== 'rejected' || /^the service/i.test(detail);
    const words = refusedInWords(isNamed ? detail : `The service refused: ${detail}`);
    this.#host.put(cell, { phase: 'refused', words }, heard);
    if (isSignedOut(error)) return; // the page says that by itself
    this.#announceProblem(cell, `${recordInWords(cell)} was not changed in entity ${cell.entityId}`, words);
  }

  /**
   * The console did not say what happened: asks the service, through the console, for this one cell until it has the
   * wanted value. While it has not, the change is sent again, for it may never have arrived; too late for that, the
   * change can no longer be on its way, and whatever value there is counts.
   */
  async #findOut(
    cell: Cell,
    wanted: boolean,
    error: unknown,
    send: () => Promise<AccessOutcome>,
    applied: Applied,
  ): Promise<void> {
    const { transport } = this.#host;
    const isSilent = error instanceof ApiError && error.unreachable;
    const reason = isSilent
      ? 'The console did not answer.'
      : 'The console failed before it could say what happened.';
    const words = `${reason} Whether the change was made is not known; this page keeps asking.`;
    this.#host.put(cell, { phase: 'unanswered', value: stateOf(wanted), words });
    this.#announceProblem(cell, `${cellInWords(cell)}: unconfirmed`, words);
    const since = transport.now();
    for (let attempt = 0; ; attempt++) {
      const isBack = await transport.wait(checkPausesMs[Math.min(attempt, checkPausesMs.length - 1)] ?? 0);
      if (isBack) attempt = 0; // the first question after that may come too early
      const askedAt = transport.now();
      const before = this.#host.now();
      const now = await transport.read(cell).catch((failure: unknown) => failure);
      if (isRefused(now)) {
        // Asked again it would be refused again; the console goes on checking, and its status tells the outcome.
        const open = `${reason} Whether the change was made is not known.`;
        const value = stateOf(wanted);
        this.#host.put(cell, { phase: 'unconfirmed', value, words: open }, this.#heardNow());
        return;
      }
      if (typeof now !== 'boolean' && now !== null) continue;
      if (now !== wanted && askedAt - since < stillAtWorkMs) {
        if (await this.#repeat(cell, wanted, send, applied)) return;
        continue;
      }
      // What is heard while it is read may be newer, also of a ledger that was put back to an older one meanwhile.
      const seq = Math.min(before.seq, this.#host.now().seq);
      const heard = { ...before, seq, value: stateOf(now) };
      if (now !== wanted) return this.#dropped(cell, now, reason, heard);
      this.#host.put(cell, undefined, heard);
      const says = now ? 'it has access' : 'it has no access';
      this.#say(cell, `${cellInWords(cell)}: the service says that ${says}.`);
      return;
    }
  }

  /** The page no longer sends a change that had no answer, and the service has another value. */
  #dropped(cell: Cell, now: boolean | null, reason: string, heard: HeardValue): void {
    const advice =
      now === null
        ? 'Refresh to see what is left.'
        : 'Press the switch again if you still want to change it.';
    const words = `Your change was not made. ${reason} The service has “${valueInWords(now)}” now. ${advice}`;
    this.#host.put(cell, { phase: 'refused', words }, heard);
    this.#announceProblem(cell, `${recordInWords(cell)} was not changed in entity ${cell.entityId}`, words);
  }

  /** Sends a change again that may have arrived. @returns whether it is known now what came of it. */
  async #repeat(
    cell: Cell,
    wanted: boolean,
    send: () => Promise<AccessOutcome>,
    applied: Applied,
  ): Promise<boolean> {
    try {
      this.#answered(cell, wanted, await send(), applied, true);
      return true;
    } catch (error) {
      // Other failures are about this request alone, and say nothing of the one before.
      if (!(error instanceof ApiError) || !['conflict', 'rejected'].includes(error.problem.code))
        return false;
      this.#notDone(cell, !wanted, error, true);
      return true;
    }
  }

  /** What the console told just now is newer than all that was heard, unless it says which entry it is. */
  #heardNow(): HeardValue {
    const { seq, asked } = this.#host.now();
    return { seq: seq + 1, asked };
  }

  #say(cell: Cell, title: string, kind: 'proven' | 'quiet' = 'quiet'): void {
    this.#host.announce({ cell, kind, title });
  }

  #announceProblem(cell: Cell, title: string, detail: string): void {
    this.#host.announce({ cell, kind: 'problem', title, detail });
  }
}
