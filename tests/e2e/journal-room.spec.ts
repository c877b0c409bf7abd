import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';

/* What of the journal finds room on a screen, and what lies over what. */

const grid = (page: Page) => page.getByRole('grid', { name: 'Item journal lines' });
const cell = (page: Page, row: number) =>
  grid(page).locator(`[aria-rowindex="${String(row + 1)}"] [role="gridcell"][aria-colindex="3"]`);
const statusBar = (page: Page) => page.getByRole('region', { name: 'Status bar' });

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error('One of the two is not drawn.');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test.beforeEach(async ({ signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('accountant');
});

for (const [look, path] of [
  ['lines', '/journal'],
  ['lines, filtered', '/journal?entity=210&from=2026-11-01&to=2026-11-30'],
  ['groups', '/journal?by=LocationCode'],
] as const)
  test(`at 200 % of a window of 1440 px the first of the ${look} is on the first screen`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 720, height: 450 });
    await page.goto(path);
    const row = page.getByRole('grid').locator('[aria-rowindex="2"]');
    await expect(row.locator('[role="rowheader"]')).toBeInViewport({ ratio: 1 });
  });

for (const [width, height] of [
  [1440, 900],
  [720, 900],
  [390, 844],
] as const)
  test(`a message covers neither the status bar nor the open line at ${String(width)} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(width < 1024 ? '/journal' : '/journal?line=ITEM/DEFAULT/10000');
    await cell(page, 1).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(statusBar(page)).toContainText('Sum');
    await page.keyboard.press('Control+c');
    const message = page.locator('.messages').locator('> *', { hasText: 'Copied' });
    await expect(message).toBeVisible();
    expect(await overlap(message, statusBar(page))).toBe(false);
    if (width >= 1024) expect(await overlap(message, page.locator('[data-docked]'))).toBe(false);
  });

test('the status bar goes on saying something when cells are selected for the first time', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  await expect(statusBar(page)).toContainText('3,000 lines');
  const said = await statusBar(page).evaluateHandle((bar) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(bar.textContent ?? '')).observe(bar, {
      ...{ childList: true, characterData: true, subtree: true },
    });
    return texts;
  });
  await cell(page, 3).click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(statusBar(page)).toContainText('2 cells selected');
  expect((await said.jsonValue()).filter((text) => !/\d (lines|cells selected)/.test(text))).toEqual([]);
});

test('month end shows whole rows, and all of them when asked', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  const monthEnd = page.getByRole('region', { name: 'Month end' });
  await monthEnd.getByRole('button', { name: 'Month end' }).click();
  const entities = monthEnd.getByRole('table');
  await expect(entities).toBeVisible();
  await expect(monthEnd.getByRole('button', { name: /^Older than 30 days/ })).toBeVisible();
  /** How many rows of the two lists are seen in part. */
  const cut = () =>
    monthEnd.locator('tr, li').evaluateAll(
      (rows) =>
        rows.filter((row) => {
          const scroller = row.closest('ul, div.overflow-auto');
          if (scroller === null) throw new Error('What scrolls the rows is not found.');
          const [own, view] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
          return own.top < view.bottom - 1.5 && own.bottom > view.bottom - 0.5;
        }).length,
    );
  await expect.poll(cut).toBe(0);
  await expect(entities.getByRole('rowheader').nth(6)).toBeInViewport({ ratio: 1 });
  await expect(entities.getByRole('rowheader').nth(7)).not.toBeInViewport();
  await monthEnd.getByRole('button', { name: 'Show all rows' }).click();
  await expect(entities.getByRole('rowheader').last()).toBeInViewport({ ratio: 1 });
  await expect(monthEnd.getByRole('listitem').last()).toBeInViewport({ ratio: 1 });
  await monthEnd.getByRole('button', { name: 'Show fewer rows' }).click();
  await expect(entities.getByRole('rowheader').last()).not.toBeInViewport();
  await expect.poll(cut).toBe(0);
});

test('month end offers all rows only where some are out of sight', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await page.goto('/journal');
  const monthEnd = page.getByRole('region', { name: 'Month end' });
  await monthEnd.getByRole('button', { name: 'Month end' }).click();
  await expect(monthEnd.getByRole('table')).toBeVisible();
  await expect(monthEnd.getByRole('button', { name: 'Show all rows' })).toBeVisible();
  await page.goto('/journal?check=no-entity');
  await expect(monthEnd.getByRole('rowheader')).toHaveText(['All', 'No entity']);
  await expect(monthEnd.getByRole('button', { name: 'Show all rows' })).toHaveCount(0);
});

test('month end stays within a low window', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 500 });
  await page.goto('/journal');
  const monthEnd = page.getByRole('region', { name: 'Month end' });
  await monthEnd.getByRole('button', { name: 'Month end' }).click();
  await expect(monthEnd.getByRole('table')).toBeVisible();
  await expect(monthEnd.getByRole('columnheader').last()).toBeVisible();
  expect((await monthEnd.boundingBox())?.width).toBeLessThanOrEqual(1100 - 200); // beside the navigation
});

test('month end is one line that tells what it comes to, and leaves the lines their room', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  const monthEnd = page.getByRole('region', { name: 'Month end' });
  await expect(monthEnd).toContainText(/[\d,]+ of 3,000 lines must not be posted as they are/);
  await expect(monthEnd.getByRole('table')).toBeHidden();
  const [head, lines] = [await page.locator('main header').boundingBox(), await grid(page).boundingBox()];
  if (head === null || lines === null) throw new Error('One of the two is not drawn.');
  expect(lines.height / (900 - head.y - head.height)).toBeGreaterThan(0.7);
  expect(lines.y).toBeLessThanOrEqual(180);
});

test('month end stands at the height of what is beside it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  const middleOf = async (name: string | RegExp) => {
    const box = await page.getByRole('button', { name }).boundingBox();
    return box && box.y + box.height / 2;
  };
  expect(await middleOf('Month end')).toBe(await middleOf(/^Checks/));
});

for (const width of [1280, 1440, 1920])
  test(`a line opens beside the whole page at ${String(width)} px, and does not move`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/journal');
    const second = grid(page).locator('[aria-rowindex="2"] [role="rowheader"] a');
    const pressed = await second.boundingBox();
    await second.click();
    const line = page.getByRole('complementary', { name: /^Line/ });
    await expect(line).toBeVisible();
    expect(await line.boundingBox()).toMatchObject({ x: width - 400, y: 0, height: 900 });
    expect(await second.boundingBox()).toMatchObject({ x: pressed?.x, y: pressed?.y });
  });

test('a field in which is typed what finds nothing does not move', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  const item = page.getByLabel('Item No.', { exact: true });
  const place = await item.boundingBox();
  await item.fill('NOTHING');
  await item.press('Enter');
  await expect(page.getByRole('heading', { name: 'No lines match' })).toBeVisible();
  expect(await item.boundingBox()).toEqual(place);
  const clear = page.getByRole('main').getByRole('button', { name: /^Remove: / });
  expect((await clear.boundingBox())?.height).toBe(32); // as in other places that are empty
});

test('an open line shows nine of its fields at once', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal?line=CONSUMP/DEFAULT/190000');
  const ninth = page.getByRole('complementary', { name: /^Line/ }).locator('dt').nth(8);
  await expect(ninth).toBeInViewport({ ratio: 1 });
});

test('groups use the width of a wide window for their shares, which sort as their lines do', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/journal?by=LocationCode');
  const groups = page.getByRole('grid', { name: 'Groups of item journal lines' });
  const share = groups.getByRole('columnheader', { name: /^Share of lines/ });
  await expect(share).toBeVisible();
  const [head, whole] = [await share.boundingBox(), await groups.boundingBox()];
  if (head === null || whole === null) throw new Error('One of the two is not drawn.');
  expect(Math.abs(head.x + head.width - whole.x - whole.width)).toBeLessThanOrEqual(1);
  await share.click();
  await expect(page).toHaveURL(/order=-lines/);
  const lines = groups.getByRole('columnheader', { name: /^Lines/ });
  await expect(share).toHaveAttribute('aria-sort', 'descending');
  await expect(lines).not.toHaveAttribute('aria-sort');
  await lines.click();
  await expect(lines).toHaveAttribute('aria-sort', 'descending');
  await expect(share).not.toHaveAttribute('aria-sort');
  // What the others leave is its width: it has no edge to draw.
  await expect(lines.locator('[data-resize]')).toBeVisible();
  await expect(share.locator('[data-resize]')).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(share).toHaveCount(0);
});

test('a line tells where the columns end', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal?columns=ItemNo,Amount');
  for (const row of [1, 2, 3]) {
    const ends = grid(page).locator(`[aria-rowindex="${String(row)}"]`);
    const end = await ends.evaluate((element) => {
      const { content, width, insetInlineEnd, backgroundColor } = getComputedStyle(element, '::after');
      return { content, width, insetInlineEnd, isSeen: backgroundColor !== 'rgba(0, 0, 0, 0)' };
    });
    expect(end).toEqual({ content: '""', width: '1px', insetInlineEnd: '0px', isSeen: true });
  }
});

for (const [width, words] of [
  [1440, /^[\d,]+ of 3,000 lines must not be posted as they are$/],
  [390, /^[\d,]+ must not be posted as they are$/],
] as const)
  test(`month end says at ${String(width)} px what must not be posted, and leads there`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/journal');
    const monthEnd = page.getByRole('region', { name: 'Month end' });
    const wrong = monthEnd.getByRole('button', { name: words });
    const count = /^[\d,]+/.exec((await wrong.textContent()) ?? '')?.[0] ?? '';
    await wrong.click();
    await expect(statusBar(page)).toContainText(`${count} lines`);
    await expect(wrong).toHaveCount(0); // the page shows other lines than it counts among
    await page.goBack();
    await expect(wrong).toBeVisible();
  });

test('month end tells of filters that do not apply to it only where some are set', async ({ page }) => {
  await page.goto('/journal');
  const monthEnd = page.getByRole('region', { name: 'Month end' });
  await monthEnd.getByRole('button', { name: 'Month end' }).click();
  await expect(monthEnd.getByRole('columnheader').first()).toHaveText('Entity, week of');
  await expect(monthEnd.getByText('do not apply here')).toHaveCount(0);
  await monthEnd.getByRole('button', { name: /^No entity, all weeks/ }).click();
  await expect(monthEnd.getByText('do not apply here')).toBeVisible();
});

test('the newest weeks of month end stay in sight when a panel opens', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  const monthEnd = page.getByRole('region', { name: 'Month end' });
  await monthEnd.getByRole('button', { name: 'Month end' }).click();
  const newest = monthEnd.getByRole('columnheader').last();
  await expect(newest).toBeInViewport({ ratio: 0.99 });
  await page.getByRole('button', { name: /^Checks/ }).click();
  const checks = page.getByRole('complementary', { name: 'Checks before posting' });
  await expect(checks).toBeVisible();
  await expect(newest).toBeInViewport({ ratio: 0.99 });
  await monthEnd.getByRole('button', { name: /earlier/ }).click();
  await expect(newest).not.toBeInViewport({ ratio: 0.5 }); // its border is
});

test('the longest entry type is not cut', async ({ page }) => {
  await page.goto('/journal?columns=EntryType,ItemNo');
  const longest = grid(page).getByRole('gridcell', { name: 'Assembly Consumption' }).first();
  expect(await longest.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('beside an open line the search keeps its room, and the whole row is marked', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  const row = grid(page).locator('[aria-rowindex="4"]');
  const colour = () => row.evaluate((element) => getComputedStyle(element).backgroundColor);
  const plain = await colour();
  await row.locator('[role="rowheader"] a').click();
  await expect(page.getByRole('complementary', { name: /^Line/ })).toBeVisible();
  expect((await page.locator('[data-search]').boundingBox())?.width).toBeGreaterThanOrEqual(200);
  const beyond = await page.getByRole('main').evaluate((main) => main.scrollHeight - main.clientHeight);
  expect(beyond).toBe(0); // the panel scrolls by itself
  await expect.poll(colour).not.toBe(plain);
  await page.emulateMedia({ forcedColors: 'active' });
  const border = row.evaluate((element) => getComputedStyle(element, '::before').borderTopWidth);
  expect(await border).toBe('2px');
});

test('what hangs at a button keeps the page’s distance at both sides of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/journal');
  await page.getByRole('button', { name: 'Export…' }).click();
  const panel = page.getByRole('dialog', { name: 'Export' });
  await expect(panel).toBeVisible();
  expect(await panel.boundingBox()).toMatchObject({ x: 16, width: 390 - 2 * 16 });
});
