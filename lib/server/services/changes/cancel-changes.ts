import 'server-only';
import type { ChangeSet, ChangeSetId } from '@/lib/contract/changes/changes';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { cancelledWords } from '@/lib/domain/changes/outcome-meanings';
import { notPaused } from './store/transition';
import { verb, type ServiceContext } from '@/lib/server/services/verb';
import { LeaseLostError, takeLease } from './store/lease';
import { usualPolicy } from './execution/policy';
import { readChangeSet } from './read-changes';
import { controlChangeSet, notifyChangeSet } from './store/control';
import { ChangeSetStore } from './store/change-set-store';

/** How long the request of a large set may take; a worker cancels the rest. */
const longestMs = 5_000;

/**
 * Cancels a set: unsent cells end as cancelled, sent cells are still proven. Cancels at once when no worker runs the
 * set.
 * @throws ConsoleError `not-found`; `conflict` when it has ended or is being cancelled.
 */
export const cancelChanges = verb<ChangeSetId, ChangeSet>({
  roles: mayChangeAccess,
  run: async ({ ctx, input: { changeSetId } }) => {
    const { isLeased, connection } = await controlChangeSet(ctx, 'cancel', changeSetId, (set) => ({
      values: {
        control: 'cancel',
        ...(set.state === 'paused' && { state: set.isLeased ? 'running' : 'queued' }),
        ...notPaused,
      },
      why: 'A person cancelled it.',
    }));
    if (!isLeased) await finish(ctx, changeSetId, connection);
    return readChangeSet(ctx.console.database, changeSetId);
  },
});

/** The cancellation is stored already, so a worker completes what fails here. Needs no configured connection. */
async function finish(ctx: ServiceContext, changeSetId: string, connection: string): Promise<void> {
  try {
    const parts = { ...ctx.console, connections: [{ key: connection }], leaseMs: usualPolicy.leaseMs };
    const changeSet = await takeLease(parts, changeSetId, ctx.request.requestId);
    if (!changeSet) return;
    const store = new ChangeSetStore(ctx.console, changeSet);
    const until = performance.now() + longestMs;
    while ((await store.cancelUnsent(cancelledWords)) && performance.now() < until);
    if (!store.hasEnded) await store.rest(0);
  } catch (error) {
    if (!(error instanceof LeaseLostError))
      ctx.request.log.warn({ set: changeSetId, err: error }, 'A change set is cancelled later.');
  }
  notifyChangeSet(ctx, changeSetId);
}
