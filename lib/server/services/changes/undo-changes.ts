import 'server-only';
import type { ChangesAccepted, UndoChanges } from '@/lib/contract/changes/changes';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { undoReason } from '@/lib/domain/changes/change-words';
import { ConsoleError } from '@/lib/server/console-error';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { actingPerson, verb } from '@/lib/server/services/verb';
import { createChangeSet, demandReason, madeBefore } from './store/create-change-set';
import { planUndo, setToUndo } from './store/undo-plan';
import { notifyChangeSet } from './store/control';

/**
 * Undoes a set by a new set of the cells that it was proven to change and that still have its value.
 * @throws ConsoleError `invalid-request` without a required reason; `not-found`; `conflict` when the set may still
 * change something, has nothing to undo, or its connection is gone; as `createChangeSet`.
 */
export const undoChanges = verb<UndoChanges, ChangesAccepted>({
  roles: mayChangeAccess,
  run: async ({ ctx, input: { changeSetId, reason: given } }) => {
    demandReason(ctx.console.config.accessReason, given); // the default words do not give a reason
    const set = await setToUndo(ctx, changeSetId);
    const asked = {
      connection: set.connection,
      kind: 'undo',
      reason: given !== '' ? given : undoReason(set.reason),
      source: null,
      undoOf: changeSetId,
      idempotencyKey: ctx.request.idempotencyKey,
      actor: actingPerson(ctx),
      requestId: ctx.request.requestId,
      lease: null,
    } as const;
    // Before the plan, which may differ from that of the earlier request.
    const repeated = await orUnavailable(() => madeBefore(ctx.console.database.kysely, asked));
    if (repeated) return { id: repeated.id, left: Math.max(0, set.applied - repeated.total) };
    const { cells, left } = await planUndo(ctx, set);
    if (cells.length === 0) throw nothingToUndo(set.applied);
    const { id } = await createChangeSet(ctx.console, { ...asked, cells });
    notifyChangeSet(ctx, id);
    return { id, left };
  },
});

function nothingToUndo(applied: number): ConsoleError {
  return new ConsoleError(
    'conflict',
    applied === 0
      ? 'This set changed nothing that could be undone. Nothing was changed.'
      : 'Nothing is left to undo: what this set did was undone or changed since, or its value before is not known. Nothing was changed.',
  );
}
