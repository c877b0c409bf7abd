import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

// Next bundles this file more than once.
const shared = globalThis as typeof globalThis & { memPageSignal?: AsyncLocalStorage<AbortSignal> };
const signals = (shared.memPageSignal ??= new AsyncLocalStorage());

/** Makes a signal known to the page: it aborts when the browser leaves. */
export function withSignal<T>(response: ServerResponse, answer: () => T): T {
  const abort = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abort.abort();
  });
  return signals.run(abort.signal, answer);
}

/** Aborts when the browser no longer waits for the page. */
export function pageSignal(): AbortSignal {
  return signals.getStore() ?? new AbortController().signal;
}
