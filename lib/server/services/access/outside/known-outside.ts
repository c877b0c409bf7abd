import 'server-only';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import { entryIn } from '@/lib/server/ledger/entry';
import type { Connection } from '@/lib/server/services/connection';
import { noted, type Noted } from '@/lib/server/services/access/mirror/apply-entries';
import { mostSingle } from './outside-changes';

/**
 * Has the mirrors say what the newest read that found something recorded as changed outside, for a process that has just
 * started: else a restart would silence a notice that nobody has seen yet.
 * @param head number of the newest entry that is not heard otherwise.
 * @throws ConsoleError `ledger-unavailable`.
 */
export async function noteKnownOutside(
  database: Database,
  connections: readonly Pick<Connection, 'key' | 'mirror'>[],
  head: number,
): Promise<void> {
  for (const { key, mirror } of connections) {
    const entries = await orUnavailable(async () => [
      ...(await newestOf(database, 'access.outside', { key, head, most: mostSingle })),
      ...(await newestOf(database, 'access.outside-more', { key, head, most: 1 })),
    ]);
    let outside: Noted | null = null;
    for (const entry of entries.sort((a, b) => a.seq - b.seq)) outside = noted(outside, entry);
    // What was heard meanwhile is newer than all of these.
    if (mirror.outside) outside = noted(outside, mirror.outside);
    if (outside) mirror.noteOutside(outside);
  }
}

/** One kind a query, so that each follows its index. */
async function newestOf(
  { kysely }: Database,
  kind: 'access.outside' | 'access.outside-more',
  { key, head, most }: { key: string; head: number; most: number },
): Promise<Noted[]> {
  const rows = await kysely
    .selectFrom('ledger_entry')
    .select(['seq', 'body'])
    .where('kind', '=', kind)
    .where('connection', '=', key)
    .where('seq', '<=', head)
    .orderBy('seq', 'desc')
    .limit(most)
    .execute();
  return rows.flatMap(({ seq, body }) => {
    const facts = entryIn(body); // a damaged one is told by whoever checks the log
    if (facts?.kind !== 'access.outside' && facts?.kind !== 'access.outside-more') return [];
    const count = facts.kind === 'access.outside' ? 1 : facts.count;
    return [{ count, since: facts.since, until: facts.until, seq }];
  });
}
