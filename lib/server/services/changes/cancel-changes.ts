import 'server-only';
import type { ChangeSet, ChangeSetId } from '@/lib/contract/changes/changes';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { cancelledWords } from '@/lib/domain/changes/outcome-meanings';
import { notPaused } from '@/lib/server/services/changes/store/transition';
import { verb, type ServiceContext } from '@/lib/server/services/verb';
import { LeaseLostError, takeLease } from '@/lib/server/services/changes/store/lease';
import { usualPolicy } from '@/lib/server/services/changes/execution/policy';
import { readChangeSet } from './read-changes';
import { controlChangeSet, notifyChangeSet } from '@/lib/server/services/changes/store/control';
import { ChangeSetStore } from '@/lib/server/services/changes/store/change-set-store';

/** Of a large set, whoever asked waits so long at most; a worker does the rest. */
const longestMs = 5_000;

/**
 * Cancels a set: no POST leaves from now on, and what was not sent ends as cancelled; what is in flight is still
 * proven. A set that nobody runs is cancelled here and now, any other one by whoever runs it.
 * @throws ConsoleError `not-found`; `conflict` for a set that has ended or is being cancelled.
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
      why: 'It was asked to be cancelled.',
    }));
    if (!isLeased) await finish(ctx, changeSetId, connection);
    return readChangeSet(ctx.console.database, changeSetId);
  },
});

/**
 * What was asked for is written down by now: where this does not come to an end, a worker does it. What was never sent ends also where the
 * connection is no longer configured.
 */
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
