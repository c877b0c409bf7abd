import 'server-only';
import type { ChangeSet, ChangeSetId } from '@/lib/contract/changes';
import { mayChangeAccess } from '@/lib/contract/roles';
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
    const { isLeased } = await controlChangeSet(ctx, 'cancel', changeSetId, (set) => ({
      values: {
        control: 'cancel',
        ...(set.state === 'paused' && { state: set.isLeased ? 'running' : 'queued' }),
        ...notPaused,
      },
      why: 'It was asked to be cancelled.',
    }));
    if (!isLeased) await finish(ctx, changeSetId);
    return readChangeSet(ctx.database, changeSetId);
  },
});

/** The wish stands by now: where this does not come to an end, a worker does it. */
async function finish(ctx: ServiceContext, changeSetId: string): Promise<void> {
  try {
    const changeSet = await takeLease({ ...ctx, leaseMs: usualPolicy.leaseMs }, changeSetId, ctx.requestId);
    if (!changeSet) return;
    const store = new ChangeSetStore(ctx, changeSet);
    const until = performance.now() + longestMs;
    while ((await store.cancelUnsent(cancelledWords)) && performance.now() < until);
    if (!store.hasEnded) await store.rest(0);
  } catch (error) {
    if (!(error instanceof LeaseLostError))
      ctx.log.warn({ set: changeSetId, err: error }, 'A change set is cancelled later.');
  }
  notifyChangeSet(ctx, changeSetId);
}
