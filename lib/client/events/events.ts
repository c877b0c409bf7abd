import type { EventName } from '@/lib/contract/event-names';
import type { EventOf } from '@/lib/contract/events';
import { EventStream } from './event-stream';

type Listener<N extends EventName> = (data: EventOf<N>, connection: string, seq: number) => void;

/** A stream and how many parts of the page want it. */
interface Shared {
  stream: EventStream;
  users: number;
}

/** A stream nobody wants is kept this long, so that going from page to page does not break it off. */
const lingerMs = 2_000;

const streams = new Map<string, Shared>();
/** The newest entries that ended streams told of: a connection's next stream goes on there. */
const lastIds = new Map<string, number | null>();
const listeners: { [N in EventName]: Set<Listener<N>> } = {
  hello: new Set(),
  access: new Set(),
  'change-set': new Set(),
  load: new Set(),
};
const livenessListeners = new Set<() => void>();
const refusalListeners = new Set<() => void>();

/**
 * Wants the events of a connection until the returned function is called. However many want it, a tab has one stream of
 * a connection.
 */
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
 * Hears every event of a name, of whichever streams are joined, until the returned function is called.
 * @param listener gets what the event carries, the connection, and the newest entry of the ledger that was told of.
 */
export function subscribeEvents<N extends EventName>(name: N, listener: Listener<N>): () => void {
  const all: Set<Listener<N>> = listeners[name];
  all.add(listener);
  return () => all.delete(listener);
}

/** Hears of every change of `areEventsLive` until the returned function is called. */
export function subscribeLiveness(listener: () => void): () => void {
  livenessListeners.add(listener);
  return () => livenessListeners.delete(listener);
}

/** Hears when the console refuses a stream, until the returned function is called. */
export function subscribeRefusals(listener: () => void): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

/** Whether the events of a connection arrive at the moment; while they do not, pages ask by themselves. */
export function areEventsLive(connection: string): boolean {
  return streams.get(connection)?.stream.isLive ?? false;
}

/** The newest entry of the ledger that a connection's streams have told of; null: none has begun. */
export function lastEvent(connection: string): number | null {
  return streams.get(connection)?.stream.lastId ?? lastIds.get(connection) ?? null;
}
