import 'server-only';
import type { ChangesAccepted, CreateChanges } from '@/lib/contract/changes/changes';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { actingPerson, verb } from '@/lib/server/services/verb';
import { createChangeSet } from './store/create-change-set';
import { notifyChangeSet } from './store/control';

/** Stores a set of changes that a worker runs. @throws ConsoleError as `createChangeSet`. */
export const createChanges = verb<CreateChanges, ChangesAccepted>({
  roles: mayChangeAccess,
  run: async ({ ctx, input: { cells, reason = '', source = null } }) => {
    const { id } = await createChangeSet(ctx.console, {
      connection: ctx.request.connection.key,
      kind: source ? 'import' : 'changes',
      cells,
      reason,
      source,
      undoOf: null,
      idempotencyKey: ctx.request.idempotencyKey,
      actor: actingPerson(ctx),
      requestId: ctx.request.requestId,
      lease: null,
    });
    notifyChangeSet(ctx, id);
    return { id };
  },
});
