import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { ChangeBlock } from '@/components/review/change-block';
import { labelsQuery } from '@/lib/client/labels';
import { withPageStyles } from '@/tests/support/browser/page-styles';

withPageStyles();
afterAll(() => page.viewport(1_000, 700));

/** So many entities get one customer, whose name is long, on a screen of so many px. */
async function reviewOf(entities: number, width: number) {
  await page.viewport(width, 844);
  const place = document.body.appendChild(document.createElement('div'));
  place.style.cssText = 'padding: 16px; display: flex; flex-direction: column';
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const changes = Array.from({ length: entities }, (_, at) => ({
    cell: { recordType: 'Customer', recordId: 'C00030', entityId: String(100 + at * 10) },
    wanted: true,
  }));
  const client = new QueryClient();
  client.setQueryData(labelsQuery('main').queryKey, {
    records: [['Customer', 'C00030', 'Woodgrove Airlines']],
    entities: [['100', 'Cronus UK Ltd', null]],
  } as never); // what else it tells is not asked for
  const block = createElement(ChangeBlock, {
    ...{ changes, isOn: () => true, onTick: () => undefined, stateOf: () => null },
    ...{ entityIds: [], shown: null, onShown: () => undefined },
  });
  const address = { value: new URLSearchParams('connection=main') };
  const whole = createElement(SearchParamsContext, address, block);
  flushSync(() => root.render(createElement(QueryClientProvider, { client }, whole)));
  const grid = place.querySelector<HTMLElement>('[role="grid"]') ?? expect.fail();
  const right = grid.getBoundingClientRect().right;
  const boxes = () =>
    [...grid.querySelectorAll('[data-kind="give"] > [role="checkbox"]')].filter(
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

it('tells below the block what is pointed at, where many entities leave no room for names in their heads', async () => {
  const { place, grid } = await reviewOf(24, 1_440);
  await expect.poll(() => grid.textContent).not.toContain('Cronus');
  const width = grid.querySelector('[data-kind="give"]')?.getBoundingClientRect().width;
  expect(width).toBeLessThanOrEqual(40);
  grid.querySelector('[data-kind="give"]')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  await expect
    .poll(() => place.lastElementChild?.textContent)
    .toBe('Customer Woodgrove Airlines · C00030, entity Cronus UK Ltd · 100, give access');
});
