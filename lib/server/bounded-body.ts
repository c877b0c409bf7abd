import 'server-only';

/** Why a body was not read. `no-room`: other bodies hold the memory. */
export class BodyFault extends Error {
  override readonly name = 'BodyFault';
  constructor(readonly fault: 'too-long' | 'no-room' | 'cut' | 'encoding') {
    super(`body ${fault}`);
  }
}

/** Smaller bodies need no room, so the answer to a change is never refused. */
const smallBytes = 2 ** 20;

/** Memory that many bodies share, in bytes. */
export class BodyRoom {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(bytes: number): void {
    if (bytes <= smallBytes) return;
    if (bytes > this.#left) throw new BodyFault('no-room');
    this.#left -= bytes;
  }

  give(bytes: number): void {
    if (bytes > smallBytes) this.#left += bytes;
  }
}

export class BoundedBody {
  readonly #limit: number;
  readonly #room: BodyRoom | null;
  /** Grows by doubling, because a join of hundreds of megabytes at the end would block other work. */
  #buffer: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #taken = 0;

  constructor(limit: number, room: BodyRoom | null = null) {
    this.#limit = limit;
    this.#room = room;
  }

  /** @throws BodyFault `too-long` or `no-room`; earlier bytes stay. */
  add(chunk: Uint8Array): void {
    const needed = this.#bytes + chunk.length;
    if (needed > this.#limit) throw new BodyFault('too-long');
    if (needed > this.#buffer.length) this.#grow(Math.min(this.#limit, 2 ** Math.ceil(Math.log2(needed))));
    this.#buffer.set(chunk, this.#bytes);
    this.#bytes = needed;
  }

  whole(): Buffer {
    this.#room?.give(this.#taken); // the unused rest holds no memory
    this.#room?.take(this.#bytes);
    this.#taken = this.#bytes;
    return this.#buffer.subarray(0, this.#bytes);
  }

  release(): void {
    this.#room?.give(this.#taken);
    this.#taken = 0;
  }

  #grow(size: number): void {
    this.#room?.take(size); // the old buffer also stays until it is copied
    const larger = Buffer.allocUnsafeSlow(size);
    larger.set(this.#buffer.subarray(0, this.#bytes));
    this.#room?.give(this.#taken);
    this.#taken = size;
    this.#buffer = larger;
  }
}

/** @throws BodyFault `too-long`, or the stream's error. */
export async function readBounded(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): Promise<Buffer> {
  const body = new BoundedBody(limit);
  for await (const chunk of chunks) body.add(chunk);
  return body.whole();
}
