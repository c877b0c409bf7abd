import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { AccessOutcome, Cell, ChangeAccess } from '@/lib/contract/access/access';
import { isForGood } from '@/lib/contract/error-codes';
import {
  cellInWords,
  changedInWords,
  conflictInWords,
  notChangedInWords,
  refusedInWords,
} from '@/lib/domain/access/access-words';
import type { CellState } from '@/lib/domain/access/matrix';
import type { KeyNames } from '@/lib/domain/access/names/named';
import { ApiError, isSignedOut, mayHaveArrived } from '@/lib/client/api';
import { isInFlight, type CellNote, type HeardValue } from './annotated-cells';
import type { OwnChange, OwnChanges } from './own-changes';

/**
 * What the page says about a change. `proven`: the value was read back, which the cell shows too; `quiet`: for a moment;
 * `problem`: until it is read.
 */
export interface Announcement {
  kind: 'proven' | 'quiet' | 'problem';
  title: string;
  detail?: string;
  /** A later announcement about the same cell replaces this one. */
  cell: Cell;
  /** Sends a change that was not made once more; undefined: that cannot help. */
  again?: (() => void) | undefined;
}

/** How switches reach the console. */
export interface EditTransport {
  /**
   * @param key names the change: the console makes it once, however often it is sent with the same key.
   * @throws ApiError; `mayHaveArrived` says whether the change may have been made all the same.
   */
  post: (change: ChangeAccess, key: string) => Promise<AccessOutcome>;
  /** Resolves after that many milliseconds, or as soon as the network is back. @returns whether it is back. */
  wait: (ms: number) => Promise<boolean>;
}

/** What switching needs of the store. */
interface EditHost {
  transport: EditTransport;
  own: OwnChanges;
  note: (cell: Cell) => CellNote | undefined;
  /** The value that the page shows of a cell. */
  value: (cell: Cell) => CellState;
  /** @param note undefined: the change has ended. @param heard the value that the console named. */
  put: (cell: Cell, note: CellNote | undefined, heard?: HeardValue) => void;
  /** The newest ledger entry that the page knows, and the number of its newest request for the matrix. */
  now: () => { seq: number; request: number };
  announce: (announcement: Announcement) => void;
  /** What records and entities are called, for announcements. */
  names: () => KeyNames;
}

/** Milliseconds before each repetition of a change that has no answer; the last pause repeats. */
const repeatPausesMs = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Codes of a repetition that answer the change itself. */
const answers = ['conflict', 'rejected'];
/** Codes by which the console will not answer this person again. */
const refusals = ['forbidden', 'not-found', 'invalid-request', 'signed-out'];

/** Whether a change of the cell has not ended. */
export function isUnderWay(note: CellNote | undefined): boolean {
  return isInFlight(note) || note?.phase === 'unconfirmed';
}

/** A value as the matrix has it. */
export function stateOf(value: boolean | null): CellState {
  return value === null ? 'none' : value ? 'granted' : 'denied';
}

/** A change as it is sent, with the value that the person saw. */
type SentChange = ChangeAccess & { expected: boolean };

/** Single switches: shown at once, sent with the value seen, ended by the console's answer. */
export class OptimisticEdits {
  readonly #host: EditHost;

  constructor(host: EditHost) {
    this.#host = host;
  }

  /**
   * Gives or removes access. A cell whose last change has not ended stays as it is, and the page says so. While the
   * console does not answer, the same request is repeated: the key makes sure that it is done once, and its age that a
   * console that hears of it late does not do it any more.
   * @param seen the value that the person saw. @param undoOf the change set of the switch that this takes back.
   */
  async switch(cell: Cell, seen: boolean, undoOf?: string): Promise<void> {
    const { own, note, transport } = this.#host;
    const open = note(cell);
    if (isUnderWay(open)) {
      const why =
        open?.phase === 'pending'
          ? 'the change before is still on its way.'
          : 'it is not known yet whether the change before happened. The console is checking.';
      return this.#say(cell, `${this.#called(cell)}: ${why}`);
    }
    const wanted = !seen;
    const begun = own.begin(undoOf);
    const made = (changeSetId: string) => begun({ kind: 'switch', cell, value: wanted, changeSetId });
    const words = wanted ? 'Access is being given.' : 'Access is being removed.';
    this.#host.put(cell, { phase: 'pending', value: stateOf(wanted), words });
    const { recordType, recordId, entityId } = cell;
    const change: SentChange = {
      ...{ recordType, recordId, entityId },
      accessible: wanted,
      expected: seen,
      undoOf,
    };
    const begunAt = this.#host.now().seq;
    const pressedAt = Date.now();
    const key = crypto.getRandomValues(new BigUint64Array(2)).join('-'); // `randomUUID` is missing on plain HTTP
    for (let repeats = 0, pause = 0; ; repeats++, pause++) {
      try {
        const age = repeats > 0 ? { pressedMsAgo: Math.max(0, Date.now() - pressedAt) } : {};
        const answer = await transport.post({ ...change, ...age }, key);
        return this.#answered(cell, wanted, answer, made, repeats > 0 ? begunAt : null);
      } catch (error) {
        if (repeats === 0 ? !mayHaveArrived(error) : hasCode(error, answers))
          return this.#notDone(change, error as ApiError, repeats > 0); // other errors may have arrived
        if (repeats > 0 && hasCode(error, refusals)) return this.#leaveOpen(cell, wanted);
        if (repeats === 0) this.#noAnswer(cell, wanted, error);
      }
      const isBack = await transport.wait(repeatPausesMs[Math.min(pause, repeatPausesMs.length - 1)] ?? 0);
      if (isBack) pause = -1; // the first request after that may come too early
    }
  }

  /** Takes back a switch of this tab, unless the cell has its value before that again. */
  undo({ cell, value, changeSetId }: Extract<OwnChange, { kind: 'switch' }>): void {
    const { note, own, value: shown } = this.#host;
    if (isUnderWay(note(cell)) || shown(cell) !== stateOf(!value))
      return void this.switch(cell, value, changeSetId);
    own.dropUnchanged(changeSetId);
    this.#say(cell, `${this.#called(cell)}: changed back since. Nothing was sent.`);
  }

  /**
   * @param made to be called once the change is known to be made.
   * @param begunAt of a repeated request: the newest ledger entry that the page knew at the press; else null.
   */
  #answered(
    cell: Cell,
    wanted: boolean,
    { outcome, detail, seq, changeId }: AccessOutcome,
    made: (changeSetId: string) => void,
    begunAt: number | null,
  ): void {
    if (outcome === unconfirmedState) {
      const words =
        detail ?? 'The change was sent; whether it happened is not known yet. The console is checking.';
      const value = stateOf(wanted);
      const own = { changeSetId: changeId, wanted, applied: () => made(changeId) };
      this.#host.put(cell, { phase: 'unconfirmed', value, words, own }, this.#heardNow());
      this.#announceProblem(cell, `${this.#called(cell)}: unconfirmed`, words);
      return;
    }
    const isApplied = outcome === 'applied';
    if (isApplied) made(changeId);
    // The answer to a repetition may be old: events since the press are newer than it.
    const order =
      seq !== undefined
        ? { seq }
        : begunAt === null
          ? this.#heardNow()
          : { seq: begunAt, request: this.#host.now().request };
    this.#host.put(cell, undefined, { ...order, value: stateOf(wanted), isApplied });
    const why = isApplied
      ? ''
      : begunAt !== null
        ? ': somebody else changed it meanwhile'
        : ': it was changed elsewhere meanwhile, so nothing was sent';
    this.#say(
      cell,
      `${changedInWords(cell, wanted, this.#host.names())}${why}.`,
      isApplied ? 'proven' : 'quiet',
    );
  }

  #notDone(change: SentChange, error: ApiError, isRepeat: boolean): void {
    const { recordType, recordId, entityId, expected: seen } = change;
    const cell = { recordType, recordId, entityId };
    const { code, detail, current, changedBy } = error.problem;
    // Without a value in the answer the cell keeps the value before the press, or a newer one.
    const heard = current === undefined ? undefined : { ...this.#heardNow(), value: stateOf(current) };
    if (code === 'conflict' && current !== undefined) {
      const advice =
        current === null
          ? 'Refresh to see what is left.'
          : 'Press the switch again if you still want to change it.';
      const nothing = isRepeat ? '' : 'Nothing was changed. ';
      const words = `${conflictInWords(seen, current, changedBy)} ${nothing}${advice}`;
      this.#host.put(cell, { phase: 'conflict', words }, heard);
      this.#announceProblem(cell, `${this.#called(cell)}: changed by somebody else`, words);
      return;
    }
    const isNamed = code !== 'rejected' || /^the service/i.test(detail);
    const words = refusedInWords(isNamed ? detail : `The service refused: ${detail}`);
    this.#host.put(cell, { phase: 'refused', words }, heard);
    if (isSignedOut(error)) return; // the page says that by itself
    const again = isForGood(code) ? undefined : () => this.#again(cell, change);
    this.#announceProblem(cell, notChangedInWords(cell, this.#host.names()), words, again);
  }

  #noAnswer(cell: Cell, wanted: boolean, error: unknown): void {
    const reason =
      error instanceof ApiError && error.unreachable
        ? 'The console did not answer.'
        : 'The console failed before it could say what happened.';
    const words = `${reason} Whether the change was made is not known. This page sends it again until there is an answer; it is made once at most.`;
    this.#host.put(cell, { phase: 'unanswered', value: stateOf(wanted), words });
    this.#announceProblem(cell, `${this.#called(cell)}: unconfirmed`, words);
  }

  /** The console does not answer this person again. The matrix's status tells the value. */
  #leaveOpen(cell: Cell, wanted: boolean): void {
    const words = 'The console did not answer. Whether the change was made is not known.';
    const own = { changeSetId: null, wanted, applied: () => undefined };
    this.#host.put(cell, { phase: 'unconfirmed', value: stateOf(wanted), words, own }, this.#heardNow());
    this.#announceProblem(cell, `${this.#called(cell)}: unconfirmed`, words); // it is sent no more
  }

  /** The order of an answer without a ledger number: newer than all that the page knows. */
  #heardNow(): HeardValue {
    const { seq, request } = this.#host.now();
    return { seq: seq + 1, request };
  }

  #say(cell: Cell, title: string, kind: 'proven' | 'quiet' = 'quiet'): void {
    this.#host.announce({ cell, kind, title });
  }

  /** Sends a change that was not made once more, unless the cell has the value by now. */
  #again(cell: Cell, { accessible, undoOf }: SentChange): void {
    const { note, value } = this.#host;
    // The value of a change that has not ended says nothing yet.
    if (isUnderWay(note(cell)) || value(cell) === stateOf(!accessible))
      return void this.switch(cell, !accessible, undoOf);
    this.#say(cell, `${this.#called(cell)}: changed since. Nothing was sent.`);
  }

  #called(cell: Cell): string {
    return cellInWords(cell, this.#host.names());
  }

  #announceProblem(cell: Cell, title: string, detail: string, again?: () => void): void {
    this.#host.announce({ cell, kind: 'problem', title, detail, again });
  }
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof ApiError && codes.includes(error.problem.code);
}
