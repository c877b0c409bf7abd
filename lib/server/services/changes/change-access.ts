import 'server-only';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AccessChange, AccessOutcome, ChangeAccess } from '@/lib/contract/access/access';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import { unconfirmedWords, type FinalState } from '@/lib/domain/changes/cell-protocol';
import { ledgerActor, type Actor } from '@/lib/server/auth/actor';
import { ConsoleError } from '@/lib/server/console-error';
import { booleanOf } from '@/lib/server/db/boolean-column';
import { isUnavailable, orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import { execute, type Progress } from '@/lib/server/services/changes/execution/execute';
import { usualPolicy } from '@/lib/server/services/changes/execution/policy';
import { ChangeSetStore } from '@/lib/server/services/changes/store/change-set-store';
import { createChangeSet } from '@/lib/server/services/changes/store/create-change-set';
import { isChangeSetId } from '@/lib/server/services/changes/store/change-set-row';
import type { LastChange } from '@/lib/server/services/changes/store/last-change';
import { LeaseLostError, renewLease, type LeasedChangeSet } from '@/lib/server/services/changes/store/lease';
import type { WorkCell } from '@/lib/server/services/changes/store/work-cell';
import { authorize, verb, type ServiceContext } from '@/lib/server/services/verb';

/** A person waits for a switch: each request of a change gets this long at most, retries included. */
const longestRequestMs = 30_000;
/** A repeated request waits so long for the one it repeats. */
const longestRepeatMs = 35_000;
/** How often a switch looks whether the change of its cell that it waits for has ended. */
const claimAgainMs = 50;
/** How soon a worker asks for a switch again that could not be confirmed while somebody waited. */
const soonMs = 1_000;

const policy = {
  ...usualPolicy,
  mostSends: usualPolicy.mostSendsOfSwitch,
  goesOn: 'now',
  whenNotDone: 'reject',
} as const;

/**
 * Gives or removes access of one record to one entity (interface section 4.3), and proves it: a change set of one cell,
 * stored before anything else, so that a console that dies on the way takes it up again.
 * @throws ConsoleError `invalid-request` without a reason where one is needed, or of an undo of something else; `conflict` with `current`; `rejected` when the service said no or did not keep the change;
 * `ledger-unavailable` when it could not be written down, and then nothing was sent.
 * Where proof is missing the answer is `unknown`, never a failure.
 * @throws UpstreamError when the service certainly did not run the request.
 */
export const changeAccess = verb<ChangeAccess, AccessOutcome>({
  roles: mayChangeAccess,
  run: async ({ ctx, input: { reason = '', undoOf = null, ...input } }) => {
    const actor = ctx.request.actor as Actor; // by its role there is one
    if (undoOf !== null) await checkUndo(ctx, input, undoOf);
    const outcome = await ctx.request.connection.cellQueues.run(
      input,
      (isFirst) => store(ctx, actor, input, { reason, undoOf, claims: isFirst }),
      (stored, isFirst) => change(ctx, actor, input, stored, isFirst),
    );
    ctx.request.log.info(
      { personId: ctx.request.actor?.personId, ...input, outcome: outcome.outcome },
      logWords[outcome.outcome],
    );
    return outcome;
  },
});

const logWords: Record<AccessOutcome['outcome'], string> = {
  applied: 'Access was changed.',
  already: 'A change of access found the value there already; nothing was sent.',
  unknown: 'A change of access is not confirmed yet.',
};

/** @throws ConsoleError `invalid-request` where the set is no switch that gave that assignment the other value; `ledger-unavailable`. */
async function checkUndo(
  { request: { connection }, console: { database } }: ServiceContext,
  { recordType, recordId, entityId, accessible }: AccessChange,
  undoOf: string,
): Promise<void> {
  const ofSwitch = () =>
    database.kysely
      .selectFrom('change_cell')
      .innerJoin('change_set', 'change_set.id', 'change_cell.set_id')
      .select('change_cell.position')
      .where('change_set.id', '=', undoOf)
      .where('change_set.connection', '=', connection.key)
      .where('change_set.kind', '=', 'switch')
      .where('change_cell.record_type', '=', recordType)
      .where('change_cell.record_id', '=', recordId)
      .where('change_cell.entity_id', '=', entityId)
      .where('change_cell.wanted', '=', Number(!accessible))
      .where('change_cell.state', '=', 'applied')
      .executeTakeFirst();
  if (isChangeSetId(undoOf) && (await orUnavailable(ofSwitch))) return;
  const message = 'This change set did not give the assignment the value that is to be taken back.';
  throw new ConsoleError('invalid-request', `${message} Nothing was changed.`, {
    errors: [{ path: 'undoOf', message }],
  });
}

function store(
  ctx: ServiceContext,
  actor: Actor,
  input: AccessChange,
  asked: { reason: string; undoOf: string | null; claims: boolean },
) {
  return createChangeSet(ctx.console, {
    connection: ctx.request.connection.key,
    kind: 'switch',
    cells: [input],
    ...asked,
    source: null,
    idempotencyKey: ctx.request.idempotencyKey,
    actor,
    requestId: ctx.request.requestId,
    lease: { owner: randomUUID(), ms: policy.leaseMs },
  });
}

async function change(
  ctx: ServiceContext,
  actor: Actor,
  input: AccessChange,
  { id, isNew, fence, isClaimed }: Awaited<ReturnType<typeof store>>,
  isFirst: () => boolean,
): Promise<AccessOutcome> {
  const {
    request: { connection, requestId },
    console: { database },
  } = ctx;
  const { leaseMs } = policy;
  if (!isNew) return answerOfRow(database, id, true);
  const changeSet: LeasedChangeSet = {
    id,
    connection,
    kind: 'switch',
    actor: ledgerActor(actor),
    requestId,
    fence,
    consecutiveFailures: 0,
    leaseMs,
  };
  const beat = setInterval(() => {
    renewLease(database, changeSet).catch(() => undefined); // its next write finds out as well
  }, leaseMs / 3);
  const cell = onlyCell(input);
  try {
    return await make(ctx, changeSet, cell, isClaimed ? null : isFirst);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    clearInterval(beat);
  }
  // A worker takes it up, or has decided it by now: what the row says counts, and the marks follow the log alone.
  return answerOfRow(database, id, false).catch((error: unknown) => {
    if (isUnavailable(error) && cell.sends > 0) return unconfirmed(changeSet);
    throw error;
  });
}

/**
 * Makes a stored change while somebody waits, and answers from what was decided about its cell.
 * @param isFirst whether it is its turn in this process; null: its cell is claimed already.
 * @throws LeaseLostError when it is somebody else's now; else as `changeAccess`.
 */
async function make(
  ctx: ServiceContext,
  changeSet: LeasedChangeSet,
  cell: WorkCell,
  isFirst: (() => boolean) | null,
): Promise<AccessOutcome> {
  const { connection, id, requestId } = changeSet;
  const store = new ChangeSetStore(ctx.console, changeSet);
  const progress: Progress = { decisions: [], entries: [] };
  let notWritten: Error | null = null;
  try {
    if (isFirst) await claim(ctx.request.signal, store, cell, isFirst);
    await execute(
      {
        changeSet,
        store,
        database: ctx.console.database,
        policy,
        log: ctx.request.log,
        // Not tied to the browser's patience: a change that was begun is also proven.
        options: {
          priority: 'interactive',
          requestId,
          deadlineMs: Math.min(longestRequestMs, connection.upstream.settings.timeoutSeconds * 1_000),
        },
        isEnding: () => false,
        authorize: async () => authorize(mayChangeAccess, await ctx.request.actorNow()),
        whenForbidden: () => Promise.resolve('service'),
        onOutcome: () => undefined,
        progress,
      },
      [cell],
    );
    if (!store.hasEnded) await store.rest(soonMs);
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    if (!isUnavailable(error)) {
      if (cell.sends === 0) throw error;
      ctx.request.log.error({ set: id, err: error }, 'The console failed at a change that it had sent.');
    }
    notWritten = error instanceof Error ? error : new Error('It gave no reason.', { cause: error });
  }
  const decision = progress.decisions.at(-1);
  if (decision?.verdict.do !== 'settle') {
    if (notWritten && cell.sends === 0) throw notWritten;
    if (notWritten) connection.mirror.markUnconfirmed(cell.cell); // the ledger cannot say so now
    return unconfirmed(changeSet);
  }
  const { verdict, detail, after: current = null, changedBy, error } = decision;
  const state = verdict.outcome;
  if (notWritten && state === 'already') throw notWritten;
  if (notWritten && state === 'applied') return { outcome: 'unknown', changeId: id, detail: unwrittenWords };
  if (error instanceof Error && (state === 'rejected' || state === 'cancelled')) throw error;
  const seq = progress.entries.find(({ kind }) => kind === 'change.outcome')?.seq;
  return { ...answerOf(id, { state, detail, current }, changedBy), ...(seq !== undefined && { seq }) };
}

/**
 * Waits until no other change of the cell is on its way, on any replica. What nobody waits for any more is cancelled.
 * @throws ConsoleError `conflict`.
 */
async function claim(
  signal: AbortSignal,
  store: ChangeSetStore,
  cell: WorkCell,
  isFirst: () => boolean,
): Promise<void> {
  const until = performance.now() + policy.claimWaitMs;
  while (!signal.aborted && performance.now() <= until) {
    if (isFirst() && (await store.claim([cell])).length > 0) return;
    await wait(claimAgainMs, undefined, { signal }).catch(() => undefined); // looks at once whether it has fired
  }
  const detail = signal.aborted ? abandonedWords : busyWords;
  await store.record([{ cell, to: 'cancelled', detail }]);
  throw new ConsoleError('conflict', detail);
}

const busyWords =
  'Another change of this assignment is still being made. Nothing was sent. Try again in a moment.';
const abandonedWords =
  'The page or script that asked for this went away while another change of the assignment was being made, so it was not sent.';

/** Nobody knows yet: a worker takes the change set up and goes on asking. */
function unconfirmed({ id }: LeasedChangeSet): AccessOutcome {
  return { outcome: 'unknown', changeId: id, detail: unconfirmedWords };
}

const unwrittenWords =
  'The service has the change, but the console could not write that down yet. It will as soon as its database answers.';

const unsentWords =
  'The change was not sent yet: the console was interrupted, or is still at it. The list of changes says what becomes of it. Wait for that before you ask again.';

/**
 * What a switch came to that somebody else makes: the same request, sent before with the same idempotency key, or
 * whoever took it up. Waits while it is at work.
 * @throws ConsoleError as `answerOf`; `ledger-unavailable`.
 */
async function answerOfRow(
  { kysely }: Database,
  changeSetId: string,
  isRepeated: boolean,
): Promise<AccessOutcome> {
  const until = performance.now() + longestRepeatMs;
  for (;;) {
    const { state, detail, current_value, sends } = await orUnavailable(() =>
      kysely
        .selectFrom('change_cell')
        .select(['state', 'detail', 'current_value', 'sends'])
        .where('set_id', '=', changeSetId)
        .where('position', '=', 0)
        .executeTakeFirstOrThrow(),
    );
    if (state === 'pending' && performance.now() < until) {
      await wait(100);
      continue;
    }
    if (state === 'pending' || state === 'unknown')
      return {
        outcome: 'unknown',
        changeId: changeSetId,
        detail: sends > 0 ? unconfirmedWords : unsentWords,
      };
    const words =
      isRepeated && state === 'cancelled'
        ? `The request with this Idempotency-Key was not carried out: ${detail} Nothing was changed by repeating it. Ask again with a new key.`
        : detail;
    return answerOf(changeSetId, { state, detail: words, current: booleanOf(current_value) });
  }
}

/**
 * What to tell about a switch whose cell ended so.
 * @throws ConsoleError `conflict` or `rejected` where the change was not made.
 */
function answerOf(
  changeId: string,
  { state, detail, current }: { state: FinalState; detail: string; current: CellValue },
  changedBy: LastChange | null = null,
): AccessOutcome {
  switch (state) {
    case 'applied':
    case 'already':
      return { outcome: state, changeId, ...(detail !== '' && { detail }) };
    case 'conflict': {
      const who = changedBy && { name: changedBy.person?.name ?? null, at: changedBy.at };
      throw new ConsoleError('conflict', detail, { current, ...(who && { changedBy: who }) });
    }
    case 'rejected':
      throw new ConsoleError('rejected', detail, { current });
    case 'cancelled':
      // Whoever never read it cannot tell the value; null would say that there is no such assignment.
      throw new ConsoleError('conflict', detail, current === null ? {} : { current });
  }
}

function onlyCell({ recordType, recordId, entityId, accessible, expected }: AccessChange): WorkCell {
  return {
    position: 0,
    cell: { recordType, recordId, entityId },
    wanted: accessible,
    expected: expected ?? null,
    state: 'pending',
    attempt: 1,
    tries: 0,
    sends: 0,
    before: null,
    sentAt: null,
    unconfirmedUntil: null,
  };
}
