import 'server-only';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import type { Database } from '@/lib/server/db/database';
import type { Connection } from '@/lib/server/services/connection';
import { countChecks } from '@/lib/server/services/journal/check-lines';
import type { NewNotice } from '@/lib/server/services/notices/outbox/write-notice';
import { unlessAborted } from '@/lib/server/until';
import { placeOf } from './place';

interface MonthEnd {
  /** 1 to 31. */
  monthEndDay: number;
  /** Epoch ms. */
  now: number;
  database: Database;
  signal: AbortSignal;
}

/** A console that was down on the day tells it within two days after. */
const daysLate = 2;

/**
 * What the checks of journal lines find, once a month, after all lines were read again; null: not today, or told already.
 * Throws the error of the read or of the database.
 */
export async function monthEndNotice(
  connection: Connection,
  { monthEndDay, now, database, signal }: MonthEnd,
): Promise<NewNotice | null> {
  const month = dueMonth(monthEndDay, new Date(now));
  if (month === null) return null;
  const { key, journal } = connection;
  const ofMonth = `month-end ${key} ${month}`;
  const told = await database.kysely
    .selectFrom('notice')
    .select('number')
    .where('key', '=', ofMonth)
    .executeTakeFirst();
  if (told) return null;
  await unlessAborted(journal.readOnSchedule(), signal);
  const { checks, any, lines, stale } = await countChecks(connection, defaultJournalQuery, {
    mayAskAccess: true,
    signal,
  });
  if (stale) throw new Error('The journal lines could not be read again, so older ones were not told of.');
  const found = checks.filter((check) => check.lines !== 0);
  const { label, facts, path } = placeOf([connection], key);
  const titles = found.map((check): [string, string] => [
    check.title,
    check.lines === null ? 'not known' : inDigits(check.lines),
  ]);
  return {
    kind: 'month-end',
    connection: key,
    key: ofMonth,
    body: {
      title: `${label}: ${any.lines === null ? 'which lines' : counted(any.lines, 'journal line')} must not be posted as they are${any.lines === null ? ' is not known' : ''}`,
      text: `${counted(lines, 'journal line')} ${lines === 1 ? 'waits' : 'wait'} to be posted. One line can be found by several checks, and an old line may be posted.`,
      path: path('/journal'),
      facts: { ...facts, ...Object.fromEntries(titles) },
    },
  };
}

/** The month (`2026-11`) whose day is today or was within two days, by the server's time zone; null: none. */
export function dueMonth(monthEndDay: number, today: Date): string | null {
  for (let late = 0; late <= daysLate; late++) {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - late);
    const [year, month] = [day.getFullYear(), day.getMonth()];
    const daysOfMonth = new Date(year, month + 1, 0).getDate();
    if (day.getDate() === Math.min(monthEndDay, daysOfMonth))
      return `${String(year)}-${String(month + 1).padStart(2, '0')}`;
  }
  return null;
}
