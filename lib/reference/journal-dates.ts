/** The day on which this service's little world stands still; posting dates run up to it. */
const REFERENCE_DAY = '2026-11-15';

const DAY = 86_400_000;
const LAST = Date.parse(`${REFERENCE_DAY}T00:00:00Z`);
const SPAN = 800;

// Dates repeat endlessly over the lines, so each text is made once.
const BACK: readonly string[] = Array.from({ length: SPAN }, (_none, days) =>
  new Date(LAST - days * DAY).toISOString().slice(0, 10),
);

/** The date (YYYY-MM-DD) `days` before the reference day; at most about two years back. */
export function daysBack(days: number): string {
  return BACK[Math.min(SPAN - 1, Math.max(0, Math.floor(days)))] ?? REFERENCE_DAY;
}

/** The date (YYYY-MM-DD) `days` after the reference day. */
export function daysAhead(days: number): string {
  return new Date(LAST + days * DAY).toISOString().slice(0, 10);
}
