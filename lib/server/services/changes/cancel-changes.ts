import 'server-only';
import type { ChangeSet, ChangeSetPlace } from '@/lib/contract/changes';
import { mayChangeAccess } from '@/lib/contract/roles';
import { cancelledWords } from '@/lib/domain/changes/outcome-meanings';
import { verb, type ServiceContext } from '@/lib/server/services/verb';
import { cancelUnsent } from './cancel-unsent';
import { holdSet, LeaseLostError } from './held-set';
import { usualPace } from './pace';
import { readChangeSet } from './read-changes';
import { controlSet, tellOf } from './set-control';
import { SetPauses } from './set-pauses';

/** Of a large set, whoever asked waits so long at most; a worker does the rest. */
const longestMs = 5_000;

/**
 * Cancels a set: no POST leaves from now on, and what was not sent ends as cancelled; what is in flight is still
 * proven. A set that nobody runs is cancelled here and now, any other one by whoever runs it.
 * @throws ConsoleError `not-found`; `conflict` for a set that has ended or is being cancelled.
 */
export const cancelChanges = verb<ChangeSetPlace, ChangeSet>({
  roles: mayChangeAccess,
  run: async ({ ctx, input: { changeSetId } }) => {
    const { isHeld } = await controlSet(ctx, 'cancel', changeSetId, (set) => ({
      values: {
        control: 'cancel',
        ...(set.state === 'paused' && { state: set.isHeld ? 'running' : 'queued' }),
        pause_code: null,
        pause_detail: null,
        paused_at: null,
        retry_at: null,
      },
      why: 'It was asked to be cancelled.',
    }));
    if (!isHeld) await finish(ctx, changeSetId);
    return readChangeSet(ctx.database, changeSetId);
  },
});

/** The wish stands by now: where this does not come to an end, a worker does it. */
async function finish(ctx: ServiceContext, changeSetId: string): Promise<void> {
  try {
    const held = await holdSet({ ...ctx, leaseMs: usualPace.leaseMs }, changeSetId, ctx.requestId);
    if (!held) return;
    const until = performance.now() + longestMs;
    let left = await cancelUnsent(ctx, held, cancelledWords);
    while (left === 'more' && performance.now() < until) left = await cancelUnsent(ctx, held, cancelledWords);
    if (left !== 'ended') await new SetPauses(ctx, held).rest(0);
  } catch (error) {
    if (!(error instanceof LeaseLostError))
      ctx.log.warn({ set: changeSetId, err: error }, 'A change set is cancelled later.');
  }
  tellOf(ctx, changeSetId);
}
