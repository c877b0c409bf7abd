import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';

const grid = (page: Page) => page.getByRole('grid');

/** How often Tab is pressed from the top of the page until the grid has the focus. */
async function tabsToGrid(page: Page): Promise<number> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let tabs = 1; tabs < 60; tabs++) {
    await page.keyboard.press('Tab');
    if (await grid(page).evaluate((one) => one.contains(document.activeElement))) return tabs;
  }
  return Infinity;
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/journal');
  await expect(grid(page)).toBeVisible();
});

test('single keys lead to the search and tell the keys, and Ctrl+F stays the browser’s', async ({ page }) => {
  const search = page.getByRole('searchbox', { name: 'Search', exact: true });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('/?');
  await expect(search).toHaveValue('/?');
  await search.fill('');
  await page.getByRole('button', { name: /^Columns/ }).click();
  await expect(page.getByRole('searchbox', { name: 'Search 167 fields' })).toBeFocused();
  await page.keyboard.press('Tab'); // to where nobody types
  await page.keyboard.press('/'); // of what lies behind an open panel nothing
  await expect(search).not.toBeFocused();
  await page.keyboard.press('Escape');
  await grid(page).getByRole('gridcell').first().click();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('copies with the heads')).toBeVisible();
  expect(await help.getByRole('term').allTextContents()).toContain('Home or End');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  const isKept = await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }),
    ),
  );
  expect(isKept).toBe(true);
});

test('few presses of Tab lead to the lines', async ({ page }) => {
  // Places, actions, filters, the demo's chip: a stop each; month-end picture and grid are one each, however large.
  expect(await tabsToGrid(page)).toBeLessThanOrEqual(27);
});

test('a printed page says what the filter is and where the lines are, and cuts none', async ({ page }) => {
  const filters = Array.from({ length: 12 }, (_, at) => `&filter=Amount~ge~${String(at)}`).join('');
  await page.goto(`/journal?q=lamp&sort=DimensionSetID${filters}`);
  await expect(grid(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'and 1 more' })).toBeVisible();
  await expect(page.getByText(/^Sorted by/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear all' })).toBeHidden();
  await expect(grid(page)).toBeHidden();
  await expect(page.getByText('Export gives them as a file')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Columns/ })).toBeHidden();
  await expect(page.getByRole('main')).toContainText('lamp');
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText(/\d+ lines/);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond).toBeLessThanOrEqual(0);
  await page.goto('/journal?q=zzzz');
  await expect(page.getByRole('heading', { name: 'No lines match' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove: Contains “zzzz”' })).toBeHidden();
});
