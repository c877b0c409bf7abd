import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
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
import { StoppedError, type ChangeSetStore } from '../store/change-set-store';
import {
  conflictInWords,
  lastChangeTo,
  overtakenBy,
  sameChangeInWords,
  type LastChange,
} from '../store/last-change';
import type { LeasedChangeSet } from '../store/lease';
import type { CellMove } from '../store/transition';
import type { DueCells, WorkCell } from '../store/work-cell';
import type { CallOptions } from '@/lib/server/upstream/client';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import type { AccessEcho } from '@/lib/server/upstream/security';
import { isOfTheCell, readCells } from './read-cells';

export interface Execution {
  changeSet: LeasedChangeSet;
  store: ChangeSetStore;
  database: Database;
  policy: CellPolicy & { readBackPausesMs: readonly number[]; stormAfter: number };
  log: Logger;
  options: CallOptions;
  isEnding: () => boolean;
  /** Tells what a 403 speaks against. @throws as the store. */
  whenForbidden: (cell: WorkCell) => Promise<RequestFailure['of']>;
  /** Called with each failure or success before it is recorded. */
  onOutcome: (
    outcome: { of: RequestFailure['of']; cell: WorkCell; error: UpstreamError } | 'went well',
  ) => void;
  onStopped: () => void;
}

interface ReadCell {
  cell: WorkCell;
  observed: Observation;
  error?: unknown;
  overtakenBy?: LastChange | null;
  serviceRequests?: readonly string[];
}

interface Sent {
  cell: WorkCell;
  answer: 'accepted' | UpstreamError;
  serviceRequests: readonly string[];
}

/**
 * Changes claimed cells: reads, sends, reads back, records.
 * @throws as the store; sent cells that are not decided stay claimed until the next run reads them.
 */
export async function execute(run: Execution, cells: readonly WorkCell[]): Promise<void> {
  const undecided = new Set(cells);
  const sendsBefore = new Map(cells.map((cell) => [cell, cell.sends]));
  try {
    let toSend = await decide(run, undecided, await readBeforeSending(run, cells));
    while (toSend.length > 0) toSend = await readBack(run, undecided, await sendAll(run, undecided, toSend));
  } finally {
    const unsent = [...undecided].filter((cell) => cell.sends === sendsBefore.get(cell));
    // Fails without lease or database; then the claims are void anyway.
    await run.store.release(unsent).catch(() => undefined);
  }
}

/** Reads what became of unconfirmed cells; a later change by another person is not overwritten. */
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

async function readBeforeSending(run: Execution, cells: readonly WorkCell[]): Promise<ReadCell[]> {
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

/** Applies the protocol to what was read and records the verdicts. @returns the cells to send. */
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
    const isUndecided = verdict.do === 'trouble' || verdict.do === 'postpone';
    if (isUndecided && observed.seen === 'not sent') await run.store.clearSent(cell);
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
    // Marks only what is recorded: otherwise the mark could stay after another worker decided the cell.
    if (to === unconfirmedState) run.changeSet.connection.mirror.markUnconfirmed(cell.cell);
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
      return { cell, detail, to: unconfirmedState, forMs: verdict.forMs, nextMs: verdict.nextMs };
    case 'postpone':
      return { cell, detail, to: 'pending', nextMs: verdict.nextMs, isTry: verdict.isTry };
  }
}

/** Sends several cells at once. @returns those that the service may have executed; the others are decided. */
async function sendAll(
  run: Execution,
  undecided: Set<WorkCell>,
  cells: readonly WorkCell[],
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const queue = cells.values();
  let failuresInARow = 0; // stops the batch early when the service fails altogether
  let couldNotRecord = false;
  const worker = async (): Promise<void> => {
    for (const cell of queue) {
      if (couldNotRecord || run.isEnding() || failuresInARow >= run.policy.stormAfter) return;
      const one = await send(run, undecided, cell).catch((error: unknown) => {
        couldNotRecord = true;
        throw error;
      });
      if (!one) continue;
      sent.push(one);
      failuresInARow = one.answer === 'accepted' ? 0 : failuresInARow + 1;
    }
  };
  // A few more than may be in flight, so that some already wait in the budget.
  const most = run.changeSet.connection.upstream.settings.concurrency + 2;
  const workers = Array.from({ length: Math.min(most, cells.length) }, worker);
  const ended = await Promise.allSettled(workers); // a failure of one does not leave the others' requests alone
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return sent;
}

/** @returns null when the service certainly did not execute it; then it is decided already. */
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
      // Only what was certainly not carried out, such as after a 429, was about to be sent once more.
      if (sentAt !== null) await run.store.clearSent(cell);
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

function forbiddenEntityWords({ cell: { entityId } }: WorkCell, userMessage: string): string {
  const [, said] = userMessage.split(/(?= It said: )/);
  return `The service does not let the console’s user change entity ${entityId}; it took changes of others.${said ?? ''}`;
}

/** Reads sent cells back and decides. @returns the cells to send again now. */
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

function showValue(
  { changeSet }: Execution,
  { cell: { cell }, observed }: ReadCell,
  verdict: Verdict,
  after: CellValue | undefined,
): void {
  // An old value read after a POST may still change.
  if (after !== undefined && (verdict.do === 'settle' || observed.seen === 'before'))
    changeSet.connection.mirror.confirm({ ...cell, accessible: after });
}

/** Logs a reply that is not the requested change; the value is read back anyway. */
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
