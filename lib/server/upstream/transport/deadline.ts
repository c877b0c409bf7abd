import 'server-only';
import { setMaxListeners } from 'node:events';

/** The time one call has, and the wish of its callers to stop, in one signal. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Milliseconds left. */
  left(): number;
  /** Why the signal fired, or null while it has not. */
  ended(): 'time' | 'caller' | null;
  /** Frees the timer and the listener. Call when the call is over. */
  over(): void;
}

/** @param monotonic milliseconds of a clock that is never set back */
export function startDeadline(
  ms: number,
  callers: readonly AbortSignal[],
  monotonic: () => number,
): Deadline {
  const controller = new AbortController();
  const endsAt = monotonic() + ms;
  let cause: 'time' | 'caller' | null = null;
  const end = (why: 'time' | 'caller', reason: unknown): void => {
    cause ??= why;
    controller.abort(reason);
  };
  const onCaller = (): void => end('caller', callers.find((caller) => caller.aborted)?.reason);
  const timer = setTimeout(
    () => end('time', new DOMException('The time for this call is over.', 'TimeoutError')),
    ms,
  );
  for (const caller of callers) {
    // A job hands one signal to hundreds of calls; each takes its listener away again.
    setMaxListeners(0, caller);
    if (caller.aborted) onCaller();
    else caller.addEventListener('abort', onCaller, { once: true });
  }
  return {
    signal: controller.signal,
    left: () => Math.max(0, endsAt - monotonic()),
    ended: () => cause,
    over: () => {
      clearTimeout(timer);
      for (const caller of callers) caller.removeEventListener('abort', onCaller);
    },
  };
}
