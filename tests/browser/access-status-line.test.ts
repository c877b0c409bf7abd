import { createElement, type ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AccessStatusLine } from '@/components/access/access-status-line';
import { ShareScale } from '@/components/ui/share-scale';
import { FirstConnection } from '@/lib/client/connection';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';

withPageStyles();

const nothing = () => undefined;

/** The line of 1,200 records and 24 entities with changes from outside and a refused switch. */
const crowded: ComponentProps<typeof AccessStatusLine> = {
  status: {
    version: '1',
    ledgerSeq: 0,
    complete: true,
    loading: false,
    assignments: 9_000,
    arrived: 9_000,
    records: 1_200,
    entities: 24,
    asOf: '2026-01-01T00:00:00.000Z',
    problem: null,
    unknown: [],
    doubt: null,
    outside: { count: 4, cells: [] },
  },
  isLive: true,
  shown: {
    records: 1_200,
    ofRecords: 1_200,
    entities: 24,
    ofEntities: 24,
    isComplete: true,
    missing: [],
    unclear: [],
    note: null,
  },
  bands: { open: 1, all: 11 },
  onBands: nothing,
  scale: createElement(ShareScale),
  onClear: null,
  marks: 1,
  onShowMarks: nothing,
  onClearMarks: nothing,
  onRefresh: nothing,
};

it.each([
  [1_200, '1,200 records, 24 entities'],
  [358, '1,200 × 24'],
])('cuts the counts last (%s px)', async (width, words) => {
  await page.viewport(1_440, 900);
  const place = document.body.appendChild(document.createElement('div'));
  place.style.width = `${String(width)}px`;
  const line = createElement(AccessStatusLine, crowded);
  draw(createElement(FirstConnection, { value: 'default', children: line }), { place });
  const counts = page.getByText(words, { exact: true });
  await expect.element(counts).toBeVisible();
  const cut = counts.element().closest('p') ?? document.body;
  expect(cut.scrollWidth).toBeLessThanOrEqual(cut.clientWidth);
  expect(place.scrollWidth).toBeLessThanOrEqual(width);
  const [scale] = [...place.querySelectorAll('p')].filter((one) => one.textContent.startsWith('0%'));
  const box = scale?.parentElement?.parentElement?.getBoundingClientRect();
  const { top = 0, right = 0, width: scaleWidth = 0 } = scale?.getBoundingClientRect() ?? {};
  // It is seen whole, or not at all.
  expect(scaleWidth === 0 || top >= (box?.bottom ?? 0) || right <= (box?.right ?? 0)).toBe(true);
});
