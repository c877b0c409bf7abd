import 'server-only';
import type { Kysely } from 'kysely';
import type { OutsideReview } from '@/lib/contract/access/outside-changes';
import type { Tables } from '@/lib/server/db/tables';
import { entryIn } from '@/lib/server/ledger/entry';
import { countedAfter } from './cell-history';

/**
 * How far people have looked at what was changed outside on a connection, as the ledger tells. Throws what the database
 * throws.
 * @param upTo entries after this one play no part.
 */
export async function outsideReview(
  kysely: Kysely<Tables>,
  connection: string,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<OutsideReview> {
  const reviewed = await lastReview(kysely, connection);
  const after = reviewed?.last ?? 0;
  // By kind and number alone, so that the index is followed.
  const { count, newest } = await kysely
    .selectFrom('ledger_entry')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      fn.max<number | string | null>('seq').as('newest'),
    ])
    .where('kind', '=', 'access.outside')
    .where('connection', '=', connection)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .executeTakeFirstOrThrow();
  const counted = await countedAfter(kysely, connection, after, upTo);
  return {
    waiting: Number(count) + counted.count,
    newest: Math.max(Number(newest ?? 0), counted.lastSeq),
    reviewed,
  };
}

async function lastReview(kysely: Kysely<Tables>, connection: string): Promise<OutsideReview['reviewed']> {
  const row = await kysely
    .selectFrom('ledger_entry')
    .select('body')
    .where('kind', '=', 'outside.reviewed')
    .where('connection', '=', connection)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = row && entryIn(row.body); // a damaged one is told by whoever checks the log
  return entry?.kind === 'outside.reviewed' ? { last: entry.last, at: entry.at, by: entry.actor.name } : null;
}
