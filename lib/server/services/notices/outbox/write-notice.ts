import 'server-only';
import { sql, type Transaction } from 'kysely';
import type { NoticeKind } from '@/lib/contract/notice-kinds';
import type { SqlDialect } from '@/lib/server/db/sql-dialects';
import type { Tables } from '@/lib/server/db/tables';

/** What a message says. No secret, no name or ID of records, entities or people. */
export interface NoticeBody {
  title: string;
  text: string;
  /** Address of a page of the console, from its `/`. */
  path: string;
  facts: Record<string, string>;
  /** The state that was told has ended. */
  isOver?: true;
}

export interface NewNotice {
  kind: NoticeKind;
  connection: string | null;
  /** Written once: a second notice of this key is not written. */
  key: string;
  body: NoticeBody;
}

/** A notice of a state, which `topic` tells from other states. */
export type NewState = Omit<NewNotice, 'key'> & { topic: string };

/** A state is over when no replica has seen it for this time; when it comes back, it is told again. */
const overAfterMs = 30 * 60_000;
/** Its end is told when no replica has seen it for this time, and no later than a day after. */
const endAfterMs = 3 * 60_000;
const endUntilMs = 24 * 60 * 60_000;

/** Writes a notice and its deliveries, unless one of its key is there. @returns whether it was written. */
export async function writeNotice(
  transaction: Transaction<Tables>,
  { now }: Pick<SqlDialect, 'now'>,
  { kind, connection, key, body }: NewNotice,
  topic: string | null = null,
): Promise<boolean> {
  for (;;) {
    const known = await transaction
      .selectFrom('notice')
      .select('number')
      .where('key', '=', key)
      .executeTakeFirst();
    if (known) return false;
    // The next number waits for the commit of the one before, so that numbers are in the order of commits.
    const written = await transaction
      .insertInto('notice')
      .values({
        number: sql<number>`(select coalesce(max(number), 0) + 1 from notice)`,
        ...{ key, topic, kind, connection, body: JSON.stringify(body) },
        at: now,
        seen_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst();
    if (!written) continue; // another replica took the number, or wrote the same notice
    await addDeliveries(transaction, now, { number: written.number, kind });
    return true;
  }
}

/** Has a notice delivered to who asked for its kind and was not told of it. @returns whether there is one. */
async function addDeliveries(
  transaction: Transaction<Tables>,
  now: SqlDialect['now'],
  { number, kind }: { number: number; kind: NoticeKind },
): Promise<boolean> {
  const receivers = await transaction.selectFrom('notice_receiver').select(['id', 'notices']).execute();
  const rows = receivers
    .filter(({ notices }) => (JSON.parse(notices) as unknown[]).includes(kind)) // as `addReceiver` writes it
    .map(({ id }) => ({
      ...{ receiver_id: id, number, state: 'waiting' as const },
      ...{ since: now, tried_at: null, cause: null },
    }));
  if (rows.length === 0) return false;
  const added = await transaction
    .insertInto('notice_delivery')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Tells a state once to each receiver: when it begins, and while replicas go on seeing it to those that asked for it since.
 * @param overMs it is over when no replica has seen it for this time. @returns whether a notice or a delivery was written.
 */
export async function writeState(
  transaction: Transaction<Tables>,
  dialect: Pick<SqlDialect, 'now'>,
  { topic, ...notice }: NewState,
  overMs = overAfterMs,
): Promise<boolean> {
  const { now } = dialect;
  // Read before the update: another replica that writes the beginning in between is seen by it, or uses the same key.
  const last = await transaction
    .selectFrom('notice')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('topic', '=', topic)
    .executeTakeFirst();
  const seen = await transaction
    .updateTable('notice')
    .set({ seen_at: now })
    .where('topic', '=', topic)
    .where('seen_at', '>', sql<number>`${now} - ${sql.lit(overMs)}`)
    .returning('number')
    .execute();
  if (seen.length > 0) {
    const number = Math.max(...seen.map((one) => one.number));
    return addDeliveries(transaction, now, { number, kind: notice.kind });
  }
  const key = `${topic} after ${String(last?.number ?? 0)}`;
  return writeNotice(transaction, dialect, { ...notice, key }, topic);
}

/** Tells once that a state that was told is over, when no replica sees it any more. @returns whether told. */
export async function endState(
  transaction: Transaction<Tables>,
  dialect: Pick<SqlDialect, 'now'>,
  { topic, ...notice }: NewState,
): Promise<boolean> {
  const last = await transaction
    .selectFrom('notice')
    .select(['number', 'seen_at', dialect.now.as('now')])
    .where('topic', '=', topic)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const unseenMs = Number(last?.now) - Number(last?.seen_at);
  if (!last || unseenMs < endAfterMs || unseenMs > endUntilMs) return false;
  await transaction.updateTable('notice').set({ seen_at: 0 }).where('topic', '=', topic).execute();
  return writeNotice(transaction, dialect, { ...notice, key: `${topic} over ${String(last.number)}` });
}
