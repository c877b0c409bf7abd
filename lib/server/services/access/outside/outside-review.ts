import 'server-only';
import type { Kysely } from 'kysely';
import type { OutsideReview } from '@/lib/contract/access/outside-changes';
import { mostWaiting } from '@/lib/domain/changes/waiting-outside';
import type { Database } from '@/lib/server/db/database';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Tables } from '@/lib/server/db/tables';
import { entryIn } from '@/lib/server/ledger/entry';
import { entriesOfKind, outsideEntries, outsideKinds } from '@/lib/server/ledger/reading';
import type { Connection } from '@/lib/server/services/connection';
import { mostSingle } from './outside-rule';

/** Counts the changes up to entry `upTo` that wait for review, `most` at most. Throws database errors. */
export async function outsideReview(
  kysely: Kysely<Tables>,
  connection: string,
  { upTo = Number.MAX_SAFE_INTEGER, most = mostWaiting } = {},
): Promise<OutsideReview> {
  const reviewed = await lastReview(kysely, connection);
  const head = await kysely.selectFrom('ledger_head').select('reviews_after').executeTakeFirst();
  const after = Math.max(reviewed?.last ?? 0, head?.reviews_after ?? 0);
  let newest = 0;
  for (const kind of outsideKinds) {
    const { seq } = await entriesOfKind(kysely, connection, kind, { after, upTo })
      .select(({ fn }) => fn.max<number | null>('seq').as('seq'))
      .executeTakeFirstOrThrow();
    newest = Math.max(newest, seq ?? 0);
  }
  if (newest === 0) return { waiting: 0, newest, after, reviewed };
  const range = { after, upTo: newest };
  const waiting = entriesOfKind(kysely, connection, 'access.outside', range).select('seq').limit(most);
  const { listed } = await kysely
    .selectFrom(waiting.as('waiting'))
    .select(({ fn }) => fn.countAll<number | string>().as('listed'))
    .executeTakeFirstOrThrow();
  const left = most - Number(listed);
  const { count } =
    left > 0 ? await countedOutside(kysely, connection, { ...range, most: left }) : { count: 0 };
  return { waiting: Math.min(Number(listed) + count, most), newest, after, reviewed };
}

/** Cells counted but not named in the newest `most` entries, and the last such entry (0: none). Throws database errors. */
export async function countedOutside(
  kysely: Kysely<Tables>,
  connection: string,
  range: { after: number; upTo?: number; most?: number },
): Promise<{ count: number; lastSeq: number }> {
  const entries = await outsideEntries(kysely, connection, ['access.outside-more'], range);
  const count = entries.reduce((sum, { told }) => sum + (told?.count ?? 0), 0);
  return { count, lastSeq: entries[0]?.seq ?? 0 };
}

async function lastReview(kysely: Kysely<Tables>, connection: string): Promise<OutsideReview['reviewed']> {
  const row = await entriesOfKind(kysely, connection, 'outside.reviewed')
    .select('body')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = row && entryIn(row.body); // the check of the log reports a damaged entry
  return entry?.kind === 'outside.reviewed' ? { last: entry.last, at: entry.at, by: entry.actor.name } : null;
}

/** Loads waiting changes up to entry `head` into a new process's mirrors. @throws ConsoleError `ledger-unavailable`. */
export async function noteKnownOutside(
  { kysely }: Database,
  connections: readonly Pick<Connection, 'key' | 'mirror'>[],
  head: number,
): Promise<void> {
  for (const { key, mirror } of connections) {
    const { after, entries } = await orUnavailable(async () => {
      const { after } = await outsideReview(kysely, key, { upTo: head });
      const range = { after, upTo: head, most: mostSingle };
      return { after, entries: await outsideEntries(kysely, key, outsideKinds, range) };
    });
    mirror.reviewOutside(after);
    for (const { told } of entries.reverse()) if (told) mirror.noteOutside(told);
  }
}
