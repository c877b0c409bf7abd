import 'server-only';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '@/lib/server/db/tables';

/**
 * Stops the change sets of a person or sessions that an administrator ended, also paused ones. The caller tells the
 * workers after the commit.
 * @param by the administrator; ending one's own sessions stops nothing.
 * @returns IDs of the sets.
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
      // A paused set would never end.
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
