import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { ChangesAccepted, RetryChanges } from '@/lib/contract/changes/changes';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { outcomeMeanings } from '@/lib/domain/changes/outcome-meanings';
import { plural } from '@/lib/domain/counted';
import { ConsoleError } from '@/lib/server/console-error';
import type { Tables } from '@/lib/server/db/tables';
import { demandReason } from '@/lib/server/services/changes/store/demand-reason';
import { sendWithinMs } from '@/lib/server/services/changes/store/lease';
import { addCounts } from '@/lib/server/services/changes/store/transition';
import { actingPerson, verb } from '@/lib/server/services/verb';
import { connectionOf, controlChangeSet, type LockedSet } from '@/lib/server/services/changes/store/control';

/** Cells of one statement: a large set in one would keep everybody else waiting for a second. */
const cellsAtOnce = 5_000;

type Outcome = RetryChanges['outcomes'][number];
const retried = ['rejected', 'conflict', 'cancelled'] as const satisfies Outcome[];

/**
 * Tries cells of a set again that has ended, in the name of whoever asks for it: their roles count from now on.
 * @throws ConsoleError `invalid-request` without a reason where one is needed; `not-found`; `conflict` for a set that has not ended, has no such cells, or whose connection is
 * gone.
 */
export const retryChanges = verb<RetryChanges, ChangesAccepted>({
  roles: mayChangeAccess,
  run: async ({ ctx, input: { changeSetId, outcomes, reason = '' } }) => {
    demandReason(ctx.console.config.accessReason, reason);
    const person = actingPerson(ctx);
    await controlChangeSet(ctx, 'retry', changeSetId, async (set, transaction) => {
      connectionOf(ctx, set.connection);
      const again = { rejected: 0, conflict: 0, cancelled: 0 };
      for (const outcome of new Set(outcomes)) again[outcome] = await beginAgain(transaction, set, outcome);
      const total = again.rejected + again.conflict + again.cancelled;
      if (total === 0) throw nothingToRetry(outcomes);
      await addCounts(transaction, changeSetId, {
        pending: total,
        rejected: -again.rejected,
        conflict: -again.conflict,
        cancelled: -again.cancelled,
      });
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
          request_id: ctx.request.requestId,
        },
        why: `${againInWords(again)}${reason === '' ? '' : ` Reason: ${reason}`}`,
      };
    });
    return { id: changeSetId };
  },
});

/** Makes another attempt of the cells with an outcome, which keep its reason until then; other work has its turn in between. @returns how many. */
async function beginAgain(
  transaction: Transaction<Tables>,
  { id, total }: LockedSet,
  outcome: Outcome,
): Promise<number> {
  let count = 0;
  for (let from = 0; from < total; from += cellsAtOnce) {
    let cells = transaction
      .updateTable('change_cell')
      .set((set) => ({
        state: 'pending',
        attempt: set('attempt', '+', 1),
        sends: 0,
        tries: 0,
        before_value: null,
        sent_at: null,
        doubt_until: null,
        next_at: 0,
        settled_at: null,
        ...(outcome === 'conflict' && { expected: set.ref('current_value') }),
      }))
      .where('set_id', '=', id)
      .where('position', '>=', from)
      .where('position', '<', from + cellsAtOnce)
      .where('state', '=', outcome);
    // Where the service has no such assignment, there is no value to expect, and nothing to compare with.
    if (outcome === 'conflict') cells = cells.where('current_value', 'is not', null);
    const { numUpdatedRows } = await cells.executeTakeFirst();
    count += Number(numUpdatedRows);
    await nextTurn();
  }
  return count;
}

/** "Tries again 3 assignments that were refused or not done." */
function againInWords(again: Record<Outcome, number>): string {
  const tried = retried.filter((outcome) => again[outcome] > 0);
  const total = tried.reduce((sum, outcome) => sum + again[outcome], 0);
  const what = `${String(total)} ${plural(total, 'assignment that was', 'assignments that were')}`;
  const how = tried.map((outcome) => outcomeMeanings[outcome].label.toLowerCase());
  return `Tries again ${what} ${how.join(' or ')}.`;
}

function nothingToRetry(outcomes: readonly Outcome[]): ConsoleError {
  return new ConsoleError(
    'conflict',
    `No cell of this set can be tried again: none that the service still has ended as ${outcomes.join(' or ')}. Nothing was changed.`,
  );
}
