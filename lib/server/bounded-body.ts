import 'server-only';

/** Why a body was not read. `no-memory`: other bodies hold the memory. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  constructor(readonly reason: 'too-long' | 'no-memory' | 'cut' | 'encoding') {
    super(`body ${reason}`);
  }
}

/** Smaller bodies do not count, so the answer to a change is never refused. */
const smallBytes = 2 ** 20;

/** Memory that many bodies share, in bytes. */
export class BodyMemory {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(bytes: number): void {
    if (bytes <= smallBytes) return;
    if (bytes > this.#left) throw new BodyError('no-memory');
    this.#left -= bytes;
  }

  give(bytes: number): void {
    if (bytes > smallBytes) this.#left += bytes;
  }
}

export class BoundedBody {
  readonly #limit: number;
  readonly #memory: BodyMemory | null;
  /** Grows by doubling, because a join of hundreds of megabytes at the end would block other work. */
  #buffer: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #taken = 0;

  constructor(limit: number, memory: BodyMemory | null = null) {
    this.#limit = limit;
    this.#memory = memory;
  }

  /** @throws BodyError `too-long` or `no-memory`; earlier bytes stay. */
  add(chunk: Uint8Array): void {
    const needed = this.#bytes + chunk.length;
    if (needed > this.#limit) throw new BodyError('too-long');
    if (needed > this.#buffer.length) this.#grow(Math.min(this.#limit, 2 ** Math.ceil(Math.log2(needed))));
    this.#buffer.set(chunk, this.#bytes);
    this.#bytes = needed;
  }

  whole(): Buffer {
    this.#memory?.give(this.#taken); // the unused rest holds no memory
    this.#memory?.take(this.#bytes);
    this.#taken = this.#bytes;
    return this.#buffer.subarray(0, this.#bytes);
  }

  release(): void {
    this.#memory?.give(this.#taken);
    this.#taken = 0;
  }

  #grow(size: number): void {
    this.#memory?.take(size); // the old buffer also stays until it is copied
    const larger = Buffer.allocUnsafeSlow(size);
    larger.set(this.#buffer.subarray(0, this.#bytes));
    this.#memory?.give(this.#taken);
    this.#taken = size;
    this.#buffer = larger;
  }
}

/** @throws BodyError `too-long`, or the stream's error. */
export async function readBounded(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): Promise<Buffer> {
  const body = new BoundedBody(limit);
  for await (const chunk of chunks) body.add(chunk);
  return body.whole();
}
