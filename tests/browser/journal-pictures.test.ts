import { createElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JournalAddress } from '@/components/journal/journal-address';
import { linkedBars, scaleText } from '@/components/journal/pictures/lines-bars';
import { Bars } from '@/components/ui/bars';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { decodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';

withPageStyles();

beforeEach(() => {
  document.documentElement.dataset.locale = 'en-GB'; // read once by a page
});

const bar = (value: string, count: number, amount: string) => ({
  value,
  added: { count, sums: { 'Amount.net': amount } },
});
const bars = [
  bar('', 3, '-12.50'),
  bar('210', 1_234, '9007199254740993.25'),
  bar('220', 20, '-4503599627370496'),
];

/** A chart of lines, and the keys of the bars that were opened. */
function chart(measure: 'lines' | 'amount', of = bars, by = groupingKey('BssiEntityID')) {
  if (by === undefined) throw new Error('no key');
  const opened: string[] = [];
  const { query } = decodeJournalQuery({ entity: ['210', '220'], item: 'A*' });
  const address = { query, period: null } as unknown as JournalAddress; // the rest is not looked at
  const { place } = draw(
    createElement(Bars, {
      label: 'By entity',
      bars: linkedBars(of, { address, by, measure, currency: null }),
      heads: ['Lines', 'Net amount'],
      scaleText: scaleText(measure),
      onOpen: ({ key }) => opened.push(key),
    }),
  );
  return { place, opened };
}

const links = () => page.getByRole('list', { name: 'By entity' }).getByRole('link');

it('says of each bar what it stands for, exactly, and leads to those lines', async () => {
  const { place, opened } = chart('amount');
  expect(
    links()
      .elements()
      .map(({ ariaLabel }) => ariaLabel),
  ).toEqual([
    'No entity: 3 lines, net amount -12.50. Show only these',
    'Entity 210: 1,234 lines, net amount 9,007,199,254,740,993.25. Show only these',
    'Entity 220: 20 lines, net amount -4,503,599,627,370,496.00. Show only these',
  ]);
  expect([...place.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
    'No entity3-12.50',
    '2101,2349,007,199,254,740,993.25',
    '22020-4,503,599,627,370,496.00',
  ]);
  expect(links().nth(1).element().getAttribute('href')).toMatch(/[?&]entity=210&item=A\*$/);
  await links().nth(0).click();
  expect(opened).toEqual(['']);
});

it('is walked by arrows, Home and End, and leaves keys of the browser to it', async () => {
  const { opened } = chart('lines');
  await userEvent.tab();
  const focused = () => document.activeElement?.ariaLabel?.split(':')[0];
  expect(focused()).toBe('No entity');
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('Entity 220');
  await userEvent.keyboard('{Home}');
  expect(focused()).toBe('No entity');
  await userEvent.keyboard('{End}{ArrowUp}');
  expect(focused()).toBe('Entity 210');
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(focused()).toBe('Entity 210');
  await userEvent.keyboard('{Enter}');
  expect(opened).toEqual(['210']);
});

it('leaves a press for another tab to the browser', () => {
  const { place, opened } = chart('lines');
  const press = new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true });
  place.addEventListener('click', (event) => {
    expect(event.defaultPrevented).toBe(false);
    event.preventDefault(); // this page stays
  });
  place.querySelector('a')?.dispatchEvent(press);
  expect(opened).toEqual([]);
});

it('draws all bars on one scale that it writes, negative ones on the other side of zero', () => {
  /** Of each bar its beginning and end, as shares of the room it is drawn in. */
  const drawn = (place: HTMLElement) =>
    [...place.querySelectorAll('a rect')].map((rect) => {
      const [own, room] = [rect.getBoundingClientRect(), rect.closest('svg')?.getBoundingClientRect()];
      if (!room) throw new Error('no room');
      const from = (own.left - room.left) / room.width;
      return { from, to: from + own.width / room.width };
    });
  const { place } = chart('amount');
  const [least, most, lowest] = drawn(place);
  if (!least || !most || !lowest) throw new Error('three bars');
  expect(lowest.from).toBeCloseTo(0, 3);
  expect(lowest.to).toBeCloseTo(most.from, 3);
  expect((lowest.to - lowest.from) / (most.to - most.from)).toBeCloseTo(0.5, 3);
  expect(least.to).toBeCloseTo(most.from, 3);
  expect(least.to).toBeGreaterThan(least.from); // a bar of nearly nothing can be seen
  expect(place.querySelector('li')?.textContent).toMatch(/^-4[,.]?5\d\dtn9[,.]?0\d\dtn/); // trillions in en-GB
  // 232 lines are drawn 58 times as long as 4, not like 48.
  const [large, small] = drawn(chart('lines', [bar('1', 232, '0'), bar('2', 4, '0')]).place);
  expect(((large?.to ?? 0) - (large?.from ?? 0)) / ((small?.to ?? 0) - (small?.from ?? 0))).toBeCloseTo(
    58,
    0,
  );
});

it('says where days, weeks and months without lines are left out', () => {
  const gaps = (name: string, ...values: string[]) => {
    const { place } = chart(
      'lines',
      values.map((value) => bar(value, 1, '1')),
      groupingKey(name),
    );
    return [...place.querySelectorAll('li')]
      .map(({ textContent }) => textContent)
      .filter((text) => /^…/.test(text));
  };
  expect(gaps('PostingDate', '', '2026-11-01', '2026-11-02', '2026-11-30')).toEqual([
    '… 27 days without lines',
  ]);
  expect(gaps('PostingDate.week', '2026-12-21', '2027-01-04')).toEqual(['… 1 week without lines']);
  expect(gaps('PostingDate.month', '2026-11', '2027-01', '2027-02')).toEqual(['… 1 month without lines']);
  expect(gaps('EntryType', 'Sale', 'Transfer')).toEqual([]);
});
