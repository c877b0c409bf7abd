import { describe, expect, it } from 'vitest';
import {
  endsForGood,
  pollEveryMs,
  sessionClock,
  tellUseEveryMs,
  warnBeforeMs,
} from '@/lib/domain/session/session-clock';

const minute = 60_000;
const noon = Date.parse('2026-03-02T12:00:00.000Z');
const at = (ms: number): string => new Date(noon + ms).toISOString();
const http = (ms: number): string => new Date(noon + ms).toUTCString();

/** A session of 30 minutes idle time and ten hours, used just now. */
const told = { expiresAt: at(30 * minute), endsAt: at(600 * minute), idleMs: 0 };

describe('the clock of a session', () => {
  it('is the console’s own where both clocks agree but for the part of a second that headers cut', () => {
    const clock = sessionClock(told, http(-900), noon);
    expect(clock).toEqual({
      expiresAt: noon + 30 * minute,
      endsAt: noon + 600 * minute,
      idleMs: 30 * minute,
    });
  });

  it('is right on a browser whose clock is an hour ahead or behind, and without the header', () => {
    for (const wrong of [60 * minute, -60 * minute]) {
      const clock = sessionClock(told, http(0), noon + wrong);
      expect(clock.expiresAt - (noon + wrong)).toBe(30 * minute);
      expect(clock.endsAt - (noon + wrong)).toBe(600 * minute);
    }
    expect(sessionClock(told, null, noon).expiresAt).toBe(noon + 30 * minute);
    expect(sessionClock(told, 'yesterday', noon).expiresAt).toBe(noon + 30 * minute);
  });

  it('keeps the longest idle time it has seen, so that a session near its end is not taken for a short one', () => {
    const clock = sessionClock({ ...told, expiresAt: at(minute), idleMs: 30 * minute }, http(0), noon);
    expect(clock.idleMs).toBe(30 * minute);
    expect(warnBeforeMs(clock)).toBe(2 * minute);
  });

  it('warns two minutes before, or a quarter of a short idle time', () => {
    const of = (idleMs: number) => warnBeforeMs({ expiresAt: 0, endsAt: 0, idleMs });
    expect(of(30 * minute)).toBe(2 * minute);
    expect(of(4 * minute)).toBe(minute);
    expect(of(12_000)).toBe(3_000);
  });

  it('asks every half minute, near the end every five seconds, never more than once a second', () => {
    const clock = sessionClock(told, http(0), noon);
    expect(pollEveryMs(clock, noon)).toBe(30_000);
    expect(pollEveryMs(clock, noon + 29 * minute)).toBe(5_000);
    expect(pollEveryMs({ ...clock, idleMs: 4_000 }, noon)).toBe(1_000);
  });

  it('tells use so often that a person at work is never near the end', () => {
    for (const idleMs of [4_000, 12_000, 5 * minute, 30 * minute, 600 * minute]) {
      const clock = { expiresAt: 0, endsAt: 0, idleMs };
      expect(tellUseEveryMs(clock)).toBeLessThan(idleMs - warnBeforeMs(clock));
      expect(tellUseEveryMs(clock)).toBeLessThanOrEqual(2 * minute);
    }
  });

  it('knows the end that no use moves', () => {
    expect(endsForGood(sessionClock(told, http(0), noon))).toBe(false);
    const last = { expiresAt: at(5 * minute), endsAt: at(5 * minute), idleMs: 0 };
    expect(endsForGood(sessionClock(last, http(0), noon + 60 * minute))).toBe(true);
  });
});
