import { expect, it } from 'vitest';
import type { IncomingMessage } from 'node:http';
import { ageInWords, instantInWords, untilInWords } from '@/components/ui/instant';
import { clockTime } from '@/lib/domain/reader-formats';
import { withReader } from '@/lib/server/http/page-reader';

it('an instant has the day when it is not today’s, and the year when it is not this one', () => {
  const now = new Date(2026, 0, 5, 12).getTime();
  const short = (...parts: [number, number, number, number]) =>
    instantInWords(new Date(...parts), 'short', now);
  const time = short(2026, 0, 5, 10);
  expect(short(2026, 0, 3, 10)).toContain(time);
  expect([time, short(2026, 0, 3, 10)].filter((words) => /202\d/.test(words))).toEqual([]);
  expect(short(2025, 0, 5, 10)).toContain('2025');
  expect(short(2025, 11, 31, 10)).toContain('2025');
  expect(instantInWords(new Date(2025, 0, 5, 10), 'time', now)).toBe(time);
  expect(instantInWords(new Date(2025, 0, 5, 10), 'full', now)).toContain('2025');
});

it.each([
  ['en-US', '9:05 AM', '9:05:07 AM'],
  ['en-GB', '09:05', '09:05:07'],
  ['es', '09:05', '09:05:07'],
])('%s reads the same hour everywhere: %s', (locale, minutes, seconds) => {
  withReader({ headers: { 'accept-language': locale } } as unknown as IncomingMessage, () => {
    const at = '2026-11-24T09:05:07Z';
    const now = Date.parse('2026-11-25T12:00:00Z');
    const plain = (words: string) => words.replaceAll('\u202f', ' ');
    for (const words of [
      instantInWords(new Date(at), 'time', now, 'UTC'),
      instantInWords(new Date(at), 'short', now, 'UTC'),
      clockTime(at, { now, timeZone: 'UTC' }),
    ])
      expect(plain(words)).toMatch(new RegExp(`(^|, )${minutes}$`));
    expect(plain(instantInWords(new Date(at), 'full', now, 'UTC'))).toContain(`, ${seconds} UTC`);
  });
});

it('an age is told in the largest whole unit', () => {
  const minute = 60_000;
  expect([0, minute, 59.9 * minute, 60 * minute, 24 * 60 * minute, 49 * 60 * minute].map(ageInWords)).toEqual(
    ['just now', '1 min ago', '59 min ago', '1 h ago', '1 day ago', '2 days ago'],
  );
});

it('says how long it is until something, and never that it is past', () => {
  const minute = 60_000;
  expect([-minute, 0, 1, minute, 59 * minute, 61 * minute].map(untilInWords)).toEqual([
    ...['now', 'now', 'in 1 min', 'in 1 min', 'in 59 min', 'in 1 h'],
  ]);
});
