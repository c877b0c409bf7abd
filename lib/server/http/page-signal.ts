import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

// Next bundles this file more than once.
const shared = globalThis as typeof globalThis & { memPageSignal?: AsyncLocalStorage<AbortSignal> };
const signals = (shared.memPageSignal ??= new AsyncLocalStorage());

/** Answers a request so that whatever draws its page can tell whether anybody still waits for it. */
export function withSignal<T>(response: ServerResponse, answer: () => T): T {
  const abort = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abort.abort();
  });
  return signals.run(abort.signal, answer);
}

/** Aborted when nobody waits any more for the page that is drawn. */
export function pageSignal(): AbortSignal {
  return signals.getStore() ?? new AbortController().signal;
}
