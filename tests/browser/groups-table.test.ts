import { createElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { GroupsTable } from '@/components/journal/analysis/groups-table';
import type { JournalAddress } from '@/components/journal/journal-address';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import { defaultJournalQuery, type FieldFilter } from '@/lib/domain/journal/query';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';

withPageStyles();

beforeEach(() => {
  document.documentElement.dataset.locale = 'en-GB'; // read once by a page
  window.history.replaceState(null, '', '?by=BssiEntityID&across=PostingDate.week&item=A*');
});

const added = (count: number, amount: number) => ({ count, sums: { 'Amount.net': String(amount) } });

/** So many entities with lines in two weeks, every second one with lines without a date. */
function answer(entities: number): JournalGroups {
  return {
    ...{ by: ['BssiEntityID'], sum: ['Amount.net'], pivot: 'PostingDate.week' },
    across: ['', '2026-11-09', '2026-11-23'],
    groups: Array.from({ length: entities }, (_, at) => ({
      key: [String(100 + at)],
      ...added(3, -at),
      cells: [at % 2 === 0 ? null : added(1, 7), added(1, -at), added(1, 0)],
    })),
    total: { ...added(3 * entities, -90), cells: [added(1, 7), added(1, -97), added(1, 0)] },
    ...{ more: { groups: 0, across: 0 }, complete: true },
    ...{ copy: 'a-1', asOf: '2026-11-15T10:00:00Z', refreshing: false },
  };
}

const item: FieldFilter = { field: 'ItemNo', op: 'matches', value: 'A*' };

/** The table of groups in its page, and the pages that were turned to. */
function groups(data: JournalGroups, shownPage = 1) {
  const turned: number[] = [];
  const query = { ...defaultJournalQuery, pageSize: 50, page: shownPage, filters: [item] };
  const address = {
    ...{
      query,
      period: null,
      search: window.location.search,
      pageHref: (to: number) => `?page=${String(to)}`,
    },
    goTo: (to: number) => turned.push(to),
  } as unknown as JournalAddress; // the rest is not looked at
  const grouping = { by: data.by, sum: data.sum, across: data.pivot, order: null };
  const place = document.body.appendChild(document.createElement('div'));
  Object.assign(place.style, { height: '500px', display: 'flex', flexDirection: 'column' });
  const drawn = { address, grouping, connection: 'default', data, isOld: false, isBusy: false };
  draw(createElement(GroupsTable, drawn), { place });
  /** The link of a row's column, counted from 0; of the total in row -1. */
  const cell = (row: number, column: number) =>
    [...place.querySelectorAll('tbody tr:not([aria-hidden]), tfoot tr')]
      .at(row)
      ?.querySelector(`[aria-colindex="${String(column + 2)}"]`);
  return { place, turned, cell };
}

/** The parameters of an address, by their names: their order means nothing. */
function sorted(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.sort();
  return parameters.toString();
}

const conditions = (link: Element | null | undefined) =>
  sorted(link?.querySelector('a')?.getAttribute('href') ?? 'no link');

it('leads from each cell across, also of the total, to exactly its lines', () => {
  const { cell } = groups(answer(3));
  expect(conditions(cell(1, 3))).toBe('entity=101&filter=PostingDate%7Eempty&item=A*');
  expect(conditions(cell(1, 4))).toBe('entity=101&from=2026-11-09&item=A*&to=2026-11-15');
  expect(conditions(cell(-1, 5))).toBe('from=2026-11-23&item=A*&to=2026-11-29');
  expect(conditions(cell(-1, -1))).toBe('item=A*');
  expect(conditions(cell(0, -1))).toBe('entity=100&item=A*');
  expect(cell(0, 3)?.querySelector('a')).toBeNull(); // no such line
  expect(cell(1, 4)?.querySelector('a')?.ariaLabel).toBe(
    '101, 9 – 15 Nov 2026: 1 line, Amount net -1.00. Show the lines',
  );
});

it('leads also from a cell without a sum, whose lines have several units of measure', () => {
  const mixed = { count: 2, sums: { 'Quantity.net': '5' }, mixed: ['Quantity'] };
  const { cell } = groups({
    ...{ ...answer(1), sum: ['Quantity.net'], across: ['2026-11-09'] },
    groups: [{ key: ['100'], ...mixed, cells: [mixed] }],
    total: { ...mixed, cells: [mixed] },
  });
  expect(cell(0, 3)?.textContent).toBe('several units');
  expect(conditions(cell(0, 3))).toBe('entity=100&from=2026-11-09&item=A*&to=2026-11-15');
  expect(cell(0, 3)?.querySelector('a')?.ariaLabel).toBe(
    '100, 9 – 15 Nov 2026: 2 lines, Quantity net several units. Show the lines',
  );
});

it('colours negative amounts alike, across, in whole and in the total', () => {
  const long = { ...answer(3).total, sums: { 'Amount.net': '-12345678901234567890.5' } };
  const { cell } = groups({ ...answer(3), total: long });
  const colour = (row: number, column: number) => getComputedStyle(cell(row, column) ?? document.body).color;
  const negative = colour(1, 2);
  expect([colour(1, 4), colour(-1, 4), colour(-1, 2)]).toEqual([negative, negative, negative]);
  expect(colour(1, 3)).not.toBe(negative);
});

it('gives room that is left to long texts of keys before it gives it to shares', async () => {
  await page.viewport(1440, 900);
  const text = 'CHICAGO Conference Table, walnut, with eight chairs';
  const { by, across, ...one } = { ...answer(1), by: ['Description'], across: [] };
  const { cell } = groups({ ...one, by, across, pivot: null, groups: [{ key: [text], ...added(3, 5) }] });
  const isCut = () => {
    const shown = cell(0, 0);
    return shown === undefined || shown === null || shown.scrollWidth > shown.clientWidth;
  };
  expect(cell(0, 0)?.textContent).toBe(text);
  await expect.poll(isCut).toBe(false);
  expect(cell(0, 3)?.textContent).toMatch(/%$/);
});

it('says which lines its sums leave out', async () => {
  groups({ ...answer(1), sum: ['Quantity.net'], revalued: 2, moved: 1 });
  await expect
    .element(
      page.getByText('Quantities not counted: 2 revaluation lines, which change values and move no goods.'),
    )
    .toBeVisible();
  await expect.element(page.getByText('Neither in nor out: 1 transfer line.')).toBeVisible();
});

it('shows the lines of a cell when it is pressed, and by Enter', async () => {
  const { cell } = groups(answer(3));
  const search = () => sorted(window.location.search);
  await userEvent.click(cell(1, 4)?.querySelector('a') ?? document.body);
  expect(search()).toBe('entity=101&from=2026-11-09&item=A*&to=2026-11-15');
  window.history.back();
  await expect.poll(search).toContain('by=BssiEntityID');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.poll(search).toBe('entity=100&from=2026-11-09&item=A*&to=2026-11-15');
});

it('shows groups in pages, with the total in view on each', async () => {
  const first = groups(answer(120));
  expect(first.cell(0, 0)?.textContent).toBe('100');
  expect(first.cell(-1, 0)?.textContent).toBe('Total');
  await expect.element(page.getByText('Rows 1–50 of 120, 120 groups of 360 lines')).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).click();
  expect(first.turned).toEqual([2]);
});

it('shows a later page, numbered on', () => {
  const { place, cell } = groups(answer(120), 3);
  expect(place.querySelectorAll('tbody tr')).toHaveLength(20);
  expect(cell(0, 0)?.textContent).toBe('200');
  expect(cell(0, -1)?.textContent).toBe('101 ›');
  expect(place.querySelector('table')?.getAttribute('aria-rowcount')).toBe('122');
});

it('opens the lines of a group by a press anywhere in the cell of its number', async () => {
  const { place } = groups(answer(3));
  const head = place.querySelector('tbody th[scope="row"]');
  if (head === null) throw new Error('There is no row.');
  await userEvent.click(head, { position: { x: 3, y: 3 } });
  expect(sorted(window.location.search)).toBe('entity=100&item=A*');
});

it('shows the first sum beside names and counts on a phone', async () => {
  await page.viewport(390, 844);
  const { place, cell } = groups(answer(3));
  const grid = place.querySelector('[data-stuck]');
  expect(grid?.getAttribute('data-stuck')).toBe('1');
  await expect.poll(() => cell(-1, 2)?.getBoundingClientRect().right).toBeLessThanOrEqual(390);
  expect(cell(-1, 2)?.textContent).toBe('-90.00');
});
