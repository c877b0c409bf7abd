import { expect, it } from 'vitest';
import { instantInWords } from '@/components/ui/instant';

it('an instant has the day when it is not today’s, and the year when it is not this one', () => {
  const now = new Date(2026, 0, 5, 12);
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
