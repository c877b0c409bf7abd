import 'server-only';
import { backoffMs } from '@/lib/domain/backoff';

/** Which failures are worth another try, and how long to wait: policy as data. */
export const retryPolicy = {
  /** Tries for one request, the first included; a 429 has its own count, because the service never executed it. */
  attempts: 4,
  throttledAttempts: 12,
  readStatuses: [502, 503],
  backoff: { firstMs: 250, longestMs: 10_000 },
  /** The same for a 429 that does not say how long to wait. */
  throttledBackoff: { firstMs: 1_000, longestMs: 30_000 },
  /** A longer `Retry-After` is taken for a mistake: the service's own window is 5 minutes. */
  longestRetryAfterMs: 300_000,
};

/** What one try came to. `sent` is false when certainly no byte of the request left. */
export type TryOutcome = { kind: 'answer'; status: number } | { kind: 'network'; sent: boolean };

/**
 * Whether the same request may be sent again. A read may after 429, 502, 503 and a broken connection;
 * a POST only where the service certainly did not run it: 429, or never sent.
 * @param attempt tries made so far, this one included
 */
export function mayRepeat(method: 'GET' | 'POST', outcome: TryOutcome, attempt: number): boolean {
  const { attempts, throttledAttempts, readStatuses } = retryPolicy;
  if (outcome.kind === 'answer' && outcome.status === 429) return attempt < throttledAttempts;
  if (attempt >= attempts) return false;
  if (outcome.kind === 'network') return method === 'GET' || !outcome.sent;
  return method === 'GET' && readStatuses.includes(outcome.status);
}

/** Milliseconds before the try after so many: all of it jitter. `random` gives [0, 1). */
export function retryMs(attempt: number, random: () => number): number {
  return Math.round(backoffMs(attempt, retryPolicy.backoff) * random());
}

/** How long all wait after so many 429 in a row that say nothing themselves, in ms: half of it fixed, half jitter. */
export function throttleMs(row: number, random: () => number): number {
  return Math.round(backoffMs(row, retryPolicy.throttledBackoff) * (0.5 + random() / 2));
}

/**
 * `Retry-After` in ms: seconds or an HTTP date. A date is measured against the answer's own `Date` header, so that a
 * wrong clock on either side does no harm. Null when absent, unreadable or absurd.
 */
export function retryAfterMs(header: string | null, dateHeader: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  let wait: number;
  if (/^\d+(\.\d+)?$/.test(text)) wait = Number(text) * 1000;
  else if (/^[A-Z][a-z]{2,8}, .+ GMT$/.test(text)) {
    const base = dateHeader === null ? NaN : Date.parse(dateHeader);
    wait = Math.max(0, Date.parse(text) - (Number.isNaN(base) ? nowMs : base));
  } else return null;
  return wait <= retryPolicy.longestRetryAfterMs ? wait : null;
}
