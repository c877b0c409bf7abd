import 'server-only';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import { entryIn } from '@/lib/server/ledger/entry';
import type { Connection } from '@/lib/server/services/connection';
import type { OutsideEntry } from '@/lib/server/services/access/mirror/waiting-outside';
import { mostSingle } from './outside-changes';
import { outsideReview } from './outside-review';

/**
 * Has the mirrors know what was changed outside and waits to be reviewed, for a process that has just started: else a
 * restart would take the marks off cells that nobody has reviewed yet.
 * @param head number of the newest entry that is not heard otherwise.
 * @throws ConsoleError `ledger-unavailable`.
 */
export async function noteKnownOutside(
  database: Database,
  connections: readonly Pick<Connection, 'key' | 'mirror'>[],
  head: number,
): Promise<void> {
  for (const { key, mirror } of connections) {
    const { after, entries } = await orUnavailable(async () => {
      const { after } = await outsideReview(database.kysely, key, { upTo: head });
      const range = { key, after, head };
      const named = await newestOf(database, 'access.outside', range);
      const more = await newestOf(database, 'access.outside-more', range);
      return { after, entries: [...named, ...more].sort((a, b) => a.seq - b.seq) };
    });
    mirror.reviewOutside(after);
    for (const entry of entries) mirror.noteOutside(entry);
  }
}

/** The newest of them, as many as one read names; one kind a query, so that each follows its index. */
async function newestOf(
  { kysely }: Database,
  kind: 'access.outside' | 'access.outside-more',
  { key, after, head }: { key: string; after: number; head: number },
): Promise<OutsideEntry[]> {
  const rows = await kysely
    .selectFrom('ledger_entry')
    .select(['seq', 'body'])
    .where('kind', '=', kind)
    .where('connection', '=', key)
    .where('seq', '>', after)
    .where('seq', '<=', head)
    .orderBy('seq', 'desc')
    .limit(mostSingle)
    .execute();
  return rows.flatMap(({ seq, body }): OutsideEntry[] => {
    const facts = entryIn(body); // a damaged one is told by whoever checks the log
    if (facts?.kind === 'access.outside') return [{ seq, cell: facts.cell, count: 1 }];
    return facts?.kind === 'access.outside-more' ? [{ seq, cell: null, count: facts.count }] : [];
  });
}
