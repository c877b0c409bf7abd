/** What a page knows of its session's end; times are milliseconds since 1970 by the browser's own clock. */
export interface SessionClock {
  /** When the session ends if nothing is done before, or whatever happens. */
  expiresAt: number;
  /** When it ends whatever happens. */
  endsAt: number;
  /** The longest time to `expiresAt` seen so far: about how long the session may stay unused. */
  idleMs: number;
}

/** Answers name their time in whole seconds, so that a smaller difference between two clocks means nothing. */
const clockNoiseMs = 2_000;

/**
 * The clock of a session by the browser's own time, which may be wrong by hours.
 * @param told both ends by the console's clock (ISO 8601), and the longest idle time known before
 * @param date the answer's header `Date`, or null
 * @param now the browser's time when the answer came
 */
export function sessionClock(
  told: { expiresAt: string; endsAt: string; idleMs: number },
  date: string | null,
  now: number,
): SessionClock {
  const there = date === null ? Number.NaN : Date.parse(date);
  const ahead = Math.abs(now - there) > clockNoiseMs ? now - there : 0;
  const expiresAt = Date.parse(told.expiresAt) + ahead;
  return {
    expiresAt,
    endsAt: Date.parse(told.endsAt) + ahead,
    idleMs: Math.max(told.idleMs, expiresAt - now),
  };
}

/** How long before the end a person is warned: two minutes, or a quarter of a shorter idle time. */
export function warnBeforeMs({ idleMs }: SessionClock): number {
  return Math.min(120_000, idleMs / 4);
}

/** How often the page asks whether the session still lives; near its end more often, for it may be in use elsewhere. */
export function pollEveryMs(clock: SessionClock, now: number): number {
  const isNear = clock.expiresAt - now <= warnBeforeMs(clock);
  return Math.max(1_000, Math.min(isNear ? 5_000 : 30_000, clock.idleMs / 8));
}

/** How often the use of a page that sends nothing is told to the console. */
export function tellUseEveryMs({ idleMs }: SessionClock): number {
  return Math.min(120_000, idleMs / 6);
}

/** Whether the end in sight is the one that no use moves. */
export function endsForGood({ expiresAt, endsAt }: SessionClock): boolean {
  return expiresAt >= endsAt;
}
