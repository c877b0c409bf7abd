import 'server-only';

/** Which failures are worth another try, and how long to wait: policy as data. */
export interface RetryPolicy {
  /** Tries for one request, the first included; a 429 has its own count, for it is never executed. */
  attempts: number;
  throttledAttempts: number;
  readStatuses: readonly number[];
  baseDelayMs: number;
  longestDelayMs: number;
  /** The same for a 429 that does not say how long to wait. */
  throttledBaseMs: number;
  throttledLongestMs: number;
  /** A longer `Retry-After` is taken for a mistake: the service's own window is 5 minutes. */
  longestRetryAfterMs: number;
}

export const retryPolicy: RetryPolicy = {
  attempts: 4,
  throttledAttempts: 12,
  readStatuses: [502, 503],
  baseDelayMs: 250,
  longestDelayMs: 10_000,
  throttledBaseMs: 1_000,
  throttledLongestMs: 30_000,
  longestRetryAfterMs: 300_000,
};

/** What one try came to. `sent` is false when certainly no byte of the request left. */
export type TryOutcome = { kind: 'answer'; status: number } | { kind: 'network'; sent: boolean };

/**
 * Whether the same request may be sent again. A read may after 429, 502, 503 and a broken connection;
 * a POST only where the service certainly did not run it: 429, or never sent.
 * @param attempt tries made so far, this one included
 */
export function mayRepeat(
  method: 'GET' | 'POST',
  outcome: TryOutcome,
  attempt: number,
  policy = retryPolicy,
): boolean {
  if (outcome.kind === 'answer' && outcome.status === 429) return attempt < policy.throttledAttempts;
  if (attempt >= policy.attempts) return false;
  if (outcome.kind === 'network') return method === 'GET' || !outcome.sent;
  return method === 'GET' && policy.readStatuses.includes(outcome.status);
}

/** Exponential delay with full jitter, in ms. `random` gives [0, 1). */
export function backoffMs(attempt: number, random: () => number, policy = retryPolicy): number {
  const ceiling = Math.min(policy.longestDelayMs, policy.baseDelayMs * 2 ** (attempt - 1));
  return Math.round(ceiling * random());
}

/** How long all wait after the `row`th 429 in a row that says nothing itself, in ms: half of it fixed, half jitter. */
export function throttleMs(row: number, random: () => number, policy = retryPolicy): number {
  const ceiling = Math.min(policy.throttledLongestMs, policy.throttledBaseMs * 2 ** (row - 1));
  return Math.round(ceiling * (0.5 + random() / 2));
}

/**
 * `Retry-After` in ms: seconds or an HTTP date. A date is measured against the answer's own `Date` header, so that a
 * wrong clock on either side does no harm. Null when absent, unreadable or absurd.
 */
export function retryAfterMs(
  header: string | null,
  dateHeader: string | null,
  nowMs: number,
  policy = retryPolicy,
): number | null {
  const text = header?.trim() ?? '';
  let wait: number;
  if (/^\d+(\.\d+)?$/.test(text)) wait = Number(text) * 1000;
  else if (/^[A-Z][a-z]{2,8}, .+ GMT$/.test(text)) {
    const base = dateHeader === null ? NaN : Date.parse(dateHeader);
    wait = Math.max(0, Date.parse(text) - (Number.isNaN(base) ? nowMs : base));
  } else return null;
  return wait <= policy.longestRetryAfterMs ? wait : null;
}
