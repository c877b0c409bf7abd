import 'server-only';
import type { ChangesAccepted, RetryChanges } from '@/lib/contract/changes/changes';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { outcomeMeanings } from '@/lib/domain/changes/outcome-meanings';
import { plural } from '@/lib/domain/counted';
import { ConsoleError } from '@/lib/server/console-error';
import { usualPolicy } from './execution/policy';
import { demandReason } from './store/create-change-set';
import { LeaseLostError, resetCells, sendWithinMs } from './store/lease';
import { countRetried, type RetriedOutcome } from './store/retried-cells';
import { actingPerson, verb } from '@/lib/server/services/verb';
import { connectionOf, controlChangeSet, notifyChangeSet } from './store/control';

const retried = ['rejected', 'conflict', 'cancelled'] as const satisfies RetriedOutcome[];

/**
 * Tries cells of an ended set again, with the caller's roles. Leases it until all its cells are pending.
 * @throws ConsoleError `invalid-request` without a required reason; `not-found`; `conflict` when it has not ended, has
 * no such cells, or its connection is gone.
 */
export const retryChanges = verb<RetryChanges, ChangesAccepted>({
  roles: mayChangeAccess,
  run: async ({ ctx, input: { changeSetId, outcomes, reason = '' } }) => {
    demandReason(ctx.console.config.accessReason, reason);
    const person = actingPerson(ctx);
    const { requestId, log } = ctx.request;
    const { leaseMs } = usualPolicy;
    const before = await controlChangeSet(ctx, 'retry', changeSetId, async (set, transaction) => {
      connectionOf(ctx, set.connection);
      const again = await countRetried(transaction, set, outcomes);
      const retrying = retried.filter((outcome) => again[outcome] > 0);
      if (retrying.length === 0) throw nothingToRetry(outcomes);
      return {
        values: {
          state: 'queued',
          send_before: set.kind === 'switch' ? set.now + sendWithinMs : null,
          control: 'run',
          ended_at: null,
          retry_at: null,
          stumbles: 0,
          withdrawn: null,
          acting_id: person.personId,
          acting_name: person.name,
          acting_roles: JSON.stringify(person.roles),
          session_id: person.sessionId,
          request_id: requestId,
          retrying: JSON.stringify(retrying),
          lease_owner: requestId,
          lease_until: set.now + leaseMs,
          fence: set.fence + 1,
        },
        why: `${againInWords(again)}${reason === '' ? '' : ` Reason: ${reason}`}`,
      };
    });
    try {
      await resetCells(ctx.console, { id: changeSetId, fence: before.fence + 1, leaseMs }, 'give back');
    } catch (error) {
      // The retry is stored: the process with the next lease completes it.
      if (!(error instanceof LeaseLostError))
        log.warn({ set: changeSetId, err: error }, 'The rest of a change set is tried again later.');
    }
    notifyChangeSet(ctx, changeSetId);
    return { id: changeSetId };
  },
});

function againInWords(again: Record<RetriedOutcome, number>): string {
  const tried = retried.filter((outcome) => again[outcome] > 0);
  const total = tried.reduce((sum, outcome) => sum + again[outcome], 0);
  const what = `${String(total)} ${plural(total, 'assignment that was', 'assignments that were')}`;
  const how = tried.map((outcome) => outcomeMeanings[outcome].label.toLowerCase());
  return `Tries again ${what} ${how.join(' or ')}.`;
}

function nothingToRetry(outcomes: readonly RetriedOutcome[]): ConsoleError {
  return new ConsoleError(
    'conflict',
    `No cell of this set can be tried again: none that the service still has ended as ${outcomes.join(' or ')}. Nothing was changed.`,
  );
}
