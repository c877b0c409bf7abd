import { createElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JournalAddress } from '@/components/journal/journal-address';
import { LyingBars, StandingBars } from '@/components/journal/pictures/bar-chart';
import { Picture } from '@/components/journal/pictures/picture';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';
import { draw } from './draw';

beforeEach(() => {
  document.documentElement.dataset.locale = 'en-GB'; // read once by a page
});

const bars = [
  { value: '', added: { count: 3, sums: { Amount: '-12.50' } } },
  { value: '210', added: { count: 1_234, sums: { Amount: '9007199254740993.25' } } },
  { value: '220', added: { count: 20, sums: { Amount: '-4503599627370496' } } },
];

/** A picture by entity, what it narrowed the lines to, and whether it led to them one by one. */
function picture(kind: typeof LyingBars | typeof StandingBars, measure: 'lines' | 'amount') {
  const by = groupingKey('BssiEntityID');
  if (by === undefined) throw new Error('no key');
  const narrowed: Partial<JournalQuery>[] = [];
  const opened: unknown[] = [];
  const address = {
    query: { ...defaultJournalQuery, entities: ['210', '220'], item: 'A*' },
    narrow: (change: Partial<JournalQuery>) => narrowed.push(change),
    group: (change: unknown) => opened.push(change),
  } as unknown as JournalAddress; // the rest is not looked at
  const { place } = draw(
    createElement(Picture, {
      ...{ title: 'By entity', summary: '2 entities have lines', address, by, bars },
      children: (links) => createElement(kind, { ...links, address, by, bars, measure, labels: 9 }),
    }),
  );
  return { place, narrowed, opened };
}

it('says of each bar what it stands for, exactly, and leads to those lines', async () => {
  const { narrowed, opened } = picture(LyingBars, 'amount');
  const links = page.getByRole('list', { name: 'By entity' }).getByRole('link');
  expect(links.elements().map(({ ariaLabel }) => ariaLabel)).toEqual([
    'No entity: 3 lines, amount -12.50. Show only these',
    'Entity 210: 1,234 lines, amount 9,007,199,254,740,993.25. Show only these',
    'Entity 220: 20 lines, amount -4,503,599,627,370,496.00. Show only these',
  ]);
  expect(links.nth(1).element().getAttribute('href')).toMatch(/[?&]entity=210&item=A\*$/);
  await links.nth(0).click();
  expect(narrowed).toEqual([{ entities: [''] }]);
  expect(opened).toEqual([null]);
});

it('is one tab stop, within which the arrows walk', async () => {
  const { narrowed } = picture(LyingBars, 'lines');
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'By entity as table' })).toHaveFocus();
  await userEvent.tab();
  const focused = () => document.activeElement?.ariaLabel?.split(':')[0];
  expect(focused()).toBe('No entity');
  await expect.element(page.getByText('No entity: 3 lines, amount -12.50')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('Entity 220');
  await userEvent.keyboard('{Home}');
  expect(focused()).toBe('No entity');
  await userEvent.keyboard('{End}{ArrowUp}');
  expect(focused()).toBe('Entity 210');
  await userEvent.tab({ shift: true });
  await expect.element(page.getByText('2 entities have lines')).toBeVisible();
  await userEvent.tab();
  expect(focused()).toBe('Entity 210');
  await userEvent.keyboard('{Enter}');
  expect(narrowed).toEqual([{ entities: ['210'] }]);
});

it('leaves a press for another tab to the browser', () => {
  const { place, narrowed } = picture(LyingBars, 'lines');
  const link = place.querySelector('a');
  const press = new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true });
  place.addEventListener('click', (event) => {
    expect(event.defaultPrevented).toBe(false);
    event.preventDefault(); // this page stays
  });
  link?.dispatchEvent(press);
  expect(narrowed).toEqual([]);
});

it('draws negative amounts on the other side of zero', () => {
  /** Of each bar its beginning and end, as shares of the room it is drawn in. */
  const drawn = (place: HTMLElement, start: 'top' | 'left', length: 'height' | 'width') =>
    [...place.querySelectorAll('a rect')].map((rect) => {
      const [bar, room] = [rect.getBoundingClientRect(), rect.closest('svg')?.getBoundingClientRect()];
      if (!room) throw new Error('no room');
      const from = (bar[start] - room[start]) / room[length];
      return { from, to: from + bar[length] / room[length] };
    });
  const standing = drawn(picture(StandingBars, 'amount').place, 'top', 'height');
  const [none, most, least] = standing;
  if (!none || !most || !least) throw new Error('three bars');
  expect(most.to).toBeCloseTo(least.from, 3);
  expect((least.to - least.from) / (most.to - most.from)).toBeCloseTo(0.5, 3);
  expect(none.from).toBeCloseTo(most.to, 3);
  expect(none.to).toBeGreaterThan(none.from); // next to nothing is seen too
  const [, right, left] = drawn(picture(LyingBars, 'amount').place, 'left', 'width');
  expect(left?.to).toBeCloseTo(right?.from ?? NaN, 3);
  expect(left?.from).toBeLessThan(left?.to ?? NaN);
});

it('is a table with the same figures that lead to the same lines', async () => {
  const { place, narrowed } = picture(StandingBars, 'lines');
  await page.getByRole('button', { name: 'By entity as table' }).click();
  expect(place.querySelector('svg')).toBeNull();
  const rows = [...place.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ['No entity', '3', '-12.50'],
    ['Entity 210', '1,234', '9,007,199,254,740,993.25'],
    ['Entity 220', '20', '-4,503,599,627,370,496.00'],
  ]);
  await page.getByRole('link', { name: 'Entity 220' }).click();
  expect(narrowed).toEqual([{ entities: ['220'] }]);
});
