import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';

interface Patience {
  limitMs: number;
  everyMs: number;
  signal?: AbortSignal;
}

/** Calls `look` until it returns something, at least once and once more at the end; null after the limit or signal. */
export async function until<T>(
  look: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  { limitMs, everyMs, signal }: Patience,
): Promise<T | null> {
  const endsAt = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== false && found !== null && found !== undefined) return found;
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0 || signal?.aborted) return null;
    await wait(Math.min(everyMs, leftMs), undefined, { signal }).catch(() => undefined); // aborted: looks once more
  }
}

/** The answer, or `late` after `ms`; the work goes on. */
export async function withTimeLimit<T, L>(answer: Promise<T>, ms: number, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<L>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  try {
    return await Promise.race([answer, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** The answer, or the signal's reason; the work goes on. */
export async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error); // every reason in the console is an error
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * The work's result; its signal is aborted with `signal`, or after `ms` with a `TimeoutError`. A timer of its own:
 * Node.js 20 may forget an `AbortSignal.timeout` that only `AbortSignal.any` holds.
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  ms: number,
  signal: AbortSignal,
): Promise<T> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new DOMException('Time is over.', 'TimeoutError')), ms);
  const stop = () => ending.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
