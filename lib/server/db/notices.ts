import 'server-only';
import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import { backoffMs } from '@/lib/domain/backoff';
import type { Tables } from './tables';

/** What replicas tell one another: entries were appended, a set moved on, somebody wants something of a set. */
const topics = ['ledger', 'change-set', 'control'] as const;

type Topic = (typeof topics)[number];

type Listener = (payload: string) => void;

/**
 * Short words to every replica, this one included. A hint, never the truth: what counts stands in the tables, and
 * whoever listens also looks there by itself now and then.
 */
export interface Notices {
  /** Never rejects and never waits: a notice that is lost costs a moment. */
  tell: (topic: Topic, payload: string) => void;
  /** Listens until the returned function is called. */
  listen: (topic: Topic, listener: Listener) => () => void;
  close: () => Promise<void>;
}

/** Notices within this process, which is all there is with the embedded database. */
export function localNotices(): Notices {
  const listeners = new Map<Topic, Set<Listener>>(topics.map((topic) => [topic, new Set()]));
  return {
    tell: (topic, payload) => {
      for (const listener of listeners.get(topic) ?? []) queueMicrotask(() => listener(payload));
    },
    listen: (topic, listener) => {
      listeners.get(topic)?.add(listener);
      return () => listeners.get(topic)?.delete(listener);
    },
    close: () => {
      for (const one of listeners.values()) one.clear();
      return Promise.resolve();
    },
  };
}

const channel = 'mem_console';
/** PostgreSQL takes less than 8,000 bytes; a longer word goes without its payload. */
const longestWord = 7_000;
/** What waits to be told while the database is slow; what is beyond is lost, as a hint may be. */
const mostWaiting = 1_000;
const retryBackoff = { firstMs: 100, longestMs: 5_000 };
/** A connection that only listens would never notice that the network has gone dumb. */
const beatMs = 10_000;

/**
 * Notices to every process on one PostgreSQL: heard in this one at once, in the others by LISTEN and NOTIFY. The
 * connection that listens is its own and is opened again by itself; what is told meanwhile elsewhere is not heard here.
 * @param open a new client, not yet connected.
 */
export function postgresNotices(kysely: Kysely<Tables>, open: () => pg.Client): Notices {
  const local = localNotices();
  const teller = randomBytes(8).toString('hex');
  const waiting = new Set<string>();
  let isSending = false;
  const stop = keepListening(open, (word) => {
    const [from, topic, ...payload] = word.split(' ');
    if (from !== teller && isTopic(topic)) local.tell(topic, payload.join(' '));
  });

  /** One statement at a time; what comes meanwhile goes with the next, each word once. */
  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    while (waiting.size > 0) {
      const words = [...waiting];
      waiting.clear();
      await sql`select pg_notify(${channel}, word) from unnest(${words}::text[]) as word`
        .execute(kysely)
        .catch(() => undefined); // whoever would have heard looks at the tables by itself
    }
    isSending = false;
  };

  return {
    tell: (topic, payload) => {
      local.tell(topic, payload);
      const isLong = Buffer.byteLength(payload) > longestWord;
      if (waiting.size < mostWaiting) waiting.add(`${teller} ${topic} ${isLong ? '' : payload}`);
      void send();
    },
    listen: (topic, listener) => local.listen(topic, listener),
    close: async () => {
      waiting.clear();
      await stop();
      await local.close();
    },
  };
}

function isTopic(text: string | undefined): text is Topic {
  return (topics as readonly (string | undefined)[]).includes(text);
}

/** Keeps one connection listening until the returned function is called. */
function keepListening(open: () => pg.Client, listener: (word: string) => void): () => Promise<void> {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isOver = false;

  const connect = async (): Promise<void> => {
    const mine = open();
    client = mine;
    const lost = (): void => {
      if (client !== mine) return;
      client = null;
      clearTimeout(timer);
      void mine.end().catch(() => undefined);
      if (isOver) return;
      timer = setTimeout(() => void connect(), backoffMs(++failures, retryBackoff));
    };
    mine.on('error', lost);
    mine.on('end', lost);
    mine.on('notification', ({ payload }) => listener(payload ?? ''));
    const beat = (): void => {
      if (client !== mine) return;
      timer = setTimeout(() => void mine.query('select 1').then(beat, lost), beatMs);
    };
    try {
      await mine.connect();
      await mine.query(`listen ${channel}`);
      failures = 0;
      beat();
    } catch {
      lost();
    }
  };

  void connect();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    const last = client;
    client = null;
    await last?.end().catch(() => undefined);
  };
}
