import 'server-only';
import { sql, type Selectable, type Transaction } from 'kysely';
import type { RetryChanges } from '@/lib/contract/changes/changes';
import type { ChangeSetTable, Tables } from '@/lib/server/db/tables';
import { addCounts } from './transition';

export type RetriedOutcome = RetryChanges['outcomes'][number];

/** Cells in one transaction: the embedded database has one connection for all requests. */
const cellsAtOnce = 5_000;

/** How many cells can be retried, by outcome; 0 for outcomes not in `outcomes`. */
export async function countRetried(
  transaction: Transaction<Tables>,
  set: Selectable<ChangeSetTable>,
  outcomes: readonly RetriedOutcome[],
): Promise<Record<RetriedOutcome, number>> {
  const again = { rejected: 0, conflict: 0, cancelled: 0 };
  for (const outcome of outcomes) again[outcome] = set[outcome];
  if (again.conflict === 0) return again;
  const { cells } = await transaction
    .selectFrom('change_cell')
    .select(({ fn }) => fn.countAll<number | string>().as('cells'))
    .where('set_id', '=', set.id)
    .where(canBeRetried('conflict'))
    .executeTakeFirstOrThrow();
  return { ...again, conflict: Number(cells) };
}

/** An assignment that the service does not have cannot be retried: no value can be expected. */
function canBeRetried(outcome: RetriedOutcome) {
  const conflict = sql<boolean>`state = 'conflict' and current_value is not null`;
  return outcome === 'conflict' ? conflict : sql<boolean>`state = ${sql.lit(outcome)}`;
}

/** Makes the next cells of `retrying` pending; each keeps its reason. @returns whether there may be more. */
export async function resetSomeCells(transaction: Transaction<Tables>, id: string): Promise<boolean> {
  const { retrying } = await transaction
    .selectFrom('change_set')
    .select('retrying')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const [outcome, ...others] = JSON.parse(retrying ?? '[]') as RetriedOutcome[]; // written by `retryChanges`
  if (outcome === undefined) return false;
  const positions = await transaction
    .selectFrom('change_cell')
    .select('position')
    .where('set_id', '=', id)
    .where(canBeRetried(outcome))
    .orderBy('position')
    .limit(cellsAtOnce)
    .execute();
  const count = positions.length;
  // By a range: for a list from a subquery PostgreSQL may choose a plan that takes longer than a statement may.
  await transaction
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
    .where('position', '>=', positions[0]?.position ?? 0)
    .where('position', '<=', positions[count - 1]?.position ?? -1)
    .where(canBeRetried(outcome))
    .execute();
  await addCounts(transaction, id, { pending: count, [outcome]: -count });
  const left = count === cellsAtOnce ? [outcome, ...others] : others;
  await transaction
    .updateTable('change_set')
    .set({ retrying: left.length === 0 ? null : JSON.stringify(left) })
    .where('id', '=', id)
    .execute();
  return left.length > 0;
}
