import 'server-only';

/** Why a body could not be had whole. `no-room`: other bodies hold the memory at the moment. */
export class BodyFault extends Error {
  override readonly name = 'BodyFault';
  constructor(readonly fault: 'too-long' | 'no-room' | 'cut' | 'encoding') {
    super(`body ${fault}`);
  }
}

/** Bodies up to this size always find room, so that the answer to a change is never refused. */
const smallBytes = 2 ** 20;

/** The memory that many bodies may hold together, in bytes. */
export class BodyRoom {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** @throws BodyFault `no-room`. */
  take(bytes: number): void {
    if (bytes <= smallBytes) return;
    if (bytes > this.#left) throw new BodyFault('no-room');
    this.#left -= bytes;
  }

  give(bytes: number): void {
    if (bytes > smallBytes) this.#left += bytes;
  }
}

/** Collects a body up to a limit in bytes, so that an endless one costs no more than that. */
export class BoundedBody {
  readonly #limit: number;
  readonly #room: BodyRoom | null;
  /** Grows by doubling: to join hundreds of megabytes at the end would hold other work up. */
  #buffer: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #taken = 0;

  constructor(limit: number, room: BodyRoom | null = null) {
    this.#limit = limit;
    this.#room = room;
  }

  /** @throws BodyFault `too-long` or `no-room`; what was added before stays. */
  add(chunk: Uint8Array): void {
    const needed = this.#bytes + chunk.length;
    if (needed > this.#limit) throw new BodyFault('too-long');
    if (needed > this.#buffer.length) this.#grow(Math.min(this.#limit, 2 ** Math.ceil(Math.log2(needed))));
    this.#buffer.set(chunk, this.#bytes);
    this.#bytes = needed;
  }

  /** The bytes so far. */
  whole(): Buffer {
    this.#room?.give(this.#taken); // no memory lies behind the unused rest
    this.#room?.take(this.#bytes);
    this.#taken = this.#bytes;
    return this.#buffer.subarray(0, this.#bytes);
  }

  /** Gives the room back when the bytes are not needed any more. */
  release(): void {
    this.#room?.give(this.#taken);
    this.#taken = 0;
  }

  #grow(size: number): void {
    this.#room?.take(size); // beside the old buffer, until that is copied
    const larger = Buffer.allocUnsafeSlow(size);
    larger.set(this.#buffer.subarray(0, this.#bytes));
    this.#room?.give(this.#taken);
    this.#taken = size;
    this.#buffer = larger;
  }
}

/**
 * A whole body of at most `limit` bytes.
 * @throws BodyFault `too-long`, or what the stream fails with.
 */
export async function readBounded(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): Promise<Buffer> {
  const body = new BoundedBody(limit);
  for await (const chunk of chunks) body.add(chunk);
  return body.whole();
}
