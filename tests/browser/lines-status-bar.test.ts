import { createElement } from 'react';
import { expect, it } from 'vitest';
import type { JournalAddress } from '@/components/journal/journal-address';
import { StatusBar } from '@/components/journal/lines/status-bar';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { draw } from './draw';

/** The status bar of a page of 100, what it says of the lines, and its ways, each with whether it leads anywhere. */
function statusBar(shown: Partial<JournalPage>) {
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
  const parts = { page: answer, address, waiting: null, nextAt: null, children: null };
  const { place } = draw(createElement(StatusBar, parts));
  const ways = [...place.querySelectorAll('nav a')].map((link) => [
    link.ariaLabel,
    link.getAttribute('href'),
  ]);
  return {
    words: place.querySelector('[data-shown]')?.textContent,
    ways: new Map(ways as [string, string | null][]),
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
});
