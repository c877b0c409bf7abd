import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import {
  mayBeOvertaken,
  next,
  unconfirmedWords,
  type CellPolicy,
  type Observation,
  type PostAnswer,
  type Reading,
  type RequestFailure,
  type Verdict,
} from '@/lib/domain/changes/cell-protocol';
import type { Database } from '@/lib/server/db/database';
import { StoppedError, type ChangeSetStore } from '@/lib/server/services/changes/store/change-set-store';
import {
  conflictInWords,
  lastChangeTo,
  overtakenBy,
  sameChangeInWords,
  type LastChange,
} from '@/lib/server/services/changes/store/last-change';
import type { LeasedChangeSet } from '@/lib/server/services/changes/store/lease';
import type { CellMove } from '@/lib/server/services/changes/store/transition';
import type { DueCells, WorkCell } from '@/lib/server/services/changes/store/work-cell';
import type { CallOptions } from '@/lib/server/upstream/client';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import type { AccessEcho } from '@/lib/server/upstream/security';
import { isOfTheCell, readCells } from './read-cells';

/** What carrying a change set out needs. */
export interface Execution {
  changeSet: LeasedChangeSet;
  store: ChangeSetStore;
  database: Database;
  policy: CellPolicy & { readBackPausesMs: readonly number[]; stormAfter: number };
  log: Logger;
  options: CallOptions;
  /** True once nothing new is to be sent. */
  isEnding: () => boolean;
  /** What a POST speaks against that the service forbade (403). @throws as the store. */
  whenForbidden: (cell: WorkCell) => Promise<RequestFailure['of']>;
  /** Hears what a request's failure speaks against, or that something went well; each before it is written down. */
  onOutcome: (
    outcome: { of: RequestFailure['of']; cell: WorkCell; error: UpstreamError } | 'went well',
  ) => void;
  /** Told that nothing more may be sent of the set: from now on `isEnding` says so. */
  onStopped: () => void;
}

/** A cell and what was read of it, by which requests, and what one of them failed with. */
interface ReadCell {
  cell: WorkCell;
  observed: Observation;
  error?: unknown;
  overtakenBy?: LastChange | null;
  serviceRequests?: readonly string[];
}

/** A cell whose POST left, and how it was answered. */
interface Sent {
  cell: WorkCell;
  answer: 'accepted' | UpstreamError;
  serviceRequests: readonly string[];
}

/**
 * Changes claimed cells: reads them, sends what is to be sent, reads back, and writes down what became of each.
 * @throws as the store; what was sent and is not decided stays claimed, until the next run has found out about it.
 */
export async function execute(run: Execution, cells: readonly WorkCell[]): Promise<void> {
  const undecided = new Set(cells);
  const sendsBefore = new Map(cells.map((cell) => [cell, cell.sends]));
  try {
    let toSend = await decide(run, undecided, await look(run, cells));
    while (toSend.length > 0) toSend = await readBack(run, undecided, await sendAll(run, undecided, toSend));
  } finally {
    const unsent = [...undecided].filter((cell) => cell.sends === sendsBefore.get(cell));
    // With a lost lease or database this fails, and the claims are void by themselves.
    await run.store.release(unsent).catch(() => undefined);
  }
}

/** Asks the service what became of cells that were sent without proof; what somebody changed since is left to them. */
export async function lookAgain(run: Execution, due: DueCells): Promise<void> {
  const { changeSet, options } = run;
  const claimed = await run.store.claim(due.cells);
  const readings = await readCells(changeSet.connection, claimed, options);
  const reads: ReadCell[] = [];
  for (const cell of due.cells) {
    const reading = readings.get(cell);
    const value = reading && 'value' in reading ? reading.value : undefined;
    reads.push(await withOvertaker(run, cell, { seen: 'again', value, now: due.now }));
  }
  await decide(run, new Set(due.cells), reads);
}

/** Reads cells before they are sent. */
async function look(run: Execution, cells: readonly WorkCell[]): Promise<ReadCell[]> {
  const { changeSet, options } = run;
  const reads: ReadCell[] = [];
  for (const [cell, reading] of await readCells(changeSet.connection, cells, options)) {
    if ('error' in reading) {
      const { error } = reading;
      const of = error.code === 'rejected' ? 'refused' : isOfTheCell(error) ? 'cell' : 'service';
      reads.push({
        cell,
        observed: { seen: 'unreadable', failure: { of, words: error.userMessage } },
        error,
      });
      continue;
    }
    const { value } = reading;
    if (cell.sentAt === null) cell.before = value;
    reads.push(await withOvertaker(run, cell, { seen: 'before', value }));
  }
  return reads;
}

/** A reading, with whoever changed the cell after its last POST where that matters. */
async function withOvertaker(
  { database, changeSet, policy }: Execution,
  cell: WorkCell,
  read: Reading,
): Promise<ReadCell> {
  const { value } = read;
  const isAsked = value !== undefined && mayBeOvertaken(cell, read, policy);
  const last = isAsked ? await overtakenBy(database, changeSet, cell, value) : null;
  return { cell, observed: { ...read, isOvertaken: last !== null }, overtakenBy: last };
}

/** Has the protocol decide, and writes its verdicts down. @returns the cells that are to be sent. */
async function decide(
  run: Execution,
  undecided: Set<WorkCell>,
  reads: readonly ReadCell[],
): Promise<WorkCell[]> {
  const toSend: WorkCell[] = [];
  const moves: CellMove[] = [];
  for (const one of reads) {
    const { cell, observed, serviceRequests } = one;
    const verdict = next(cell, observed, run.policy);
    reportOutcome(run, one, verdict);
    const after = valueIn(one);
    const isOpen = verdict.do === 'trouble' || verdict.do === 'postpone';
    if (isOpen && observed.seen === 'not sent') await run.store.takeBack(cell);
    const outcome = verdict.do === 'settle' ? verdict.outcome : null;
    const changedBy =
      outcome === 'conflict' ? await authorOf(run, one, after ?? null) : (one.overtakenBy ?? null);
    const detail =
      outcome === 'conflict'
        ? conflictInWords(cell.cell, after ?? null, changedBy, cell.sends > 0)
        : outcome === 'already' && changedBy
          ? sameChangeInWords(changedBy)
          : wordsOf(verdict);
    showValue(run, one, verdict, after);
    if (verdict.do === 'send') toSend.push(cell);
    else if (verdict.do !== 'trouble')
      moves.push({ ...moveOf(cell, verdict, detail), after, serviceRequests });
  }
  await run.store.record(moves);
  for (const { cell, to } of moves) {
    undecided.delete(cell);
    // Only once this is written down: what another worker has decided since would never take the mark off again.
    if (to === 'unknown') run.changeSet.connection.mirror.markUnconfirmed(cell.cell);
  }
  return toSend;
}

function moveOf(
  cell: WorkCell,
  verdict: Exclude<Verdict, { do: 'send' | 'trouble' }>,
  detail: string,
): CellMove {
  switch (verdict.do) {
    case 'settle':
      return { cell, detail, to: verdict.outcome };
    case 'unconfirmed':
      return { cell, detail, to: 'unknown', forMs: verdict.forMs, nextMs: verdict.nextMs };
    case 'postpone':
      return { cell, detail, to: 'pending', nextMs: verdict.nextMs, isTry: verdict.isTry };
  }
}

/** Sends cells, a few at once. @returns those that the service may have carried out; the others are decided. */
async function sendAll(
  run: Execution,
  undecided: Set<WorkCell>,
  cells: readonly WorkCell[],
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const queue = cells.values();
  let badInARow = 0; // a service that fails at all is found out before the whole batch has gone
  let isBroken = false; // by one that could not be written down, say
  const worker = async (): Promise<void> => {
    for (const cell of queue) {
      if (isBroken || run.isEnding() || badInARow >= run.policy.stormAfter) return;
      const one = await send(run, undecided, cell).catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
      if (!one) continue;
      sent.push(one);
      badInARow = one.answer === 'accepted' ? 0 : badInARow + 1;
    }
  };
  // As many as may be in flight, and some that wait for their turn in the budget meanwhile.
  const most = run.changeSet.connection.upstream.settings.concurrency + 2;
  const workers = Array.from({ length: Math.min(most, cells.length) }, worker);
  const ended = await Promise.allSettled(workers); // a failure of one does not leave the others' requests alone
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return sent;
}

/** Sends one cell. @returns null when it certainly was not carried out; what that means is decided already. */
async function send(run: Execution, undecided: Set<WorkCell>, cell: WorkCell): Promise<Sent | null> {
  const { upstream } = run.changeSet.connection;
  let sentAt: number | null = null;
  const notSent = async (
    error: unknown,
    failure: RequestFailure,
    serviceRequests: readonly string[] = [],
  ) => {
    await decide(run, undecided, [{ cell, observed: { seen: 'not sent', failure }, error, serviceRequests }]);
    return null;
  };
  try {
    const beforeSend = async () => {
      sentAt = await run.store.intend(cell);
    };
    const echo = await upstream.postAccess(
      { ...cell.cell, accessible: cell.wanted },
      { ...run.options, beforeSend },
    );
    cell.sentAt = sentAt ?? cell.sentAt;
    warnOfOddEcho(run, cell, echo);
    const serviceRequests = echo.serviceRequestId ? [echo.serviceRequestId] : [];
    return { cell, answer: 'accepted', serviceRequests };
  } catch (error) {
    if (error instanceof StoppedError) {
      run.onStopped();
      return null;
    }
    if (!(error instanceof UpstreamError)) throw error;
    const serviceRequests = error.serviceRequestId ? [error.serviceRequestId] : [];
    if (error.executed === 'unknown') {
      cell.sentAt = sentAt ?? cell.sentAt;
      return { cell, answer: error, serviceRequests };
    }
    const isForbidden = error.code === 'service-forbidden';
    const of = isForbidden
      ? await run.whenForbidden(cell)
      : error.code === 'rejected'
        ? 'refused'
        : 'service';
    const words =
      isForbidden && of === 'refused' ? forbiddenEntityWords(cell, error.userMessage) : error.userMessage;
    return notSent(error, { of, words }, serviceRequests);
  }
}

/** The service's own words are at the end of what is said of a 403. */
function forbiddenEntityWords({ cell: { entityId } }: WorkCell, userMessage: string): string {
  const [, said] = userMessage.split(/(?= It said: )/);
  return `The service does not let the console’s user change entity ${entityId}; it took changes of others.${said ?? ''}`;
}

/** Reads back what was sent and decides. @returns what is to be sent once more at once. */
async function readBack(
  run: Execution,
  undecided: Set<WorkCell>,
  sent: readonly Sent[],
): Promise<WorkCell[]> {
  const { changeSet, options, policy } = run;
  let open = [...sent];
  const toSend: WorkCell[] = [];
  for (const [i, pause] of policy.readBackPausesMs.entries()) {
    if (open.length === 0) break;
    if (pause > 0) await wait(pause);
    const cells = open.map(({ cell }) => cell);
    const readings = await readCells(changeSet.connection, cells, options);
    const isLast = i === policy.readBackPausesMs.length - 1;
    const valueOf = (cell: WorkCell) => {
      const reading = readings.get(cell);
      return reading && 'value' in reading ? reading.value : undefined;
    };
    const ready = open.filter(({ cell }) => isLast || valueOf(cell) === cell.wanted);
    open = open.filter((one) => !ready.includes(one));
    const reads = ready.map(({ cell, answer, serviceRequests }): ReadCell => ({
      cell,
      observed: { seen: 'answer', answer: answerIn(answer), value: valueOf(cell) },
      ...(answer !== 'accepted' && { error: answer }),
      serviceRequests,
    }));
    toSend.push(...(await decide(run, undecided, reads)));
  }
  return toSend;
}

function answerIn(answer: Sent['answer']): PostAnswer {
  if (answer === 'accepted') return 'accepted';
  if (answer.kind === 'network') return 'broken off';
  return answer.code === 'service-timeout' ? 'timed out' : 'no proper answer';
}

function wordsOf(verdict: Verdict): string {
  if (verdict.do === 'unconfirmed') return unconfirmedWords;
  return 'why' in verdict ? verdict.why : '';
}

/** What was certainly not sent still has the value that was read before. */
function valueIn({ cell, observed }: ReadCell): CellValue | undefined {
  if (observed.seen === 'not sent') return cell.sentAt === null ? cell.before : undefined;
  return 'value' in observed ? observed.value : undefined;
}

async function authorOf(
  { database, changeSet }: Execution,
  { cell, overtakenBy: last }: ReadCell,
  value: CellValue,
): Promise<LastChange | null> {
  return last ?? lastChangeTo(database, changeSet.connection.key, cell.cell, value);
}

/** Tells what a failure speaks against, and what went well. */
function reportOutcome(
  { onOutcome }: Execution,
  { cell, observed, error }: ReadCell,
  verdict: Verdict,
): void {
  const of = verdict.do === 'trouble' ? 'service' : 'failure' in observed ? observed.failure.of : 'cell';
  const isProven = verdict.do === 'settle' && verdict.outcome === 'applied';
  if (error instanceof UpstreamError && !isProven) onOutcome({ of, cell, error });
  else if (verdict.do === 'settle' && observed.seen !== 'again') onOutcome('went well');
}

/** Has the pages show what was read. */
function showValue(
  { changeSet }: Execution,
  { cell: { cell }, observed }: ReadCell,
  verdict: Verdict,
  after: CellValue | undefined,
): void {
  // An old value that is read after a POST may still become the new one.
  if (after !== undefined && (verdict.do === 'settle' || observed.seen === 'before'))
    changeSet.connection.mirror.confirm({ ...cell, accessible: after });
}

/** Warns when the service's reply to a change is not that change: what counts is read back, but somebody should look. */
function warnOfOddEcho({ log, changeSet }: Execution, cell: WorkCell, reply: AccessEcho): void {
  const { status, echo, serviceRequestId } = reply;
  if (echo === 'same' || status === 204) return;
  const { connection, id } = changeSet;
  log.warn(
    {
      connection: connection.key,
      set: id,
      ...cell.cell,
      wanted: cell.wanted,
      status,
      echo,
      serviceRequestId,
    },
    'The service answered a change with something else than that change. The console reads the value back.',
  );
}
