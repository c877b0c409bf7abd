import type { EventName } from '@/lib/contract/event-names';
import type { EventOf } from '@/lib/contract/events';
import { EventStream } from './event-stream';

type Listener<N extends EventName> = (data: EventOf<N>, connection: string, seq: number) => void;

interface Shared {
  stream: EventStream;
  users: number;
}

/** Keeps a stream between two pages. */
const lingerMs = 2_000;

const streams = new Map<string, Shared>();
/** A connection's next stream resumes there. */
const lastIds = new Map<string, number | null>();
const listeners: { [N in EventName]: Set<Listener<N>> } = {
  hello: new Set(),
  access: new Set(),
  'change-set': new Set(),
  load: new Set(),
};
const livenessListeners = new Set<() => void>();
const refusalListeners = new Set<() => void>();

/** Opens or shares the tab's stream of a connection. @returns leaves it. */
export function joinEvents(connection: string): () => void {
  const shared = streams.get(connection) ?? { stream: open(connection), users: 0 };
  streams.set(connection, shared);
  shared.users++;
  let hasLeft = false;
  return () => {
    if (hasLeft) return;
    hasLeft = true;
    shared.users--;
    setTimeout(() => {
      if (shared.users > 0 || streams.get(connection) !== shared) return;
      lastIds.set(connection, shared.stream.lastId);
      streams.delete(connection);
      shared.stream.close();
    }, lingerMs);
  };
}

function open(connection: string): EventStream {
  const listener = {
    event: <N extends EventName>(name: N, data: EventOf<N>, seq: number) => {
      for (const listener of listeners[name]) listener(data, connection, seq);
    },
    state: () => {
      for (const listener of livenessListeners) listener();
    },
    refused: () => {
      for (const listener of refusalListeners) listener();
    },
  };
  return new EventStream(connection, listener, lastIds.get(connection));
}

/**
 * Hears events of all joined streams.
 * @param listener gets the data, the connection and the newest ledger entry. @returns ends it.
 */
export function subscribeEvents<N extends EventName>(name: N, listener: Listener<N>): () => void {
  const all: Set<Listener<N>> = listeners[name];
  all.add(listener);
  return () => all.delete(listener);
}

/** Hears changes of `areEventsLive`. @returns ends it. */
export function subscribeLiveness(listener: () => void): () => void {
  livenessListeners.add(listener);
  return () => livenessListeners.delete(listener);
}

/** Hears refused streams. @returns ends it. */
export function subscribeRefusals(listener: () => void): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

/** Whether events arrive; otherwise pages poll. */
export function areEventsLive(connection: string): boolean {
  return streams.get(connection)?.stream.isLive ?? false;
}

/** The newest ledger entry of a connection's streams; null: none. */
export function lastEvent(connection: string): number | null {
  return streams.get(connection)?.stream.lastId ?? lastIds.get(connection) ?? null;
}
