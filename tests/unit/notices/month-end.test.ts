import { expect, it } from 'vitest';
import { dueMonth } from '@/lib/server/services/notices/watch/month-end';

it.each([
  [31, '2026-11-29', null],
  [31, '2026-11-30', '2026-11'], // November has no 31st
  [31, '2026-12-01', '2026-11'],
  [31, '2026-12-02', '2026-11'],
  [31, '2026-12-03', null],
  [31, '2027-01-02', '2026-12'],
  [28, '2027-03-02', '2027-02'],
  [5, '2026-11-04', null],
  [5, '2026-11-07', '2026-11'],
  [5, '2026-11-08', null],
  [1, '2026-11-01', '2026-11'],
])('of day %i, %s tells %s', (monthEndDay, today, month) => {
  expect(dueMonth(monthEndDay, new Date(`${today}T12:00:00`))).toBe(month);
});
