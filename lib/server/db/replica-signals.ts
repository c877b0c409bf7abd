import 'server-only';
import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import { backoffMs } from '@/lib/domain/backoff';
import type { Tables } from './tables';

/** New entries, progress of a set, a request to control a set, a message that waits for delivery. */
const topics = ['ledger', 'change-set', 'control', 'notice'] as const;

type Topic = (typeof topics)[number];

type Listener = (payload: string) => void;

/** Short messages to every replica. They are hints: a listener also reads the tables from time to time. */
export interface ReplicaSignals {
  /** Never rejects and never waits. */
  send: (topic: Topic, payload: string) => void;
  listen: (topic: Topic, listener: Listener) => () => void;
  close: () => Promise<void>;
}

export function localSignals(): ReplicaSignals {
  const listeners = new Map<Topic, Set<Listener>>(topics.map((topic) => [topic, new Set()]));
  return {
    send: (topic, payload) => {
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
/** PostgreSQL takes less than 8,000 bytes; a longer signal loses its payload. */
const longestWord = 7_000;
/** Signals that wait for a slow database; further ones are lost. */
const mostWaiting = 1_000;
const retryBackoff = { firstMs: 100, longestMs: 5_000 };
/** A query detects a dead network, which a listener would not. */
const beatMs = 10_000;

/** LISTEN on a connection that reopens itself, and NOTIFY. @param open a new client, unconnected. */
export function postgresSignals(kysely: Kysely<Tables>, open: () => pg.Client): ReplicaSignals {
  const local = localSignals();
  const sender = randomBytes(8).toString('hex');
  const waiting = new Set<string>();
  let isSending = false;
  const stop = keepListening(open, (word) => {
    const [from, topic, ...payload] = word.split(' ');
    if (from !== sender && isTopic(topic)) local.send(topic, payload.join(' '));
  });

  const flush = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    while (waiting.size > 0) {
      const words = [...waiting];
      waiting.clear();
      await sql`select pg_notify(${channel}, word) from unnest(${words}::text[]) as word`
        .execute(kysely)
        .catch(() => undefined); // listeners read the tables by themselves
    }
    isSending = false;
  };

  return {
    send: (topic, payload) => {
      local.send(topic, payload);
      const isLong = Buffer.byteLength(payload) > longestWord;
      if (waiting.size < mostWaiting) waiting.add(`${sender} ${topic} ${isLong ? '' : payload}`);
      void flush();
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
