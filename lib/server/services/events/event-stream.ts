import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventName } from '@/lib/contract/event-names';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import type { EventOf } from '@/lib/contract/events';
import { holdsOneOf, mayRead } from '@/lib/contract/session/roles';
import type { Actor } from '@/lib/server/auth/actor';
import type { EventHub } from './event-hub';

interface StreamParts {
  hub: EventHub;
  /** Key of the connection whose events it carries. */
  connection: string;
  /** As of the request; with other roles the stream ends, and begins anew. */
  actor: Actor | null;
  /** Asks anew who listens; null once the session has ended. */
  actorNow: () => Promise<Actor | null>;
  /** Where to go on; null: from now on. */
  after: number | null;
  /** Aborted when nobody listens any more. */
  signal: AbortSignal;
  /** Called once, however it ends. */
  onEnd: () => void;
}

/** Two texts are this far apart, so that a set that runs fast does not wake every listener for every cell. */
const paceMs = 100;
/** Nothing leaves unless the session was seen alive so short a time ago. */
const freshMs = 900;
/** How often it is looked at while nothing leaves. */
const lookMs = 5_000;
const beatMs = 15_000;
/** Whoever takes nothing for so long is gone, or comes back and goes on. */
const stuckMs = 30_000;
const afterFailureMs = 1_000;
/** Whoever was away for longer than this many entries asks for everything anew. */
const mostMissed = 10_000;
/** Sets that moved on while the listener was away. */
const mostSets = 100;

/** How long a browser waits before it comes back. */
const retryText = 'retry: 1000\n\n';

const bytes = new TextEncoder();

/**
 * One listener's events. It is pulled: the next text is put together when the one before was taken, from what has
 * happened by then, so a slow listener costs no memory.
 */
export class EventStream {
  readonly #parts: StreamParts;
  readonly #sees: boolean;
  #cursor = 0;
  /** What happened up to this entry, happened while the listener was away. */
  #missedTo = 0;
  #setVersion = 0;
  #loadVersion = 0;
  #hasBegun = false;
  /** Newer entries wait already for the next text. */
  #hasMore = false;
  readonly #missedSets = new Set<string>();
  #checkedAt = performance.now();
  /** The log says something of the session or its person that the stream has not looked at yet. */
  #isDoubtful = false;
  #sentAt = performance.now();
  #isOver = false;
  #isWoken = false;
  #goOn: () => void = () => undefined;
  #stops: (() => void)[] = [];

  constructor(parts: StreamParts) {
    this.#parts = parts;
    this.#sees = holdsOneOf(parts.actor?.roles ?? [], mayRead.changes);
  }

  /** The stream as bytes; it ends when the session does, when a right is lost, when the console ends, or when nobody reads. */
  open(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      start: (controller) => this.#start(controller),
      pull: async (controller) => {
        const text = await this.#next();
        this.#sentAt = performance.now();
        if (text !== null) controller.enqueue(bytes.encode(text));
        else this.#end(() => controller.close());
      },
      cancel: () => this.#end(() => undefined),
    });
  }

  #start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const watch = setInterval(() => {
      const isStuck = (controller.desiredSize ?? 0) <= 0 && performance.now() - this.#sentAt > stuckMs;
      if (isStuck) this.#end(() => controller.error(new Error('The listener takes nothing any more.')));
    }, lookMs).unref();
    const { hub, signal, onEnd } = this.#parts;
    const leave = (): void => this.#end(() => controller.close());
    signal.addEventListener('abort', leave, { once: true });
    this.#stops = [
      () => clearInterval(watch),
      () => signal.removeEventListener('abort', leave),
      hub.subscribe((entries) => {
        this.#isDoubtful ||= entries.some((entry) => this.#concerns(entry));
        this.#wake();
      }),
      onEnd,
    ];
    if (signal.aborted) leave(); // while the session was asked for: of that no event comes any more
  }

  #end(close: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const stop of this.#stops.splice(0)) stop();
    this.#wake();
    close();
  }

  #wake(): void {
    this.#isWoken = true;
    this.#goOn();
  }

  /** Whether an entry says that the session ended, or that its person has other roles. */
  #concerns(entry: LedgerEntry): boolean {
    const { sessionId = '', personId = '' } = this.#parts.actor ?? {};
    if (entry.kind === 'session.ended') return entry.sessions.includes(sessionId);
    return entry.kind === 'person.roles' && entry.person.id === personId;
  }

  /** Waits for events, but not for longer than that. */
  async #rest(ms: number): Promise<void> {
    if (this.#isWoken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The next text to send, as soon as there is one; null at the end. */
  async #next(): Promise<string | null> {
    for (;;) {
      const rest = this.#sentAt + paceMs - performance.now();
      if (this.#hasBegun && rest > 0) await sleep(rest, undefined, { ref: false });
      if (this.#isOver || this.#parts.hub.isClosed) return null;
      this.#isWoken = false;
      const text = await this.#compose().catch(() => ''); // the database is away: what there is waits
      if (text !== '') return (await this.#mayLeave()) ? text : null;
      if (this.#hasMore) {
        await sleep(paceMs, undefined, { ref: false });
        continue;
      }
      if (!this.#isDoubtful) await this.#rest(lookMs);
      const isDue = performance.now() - this.#sentAt >= beatMs;
      if (!this.#isDoubtful && !isDue && performance.now() - this.#checkedAt < lookMs) continue;
      const stands = await this.#stands();
      if (stands === false) return null;
      if (isDue) return stands ? beatText(this.#cursor) : beatText(null);
      if (stands === null) await sleep(afterFailureMs, undefined, { ref: false });
    }
  }

  async #compose(): Promise<string> {
    if (!this.#hasBegun) return this.#begin();
    if (!this.#sees) return '';
    return (await this.#access()) + (await this.#sets()) + this.#load();
  }

  async #begin(): Promise<string> {
    const { hub, after } = this.#parts;
    const head = await hub.head();
    const reset = after !== null && (after > head || head - after > mostMissed);
    this.#cursor = after === null || reset ? head : after;
    this.#missedTo = head;
    this.#setVersion = hub.changeSets.version;
    this.#hasBegun = true;
    return retryText + eventText('hello', { after: this.#cursor, reset }, this.#cursor);
  }

  async #access(): Promise<string> {
    const { hub, connection } = this.#parts;
    this.#hasMore = false;
    const part = await hub.after(this.#cursor, connection);
    if (!part) return '';
    this.#hasMore = part.hasMore;
    const wasAway = this.#cursor < this.#missedTo;
    this.#cursor = part.last;
    for (const { changeSetId } of part.events)
      if (wasAway && changeSetId !== null) this.#missedSets.add(changeSetId);
    const cells = part.events.flatMap(({ cell }) => cell ?? []);
    const reviewed = part.events.some((one) => one.reviewed === true);
    if (cells.length === 0 && !reviewed) return '';
    return eventText('access', { connection, reviewed, cells }, part.last);
  }

  async #sets(): Promise<string> {
    const { hub, connection } = this.#parts;
    const missed = [...this.#missedSets].slice(-mostSets);
    const read = missed.length === 0 ? [] : await hub.readSets(missed).catch(() => null);
    if (!read) return ''; // the database is away: they are read with the next text
    this.#missedSets.clear();
    const changeSets = [...read, ...hub.changeSets.since(this.#setVersion)];
    this.#setVersion = hub.changeSets.version;
    const ours = changeSets.filter((one) => one.connection === connection);
    return ours.map((one) => eventText('change-set', one)).join('');
  }

  #load(): string {
    const { hub, connection } = this.#parts;
    const loads = hub.loads.since(this.#loadVersion).filter((one) => one.connection === connection);
    this.#loadVersion = hub.loads.version;
    return loads.map((load) => eventText('load', load)).join('');
  }

  /** Whether whoever listens still may; waits where nobody can say. */
  async #mayLeave(): Promise<boolean> {
    while (!this.#isOver) {
      if (!this.#isDoubtful && performance.now() - this.#checkedAt < freshMs) return true;
      const stands = await this.#stands();
      if (stands !== null) return stands;
      await sleep(afterFailureMs, undefined, { ref: false });
    }
    return false;
  }

  /** Whether the session is alive and its rights are the same; null while the database is away. */
  async #stands(): Promise<boolean | null> {
    const asked = performance.now();
    const wasDoubtful = this.#isDoubtful;
    this.#isDoubtful = false; // an entry that comes meanwhile asks once more
    try {
      const actor = await this.#parts.actorNow();
      this.#checkedAt = asked;
      return actor !== null && holdsOneOf(actor.roles, mayRead.changes) === this.#sees;
    } catch {
      this.#isDoubtful ||= wasDoubtful;
      return null;
    }
  }
}

/** One event as the stream carries it. JSON has no line breaks of its own. */
function eventText<N extends EventName>(name: N, data: EventOf<N>, id?: number): string {
  return `${id === undefined ? '' : idLine(id)}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A sign of life that no page notices; a browser that comes back goes on after that entry, if one is named. */
function beatText(id: number | null): string {
  return `:\n${id === null ? '' : idLine(id)}\n`;
}

function idLine(id: number): string {
  return `id: ${String(id)}\n`;
}
