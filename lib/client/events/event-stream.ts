import { eventNames, type EventName } from '@/lib/contract/event-names';
import type { EventOf } from '@/lib/contract/events';
import { contractDigest } from '@/lib/contract/digest';
import { backoffMs } from '@/lib/domain/backoff';
import { pageContractParameter, pagePersonParameter } from '@/lib/contract/request-headers';
import { pagePerson } from '../session/page-person';
import { apiPaths, withQuery } from '../paths';

interface StreamListener {
  /** `seq`: the newest ledger entry of the stream. */
  event: <N extends EventName>(name: N, data: EventOf<N>, seq: number) => void;
  /** `isLive` changed. */
  state: () => void;
  /** The console refused or ended the stream: the session may have changed. */
  refused: () => void;
}

const retryBackoff = { firstMs: 5_000, longestMs: 60_000 };
/** A hidden tab closes its stream: browsers limit connections. */
const hiddenMs = 10_000;

/**
 * The server-sent events of a connection. A broken stream resumes after its last entry, by the browser or by the
 * address.
 */
export class EventStream {
  readonly #connection: string;
  readonly #listener: StreamListener;
  readonly #abort = new AbortController();
  #source: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refusals = 0;
  #lastId: number | null;
  #isLive = false;

  /** @param after the newest entry of an earlier stream; null: none. */
  constructor(connection: string, listener: StreamListener, after: number | null = null) {
    this.#connection = connection;
    this.#listener = listener;
    this.#lastId = after;
    const { signal } = this.#abort;
    document.addEventListener('visibilitychange', () => this.#seen(), { signal });
    // A lost network keeps connections open for minutes; a loopback connection works without one.
    for (const change of ['offline', 'online']) addEventListener(change, () => this.#openAnew(), { signal });
    this.#seen();
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  /** The newest ledger entry; null before the first event. */
  get lastId(): number | null {
    return this.#lastId;
  }

  close(): void {
    this.#abort.abort();
    this.#end();
  }

  #open(): void {
    clearTimeout(this.#timer);
    if (this.#source || this.#abort.signal.aborted || isHidden()) return;
    const after = this.#lastId === null ? undefined : String(this.#lastId);
    const source = new EventSource(
      withQuery(apiPaths.events, {
        connection: this.#connection,
        after,
        [pagePersonParameter]: pagePerson() ?? undefined,
        [pageContractParameter]: contractDigest,
      }),
    );
    this.#source = source;
    for (const name of eventNames)
      source.addEventListener(name, (message: MessageEvent<string>) => this.#take(name, message));
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) this.#refused();
      else this.#setLive(false); // the browser reconnects
    });
  }

  #take(name: EventName, { data, lastEventId }: MessageEvent<string>): void {
    const told: unknown = JSON.parse(data);
    if (name === 'hello') this.#takeHello(told as EventOf<'hello'>); // by the contract
    if (/^\d+$/.test(lastEventId)) this.#lastId = Number(lastEventId);
    this.#listener.event(name, told as EventOf<typeof name>, this.#lastId ?? 0); // by the contract
  }

  #takeHello({ after }: EventOf<'hello'>): void {
    this.#refusals = 0;
    this.#lastId = after;
    this.#setLive(true);
  }

  #refused(): void {
    this.#end();
    this.#timer = setTimeout(() => this.#open(), backoffMs(++this.#refusals, retryBackoff));
    this.#listener.refused();
  }

  #seen(): void {
    clearTimeout(this.#timer);
    if (!isHidden()) this.#open();
    else if (this.#source) this.#timer = setTimeout(() => this.#end(), hiddenMs);
  }

  #openAnew(): void {
    this.#end();
    this.#open();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    this.#setLive(false);
  }

  #setLive(isLive: boolean): void {
    if (this.#isLive === isLive) return;
    this.#isLive = isLive;
    this.#listener.state();
  }
}

/** A hidden tab opens no stream: nothing would close it. */
function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}
