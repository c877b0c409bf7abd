import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';
import { openWithoutScripts } from '@/tests/support/browser/hold';

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

test('a press on a row’s number before the scripts opens its line, on a cell stands there, on a head sorts', async ({
  page,
}) => {
  const openLine = await openFirst(page, '/journal');
  const number = first(page).getByRole('link', { name: '7', exact: true });
  await number.click();
  await expect(number).toHaveAttribute('aria-busy', 'true');
  openLine();
  await expect(page.getByRole('complementary', { name: /line/i })).toBeVisible();
  await expect(grid(page).locator('[aria-rowindex="8"] [role="gridcell"][tabindex="0"]')).toHaveCount(1);

  const standOn = await openFirst(page, '/journal');
  const cell = first(page).locator('[aria-rowindex="5"] td').nth(2);
  await cell.click();
  await expect(cell).toHaveAttribute('aria-busy', 'true');
  standOn();
  await expect(grid(page).locator('[aria-rowindex="5"] [aria-colindex="4"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(grid(page).locator('[aria-rowindex="6"] [aria-colindex="4"]')).toBeFocused();

  const sort = await openFirst(page, '/journal');
  await first(page).getByRole('link', { name: 'Amount', exact: true }).click();
  sort();
  await expect(grid(page).locator('[role="columnheader"][data-field="Amount"]')).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(page).toHaveURL(/sort=Amount/);
});

test('a press that is held while the grid comes is carried out once where it is let go, and not elsewhere', async ({
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
  await first(page).getByRole('link', { name: 'Amount', exact: true }).hover();
  await page.mouse.down();
  again();
  await expect(grid(page)).toBeVisible();
  await grid(page).getByRole('columnheader', { name: 'Quantity' }).hover();
  await page.mouse.up();
  await grid(page).locator('[aria-rowindex="5"] [aria-colindex="4"]').click();
  await expect(grid(page).locator('[aria-rowindex="5"] [aria-colindex="4"]')).toBeFocused();
  await expect(page).not.toHaveURL(/sort=/);
});

test('the grid goes on where the first lines were scrolled to, with the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  const letGo = await openFirst(page, '/journal?page=12');
  await first(page)
    .locator('..')
    .evaluate((element) => element.scrollBy(130, 75));
  await first(page)
    .locator('tbody')
    .getByRole('link')
    .first()
    .evaluate((link) => link.focus({ preventScroll: true }));
  const before = await measures(page);
  expect(before.scrollTop).toBeGreaterThan(0);
  letGo();
  await expect(grid(page)).toBeVisible();
  expect(await measures(page)).toEqual(before);
  await expect(grid(page).locator(':focus')).toHaveCount(1);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('lines can be read, and heads sort by links', async ({ page }) => {
    await openFirst(page, '/journal');
    await first(page).getByRole('link', { name: 'Quantity' }).click();
    await expect(page).toHaveURL(/sort=Quantity/);
    const quantities = await first(page)
      .locator('tbody tr[aria-rowindex] td:nth-child(5)')
      .evaluateAll((cells) =>
        cells.slice(0, 20).map((cell) => Number(cell.textContent?.replaceAll(',', ''))),
      );
    expect(quantities).toEqual([...quantities].sort((a, b) => a - b));
    await expect(page.locator('noscript').getByText(/runs no scripts/)).toBeVisible();
  });
});
