import 'server-only';
import type { Transform } from 'node:stream';
import type { Dispatcher } from 'undici';
import { BodyError, BoundedBody, type BodyMemory } from '@/lib/server/bounded-body';
import { decoderOf, decodingError, largest } from './body';

export interface WireRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Byte limit for the body of a success; other bodies are cut at 1 MB. */
  maxBytes: number;
  signal: AbortSignal;
}

export interface WireAnswer {
  status: number;
  header(name: string): string | null;
  body: Buffer;
  release(): void;
  /** `performance.now()` when the socket took the request. */
  sentTick: number;
  wireBytes: number;
}

/** A broken exchange; `sent` is false when no byte of the request left. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  constructor(
    readonly sent: boolean,
    override readonly cause: unknown,
  ) {
    super('exchange broke');
  }
}

/** A connection is dead after this time without a byte of the body. */
export const longestSilenceMs = 60_000;

/** Sends one request and follows no redirect. @throws ExchangeError with the cause. */
export function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  memory: BodyMemory,
): Promise<WireAnswer> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let headers: Record<string, string | string[] | undefined> = {};
    let status = 0;
    let sentTick = 0;
    let wireBytes = 0;
    let decoder: Transform | null = null;
    let settled = false;
    const settle = (finish: () => void): void => {
      if (settled) return;
      settled = true;
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    const fail = (cause: unknown): void =>
      settle(() => reject(new ExchangeError(controller !== null, cause)));
    const header = (name: string): string | null => {
      const value = headers[name];
      return (Array.isArray(value) ? value[0] : value)?.trim() ?? null;
    };
    // The promise must not wait for a connection that hangs.
    const onAbort = (): void => {
      const reason = signal.reason as Error; // every reason in this folder is an error
      fail(reason);
      controller?.abort(reason);
      decoder?.destroy(reason);
    };
    const collect = async (control: Dispatcher.DispatchController): Promise<void> => {
      const isSuccess = status < 300;
      const body = new BoundedBody(isSuccess ? request.maxBytes : largest.small, memory);
      let isUsable = true;
      try {
        decoder = decoderOf(header('content-encoding') ?? '');
        decoder.on('drain', () => control.resume());
        for await (const chunk of decoder) body.add(chunk as Buffer);
      } catch (error) {
        const cause = decodingError(error);
        control.abort(cause as Error); // streams fail with errors
        // An unreadable error body is not needed: its status decides.
        if (isSuccess || !(cause instanceof BodyError)) fail(cause);
        isUsable = cause instanceof BodyError && cause.reason === 'too-long';
      }
      if (settled) return body.release();
      const bytes = isUsable ? body.whole() : Buffer.alloc(0);
      const release = (): void => body.release();
      settle(() => resolve({ status, header, body: bytes, release, sentTick, wireBytes }));
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    dispatcher.dispatch(
      {
        method: request.method,
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        headers: request.headers,
        body: request.body ?? null,
        headersTimeout: 0, // the deadline is the limit
        bodyTimeout: longestSilenceMs,
      },
      {
        onRequestStart(control) {
          if (settled) return control.abort(signal.reason as Error); // an abort settled it
          controller = control;
          sentTick = performance.now();
        },
        onResponseStart(control, statusCode, received) {
          if (statusCode < 200) return;
          status = statusCode;
          headers = received;
          void collect(control);
        },
        onResponseData(control, chunk) {
          wireBytes += chunk.length;
          if (decoder?.write(chunk) === false) control.pause();
        },
        onResponseEnd: () => void decoder?.end(),
        onResponseError: (_control, error) => (decoder ? void decoder.destroy(error) : fail(error)),
      },
    );
  });
}
