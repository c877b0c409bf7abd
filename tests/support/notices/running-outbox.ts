import { sql } from 'kysely';
import pino from 'pino';
import type { NoticeKind, ReceiverKind } from '@/lib/contract/notice-kinds';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { Outbox } from '@/lib/server/services/notices/outbox/outbox';
import { writeNotice } from '@/lib/server/services/notices/outbox/write-notice';
import { deliverer, type DeliveryParts } from '@/lib/server/services/notices/receivers/deliver';
import { testDatabase } from '@/tests/support/database/test-database';

/** An outbox on a database of its own, whose clock the test sets. It delivers when the test says so. */
export interface RunningOutbox {
  database: Database;
  outbox: Outbox;
  logged: () => string;
  /** Another replica. */
  replica: () => Outbox;
  /** Moves the database's clock on. */
  later: (ms: number) => void;
  add: (kind: ReceiverKind, address: string, more?: { id?: string; secret?: string }) => Promise<string>;
  /** Writes notices with these titles. */
  tell: (...titles: string[]) => Promise<void>;
  deliveries: () => Promise<
    { receiver_id: string; number: number; state: string; tries: number; cause: string | null }[]
  >;
  close: () => Promise<void>;
}

export const aKind: NoticeKind = 'outside-changes';

export async function runOutbox(parts: Partial<DeliveryParts> = {}): Promise<RunningOutbox> {
  const where = await testDatabase();
  const opened = await openDatabase(where.url);
  let laterMs = 0;
  const dialect = Object.defineProperty({ ...opened.dialect }, 'now', {
    get: () => sql<number>`(${opened.dialect.now} + ${sql.lit(laterMs)})`,
  });
  const database: Database = { ...opened, dialect };
  const signals = database.openSignals();
  let logged = '';
  const log = pino({ level: 'trace' }, { write: (line) => void (logged += line) });
  const deliver = deliverer({
    publicUrl: new URL('https://console.example'),
    privateAddresses: true,
    mail: null,
    ...parts,
  });
  const replica = () => new Outbox({ database, signals, log, deliver });
  return {
    database,
    outbox: replica(),
    logged: () => logged,
    replica,
    later: (ms) => (laterMs += ms),
    add: async (kind, address, { id = 'a-receiver', secret = null as string | null } = {}) => {
      const notices = JSON.stringify([aKind]);
      await database.kysely
        .insertInto('notice_receiver')
        .values({ id, name: id, kind, address, secret, notices, cause: null, lease_owner: null })
        .execute();
      return id;
    },
    tell: async (...titles) => {
      for (const title of titles)
        await database.kysely.transaction().execute((transaction) =>
          writeNotice(transaction, database.dialect, {
            kind: aKind,
            connection: 'default',
            key: title,
            body: {
              title,
              text: 'What happened.',
              path: '/changes?kind=outside',
              facts: { Connection: 'CRONUS', 'Found at': '2026-11-20T12:00:05.123Z' },
            },
          }),
        );
    },
    deliveries: () =>
      database.kysely
        .selectFrom('notice_delivery')
        .select(['receiver_id', 'number', 'state', 'tries', 'cause'])
        .orderBy('receiver_id')
        .orderBy('number')
        .execute(),
    close: async () => {
      await signals.close();
      await opened.close();
      await where.drop();
    },
  };
}
