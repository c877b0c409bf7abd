import 'server-only';
import { isUtf8 } from 'node:buffer';
import { createGunzip } from 'node:zlib';

/** Largest answers the console takes, decompressed, in bytes. */
export const largest = { page: 256 * 2 ** 20, metadata: 32 * 2 ** 20, small: 2 ** 20 } as const;

/** Why a body could not be had whole: longer than allowed, cut short, or not in the announced encoding. */
export class BodyFault extends Error {
  override readonly name = 'BodyFault';
  constructor(readonly fault: 'too-long' | 'cut' | 'encoding') {
    super(`body ${fault}`);
  }
}

/** Collects chunks up to a limit, so that an endless answer costs no more than that. */
export class BoundedChunks {
  /** Grows by doubling: to join hundreds of megabytes at the end would hold everybody up. */
  #held: Buffer = Buffer.alloc(0);
  #bytes = 0;

  /** Keeps the chunk, or returns false when the limit is passed (the chunk is then cut to fit). */
  add(chunk: Buffer, limit: number): boolean {
    const room = limit - this.#bytes;
    const kept = chunk.length <= room ? chunk : chunk.subarray(0, room);
    const needed = this.#bytes + kept.length;
    if (this.#bytes === 0) this.#held = kept;
    else {
      if (needed > this.#held.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#held.length));
        this.#held.copy(larger, 0, 0, this.#bytes);
        this.#held = larger;
      }
      kept.copy(this.#held, this.#bytes);
    }
    this.#bytes = needed;
    return kept === chunk;
  }

  whole(): Buffer {
    return this.#held.subarray(0, this.#bytes);
  }
}

/**
 * The body behind its Content-Encoding (gzip or none), at most `limit` bytes.
 * Throws BodyFault, also for a bomb, having held no more than the limit; or the signal's reason.
 */
export function decompressed(
  body: Buffer,
  encoding: string,
  limit: number,
  signal: AbortSignal,
): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity') return Promise.resolve(body);
  if (encoding !== 'gzip' && encoding !== 'x-gzip') return Promise.reject(new BodyFault('encoding'));
  return new Promise((resolve, reject) => {
    const chunks = new BoundedChunks();
    const gunzip = createGunzip({ chunkSize: 256 * 1024 });
    const stop = (): void => void gunzip.destroy(signal.reason as Error); // reasons given in this folder are errors
    gunzip.on('data', (chunk: Buffer) => {
      if (!chunks.add(chunk, limit)) gunzip.destroy(new BodyFault('too-long'));
    });
    gunzip.on('end', () => resolve(chunks.whole()));
    gunzip.on('error', (error: NodeJS.ErrnoException) => {
      const own = error instanceof BodyFault || error === signal.reason;
      reject(own ? error : new BodyFault(error.code === 'Z_BUF_ERROR' ? 'cut' : 'encoding'));
    });
    gunzip.on('close', () => signal.removeEventListener('abort', stop));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    gunzip.end(body);
  });
}

const byteOrderMark = Buffer.from('\ufeff');

/** A body without its byte order mark. */
export function withoutMark(body: Buffer): Buffer {
  const { length } = byteOrderMark;
  return body.subarray(0, length).equals(byteOrderMark) ? body.subarray(length) : body;
}

/** The text of a UTF-8 body without its byte order mark, or null when it is not UTF-8: a wrong key must not arise. */
export function utf8Text(body: Buffer): string | null {
  return isUtf8(body) ? withoutMark(body).toString('utf8') : null;
}
