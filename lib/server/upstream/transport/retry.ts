import 'server-only';
import { backoffMs } from '@/lib/domain/backoff';

export const retryPolicy = {
  /** Tries of one request, the first included; a 429 has its own count because the service did not run it. */
  attempts: 4,
  throttledAttempts: 12,
  readStatuses: [502, 503],
  backoff: { firstMs: 250, longestMs: 10_000 },
  /** For a 429 without `Retry-After`. */
  throttledBackoff: { firstMs: 1_000, longestMs: 30_000 },
  /** A longer `Retry-After` is a mistake: the service's window is 5 minutes. */
  longestRetryAfterMs: 300_000,
};

export type TryOutcome = { kind: 'answer'; status: number } | { kind: 'network'; sent: boolean };

/** A POST may be repeated only when the service certainly did not run it. @param attempt tries so far. */
export function mayRepeat(method: 'GET' | 'POST', outcome: TryOutcome, attempt: number): boolean {
  const { attempts, throttledAttempts, readStatuses } = retryPolicy;
  if (outcome.kind === 'answer' && outcome.status === 429) return attempt < throttledAttempts;
  if (attempt >= attempts) return false;
  if (outcome.kind === 'network') return method === 'GET' || !outcome.sent;
  return method === 'GET' && readStatuses.includes(outcome.status);
}

/** Full jitter in ms before the next try. @param random gives [0, 1). */
export function retryMs(attempt: number, random: () => number): number {
  return Math.round(backoffMs(attempt, retryPolicy.backoff) * random());
}

/** The pause in ms after `row` consecutive 429: half fixed, half jitter. */
export function throttleMs(row: number, random: () => number): number {
  return Math.round(backoffMs(row, retryPolicy.throttledBackoff) * (0.5 + random() / 2));
}

/** `Retry-After` in ms; the answer's `Date` header corrects wrong clocks. Null when absent, unreadable or too long. */
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
