import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { StandingLine } from '@/components/changes/set/standing-line';
import type { ChangeCell } from '@/lib/contract/changes/changes';

const settledAt = '2026-11-25T10:05:00.000Z';
const cell: ChangeCell = {
  ...{ recordType: 'Customer', recordId: '40000', entityId: '100', position: 1, accessible: true },
  ...{ expected: false, before: false, current: true, state: 'applied', detail: '', sends: 1, settledAt },
  now: true,
};
const line = (asOf: string, more: Partial<ChangeCell> = {}, isUndone = false) =>
  renderToStaticMarkup(
    createElement(StandingLine, {
      cells: { value: [{ ...cell, ...more }], asOf, total: 1, page: 1, pageSize: 100 },
      isUndone,
    }),
  ).replace(/<[^>]*>/g, '');

it.each([
  ['2026-11-25T10:06:00.000Z', {}, 'Business Central has the value proven by this change set'],
  ['2026-11-25T10:06:00.000Z', { now: false }, 'Business Central now has another value for 1 of 1 assignment proven by this change set'],
])('says what vouches for a set, last read to the end at %s with %o', (asOf, more, words) => {
  expect(line(asOf, more)).toMatch(new RegExp(`^${words}, based on data read at .*, plus changes since\\.$`));
}); // prettier-ignore

it('does not tell what was undone as a difference', () => {
  expect(line('2026-11-25T10:06:00.000Z', { now: false }, true)).toMatch(
    /^Business Central has the value from before this change set, based on data read at /,
  );
});

it('says nothing where nobody knows the value', () => {
  expect(line(settledAt, { now: undefined })).toBe('');
});
