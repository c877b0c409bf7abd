/** A page that asks again by itself some time after a failure; times in ms, `failedAt` and `now` since the epoch. */
export interface Retrying {
  failedAt: number;
  everyMs: number;
  isTrying: boolean;
}

/** Whole seconds until the next attempt: 0 while one is under way or overdue, never more than the pause is long. */
export function secondsUntilRetry({ failedAt, everyMs, isTrying }: Retrying, now: number): number {
  if (isTrying) return 0;
  return Math.max(0, Math.ceil(Math.min(failedAt + everyMs - now, everyMs) / 1_000));
}
