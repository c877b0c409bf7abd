import 'server-only';
import { sql, type Kysely } from 'kysely';
import type { OutsideReview } from '@/lib/contract/access/outside-changes';
import { mostWaiting } from '@/lib/domain/changes/waiting-outside';
import type { Tables } from '@/lib/server/db/tables';
import { entryIn } from '@/lib/server/ledger/entry';
import { countedAfter } from './cell-history';

/**
 * How far people have reviewed what was changed outside on a connection, as the ledger tells. Throws what the database
 * throws.
 * @param upTo entries after this one play no part.
 * @param most what waits is counted up to so many assignments.
 */
export async function outsideReview(
  kysely: Kysely<Tables>,
  connection: string,
  { upTo = Number.MAX_SAFE_INTEGER, most = mostWaiting } = {},
): Promise<OutsideReview> {
  const reviewed = await lastReview(kysely, connection);
  const head = await kysely.selectFrom('ledger_head').select('reviews_after').executeTakeFirst();
  const after = Math.max(reviewed?.last ?? 0, head?.reviews_after ?? 0);
  const entries = (kind: 'access.outside' | 'access.outside-more', last: number) =>
    kysely
      .selectFrom('ledger_entry')
      .select('seq')
      .where('connection', '=', connection)
      .where('kind', '=', sql.lit(kind)) // told to the planner, which else does not know the index of these few kinds
      .where('seq', '>', after)
      .where('seq', '<=', last);
  let newest = 0;
  for (const kind of ['access.outside', 'access.outside-more'] as const) {
    const last = await entries(kind, upTo).orderBy('seq', 'desc').limit(1).executeTakeFirst();
    newest = Math.max(newest, last?.seq ?? 0);
  }
  if (newest === 0) return { waiting: 0, newest, after, reviewed };
  const { listed } = await kysely
    .selectFrom(entries('access.outside', newest).orderBy('seq').limit(most).as('waiting'))
    .select(({ fn }) => fn.countAll<number | string>().as('listed'))
    .executeTakeFirstOrThrow();
  const left = most - Number(listed);
  // Each of these entries counts one assignment at least.
  const { count } = left > 0 ? await countedAfter(kysely, connection, after, newest, left) : { count: 0 };
  return { waiting: Math.min(Number(listed) + count, most), newest, after, reviewed };
}

async function lastReview(kysely: Kysely<Tables>, connection: string): Promise<OutsideReview['reviewed']> {
  const row = await kysely
    .selectFrom('ledger_entry')
    .select('body')
    .where('kind', '=', sql.lit('outside.reviewed' as const))
    .where('connection', '=', connection)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = row && entryIn(row.body); // a damaged one is told by whoever checks the log
  return entry?.kind === 'outside.reviewed' ? { last: entry.last, at: entry.at, by: entry.actor.name } : null;
}
