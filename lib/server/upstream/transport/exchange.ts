import 'server-only';
import type { Dispatcher } from 'undici';
import { BodyFault, BoundedChunks, decompressed, largest } from './body';

/** One request as it goes over the wire. */
export interface WireRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Limit for the body of a success; other answers are cut at 1 MB. */
  maxBytes: number;
  signal: AbortSignal;
  /** Epoch clock for `sentAt`. */
  now: () => number;
}

/** One answer, decompressed. */
export interface WireAnswer {
  status: number;
  header(name: string): string | null;
  body: Buffer;
  /** Epoch ms at which the request was handed to the socket; and by `performance.now()`. */
  sentAt: number;
  sentTick: number;
  /** Bytes as they came over the wire. */
  wireBytes: number;
}

/** A broken exchange. `sent` is false when certainly no byte of the request left the console. */
export class ExchangeFault extends Error {
  override readonly name = 'ExchangeFault';
  constructor(
    readonly sent: boolean,
    override readonly cause: unknown,
  ) {
    super('exchange broke');
  }
}

/** No byte of a body for this long means the connection is dead, though nobody closed it. */
export const longestSilenceMs = 60_000;

/**
 * Sends one request and collects its answer, whatever its status. Never follows a redirect, never repeats.
 * Throws ExchangeFault: its cause is the signal's reason, a BodyFault, or the network's error.
 */
export async function exchange(dispatcher: Dispatcher, request: WireRequest): Promise<WireAnswer> {
  const raw = await rawExchange(dispatcher, request);
  const success = raw.status < 300;
  const encoding = raw.header('content-encoding') ?? '';
  try {
    const limit = success ? request.maxBytes : largest.small;
    const body = await decompressed(raw.body, encoding, limit, request.signal);
    return { ...raw, body };
  } catch (error) {
    // What an error says is a courtesy; its status already tells what matters.
    if (!success && error instanceof BodyFault) return { ...raw, body: Buffer.alloc(0) };
    throw new ExchangeFault(true, error);
  }
}

function rawExchange(dispatcher: Dispatcher, request: WireRequest): Promise<WireAnswer> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const chunks = new BoundedChunks();
    let controller: Dispatcher.DispatchController | null = null;
    let headers: Record<string, string | string[] | undefined> = {};
    let status = 0;
    let sentAt = 0;
    let sentTick = 0;
    let wireBytes = 0;
    let settled = false;
    const settle = (finish: () => void): void => {
      if (settled) return;
      settled = true;
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    const fail = (cause: unknown): void =>
      settle(() => reject(new ExchangeFault(controller !== null, cause)));
    const header = (name: string): string | null => {
      const value = headers[name];
      return (Array.isArray(value) ? value[0] : value)?.trim() ?? null;
    };
    const done = (): void =>
      settle(() => resolve({ status, header, body: chunks.whole(), sentAt, sentTick, wireBytes }));
    // The promise must not wait for a connection that hangs; the request itself dies as soon as it has a controller.
    const onAbort = (): void => {
      const reason = signal.reason as Error; // reasons given in this folder are errors
      fail(reason);
      controller?.abort(reason);
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
        headersTimeout: 0, // the deadline of the call is the limit
        bodyTimeout: longestSilenceMs,
      },
      {
        onRequestStart(control) {
          if (settled) return control.abort(signal.reason as Error); // settled before the start means aborted
          controller = control;
          sentAt = request.now();
          sentTick = performance.now();
        },
        onResponseStart(_control, statusCode, received) {
          if (statusCode < 200) return;
          status = statusCode;
          headers = received;
        },
        onResponseData(control, chunk) {
          wireBytes += chunk.length;
          const limit = status < 300 ? request.maxBytes : largest.small;
          if (chunks.add(chunk, limit)) return;
          if (status < 300) fail(new BodyFault('too-long'));
          else done();
          control.abort(new BodyFault('too-long'));
        },
        onResponseEnd: done,
        onResponseError: (_control, error) => fail(error),
      },
    );
  });
}
