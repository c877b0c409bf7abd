import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '@/lib/server/db/database';
import type { CallOptions } from '@/lib/server/upstream/client';
import { UpstreamError } from '@/lib/server/upstream/errors';
import { claimedOf } from './cell-claims';
import { doubtMsOf, doubtWords, notKeptWords } from './doubts';
import { heedEcho } from './echo-alarm';
import type { HeldSet } from './held-set';
import { conflictInWords, lastChangeTo, overtakenBy } from './last-change';
import { pauseAfter, type Pace } from './pace';
import { isOfTheCell, readCells } from './read-cells';
import { StoppedError, type SetJournal } from './set-journal';
import type { Settled, WorkCell } from './work-cell';

/** What a batch needs of the run it belongs to. */
export interface BatchParts {
  held: HeldSet;
  database: Database;
  journal: SetJournal;
  pace: Pace;
  log: Logger;
  options: CallOptions;
  /** True once nothing new is to be sent. */
  isEnding: () => boolean;
  /** The service as a whole is in trouble: the set is to pause. */
  trouble: (error: UpstreamError) => void;
  /** A failure that speaks against one cell, or, of many cells in a row, against the service. */
  failed: (cell: WorkCell, error: UpstreamError) => void;
  /** Something went well. */
  went: () => void;
}

interface Sent {
  cell: WorkCell;
  answer: 'accepted' | UpstreamError;
  serviceRequests: string[];
}

const claimedElsewhere = 'Another change of this combination is being made at this moment.';

/** Claims cells, reads them, sends what is to be sent, reads back, and writes down what became of each. */
export async function changeBatch(parts: BatchParts, cells: readonly WorkCell[]): Promise<void> {
  const { journal } = parts;
  const claimed = claimedOf(cells, await journal.claim(cells));
  const others = cells.filter((cell) => !claimed.includes(cell));
  await journal.postpone(
    others.map((cell) => ({ cell, nextMs: 300, isTry: false, detail: claimedElsewhere })),
  );
  const undecided = new Set(claimed);
  const sendsBefore = new Map(claimed.map((cell) => [cell, cell.sends]));
  try {
    const toSend = await precheck(parts, undecided);
    const sent = await sendAll(parts, toSend, undecided);
    await prove(parts, sent, undecided);
  } finally {
    // What was sent and is not decided stays claimed, until the next run of this set has found out about it.
    const unsent = [...undecided].filter((cell) => cell.sends === sendsBefore.get(cell));
    // With a lost lease or database this fails, and the claims are void by themselves.
    await journal.release(unsent).catch(() => undefined);
  }
}

/** Reads the values now and decides what needs no POST. @returns what is to be sent. */
async function precheck(parts: BatchParts, undecided: Set<WorkCell>): Promise<WorkCell[]> {
  const { held, database, journal, pace, options } = parts;
  const readings = await readCells(held.connection, [...undecided], options);
  const settled: Settled[] = [];
  const toSend: WorkCell[] = [];
  const doubtful: WorkCell[] = [];
  for (const [cell, reading] of readings) {
    if ('error' in reading) {
      const { error } = reading;
      const wasSent = cell.sentAt !== null;
      if (wasSent) doubtful.push(cell); // a refused question says nothing of what was sent before
      if (error.code === 'rejected') {
        if (!wasSent) settled.push({ cell, outcome: 'rejected', detail: error.sentence });
      } else if (!isOfTheCell(error)) parts.trouble(error);
      else if (wasSent) parts.failed(cell, error);
      else await failedCell(parts, cell, error, undecided);
      continue;
    }
    const { value } = reading;
    held.connection.mirror.prove({ ...cell.cell, accessible: value });
    const mayBeOurs = cell.sentAt !== null;
    if (!mayBeOurs) cell.before = value;
    if (value === cell.wanted) {
      settled.push({ cell, outcome: mayBeOurs ? 'applied' : 'already', after: value, detail: '' });
      continue;
    }
    const isUnseen = !mayBeOurs && cell.expected !== null && value !== cell.expected;
    const key = held.connection.key;
    const last = isUnseen
      ? await lastChangeTo(database, key, cell.cell, value)
      : cell.sends > 0
        ? await overtakenBy(database, held, cell, value)
        : null;
    if (last || isUnseen) {
      const detail = conflictInWords(cell.cell, value, last, cell.sends > 0);
      settled.push({ cell, outcome: 'conflict', after: value, detail });
    } else toSend.push(cell);
  }
  await leaveInDoubt(parts, doubtful, pace.brokenOffMs, undecided);
  await settle(journal, settled, undecided);
  if (settled.some(({ outcome }) => outcome !== 'rejected')) parts.went();
  return toSend;
}

async function sendAll(
  parts: BatchParts,
  cells: readonly WorkCell[],
  undecided: Set<WorkCell>,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const queue = cells.values();
  let badInARow = 0; // a service that fails at all is found out before the whole batch has gone
  let isBroken = false; // by one that could not be written down, say
  const worker = async (): Promise<void> => {
    for (const cell of queue) {
      if (isBroken || parts.isEnding() || badInARow >= parts.pace.stormAfter) return;
      const one = await send(parts, cell, undecided).catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
      if (!one) continue;
      sent.push(one);
      badInARow = one.answer === 'accepted' ? 0 : badInARow + 1;
    }
  };
  // As many as may be in flight, and some that wait for their turn in the budget meanwhile.
  const workers = Array.from({ length: parts.held.connection.upstream.settings.concurrency + 2 }, worker);
  const ended = await Promise.allSettled(workers); // a failure of one does not leave the others' requests alone
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return sent;
}

/** Sends one cell. @returns null when it certainly was not carried out; what that means is written down already. */
async function send(parts: BatchParts, cell: WorkCell, undecided: Set<WorkCell>): Promise<Sent | null> {
  const { held, journal, pace, options } = parts;
  try {
    const echo = await held.connection.upstream.postAccess(
      { ...cell.cell, accessible: cell.wanted },
      { ...options, beforeSend: () => journal.intend(cell) },
    );
    heedEcho(parts.log, held, cell, echo);
    return {
      cell,
      answer: 'accepted',
      serviceRequests: echo.serviceRequestId ? [echo.serviceRequestId] : [],
    };
  } catch (error) {
    if (error instanceof StoppedError) return null;
    if (!(error instanceof UpstreamError)) throw error;
    const ids = error.serviceRequestId ? [error.serviceRequestId] : [];
    if (error.executed === 'unknown') return { cell, answer: error, serviceRequests: ids };
    if (error.code === 'rejected' && cell.sentAt !== null) {
      // What was sent before may still happen, whatever the service says to this one.
      await leaveInDoubt(parts, [cell], pace.brokenOffMs, undecided);
    } else if (error.code === 'rejected') {
      const refused: Settled = {
        cell,
        outcome: 'rejected',
        after: cell.before,
        detail: error.sentence,
        serviceRequests: ids,
      };
      await settle(journal, [refused], undecided);
      parts.went(); // the service is well: it said no to this one
    } else {
      parts.trouble(error);
      await journal.takeBack(cell);
    }
    return null;
  }
}

/** Reads back what was sent and decides. */
async function prove(parts: BatchParts, sent: readonly Sent[], undecided: Set<WorkCell>): Promise<void> {
  const { held, journal, pace, options } = parts;
  let open = [...sent];
  const readings = new Map<
    WorkCell,
    Awaited<ReturnType<typeof readCells>> extends Map<WorkCell, infer R> ? R : never
  >();
  for (const pause of pace.readBackPausesMs) {
    if (open.length === 0) break;
    await wait(pause);
    for (const [cell, reading] of await readCells(
      held.connection,
      open.map(({ cell }) => cell),
      options,
    ))
      readings.set(cell, reading);
    const proven = open.filter(({ cell }) => valueOfReading(readings.get(cell)) === cell.wanted);
    open = open.filter((one) => !proven.includes(one));
    for (const { cell } of proven) held.connection.mirror.prove({ ...cell.cell, accessible: cell.wanted });
    await settle(
      journal,
      proven.map(({ cell, serviceRequests }) => ({
        cell,
        outcome: 'applied',
        after: cell.wanted,
        detail: '',
        serviceRequests,
      })),
      undecided,
    );
    if (proven.length > 0) parts.went();
  }
  for (const { cell, answer, serviceRequests } of open) {
    const value = valueOfReading(readings.get(cell));
    undecided.delete(cell);
    if (value === undefined || (answer !== 'accepted' && !mayBeSentAgain(cell, answer, pace))) {
      await leaveInDoubt(parts, [cell], doubtMsOf(answer, pace), undecided);
      if (answer !== 'accepted') parts.failed(cell, answer);
    } else if (answer === 'accepted') {
      held.connection.mirror.prove({ ...cell.cell, accessible: value });
      const detail = notKeptWords(cell);
      await settle(
        journal,
        [{ cell, outcome: 'rejected', after: value, detail, serviceRequests }],
        undecided,
      );
    } else {
      await journal.postpone([
        { cell, nextMs: pauseAfter(cell.sends, pace), isTry: false, detail: answer.sentence },
      ]);
      parts.failed(cell, answer);
    }
  }
}

/** Only a broken connection is a reason to send again at once: whoever answered late or badly may still be at work. */
function mayBeSentAgain(cell: WorkCell, answer: UpstreamError, pace: Pace): boolean {
  return answer.kind === 'network' && cell.sends < pace.mostSends;
}

function valueOfReading(reading: { value: boolean | null } | { error: UpstreamError } | undefined) {
  return reading && 'value' in reading ? reading.value : undefined;
}

/** Nobody knows what became of cells that were sent: that is what is shown, and written down. */
async function leaveInDoubt(
  { held, journal }: BatchParts,
  cells: readonly WorkCell[],
  doubtMs: number,
  undecided: Set<WorkCell>,
): Promise<void> {
  for (const { cell, wanted } of cells) held.connection.mirror.doubt(cell, wanted, doubtMs);
  await journal.leaveOpen(cells.map((cell) => ({ cell, doubtMs, nextMs: 1_000, detail: doubtWords })));
  for (const cell of cells) undecided.delete(cell);
}

async function failedCell(
  parts: BatchParts,
  cell: WorkCell,
  error: UpstreamError,
  undecided: Set<WorkCell>,
): Promise<void> {
  const { journal, pace } = parts;
  const tries = cell.tries + 1;
  parts.failed(cell, error);
  if (tries >= pace.mostTries) {
    const detail = `The service failed ${String(tries)} times when asked for this. ${error.sentence}`;
    await settle(journal, [{ cell, outcome: 'rejected', detail }], undecided);
    return;
  }
  undecided.delete(cell);
  await journal.postpone([{ cell, nextMs: pauseAfter(tries, pace), isTry: true, detail: error.sentence }]);
}

async function settle(
  journal: SetJournal,
  settled: readonly Settled[],
  undecided: Set<WorkCell>,
): Promise<void> {
  await journal.settle(settled);
  for (const { cell } of settled) undecided.delete(cell);
}
