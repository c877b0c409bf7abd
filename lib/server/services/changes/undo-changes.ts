import 'server-only';
import type { ChangesAccepted, UndoChanges } from '@/lib/contract/changes';
import { mayChangeAccess } from '@/lib/contract/roles';
import { whyNotAllowed } from '@/lib/domain/changes/set-actions';
import { ConsoleError } from '@/lib/server/console-error';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { verb, type ServiceContext } from '@/lib/server/services/verb';
import { createChangeSet } from '@/lib/server/services/changes/store/create-change-set';
import { inverseCells } from '@/lib/server/services/changes/store/inverse-cells';
import { isChangeSetId, noSuchChangeSet } from '@/lib/server/services/changes/store/change-set-row';
import { actingPerson, connectionOf, notifyChangeSet } from '@/lib/server/services/changes/store/control';

/**
 * Takes back what a set did, as a new set: only cells that it was proven to have changed and that still have the value
 * it gave them; each is compared with that value again before it is sent.
 * @throws ConsoleError `not-found`; `conflict` for a set that may still change something, has nothing to take back, or
 * whose connection is gone; as `createChangeSet` besides.
 */
export const undoChanges = verb<UndoChanges, ChangesAccepted>({
  roles: mayChangeAccess,
  run: async ({ ctx, input: { changeSetId, reason: given } }) => {
    const set = await orUnavailable(() => find(ctx, changeSetId));
    const repeated = await orUnavailable(() => madeBefore(ctx, changeSetId));
    if (repeated) return { id: repeated.id, left: Math.max(0, set.applied - repeated.total) };
    const whyNot = whyNotAllowed('undo', set);
    if (whyNot !== null) throw new ConsoleError('conflict', whyNot);
    const connection = connectionOf(ctx, set.connection);
    const cells = await orUnavailable(() => inverseCells(ctx.database, connection, changeSetId));
    if (cells.length === 0) throw nothingToUndo(set.applied);
    const { id } = await createChangeSet(ctx, {
      connection: set.connection,
      kind: 'undo',
      cells,
      reason: given !== '' ? given : set.reason === '' ? 'Undo' : `Undo: ${set.reason}`,
      source: null,
      undoOf: changeSetId,
      idempotencyKey: ctx.idempotencyKey,
      actor: actingPerson(ctx),
      requestId: ctx.requestId,
      lease: null,
    });
    notifyChangeSet(ctx, id);
    return { id, left: set.applied - cells.length };
  },
});

async function find({ database }: ServiceContext, changeSetId: string) {
  const set = isChangeSetId(changeSetId)
    ? await database.kysely
        .selectFrom('change_set')
        .select(['connection', 'state', 'control', 'withdrawn', 'reason', 'applied'])
        .where('id', '=', changeSetId)
        .executeTakeFirst()
    : undefined;
  if (!set) throw noSuchChangeSet();
  return set;
}

/** What the same request made when it came before; by now there may be nothing left to undo, or something else. */
async function madeBefore(ctx: ServiceContext, changeSetId: string) {
  if (ctx.idempotencyKey === null) return undefined;
  return ctx.database.kysely
    .selectFrom('change_set')
    .select(['id', 'total'])
    .where('person_id', '=', actingPerson(ctx).personId)
    .where('idempotency_key', '=', ctx.idempotencyKey)
    .where('undo_of', '=', changeSetId)
    .executeTakeFirst();
}

function nothingToUndo(applied: number): ConsoleError {
  return new ConsoleError(
    'conflict',
    applied === 0
      ? 'This set changed nothing that could be undone. Nothing was changed.'
      : 'Nothing is left to undo: no cell still has the value that this set gave it. Nothing was changed.',
  );
}
