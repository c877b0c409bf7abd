import 'server-only';

/** What replicas tell one another: entries were appended, a set moved on, somebody wants something of a set. */
export const topics = ['ledger', 'change-set', 'control'] as const;

export type Topic = (typeof topics)[number];

type Hearer = (payload: string) => void;

/**
 * Short words to every replica, this one included. A hint, never the truth: what counts stands in the tables, and
 * whoever listens also looks there by itself now and then.
 */
export interface Notices {
  /** Never rejects and never waits: a notice that is lost costs a moment. */
  tell: (topic: Topic, payload: string) => void;
  /** Listens until the returned function is called. */
  listen: (topic: Topic, hearer: Hearer) => () => void;
  close: () => Promise<void>;
}

/** Notices within this process, which is all there is with the embedded database. */
export function localNotices(): Notices {
  const hearers = new Map<Topic, Set<Hearer>>(topics.map((topic) => [topic, new Set()]));
  return {
    tell: (topic, payload) => {
      for (const hearer of hearers.get(topic) ?? []) queueMicrotask(() => hearer(payload));
    },
    listen: (topic, hearer) => {
      hearers.get(topic)?.add(hearer);
      return () => hearers.get(topic)?.delete(hearer);
    },
    close: () => {
      for (const one of hearers.values()) one.clear();
      return Promise.resolve();
    },
  };
}
