import 'server-only';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '@/lib/server/db/tables';

/**
 * Keeps sets from going on that were started, or tried again, in sessions or by a person to whom an administrator has just closed the
 * console. What was not sent yet ends as cancelled, also of a set that is paused; whoever runs sets is to be told once
 * this is committed.
 * @param by who did that: ending one's own sessions stops nothing.
 * @returns ids of the sets.
 */
export async function withdrawChangeSets(
  transaction: Transaction<Tables>,
  whose: { sessionIds: readonly string[] } | { personId: string },
  by: string,
): Promise<string[]> {
  const open = transaction
    .updateTable('change_set')
    .set({
      withdrawn: sql<string>`'An administrator ended the session of ' || acting_name || '.'`,
      // A pause would keep it for ever from being ended.
      control: sql<'run' | 'cancel'>`case when control = 'pause' then 'cancel' else control end`,
      retry_at: null,
    })
    .where('state', 'in', ['queued', 'running', 'paused'])
    .where('withdrawn', 'is', null)
    .where('acting_id', '<>', by);
  const theirs =
    'personId' in whose
      ? open.where('acting_id', '=', whose.personId)
      : open.where('session_id', 'in', whose.sessionIds);
  const rows = await theirs.returning('id').execute();
  return rows.map(({ id }) => id);
}
