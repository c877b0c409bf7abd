import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';
import { journalFields } from '@/lib/domain/journal/fields';
import { openWithoutScripts } from '@/tests/support/browser/hold';
import { shareOfOthers } from '@/tests/support/browser/pixels';

/* What the journal shows before its code has come, and how the grid takes it over. */

const first = (page: Page) => page.getByRole('table', { name: 'Item journal lines' });
const grid = (page: Page) => page.getByRole('grid', { name: 'Item journal lines' });

/** Opens an address of the journal whose scripts do not come until they are let go. */
const openFirst = (page: Page, path: string) =>
  openWithoutScripts(page, path, first(page).and(page.locator('[aria-busy="false"]')));

/** What scrolls the lines, and its measures. */
const measures = (page: Page) =>
  page.evaluate(() => {
    const found = document.querySelector('[role="grid"]') ?? document.querySelector('table')?.parentElement;
    const { scrollTop, scrollLeft, scrollHeight, scrollWidth } = found ?? document.body;
    return { scrollTop, scrollLeft, scrollHeight, scrollWidth };
  });

test.beforeEach(async ({ page, signIn, javaScriptEnabled }) => {
  await signIn('accountant');
  if (!javaScriptEnabled) return;
  await page.goto('/journal'); // which notes the time zone, and has the console read the lines
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('3,000 lines');
});

test('a press on a row’s number before the scripts opens its line', async ({ page }) => {
  const letGo = await openFirst(page, '/journal');
  const number = first(page).getByRole('link', { name: '7', exact: true });
  expect(await number.getAttribute('href')).toMatch(/^\?line=/);
  await number.click();
  await expect(number).toHaveAttribute('aria-busy', 'true');
  letGo();
  await expect(page.getByRole('complementary', { name: /line/i })).toBeVisible();
  await expect(page).toHaveURL(/[?&]line=/);
  await expect(grid(page).locator('[aria-rowindex="8"] [role="gridcell"][tabindex="0"]')).toHaveCount(1);
});

test('a press on a cell before the scripts stands on it', async ({ page }) => {
  const letGo = await openFirst(page, '/journal');
  const cell = first(page).locator('[aria-rowindex="5"] td').nth(2);
  await cell.click();
  await expect(cell).toHaveAttribute('aria-busy', 'true');
  letGo();
  await expect(grid(page).locator('[aria-rowindex="5"] [aria-colindex="4"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(grid(page).locator('[aria-rowindex="6"] [aria-colindex="4"]')).toBeFocused();
});

test('a press on a head before the scripts sorts', async ({ page }) => {
  const letGo = await openFirst(page, '/journal');
  await first(page).getByRole('link', { name: 'Amount', exact: true }).click();
  letGo();
  await expect(grid(page).locator('[role="columnheader"][data-field="Amount"]')).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(page).toHaveURL(/sort=Amount/);
});

test('a press that is held while the grid comes is carried out once, where it is let go', async ({
  page,
}) => {
  const letGo = await openFirst(page, '/journal');
  await first(page).getByRole('link', { name: 'Amount', exact: true }).hover();
  await page.mouse.down();
  letGo();
  await expect(grid(page)).toBeVisible();
  await expect(page).not.toHaveURL(/sort=/);
  const ways = new Set<string>();
  page.on('framenavigated', (frame) => ways.add(new URL(frame.url()).search));
  await page.mouse.up();
  await expect(page).toHaveURL(/sort=Amount/);
  await expect(grid(page).locator('[role="columnheader"][data-field="Amount"]')).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  expect([...ways]).toEqual(['?sort=Amount']); // a second time would turn it round
  await page.mouse.move(5, 5);
  const again = await openFirst(page, '/journal');
  await first(page).getByRole('link', { name: '7', exact: true }).hover();
  await page.mouse.down();
  again();
  await expect(grid(page)).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('complementary', { name: /line/i })).toBeVisible();
});

test('a press that is held while the grid comes and let go elsewhere is none', async ({ page }) => {
  const letGo = await openFirst(page, '/journal');
  await first(page).getByRole('link', { name: 'Amount', exact: true }).hover();
  await page.mouse.down();
  letGo();
  await expect(grid(page)).toBeVisible();
  await grid(page).getByRole('columnheader', { name: 'Quantity' }).hover();
  await page.mouse.up();
  await grid(page).locator('[aria-rowindex="5"] [aria-colindex="4"]').click();
  await expect(grid(page).locator('[aria-rowindex="5"] [aria-colindex="4"]')).toBeFocused();
  await expect(page).not.toHaveURL(/sort=/);
});

const everyField = `/journal?columns=${journalFields.map(({ name }) => name).join(',')}`;
for (const path of ['/journal', '/journal?page=12', everyField])
  test(`the grid goes on where ${path.slice(0, 40)} was scrolled to, with bars of the same size`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1000, height: 800 });
    const letGo = await openFirst(page, path);
    const view = first(page).locator('..');
    const start = await measures(page);
    expect(start.scrollTop).toBe(path.includes('page=12') ? 1_100 * 32 : 0);
    await view.evaluate((element) => element.scrollBy(130, 75));
    await first(page)
      .locator('tbody')
      .getByRole('link')
      .first()
      .evaluate((link) => link.focus({ preventScroll: true }));
    const before = await measures(page);
    expect(before.scrollTop).toBe(start.scrollTop + 75);
    letGo();
    await expect(grid(page)).toBeVisible();
    expect(await measures(page)).toEqual(before);
    await expect(grid(page).locator(':focus')).toHaveCount(1);
  });

for (const [width, colorScheme] of [
  [1440, 'light'],
  [390, 'dark'],
] as const)
  test(`the grid takes the lines over without a difference, ${String(width)} px, ${colorScheme}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    const letGo = await openFirst(page, '/journal');
    await page.evaluate(() => document.fonts.ready);
    await first(page)
      .locator('..')
      .evaluate((element) => element.scrollBy(300, 0));
    const box = await first(page).locator('..').boundingBox();
    if (box === null) throw new Error('The lines are not there.');
    const before = await page.screenshot({ clip: box });
    letGo();
    await expect(grid(page)).toBeVisible();
    const after = await page.screenshot({ clip: box });
    expect(await shareOfOthers(page, [before, after], 4)).toBe(0);
  });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('heads sort by links, and the first columns stay where there is room', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 800 });
    await openFirst(page, '/journal');
    const item = first(page).getByRole('columnheader', { name: 'Item No.' });
    const position = () => item.evaluate((head) => getComputedStyle(head).position);
    const left = () => item.evaluate((head) => getComputedStyle(head).left);
    expect([await position(), await left()]).toEqual(['sticky', '168px']);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await left()).toBe('auto');
    await first(page).getByRole('link', { name: 'Quantity' }).click();
    await expect(page).toHaveURL(/sort=Quantity/);
    const quantities = await first(page)
      .locator('tbody tr[aria-rowindex] td:nth-child(5)')
      .evaluateAll((cells) =>
        cells.slice(0, 20).map((cell) => Number(cell.textContent?.replaceAll(',', ''))),
      );
    expect(quantities).toEqual([...quantities].sort((a, b) => a - b));
  });

  test('groups and pictures show where they will be', async ({ page }) => {
    for (const way of ['by=BssiEntityID', 'show=pictures']) {
      await page.goto(`/journal?${way}`);
      const filters = await page.getByRole('region', { name: 'Filters' }).boundingBox();
      const blocks = await page
        .locator('main [aria-hidden="true"]:visible')
        .evaluateAll(
          (all, below) =>
            all.map((one) => one.getBoundingClientRect()).filter(({ top }) => top > below).length,
          (filters?.y ?? 0) + (filters?.height ?? 0),
        );
      expect(blocks, way).toBeGreaterThan(5);
    }
  });
});
