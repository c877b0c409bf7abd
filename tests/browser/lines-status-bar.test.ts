import { createElement } from 'react';
import { expect, it } from 'vitest';
import { page as browser } from 'vitest/browser';
import type { JournalAddress } from '@/components/journal/journal-address';
import { StatusBar } from '@/components/journal/lines/status-bar';
import { TotalsLine } from '@/components/journal/lines/totals-line';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';

withPageStyles();

/** The status bar of a page of 100, what it says of the lines, and its ways, each with whether it leads anywhere. */
function statusBar(shown: Partial<JournalPage>, hasFailed = false, nextAt: string | null = null) {
  const { page = 1, total = 0 } = shown;
  const count = Math.max(0, Math.min(100, total - (page - 1) * 100));
  const answer: JournalPage = {
    ...{ rows: Array.from({ length: count }, () => ({})), total, page, pageSize: 100, source: 'snapshot' },
    ...{ copy: 'a-1', asOf: '2026-11-15T10:00:00Z', refreshing: false, ...shown },
  };
  const address = {
    ...{ query: { page, pageSize: 100 }, located: null },
    pageHref: (to: number) => `?page=${String(to)}`,
  } as unknown as JournalAddress; // the rest is not looked at
  const totals = { page: answer, query: defaultJournalQuery, connection: 'default' };
  const children = answer.sums && createElement(TotalsLine, totals);
  const parts = { page: answer, hasFailed, address, waiting: null, nextAt, children };
  const { place } = draw(createElement(StatusBar, parts));
  const ways = [...place.querySelectorAll('nav a')].map((link) => [
    link.ariaLabel,
    link.getAttribute('href'),
  ]);
  return {
    words: place.querySelector('[data-shown]')?.textContent,
    ways: new Map(ways as [string, string | null][]),
    place,
  };
}

it('says which of how many lines a page shows, and links to the others', () => {
  const { words, ways } = statusBar({ page: 7, total: 2_950 });
  expect(words).toBe('Lines 601–700 of 2,950');
  expect([...ways]).toEqual([
    ['First page', '?page=1'],
    ['Previous page', '?page=6'],
    ...[5, 6, 7, 8, 9].map((page) => [`Page ${String(page)}`, `?page=${String(page)}`]),
    ['Next page', '?page=8'],
    ['Last page', '?page=30'],
  ]);
  expect(statusBar({ page: 30, total: 2_950 }).words).toBe('Lines 2,901–2,950 of 2,950');
  expect(statusBar({ total: 12 })).toMatchObject({ words: '12 lines', ways: new Map() });
});

it('says of lines that still arrive that they are not all, and knows no last page', () => {
  const { words, ways } = statusBar({ page: 2, total: 4_960, arrived: 4_960 });
  expect(words).toBe('Lines 101–200 of 4,960 read so far…');
  expect([ways.get('Next page'), ways.get('Last page')]).toEqual(['?page=3', null]);
  expect(statusBar({ page: 7, total: 320, arrived: 4_960 }).words).toBe(
    'Not read yet: page 7. 4,960 lines read so far…',
  );
  expect(statusBar({ total: 320, arrived: 4_960 }).words).toBe(
    'Lines 1–100 of 320 that match in 4,960 lines read so far…',
  );
  const part = { total: 320, arrived: 4_960 };
  expect(statusBar(part).place).toHaveTextContent('The others are still being read');
  expect(statusBar(part, true).place).toHaveTextContent('The others could not be read yet.');
});

it('shows the net amount with in and out whole on every page and at every width', async () => {
  const sums = {
    ...{ 'Amount.net': '-30694877.45', 'Amount.in': '1303303987.88', 'Amount.out': '1333998865.33' },
    'DiscountAmount.net': '-7810.75',
  };
  for (const width of [1_440, 1_280, 1_024, 720, 390, 320])
    for (const page of [1, 15, 28, 30]) {
      await browser.viewport(width, 900);
      const { place } = statusBar({ page, total: 3_000, sums });
      place.style.width = `${String(width > 1_024 ? width - 208 : width)}px`; // beside the navigation
      const box = place.querySelector('[data-figures]');
      const { bottom = 0, right = 0 } = box?.getBoundingClientRect() ?? {};
      const figures = browser.elementLocator(place).getByText(/^-?[\d,]+\.\d\d$|^(in|out) [\d,]+\.\d\d,?$/);
      const shown = figures
        .elements()
        .slice(0, 3)
        .filter((figure) => figure.getBoundingClientRect().bottom <= bottom);
      expect(shown.map(({ textContent }) => textContent)).toEqual([
        '-30,694,877.45',
        'in 1,303,303,987.88,',
        'out 1,333,998,865.33',
      ]);
      for (const figure of shown) {
        const rect = figure.getBoundingClientRect();
        expect(rect.right).toBeLessThanOrEqual(right);
        expect(rect.height).toBeLessThan(rect.width); // in one line
      }
      expect(right).toBeLessThanOrEqual(place.getBoundingClientRect().right);
      place.remove();
    }
});

it('takes one line of a wide window with two totals, while the lines are read again too', async () => {
  await browser.viewport(1_440, 900);
  const sums = {
    ...{ 'Amount.net': '-694877.45', 'Amount.in': '3303987.88', 'Amount.out': '3998865.33' },
    'DiscountAmount.net': '-7810.75',
  };
  const nextAt = new Date(Date.now() + 900_000).toISOString();
  for (const page of [1, 13, 30])
    for (const refreshing of [false, true]) {
      const asOf = new Date(Date.now() - 840_000).toISOString();
      const { place } = statusBar({ page, total: 3_000, sums, refreshing, asOf }, false, nextAt);
      place.style.width = '1232px'; // beside the navigation
      expect(place.querySelector('section')?.offsetHeight).toBe(44);
      const { bottom = 0 } = place.querySelector('[data-figures]')?.getBoundingClientRect() ?? {};
      const other = browser.elementLocator(place).getByText('-7,810.75').element().getBoundingClientRect();
      expect(other.bottom, `page ${String(page)}`).toBeLessThanOrEqual(bottom);
      place.remove();
    }
});

it('takes two lines of a low window, so that lines are left on the screen', async () => {
  await browser.viewport(720, 450);
  const sums = { 'Amount.net': '-694877.45', 'Amount.in': '3303987.88', 'Amount.out': '3998865.33' };
  const { place } = statusBar({ page: 28, total: 3_000, sums });
  Object.assign(place.style, { height: '200px', display: 'flex', flexDirection: 'column' });
  const table = place.insertBefore(document.createElement('div'), place.firstChild);
  Object.assign(table.style, { flex: 'none', height: '190px' }); // which leaves the bar too little
  const bar = place.querySelector('section');
  expect(bar?.offsetHeight).toBeLessThanOrEqual(88);
  expect(bar?.scrollHeight).toBe(bar?.offsetHeight);
});
