import 'server-only';
import type { Transform } from 'node:stream';
import type { Dispatcher } from 'undici';
import { BodyFault, BoundedBody, type BodyRoom } from '@/lib/server/bounded-body';
import { decoderOf, decodingFault, largest } from './body';

/** One request as it goes over the wire. */
export interface WireRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Limit for the body of a success; other answers are cut at 1 MB. */
  maxBytes: number;
  signal: AbortSignal;
}

/** One answer, decompressed. */
export interface WireAnswer {
  status: number;
  header(name: string): string | null;
  body: Buffer;
  /** Gives the memory of the body back; call it when the body is not needed any more. */
  release(): void;
  /** `performance.now()` when the request was handed to the socket. */
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
 * @throws ExchangeFault: its cause is the signal's reason, a BodyFault, or the network's error.
 */
export function exchange(dispatcher: Dispatcher, request: WireRequest, room: BodyRoom): Promise<WireAnswer> {
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
      settle(() => reject(new ExchangeFault(controller !== null, cause)));
    const header = (name: string): string | null => {
      const value = headers[name];
      return (Array.isArray(value) ? value[0] : value)?.trim() ?? null;
    };
    // The promise must not wait for a connection that hangs; the request itself dies as soon as it has a controller.
    const onAbort = (): void => {
      const reason = signal.reason as Error; // reasons given in this folder are errors
      fail(reason);
      controller?.abort(reason);
      decoder?.destroy(reason);
    };
    const collect = async (control: Dispatcher.DispatchController): Promise<void> => {
      const isSuccess = status < 300;
      const body = new BoundedBody(isSuccess ? request.maxBytes : largest.small, room);
      let isUsable = true;
      try {
        decoder = decoderOf(header('content-encoding') ?? '');
        decoder.on('drain', () => control.resume());
        for await (const chunk of decoder) body.add(chunk as Buffer);
      } catch (error) {
        const fault = decodingFault(error);
        control.abort(fault as Error); // streams fail with errors
        // What an error says is a courtesy; its status already tells what matters.
        if (isSuccess || !(fault instanceof BodyFault)) fail(fault);
        isUsable = fault instanceof BodyFault && fault.fault === 'too-long';
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
        headersTimeout: 0, // the deadline of the call is the limit
        bodyTimeout: longestSilenceMs,
      },
      {
        onRequestStart(control) {
          if (settled) return control.abort(signal.reason as Error); // settled before the start means aborted
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
