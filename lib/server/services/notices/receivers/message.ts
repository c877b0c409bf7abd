import 'server-only';
import type { NoticeKind } from '@/lib/contract/notice-kinds';
import type { NoticeBody } from '@/lib/server/services/notices/outbox/write-notice';

/** One message to a receiver. */
export interface Message extends NoticeBody {
  /** The notice's number, the same in a repeat; null: a test. */
  number: number | null;
  kind: NoticeKind | 'test';
  connection: string | null;
  /** ISO 8601. */
  at: string;
}

/**
 * Tells a message from every other, also from one that had its number before the database was restored. A repeat has the
 * same ID.
 */
export function idOf({ number, at }: Message): string {
  return number === null ? `test-${at}` : `${String(number)}-${String(Date.parse(at))}`;
}

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const instantWords = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

/** Names and values of the facts as people read them: times as "20 Nov 2026, 12:00:05 UTC". */
export function factsInWords({ facts }: Pick<Message, 'facts'>): [name: string, value: string][] {
  return Object.entries(facts).map(([name, value]) => [
    name,
    instant.test(value) ? `${instantWords.format(new Date(value))} UTC` : value,
  ]);
}

interface NoticeRow {
  number: number;
  kind: NoticeKind;
  connection: string | null;
  at: number;
  body: string;
}

export function messageOf({ number, kind, connection, at, body }: NoticeRow): Message {
  const told = JSON.parse(body) as NoticeBody; // as `writeNotice` writes it
  return { ...told, number, kind, connection, at: new Date(at).toISOString() };
}
