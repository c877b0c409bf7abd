import type { Cell } from '@/lib/contract/access/access';
import type { CellState, UndecidedState } from '@/lib/contract/changes/change-states';
import { backoffMs } from '@/lib/domain/backoff';
import type { CellValue } from '@/lib/domain/access/matrix-differences';

/*
 * What to do next about one cell of a change set, be it a switch or one of many. Pure: observations come in, a verdict
 * goes out. `docs/promises.md` lists what it promises.
 */

/** A cell that is not decided yet, as it is written down. Times are in milliseconds by the database's clock. */
export interface OpenCell {
  readonly cell: Cell;
  readonly wanted: boolean;
  /** The value the person saw; null: none was named. */
  readonly expected: CellValue;
  readonly state: UndecidedState;
  /** Failures that were counted against this cell. */
  readonly tries: number;
  /** POSTs so far. */
  readonly sends: number;
  /** When the POST left that may have been carried out; null: none may have been. */
  readonly sentAt: number | null;
  /** Until then that POST may still be carried out, so reading the old value proves nothing. */
  readonly unconfirmedUntil: number | null;
}

/** Why a request did not do what it should. */
export interface RequestFailure {
  /**
   * `refused`: the service said no. `cell`: it failed at this cell, or gave no proper answer about it. `service`: it
   * fails as a whole, for every cell alike.
   */
  of: 'refused' | 'cell' | 'service';
  words: string;
}

/** How a POST was answered that was or may have been carried out. */
export type PostAnswer = 'accepted' | 'broken off' | 'timed out' | 'no proper answer';

/**
 * What was seen of a cell. `isOvertaken`: somebody else gave it the value that was read after its last POST, as the
 * ledger knows.
 */
export type Observation =
  /** Read before a POST. */
  | { seen: 'before'; value: CellValue; isOvertaken: boolean }
  /** It could not be read before a POST. */
  | { seen: 'unreadable'; failure: RequestFailure }
  /** A POST was answered, and the value was read back until it was the wanted one or time was up; undefined: unreadable. */
  | { seen: 'answer'; answer: PostAnswer; value: CellValue | undefined }
  /** A POST certainly was not carried out. */
  | { seen: 'not sent'; failure: RequestFailure }
  /** Asked at `now` what became of an earlier POST; undefined: unreadable. */
  | { seen: 'again'; value: CellValue | undefined; isOvertaken: boolean; now: number };

export type FinalState = Exclude<CellState, UndecidedState>;

export type Verdict =
  /** It has its final outcome. `why` is '' where the outcome says all, and for a conflict, whose author is looked up. */
  | { do: 'settle'; outcome: FinalState; why: string }
  | { do: 'send' }
  /** Unconfirmed: it is asked for again. `forMs`: so long the POST may still be carried out. */
  | { do: 'unconfirmed'; forMs: number; nextMs: number }
  /** Certainly not under way: tried again later. */
  | { do: 'postpone'; nextMs: number; isTry: boolean; why: string }
  /** The service fails as a whole: the cell stays as it is; a set pauses, and a switch ends. */
  | { do: 'trouble' };

/** How often and how patiently one cell is tried. */
export interface CellPolicy {
  /** POSTs of one attempt, where each read-back shows that nothing happened. */
  mostSends: number;
  /** Failures that speak against a cell before it is parked as rejected; with one, it fails as the service does. */
  mostTries: number;
  /** How long the service may go on with a POST after its time-out. */
  timedOutMs: number;
  /** The same after a connection that broke off, or an answer that says nothing. */
  brokenOffMs: number;
  /** First and longest pause of a cell after a failure; it doubles. 0: what may be sent again is sent at once. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** An unconfirmed cell is asked for at least this often. */
  longestUnconfirmedPauseMs: number;
  /** What becomes of a POST that was proven not to be carried out. */
  whenNotDone: 'send again' | 'cancel';
}

/** What to do about a cell after an observation. */
export function next(cell: OpenCell, observed: Observation, policy: CellPolicy): Verdict {
  switch (observed.seen) {
    case 'before':
      return beforeSending(cell, observed, policy);
    case 'unreadable':
      return afterFailedRead(cell, observed.failure, policy);
    case 'answer':
      return afterAnswer(cell, observed, policy);
    case 'not sent':
      return afterFailedSend(cell, observed.failure, policy);
    case 'again':
      return afterLookingAgain(cell, observed, policy);
  }
}

/** Milliseconds to wait after the `times`th failure in a row. */
export function pauseAfter(
  times: number,
  { firstPauseMs, longestPauseMs }: Pick<CellPolicy, 'firstPauseMs' | 'longestPauseMs'>,
): number {
  return backoffMs(times, { firstMs: firstPauseMs, longestMs: longestPauseMs });
}

/** A reading of a cell while nobody has looked yet whether somebody changed it after its last POST. */
export type Reading =
  | Omit<Extract<Observation, { seen: 'before' }>, 'isOvertaken'>
  | Omit<Extract<Observation, { seen: 'again' }>, 'isOvertaken'>;

/** Whether it matters that somebody changed a cell after its last POST: only then is the ledger asked. */
export function mayBeOvertaken(cell: OpenCell, read: Reading, policy: CellPolicy): boolean {
  if (read.value === undefined) return false;
  if (read.value === cell.wanted) return mayHaveHappened(cell);
  return read.seen === 'before' ? cell.sends > 0 : !mayStillHappen(cell, read.now, policy);
}

/** Whether an unconfirmed POST may still be carried out, so that reading the old value proves nothing. */
function mayStillHappen(
  { unconfirmedUntil, sentAt }: OpenCell,
  now: number,
  { brokenOffMs }: CellPolicy,
): boolean {
  return now < (unconfirmedUntil ?? (sentAt ?? 0) + brokenOffMs);
}

/** Sent, and the service has not said whether it happened. */
export const unconfirmedWords =
  'The change was sent, but the service does not say whether it happened. The console goes on asking.';

const mayHaveHappened = ({ sentAt }: OpenCell): boolean => sentAt !== null;

function beforeSending(
  cell: OpenCell,
  observed: Extract<Observation, { seen: 'before' }>,
  policy: CellPolicy,
): Verdict {
  const { value, isOvertaken: isChanged } = observed;
  if (value === cell.wanted) return settle(mayHaveHappened(cell) && !isChanged ? 'applied' : 'already');
  const isUnseen = !mayHaveHappened(cell) && cell.expected !== null && value !== cell.expected;
  const isOvertaken = isChanged && mayBeOvertaken(cell, observed, policy);
  return isUnseen || isOvertaken ? settle('conflict') : { do: 'send' };
}

function afterFailedRead(cell: OpenCell, failure: RequestFailure, policy: CellPolicy): Verdict {
  // A refused question says nothing of what was sent before.
  if (mayHaveHappened(cell)) return unconfirmed(policy.brokenOffMs);
  if (failure.of === 'refused') return settle('rejected', failure.words);
  if (failure.of === 'service' || policy.mostTries === 1) return { do: 'trouble' };
  const tries = cell.tries + 1;
  if (tries < policy.mostTries)
    return { do: 'postpone', nextMs: pauseAfter(tries, policy), isTry: true, why: failure.words };
  const why = `The service failed ${String(tries)} times when asked for this. ${failure.words}`;
  return settle('rejected', why);
}

function afterAnswer(
  cell: OpenCell,
  { answer, value }: Extract<Observation, { seen: 'answer' }>,
  policy: CellPolicy,
): Verdict {
  if (value === cell.wanted) return settle('applied');
  if (answer === 'accepted') return value === undefined ? unconfirmed(0) : settle('rejected', notKept(cell));
  // Only a broken connection is a reason to send again: whoever answered late or badly may still be at work.
  if (answer === 'broken off' && value !== undefined && cell.sends < policy.mostSends) {
    const nextMs = pauseAfter(cell.sends, policy);
    return nextMs === 0 ? { do: 'send' } : { do: 'postpone', nextMs, isTry: false, why: brokenOff };
  }
  return unconfirmed(answer === 'timed out' ? policy.timedOutMs : policy.brokenOffMs);
}

function afterFailedSend(cell: OpenCell, failure: RequestFailure, policy: CellPolicy): Verdict {
  if (failure.of === 'service') return { do: 'trouble' };
  // An earlier POST may still be carried out, whatever the service says to this one.
  if (mayHaveHappened(cell)) return unconfirmed(policy.brokenOffMs);
  if (failure.of === 'refused') return settle('rejected', failure.words);
  return { do: 'postpone', nextMs: pauseAfter(1, policy), isTry: false, why: failure.words };
}

function afterLookingAgain(
  cell: OpenCell,
  observed: Extract<Observation, { seen: 'again' }>,
  policy: CellPolicy,
): Verdict {
  const { value, isOvertaken, now } = observed;
  // Where somebody else made the same change since, one change happened, and the log has it already.
  if (value === cell.wanted) return settle(mayHaveHappened(cell) && !isOvertaken ? 'applied' : 'already');
  if (!mayBeOvertaken(cell, observed, policy)) {
    // Less and less often, the longer it has been unconfirmed.
    const age = now - (cell.sentAt ?? now);
    const nextMs = Math.max(soonMs, Math.min(policy.longestUnconfirmedPauseMs, age / 2));
    return { do: 'unconfirmed', forMs: policy.brokenOffMs, nextMs };
  }
  if (isOvertaken) return settle('conflict');
  if (policy.whenNotDone === 'cancel')
    return settle('cancelled', `${notCarriedOut(cell)} It is not sent again.`);
  if (cell.sends < policy.mostSends) return { do: 'postpone', nextMs: 0, isTry: false, why: '' };
  return settle('rejected', notCarriedOut(cell));
}

const soonMs = 1_000;
const brokenOff = 'The connection to the service broke off; the value is as before, so it is sent again.';

function settle(outcome: FinalState, why = ''): Verdict {
  return { do: 'settle', outcome, why };
}

function unconfirmed(forMs: number): Verdict {
  return { do: 'unconfirmed', forMs, nextMs: soonMs };
}

function notKept({ cell: { recordType, recordId, entityId }, wanted }: OpenCell): string {
  return (
    `The service took the request to ${wanted ? 'give' : 'remove'} access, but did not keep it: ${recordType} ` +
    `${recordId} still reads as before in entity ${entityId}. Ask whoever runs the service.`
  );
}

function notCarriedOut({ sends }: OpenCell): string {
  const times = sends === 1 ? 'once' : `${String(sends)} times`;
  return `It was sent ${times}, and the service did not carry it out: the value is as before.`;
}
