import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';

const grid = (page: Page) => page.getByRole('grid');

test.beforeEach(async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/journal');
  await expect(grid(page)).toBeVisible();
});

test('few keys lead to the lines and to the search, and Ctrl+F stays the browser’s', async ({ page }) => {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'To the lines' })).toBeFocused();
  await page.keyboard.press('Enter'); // past places, actions and filters
  await expect(grid(page).locator(':focus')).toBeVisible();
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
  await expect(help.getByRole('term').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  const isKept = await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }),
    ),
  );
  expect(isKept).toBe(true);
});
