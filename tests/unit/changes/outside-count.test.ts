import { expect, it } from 'vitest';
import { leftOutInWords } from '@/components/changes/list/outside-count';

const words = (count: number, next: number | null, waiting: number, isFiltered = false) =>
  leftOutInWords(
    {
      review: { waiting, newest: 9, after: 0, reviewed: null },
      value: [{ seq: 9, since: '', until: '', cell: null, count, before: null, after: null }],
      next,
    },
    isFiltered,
  );

it('counts what was changed outside and is not listed, and how much of that waits for a review', () => {
  expect(words(12, null, 3)).toBe(
    '12 changes made outside this console (3 changes not reviewed) are not listed here.',
  );
  expect(words(249, 7, 0)).toBe('249 or more changes made outside this console are not listed here.');
});

it('counts accepted shorter lists beside', () => {
  const counts = { records: 1, assignments: 1 };
  const one = { seq: 9, since: '', until: '', cell: null, before: null, after: null };
  const accepted = { by: 'Maya', detail: '', before: counts, now: counts };
  const list = (count: number) => ({
    review: { waiting: 0, newest: 9, after: 0, reviewed: null },
    value: [
      { ...one, count },
      { ...one, count: 0, accepted },
    ],
    next: null,
  });
  expect(leftOutInWords(list(2), false)).toBe(
    '2 changes made outside this console and 1 accepted shorter list are not listed here.',
  );
  expect(leftOutInWords(list(0), false)).toBe('1 accepted shorter list is not listed here.');
});

it('never says that more wait for a review than were changed', () => {
  expect(words(249, 7, 1_000)).toBe(
    `${(1_000).toLocaleString()} or more changes made outside this console and not reviewed are not listed here.`,
  );
  expect(words(2, null, 40, true)).toBe('2 changes made outside this console are not listed here.');
});
