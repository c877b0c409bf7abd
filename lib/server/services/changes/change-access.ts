import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { AccessChange, AccessOutcome, ChangeAccess } from '@/lib/contract/access/access';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import { unconfirmedWords, type FinalState } from '@/lib/domain/changes/cell-protocol';
import type { Actor } from '@/lib/server/auth/actor';
import { ConsoleError } from '@/lib/server/console-error';
import { booleanOf } from '@/lib/server/db/boolean-column';
import { isUnavailable, orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { ChangeSetRun } from './execution/run';
import { isChangeSetId } from './store/change-set-row';
import { lastChangeTo } from './store/last-change';
import { LeaseLostError } from './store/lease';
import { authorize, verb, type ServiceContext } from '@/lib/server/services/verb';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';

/** How long a request waits for a switch that another replica or an earlier request with its key runs. */
const longestWaitMs = 35_000;
const lookAgainMs = 100;

/**
 * Gives or removes access of one record to one entity (interface section 4.3) and proves it, by a change set of one
 * cell with a deadline. The answer is `unknown` when proof is missing.
 * @throws ConsoleError `invalid-request` without a required reason, or for an undo of something else; `conflict` with
 * `current`; `rejected`; `ledger-unavailable`, and then nothing was sent.
 * @throws UpstreamError when the service certainly did not run the request.
 */
export const changeAccess = verb<ChangeAccess, AccessOutcome>({
  roles: mayChangeAccess,
  run: async ({ ctx, input: { reason = '', undoOf = null, pressedMsAgo = 0, ...cell } }) => {
    if (undoOf !== null) await checkUndo(ctx, cell, undoOf);
    const { connection, idempotencyKey, requestId, signal, log } = ctx.request;
    const { worker, config } = ctx.console;
    const actor = ctx.request.actor as Actor; // the role requires one
    const asked = {
      connection,
      cell,
      config,
      reason,
      undoOf,
      pressedMsAgo,
      idempotencyKey,
      actor,
      requestId,
    };
    const { id, run } = await worker.makeSwitch(asked, signal);
    const outcome = await outcomeOf(ctx, cell, id, run);
    log.info({ personId: actor.personId, ...cell, outcome: outcome.outcome }, logWords[outcome.outcome]);
    return outcome;
  },
});

const logWords: Record<AccessOutcome['outcome'], string> = {
  applied: 'Access was changed.',
  already: 'A change of access found the value there already; nothing was sent.',
  [unconfirmedState]: 'A change of access is not confirmed yet.',
};

/** @throws ConsoleError `invalid-request` unless `undoOf` is a switch to the other value; `ledger-unavailable`. */
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

const unwrittenWords =
  'The service has the change, but the console could not write that down yet. It will as soon as its database answers.';

const unsentWords =
  'The change was not sent yet: the console was interrupted, or is still at it. The list of changes says what becomes of it. Wait for that before you ask again.';

interface Ending {
  state: FinalState;
  detail: string;
  current: CellValue;
  /** Number of the ledger's entry, if this process wrote it. */
  seq?: number;
}

/**
 * How a switch ended, by its run here or by its row.
 * @param run null: an earlier request with the same key made it.
 * @throws the run's error when nothing was sent; ConsoleError as `refuse`; `ledger-unavailable`.
 */
async function outcomeOf(
  ctx: ServiceContext,
  cell: AccessChange,
  changeId: string,
  run: ChangeSetRun | null,
): Promise<AccessOutcome> {
  const unconfirmed = (detail: string): AccessOutcome => ({ outcome: unconfirmedState, changeId, detail });
  const ended = ({ state, detail, current, seq }: Ending): Promise<AccessOutcome> | AccessOutcome => {
    if (state !== 'applied' && state !== 'already') return refuse(ctx, cell, { state, detail, current }, run);
    return { outcome: state, changeId, ...(detail !== '' && { detail }), ...(seq !== undefined && { seq }) };
  };
  if (run?.store.outcome) {
    const { outcome: state, detail, after = null, seq } = run.store.outcome;
    return ended({ state, detail, current: after, seq });
  }
  const isTakenOver = run?.failure instanceof LeaseLostError;
  if (run?.failure && !isTakenOver) {
    if (!run.store.hasSent) throw run.failure;
    const { mirror } = ctx.request.connection;
    if (mirror.valueOf(cell) === cell.accessible) return unconfirmed(unwrittenWords); // it was read back
    mirror.markUnconfirmed(cell); // the ledger cannot record that now
    return unconfirmed(unconfirmedWords);
  }
  const until = performance.now() + longestWaitMs;
  for (;;) {
    const row = await readRow(ctx.console.database, changeId).catch((error: unknown) => {
      if (isUnavailable(error) && run?.store.hasSent) return null;
      throw error;
    });
    if (row === null || row.state === unconfirmedState) return unconfirmed(unconfirmedWords);
    const { state, detail } = row;
    if (state !== 'pending') return ended({ state, detail, current: booleanOf(row.current_value) });
    if (performance.now() >= until) return unconfirmed(row.sends > 0 ? unconfirmedWords : unsentWords);
    await wait(lookAgainMs);
  }
}

function readRow({ kysely }: Database, changeSetId: string) {
  return orUnavailable(() =>
    kysely
      .selectFrom('change_cell')
      .select(['state', 'detail', 'current_value', 'sends'])
      .where('set_id', '=', changeSetId)
      .where('position', '=', 0)
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Tells the caller that the switch was not made.
 * @throws UpstreamError; ConsoleError `conflict`; `rejected`; `signed-out` or `forbidden` when the caller has lost the
 * right; `ledger-unavailable`.
 */
async function refuse(
  { request, console: { database } }: ServiceContext,
  cell: AccessChange,
  { state, detail, current }: Ending,
  run: ChangeSetRun | null,
): Promise<never> {
  if (state === 'conflict') {
    const last = await lastChangeTo(database, request.connection.key, cell, current);
    const changedBy = last && { name: last.person?.name ?? null, at: last.at };
    throw new ConsoleError('conflict', detail, { current, ...(changedBy && { changedBy }) });
  }
  if (run?.failure instanceof UpstreamError) throw run.failure;
  if (state === 'rejected') throw new ConsoleError('rejected', detail, { current });
  if (run) authorize(mayChangeAccess, await request.actorNow());
  const words = run
    ? detail
    : `The request with this Idempotency-Key was not carried out: ${detail} Nothing was changed by repeating it. Ask again with a new key.`;
  // A null here means that nothing was read; in the answer it would mean that the assignment does not exist.
  throw new ConsoleError('conflict', words, current === null ? {} : { current });
}
