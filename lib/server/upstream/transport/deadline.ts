import 'server-only';
import { setMaxListeners } from 'node:events';

/** One signal for the time limit of a call and its callers' signals. */
export interface Deadline {
  readonly signal: AbortSignal;
  left(): number;
  ended(): 'time' | 'caller' | null;
  over(): void;
}

/** @param monotonic milliseconds. */
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
    // One signal may have hundreds of listeners at a time; each call removes its own.
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
