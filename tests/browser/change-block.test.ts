import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { afterAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ChangeBlock } from '@/components/review/change-block';
import { labelsQuery } from '@/lib/client/labels';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';

withPageStyles();
afterAll(() => page.viewport(1_000, 700));

/** So many entities get a customer whose name is long, and others, on a screen of so many px. */
async function reviewOf(entities: number, width: number, customers = 1) {
  await page.viewport(width, 844);
  const place = document.body.appendChild(document.createElement('div'));
  place.style.cssText = 'padding: 16px; display: flex; flex-direction: column';
  const changes = Array.from({ length: customers * entities }, (_, at) => ({
    cell: {
      recordType: 'Customer',
      recordId: `C000${String(30 + Math.floor(at / entities))}`,
      entityId: String(100 + (at % entities) * 10),
    },
    wanted: at % 2 === 0,
  }));
  const data = new QueryClient();
  data.setQueryData(labelsQuery('main').queryKey, {
    records: [['Customer', 'C00030', 'Woodgrove Airlines']],
    entities: [['100', 'Cronus UK Ltd', null]],
  } as never); // what else it tells is not asked for
  const block = createElement(ChangeBlock, {
    ...{ changes, isOn: () => true, onTick: () => undefined, stateOf: () => null },
    ...{ entityIds: [], shown: null, onShown: () => undefined },
  });
  draw(block, { address: 'connection=main', data, place });
  const grid = place.querySelector<HTMLElement>('[role="grid"]') ?? expect.fail();
  const right = grid.getBoundingClientRect().right;
  const boxes = () =>
    [...grid.querySelectorAll('[role="gridcell"]:not([data-kind="sum"]) > [role="checkbox"]')].filter(
      (box) => box.getBoundingClientRect().right <= right,
    ).length;
  return { place, grid, boxes };
}

it('shows all changes of three entities on a phone, and the whole name of the record', async () => {
  const { place, grid, boxes } = await reviewOf(3, 390);
  await expect.poll(boxes).toBe(3);
  expect(place.textContent).not.toContain('more entit');
  const name = [...grid.querySelectorAll('[role="rowheader"] > bdi')].at(-1);
  expect(name?.textContent).toBe('Woodgrove Airlines');
  expect(name && [name.scrollWidth - name.clientWidth, name.scrollHeight - name.clientHeight]).toEqual([
    0, 0,
  ]);
});

it('says how many entities lie beyond the edge, until they are scrolled to', async () => {
  const { place, grid } = await reviewOf(9, 390);
  await expect.poll(() => place.textContent).toMatch(/[1-8] more entities →/);
  grid.scrollLeft = grid.scrollWidth;
  await expect.poll(() => place.textContent).not.toContain('more entit');
});

it('has the box for all above the boxes of the rows', async () => {
  const { grid } = await reviewOf(2, 1_440);
  const middle = (element: Element | null) => {
    const { left, width } = element?.getBoundingClientRect() ?? expect.fail();
    return left + width / 2;
  };
  const all = [...grid.querySelectorAll('[role="columnheader"]')].find(
    ({ textContent }) => textContent === 'All',
  );
  await expect.poll(() => grid.querySelectorAll('[data-kind="sum"]').length).toBeGreaterThan(0);
  expect(all?.firstElementChild?.getBoundingClientRect().width).toBeLessThan(18); // the box alone
  expect(middle(all?.firstElementChild ?? null)).toBeCloseTo(
    middle(grid.querySelector('[data-kind="sum"]')),
    0,
  );
});

it('takes all the width that it has, its rows as wide as its heads', async () => {
  const { place, grid } = await reviewOf(3, 1_440, 12);
  await expect.poll(() => grid.querySelectorAll('[data-kind="remove"]').length).toBeGreaterThan(12);
  const right = (...elements: Element[]) =>
    Math.max(...elements.map((element) => element.getBoundingClientRect().right));
  expect(right(grid)).toBe(right(place) - 17); // its padding, and a border
  expect(right(...grid.querySelectorAll('[role="columnheader"]'))).toBe(right(grid));
  expect(right(...grid.querySelectorAll('[data-kind="remove"]'))).toBe(right(grid));
  expect(right(...grid.querySelectorAll('[role="row"]'))).toBe(right(grid));
  expect(grid.scrollHeight).toBe(grid.clientHeight);
});

it('gives and removes with the same weight', async () => {
  const { grid } = await reviewOf(3, 1_440);
  const lightness = (kind: string) => {
    const box = grid.querySelector(`[data-kind="${kind}"] > [role="checkbox"]`) ?? expect.fail();
    const [red = 0, green = 0, blue = 0] = [
      ...getComputedStyle(box, '::before').backgroundColor.matchAll(/\d+/g),
    ].map(Number);
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  };
  await expect.poll(() => lightness('give')).toBeGreaterThan(0.85);
  expect(Math.abs(lightness('give') - lightness('remove'))).toBeLessThan(0.05);
});

it('tells below the block what is pointed at, where more entities leave no room for names in their heads', async () => {
  const { place, grid } = await reviewOf(30, 1_440);
  await expect.poll(() => grid.textContent).not.toContain('Cronus');
  const width = grid.querySelector('[data-kind="give"]')?.getBoundingClientRect().width;
  expect(width).toBeLessThanOrEqual(40);
  grid.querySelector('[data-kind="give"]')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  await expect
    .poll(() => place.lastElementChild?.textContent)
    .toBe('Customer Woodgrove Airlines · C00030, entity Cronus UK Ltd · 100, give access');
});
