import 'server-only';
import type { Logger } from 'pino';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import type { LoadEvent } from '@/lib/contract/events';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import type { ReplicaSignals } from '@/lib/server/db/replica-signals';
import { entryIn } from '@/lib/server/ledger/entry';
import type { Ledger } from '@/lib/server/ledger/ledger';
import type { Connection } from '@/lib/server/services/connection';
import { LatestStates } from './latest-states';
import { ledgerEventOf, type LedgerEvent } from './ledger-events';
import { LedgerTail } from './ledger-tail';
import { ConsoleError } from '@/lib/server/console-error';

type ReadSets = (ids: string[]) => Promise<ChangeSet[]>;

interface HubParts {
  ledger: Ledger;
  signals: ReplicaSignals;
  connections: readonly Pick<Connection, 'key' | 'mirror'>[];
  readSets: ReadSets;
  log: Logger;
  /** Called with every entry of all replicas, in order. */
  onEntries?: (entries: readonly LedgerEntry[]) => void;
}

type Subscriber = (entries: readonly LedgerEntry[]) => void;

export interface EventsPart {
  events: readonly LedgerEvent[];
  last: number;
  hasMore: boolean;
}

/** Older events are in the table. */
const mostRecent = 5_000;
const mostEvents = 500;
const mostEntries = 1_000;
/** Minimum time between two states of one change set, and between two progress events of a read. */
const changeSetEveryMs = 250;
const loadEveryMs = 500;

const mostOfSession = 4;

class StreamSlots {
  readonly #taken = new Map<string, number>();

  /** @returns releases the slot; called once. @throws ConsoleError `rate-limited` if the session has none left. */
  take(sessionId: string): () => void {
    const taken = this.#taken.get(sessionId) ?? 0;
    if (taken >= mostOfSession)
      throw new ConsoleError(
        'rate-limited',
        `You have ${String(taken)} pages open that follow changes already. This one shows what it asks for itself; close another one.`,
        { retryAfterSeconds: 60 },
      );
    this.#taken.set(sessionId, taken + 1);
    return () => {
      const left = (this.#taken.get(sessionId) ?? 1) - 1;
      if (left > 0) this.#taken.set(sessionId, left);
      else this.#taken.delete(sessionId);
    };
  }
}

/** Feeds all event streams from the ledger, change sets and mirrors. Streams fetch events, so a slow one costs nothing. */
export class EventHub {
  readonly slots = new StreamSlots();
  readonly changeSets: LatestStates<ChangeSet>;
  readonly loads: LatestStates<LoadEvent>;
  readonly #ledger: Ledger;
  readonly #readSets: ReadSets;
  readonly #tail: LedgerTail;
  readonly #subscribers = new Set<Subscriber>();
  readonly #stops: (() => void)[];
  #recent: LedgerEvent[] = [];
  /** `#recent` holds all events after this entry; null before the first entry. */
  #recentAfter: number | null = null;
  #isClosed = false;

  constructor({ ledger, signals, connections, readSets, log, onEntries }: HubParts) {
    const onChange = (): void => this.#notify();
    const loadOf = ({ key, mirror }: (typeof connections)[number]): LoadEvent => ({
      connection: key,
      ...mirror.progress(),
    });
    this.#ledger = ledger;
    this.#readSets = readSets;
    this.#tail = new LedgerTail(ledger, signals, log);
    this.changeSets = new LatestStates({
      read: readSets,
      keyOf: ({ id }) => id,
      everyMs: changeSetEveryMs,
      onChange,
    });
    this.loads = new LatestStates({
      read: (keys) => Promise.resolve(connections.filter(({ key }) => keys.includes(key)).map(loadOf)),
      keyOf: ({ connection }) => connection,
      everyMs: loadEveryMs,
      onChange,
    });
    this.#stops = [
      this.#tail.subscribe((entries, after) => {
        onEntries?.(entries);
        this.#keep(entries, after);
      }),
      signals.listen('change-set', (id) => this.#touch(id)),
      ...connections.map(({ key, mirror }) => mirror.subscribe(() => this.loads.touch(key))),
    ];
    for (const { key } of connections) this.loads.touch(key);
    this.#tail.start();
  }

  /** Pages that follow changes here. */
  get streams(): number {
    return this.#subscribers.size;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** @throws ConsoleError `ledger-unavailable`. */
  async head(): Promise<number> {
    await this.#tail.catchUp();
    return this.#tail.last ?? (await this.#ledger.head()).seq;
  }

  /** Calls back when there may be events or the hub closes. @returns unsubscribes. */
  subscribe(onEvents: Subscriber): () => void {
    this.#subscribers.add(onEvents);
    return () => this.#subscribers.delete(onEvents);
  }

  /** Events after an entry; null if it is the newest. @throws ConsoleError `ledger-unavailable` if it needs the table. */
  async after(seq: number, connection: string): Promise<EventsPart | null> {
    const newest = this.#tail.last ?? seq;
    if (seq >= newest) return null;
    if (this.#recentAfter === null || seq < this.#recentAfter)
      return this.#fromTable(seq, newest, connection);
    const newer: LedgerEvent[] = [];
    for (let i = this.#recent.length - 1; (this.#recent[i]?.seq ?? 0) > seq; i--) {
      const one = this.#recent[i];
      if (one?.connection === connection) newer.push(one);
    }
    const events = newer.reverse().slice(0, mostEvents);
    const hasMore = events.length < newer.length;
    return { events, last: hasMore ? (events.at(-1)?.seq ?? newest) : newest, hasMore };
  }

  /** @throws ConsoleError `ledger-unavailable`. */
  readSets(ids: readonly string[]): Promise<ChangeSet[]> {
    return this.#readSets([...ids]);
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    for (const part of [this.#tail, this.changeSets, this.loads]) part.close();
    this.#notify();
  }

  #notify(entries: readonly LedgerEntry[] = []): void {
    for (const onEvents of this.#subscribers) onEvents(entries);
  }

  #touch(id: string): void {
    if (this.#subscribers.size > 0 && id !== '') this.changeSets.touch(id);
  }

  #keep(entries: readonly LedgerEntry[], after: number): void {
    this.#recentAfter ??= after;
    for (const entry of entries) {
      const event = ledgerEventOf(entry);
      if (event) this.#recent.push(event);
      if (event?.changeSetId) this.#touch(event.changeSetId);
    }
    const over = this.#recent.length - mostRecent;
    if (over > 0) {
      this.#recentAfter = this.#recent[over - 1]?.seq ?? this.#recentAfter;
      this.#recent = this.#recent.slice(over);
    }
    this.#notify(entries);
  }

  async #fromTable(seq: number, newest: number, connection: string): Promise<EventsPart> {
    const rows = await this.#ledger.read(seq, mostEntries);
    const all = rows.flatMap(({ body }) => {
      const entry = entryIn(body);
      return (entry && ledgerEventOf(entry)) ?? []; // skips unreadable entries
    });
    const ours = all.filter((one) => one.connection === connection);
    const events = ours.slice(0, mostEvents);
    const isWhole = events.length === ours.length;
    const last = (isWhole ? rows.at(-1) : events.at(-1))?.seq ?? newest;
    return { events, last, hasMore: last < newest };
  }
}
