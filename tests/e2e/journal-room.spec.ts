import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';
import { linesShown } from './lines-shown';

/* What of the journal finds room on a screen, and what lies over what. */

const grid = (page: Page) => page.getByRole('grid', { name: 'Item journal lines' });
const cell = (page: Page, row: number) =>
  grid(page).locator(`tr[data-row="${String(row - 1)}"] > [aria-colindex="3"]`);
const statusBar = (page: Page) => page.getByRole('region', { name: 'Status bar' });

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error('One of the two is not drawn.');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Px that an element moved since its box was looked at. */
async function movedBy(one: Locator, before: { x: number; y: number } | null): Promise<number> {
  const after = await one.boundingBox();
  if (before === null || after === null) throw new Error('It is not drawn.');
  return Math.max(Math.abs(after.x - before.x), Math.abs(after.y - before.y));
}

test.beforeEach(async ({ signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('accountant');
});

test('a message covers neither the status bar nor the open line, at any width', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal?line=ITEM/DEFAULT/10000');
  await expect(linesShown(page)).toContainText('of 3,000'); // all are read
  const message = page.locator('.messages').locator('> *', { hasText: 'Copied' });
  for (const width of [1440, 720, 390]) {
    await page.setViewportSize({ width, height: 900 });
    if (width < 1024) await page.goto('/journal'); // narrower, a line lies over the others
    await cell(page, 1).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(statusBar(page)).toContainText('Net');
    await page.keyboard.press('Control+c');
    await expect(message).toBeVisible();
    const others = [statusBar(page), ...(width < 1024 ? [] : [page.locator('[data-docked]')])];
    for (const other of others)
      await expect.poll(() => overlap(message, other), `at ${String(width)} px`).toBe(false);
  }
});

test('nothing moves from under who presses a line or types what finds none, and the open line is marked', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  const row = grid(page).locator('[aria-rowindex="2"]');
  const number = row.getByRole('rowheader').getByRole('link');
  await expect(number).toBeVisible();
  const pressed = await number.boundingBox();
  await number.click();
  const line = page.getByRole('complementary', { name: /^Line/ });
  await expect(line).toBeVisible();
  expect(await movedBy(number, pressed)).toBeLessThan(1);
  // Also where the browser takes all colours away.
  await page.emulateMedia({ forcedColors: 'active' });
  const head = row.getByRole('rowheader');
  const border = () => head.evaluate((element) => getComputedStyle(element).borderTopStyle);
  await expect.poll(border).toBe('solid');
  expect(await movedBy(number, pressed)).toBeLessThan(1);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.keyboard.press('Escape');
  await expect(line).toBeHidden();
  const item = page.getByLabel('Item No.', { exact: true });
  const place = await item.boundingBox();
  await item.fill('NOTHING');
  await item.press('Enter');
  await expect(page.getByRole('heading', { name: 'No lines match' })).toBeVisible();
  expect(await item.boundingBox()).toEqual(place);
});
