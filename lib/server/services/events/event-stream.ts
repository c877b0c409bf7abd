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
  connection: string;
  /** As of the request; the stream ends when the roles change. */
  actor: Actor | null;
  actorNow: () => Promise<Actor | null>;
  /** The last entry the browser received; null: only new events. */
  after: number | null;
  signal: AbortSignal;
  onEnd: () => void;
}

/** Minimum time between two texts, so that a fast change set does not wake every stream for each cell. */
const textEveryMs = 100;
/** Maximum age of the last session check when a text is sent. */
const sessionFreshMs = 900;
/** Time between session checks while nothing is sent. */
const sessionCheckMs = 5_000;
const keepAliveMs = 15_000;
/** The stream ends if the browser reads nothing for this long. */
const unreadLimitMs = 30_000;
const afterFailureMs = 1_000;
/** A browser that missed more entries reloads everything. */
const mostMissed = 10_000;
const mostSets = 100;

const retryText = 'retry: 1000\n\n';

const bytes = new TextEncoder();

/** One browser's events. Composes the next text once the browser has taken the last, so a slow browser costs no memory. */
export class EventStream {
  readonly #parts: StreamParts;
  readonly #mayReadChanges: boolean;
  #cursor = 0;
  /** Events up to this entry happened while the browser was away. */
  #missedTo = 0;
  #setVersion = 0;
  #loadVersion = 0;
  #hasBegun = false;
  #hasMore = false;
  readonly #missedSets = new Set<string>();
  #checkedAt = performance.now();
  /** The stream must check its session again. */
  #mustCheckSession = false;
  #sentAt = performance.now();
  #isOver = false;
  #isWoken = false;
  #resume: () => void = () => undefined;
  #stops: (() => void)[] = [];

  constructor(parts: StreamParts) {
    this.#parts = parts;
    this.#mayReadChanges = holdsOneOf(parts.actor?.roles ?? [], mayRead.changes);
  }

  /** The stream as bytes; ends with the session, a lost right, the console, or a browser that stops reading. */
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
      const isStuck = (controller.desiredSize ?? 0) <= 0 && performance.now() - this.#sentAt > unreadLimitMs;
      if (isStuck) this.#end(() => controller.error(new Error('The listener takes nothing any more.')));
    }, sessionCheckMs).unref();
    const { hub, signal, onEnd } = this.#parts;
    const leave = (): void => this.#end(() => controller.close());
    signal.addEventListener('abort', leave, { once: true });
    this.#stops = [
      () => clearInterval(watch),
      () => signal.removeEventListener('abort', leave),
      hub.subscribe((entries) => {
        this.#mustCheckSession ||= entries.some((entry) => this.#concerns(entry));
        this.#wake();
      }),
      onEnd,
    ];
    if (signal.aborted) leave(); // aborted during the session check, which fires no further event
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
    this.#resume();
  }

  #concerns(entry: LedgerEntry): boolean {
    const { sessionId = '', personId = '' } = this.#parts.actor ?? {};
    if (entry.kind === 'session.ended') return entry.sessions.includes(sessionId);
    return entry.kind === 'person.roles' && entry.person.id === personId;
  }

  async #waitForEvents(ms: number): Promise<void> {
    if (this.#isWoken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #next(): Promise<string | null> {
    for (;;) {
      const rest = this.#sentAt + textEveryMs - performance.now();
      if (this.#hasBegun && rest > 0) await sleep(rest, undefined, { ref: false });
      if (this.#isOver || this.#parts.hub.isClosed) return null;
      this.#isWoken = false;
      const text = await this.#compose().catch(() => ''); // the database is down; events wait
      if (text !== '') return (await this.#maySend()) ? text : null;
      if (this.#hasMore) {
        await sleep(textEveryMs, undefined, { ref: false });
        continue;
      }
      if (!this.#mustCheckSession) await this.#waitForEvents(sessionCheckMs);
      const isDue = performance.now() - this.#sentAt >= keepAliveMs;
      if (!this.#mustCheckSession && !isDue && performance.now() - this.#checkedAt < sessionCheckMs) continue;
      const isUnchanged = await this.#isSessionUnchanged();
      if (isUnchanged === false) return null;
      if (isDue) return isUnchanged ? keepAliveText(this.#cursor) : keepAliveText(null);
      if (isUnchanged === null) await sleep(afterFailureMs, undefined, { ref: false });
    }
  }

  async #compose(): Promise<string> {
    if (!this.#hasBegun) return this.#begin();
    if (!this.#mayReadChanges) return '';
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
    if (!read) return ''; // the database is down; the next text includes them
    this.#missedSets.clear();
    const changeSets = [...read, ...hub.changeSets.since(this.#setVersion)];
    this.#setVersion = hub.changeSets.version;
    const ofConnection = changeSets.filter((one) => one.connection === connection);
    return ofConnection.map((one) => eventText('change-set', one)).join('');
  }

  #load(): string {
    const { hub, connection } = this.#parts;
    const loads = hub.loads.since(this.#loadVersion).filter((one) => one.connection === connection);
    this.#loadVersion = hub.loads.version;
    return loads.map((load) => eventText('load', load)).join('');
  }

  /** Whether the browser may still receive events; waits while the database is down. */
  async #maySend(): Promise<boolean> {
    while (!this.#isOver) {
      if (!this.#mustCheckSession && performance.now() - this.#checkedAt < sessionFreshMs) return true;
      const isUnchanged = await this.#isSessionUnchanged();
      if (isUnchanged !== null) return isUnchanged;
      await sleep(afterFailureMs, undefined, { ref: false });
    }
    return false;
  }

  /** Whether the session lives with the same rights; null while the database is down. */
  async #isSessionUnchanged(): Promise<boolean | null> {
    const asked = performance.now();
    const hadToCheck = this.#mustCheckSession;
    this.#mustCheckSession = false; // an entry that arrives during the check requests another
    try {
      const actor = await this.#parts.actorNow();
      this.#checkedAt = asked;
      return actor !== null && holdsOneOf(actor.roles, mayRead.changes) === this.#mayReadChanges;
    } catch {
      this.#mustCheckSession ||= hadToCheck;
      return null;
    }
  }
}

/** JSON has no line breaks. */
function eventText<N extends EventName>(name: N, data: EventOf<N>, id?: number): string {
  return `${id === undefined ? '' : idLine(id)}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A keep-alive; a reconnecting browser continues after the entry. */
function keepAliveText(id: number | null): string {
  return `:\n${id === null ? '' : idLine(id)}\n`;
}

function idLine(id: number): string {
  return `id: ${String(id)}\n`;
}
