import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AccessOutcome } from '@/lib/contract/access';
import { ConsoleError } from '@/lib/server/console-error';
import type { Database } from '@/lib/server/db/database';
import type { CallOptions } from '@/lib/server/upstream/client';
import { UpstreamError } from '@/lib/server/upstream/errors';
import { doubtMsOf, doubtWords, notKeptWords } from './doubts';
import { heedEcho } from './echo-alarm';
import type { HeldSet } from './held-set';
import { conflictInWords, lastChangeTo } from './last-change';
import type { Pace } from './pace';
import { StoppedError, type SetJournal } from './set-journal';
import type { SetPauses } from './set-pauses';
import type { CellValue, Settled, WorkCell } from './work-cell';

/** What a change of one cell, for which a person waits, is made with. */
export interface SwitchParts {
  held: HeldSet;
  database: Database;
  journal: SetJournal;
  pauses: SetPauses;
  pace: Pace;
  log: Logger;
  options: CallOptions;
  /** Whether the person may still do this; asked right before a POST. @throws ConsoleError when not. */
  authorize: () => Promise<void>;
}

/**
 * Changes one cell while a person waits: reads it, compares with the value seen, sends, compares the echo, reads back.
 * @throws ConsoleError `conflict` with `current`, `rejected` when the service did not keep it, or why the person may no
 * longer do this; UpstreamError when the service certainly did not run it. Where proof is missing the answer is
 * `unknown`, and a worker goes on asking.
 */
export async function runSwitch(parts: SwitchParts, cell: WorkCell): Promise<AccessOutcome> {
  const { held, database, options } = parts;
  const { upstream, mirror } = held.connection;
  await claim(parts, cell);
  const before = await orCancel(parts, cell, () => upstream.readCell(cell.cell, options));
  mirror.prove({ ...cell.cell, accessible: before });
  cell.before = before;
  if (before === cell.wanted) return settled(parts, { cell, outcome: 'already', after: before, detail: '' });
  if (cell.expected !== null && before !== cell.expected) {
    const last = await lastChangeTo(database, held.connection.key, cell.cell, before);
    const detail = conflictInWords(cell.cell, before, last);
    await settle(parts, { cell, outcome: 'conflict', after: before, detail });
    const changedBy = last && { name: last.person?.name ?? null, at: last.at };
    throw new ConsoleError('conflict', detail, { current: before, ...(changedBy && { changedBy }) });
  }
  await orCancel(parts, cell, parts.authorize);
  return sendAndProve(parts, cell);
}

async function sendAndProve(parts: SwitchParts, cell: WorkCell): Promise<AccessOutcome> {
  const { held, pace } = parts;
  const { mirror } = held.connection;
  for (;;) {
    const mayHappen = cell.sends > 0; // by a POST of before, whatever becomes of this one
    const sent = await send(parts, cell, mayHappen);
    if (sent === 'stopped') return stopped(parts, cell);
    if (sent === 'open') return leaveOpen(parts, cell, pace.brokenOffMs);
    const { answer, serviceRequests } = sent;
    const now = await readBack(parts, cell);
    if (now === cell.wanted) {
      mirror.prove({ ...cell.cell, accessible: now });
      return settled(parts, { cell, outcome: 'applied', after: now, detail: '', serviceRequests });
    }
    if (answer === 'accepted' && now !== 'unreadable') {
      mirror.prove({ ...cell.cell, accessible: now });
      const detail = notKeptWords(cell);
      await settle(parts, { cell, outcome: 'rejected', after: now, detail, serviceRequests });
      throw new ConsoleError('rejected', detail, { current: now });
    }
    // Only a broken connection is a reason to send again: whoever answered late or badly may still be at work.
    const isBroken = answer !== 'accepted' && answer.kind === 'network' && now !== 'unreadable';
    const mayGoOn = isBroken && cell.sends < pace.mostSendsOfSwitch && (await isAllowed(parts));
    if (!mayGoOn) return leaveOpen(parts, cell, doubtMsOf(answer, pace));
  }
}

/** Waits until no other change of the cell is on its way, on any replica. */
async function claim(parts: SwitchParts, cell: WorkCell): Promise<void> {
  const until = performance.now() + parts.pace.claimWaitMs;
  while ((await parts.journal.claim([cell])).size === 0) {
    if (performance.now() > until) {
      const detail =
        'Another change of this combination is still being made. Nothing was sent. Try again in a moment.';
      await settle(parts, { cell, outcome: 'cancelled', detail });
      throw new ConsoleError('conflict', detail);
    }
    await wait(50);
  }
}

/**
 * @param mayHappen whether a POST of before may still be carried out: then no refusal of this one decides anything.
 * @returns `stopped` when somebody stopped it before anything was sent; `open` when this one was not carried out and an
 * earlier one may still be.
 */
async function send(
  { held, journal, options, log }: SwitchParts,
  cell: WorkCell,
  mayHappen: boolean,
): Promise<{ answer: 'accepted' | UpstreamError; serviceRequests: string[] } | 'stopped' | 'open'> {
  try {
    const echo = await held.connection.upstream.postAccess(
      { ...cell.cell, accessible: cell.wanted },
      { ...options, beforeSend: () => journal.intend(cell) },
    );
    heedEcho(log, held, cell, echo);
    return { answer: 'accepted', serviceRequests: echo.serviceRequestId ? [echo.serviceRequestId] : [] };
  } catch (error) {
    if (error instanceof StoppedError) return cell.sends > 0 ? 'open' : 'stopped';
    const serviceRequests =
      error instanceof UpstreamError && error.serviceRequestId ? [error.serviceRequestId] : [];
    if (error instanceof UpstreamError && error.executed === 'unknown')
      return { answer: error, serviceRequests };
    if (mayHappen && (error instanceof UpstreamError || error instanceof ConsoleError)) return 'open';
    if (error instanceof UpstreamError) {
      const outcome = error.code === 'rejected' ? 'rejected' : 'cancelled';
      const detail = error.sentence;
      await settle({ journal }, { cell, outcome, after: cell.before, detail, serviceRequests });
    }
    throw error;
  }
}

/** Ends a change that somebody stopped before it was sent. @throws ConsoleError that says why. */
async function stopped(parts: SwitchParts, cell: WorkCell): Promise<never> {
  await orCancel(parts, cell, parts.authorize);
  const detail = 'Somebody stopped this change before it was sent. Nothing was changed.';
  await settle(parts, { cell, outcome: 'cancelled', detail });
  throw new ConsoleError('conflict', detail);
}

async function readBack(
  { held, pace, options }: SwitchParts,
  cell: WorkCell,
): Promise<CellValue | 'unreadable'> {
  let now: CellValue = null;
  try {
    for (const pause of pace.readBackPausesMs) {
      await wait(pause);
      now = await held.connection.upstream.readCell(cell.cell, options);
      if (now === cell.wanted) break;
    }
    return now;
  } catch {
    return 'unreadable';
  }
}

/** Nobody knows yet: a worker takes the set up and goes on asking. */
async function leaveOpen(parts: SwitchParts, cell: WorkCell, doubtMs: number): Promise<AccessOutcome> {
  const { held, journal, pauses } = parts;
  held.connection.mirror.doubt(cell.cell, cell.wanted, doubtMs);
  await unlessAway(async () => {
    await journal.leaveOpen([{ cell, doubtMs, nextMs: 1_000, detail: doubtWords }]);
    await pauses.rest(1_000);
  });
  return { outcome: 'unknown', changeId: held.id, detail: doubtWords };
}

/** Writes the outcome down and answers it; what was sent and cannot be written down is not known yet, never failed. */
async function settled(
  parts: SwitchParts,
  one: Settled & { outcome: 'applied' | 'already' },
): Promise<AccessOutcome> {
  if (one.cell.sends === 0) await parts.journal.settle([one]);
  else if (!(await unlessAway(() => parts.journal.settle([one])))) {
    const detail =
      'The service has the change, but the console could not write that down yet. It will as soon as its database answers.';
    return { outcome: 'unknown', changeId: parts.held.id, detail };
  }
  return { outcome: one.outcome, changeId: parts.held.id };
}

/** Writes an outcome down for which somebody is told a failure; that goes first, whatever the database says. */
async function settle({ journal }: Pick<SwitchParts, 'journal'>, one: Settled): Promise<void> {
  await unlessAway(() => journal.settle([one]));
}

/** @returns false when the database did not take it: a worker settles the cell once it does. */
async function unlessAway(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof ConsoleError && error.code === 'ledger-unavailable') return false;
    throw error;
  }
}

/** Does something before anything is sent; its failure ends the change as never sent. */
async function orCancel<T>(parts: SwitchParts, cell: WorkCell, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRefusal = error instanceof UpstreamError && error.code === 'rejected';
    const detail = error instanceof Error ? error.message : 'The console failed.';
    await settle(parts, { cell, outcome: isRefusal ? 'rejected' : 'cancelled', detail });
    throw error;
  }
}

async function isAllowed({ authorize }: SwitchParts): Promise<boolean> {
  return authorize().then(
    () => true,
    () => false,
  );
}
