import type { EventName } from '@/lib/contract/event-names';
import { eventSchemas, type EventOf } from '@/lib/contract/events';

/** One event as a browser hands it to the page, checked against the contract. */
export type ReadEvent = {
  [N in EventName]: { name: N; id: number | null; data: EventOf<N> };
}[EventName];

/** Reads a stream of server-sent events as a browser does. */
export class EventReader {
  /** Everything read so far. */
  readonly events: ReadEvent[] = [];
  /** What a browser would send as `Last-Event-ID`. */
  lastId: number | null = null;
  hasEnded = false;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #rest = '';

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Reads on until the newest events satisfy `isEnough`, or the stream ends. */
  async until(isEnough: (events: readonly ReadEvent[]) => boolean): Promise<void> {
    while (!isEnough(this.events) && !this.hasEnded) await this.#readMore();
  }

  /** Reads on until a browser would go on after that entry. */
  async untilId(id: number): Promise<void> {
    while (this.lastId !== id && !this.hasEnded) await this.#readMore();
  }

  /** Reads until the stream ends by itself. */
  untilEnd(): Promise<void> {
    return this.until(() => false);
  }

  async stop(): Promise<void> {
    await this.#reader.cancel();
  }

  /** The cells told so far, one after another. */
  cells() {
    return this.events.flatMap((event) => (event.name === 'access' ? event.data.cells : []));
  }

  async #readMore(): Promise<void> {
    const { value, done } = await this.#reader.read();
    this.hasEnded = done;
    this.#rest += this.#decoder.decode(value, { stream: true });
    const blocks = this.#rest.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.#take(block);
  }

  #take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.split(':')[0], line.replace(/^\w*: ?/, '')]),
    );
    const id = fields.get('id');
    if (id !== undefined) this.lastId = Number(id);
    const [name, data] = [fields.get('event'), fields.get('data')];
    if (name === undefined || data === undefined) return;
    if (!(name in eventSchemas)) throw new Error(`The contract has no event ${name}.`);
    const parsed: unknown = eventSchemas[name as EventName].parse(JSON.parse(data)); // one of the names, as just seen
    this.events.push({ name, id: id === undefined ? null : Number(id), data: parsed } as ReadEvent); // parsed by the schema of its name
  }
}
