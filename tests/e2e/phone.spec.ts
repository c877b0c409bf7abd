import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';

/* What a finger presses, and what the width of a phone leaves of words. */

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
test.beforeEach(({ signIn }) => signIn('security-administrator'));

/** Words of columns' heads over which the button of the head lies, or that have none. */
const covered = (page: Page) =>
  page.locator('[role="columnheader"][data-field]').evaluateAll((heads) =>
    heads
      .filter((head) => {
        const words = document.createRange();
        words.selectNodeContents(head.firstElementChild ?? head);
        const button = head.querySelector('button')?.getBoundingClientRect() ?? new DOMRect();
        return [
          button.width === 0,
          ...[...words.getClientRects()].map((line) => line.right > button.left + 4),
        ].some(Boolean);
      })
      .map(({ textContent }) => textContent),
  );

test('the button of a column’s head stands beside its words', async ({ page }) => {
  await page.goto('/journal?columns=PostingDate,ItemNo,JournalTemplateName,Amount,Quantity');
  await expect(page.getByRole('grid').getByRole('columnheader', { name: /Item No/ })).toBeVisible();
  expect(await covered(page)).toEqual([]);
  // All heads are as high as before, however many lines their words have.
  const heights = await page
    .locator('[role="columnheader"]')
    .evaluateAll((heads) => new Set(heads.map((head) => Math.round(head.clientHeight))).size);
  expect(heights).toBeLessThanOrEqual(2);
});

test('a finger is told of no keys', async ({ page }) => {
  await page.goto('/journal?show=pictures');
  await expect(page.getByText('Press a bar to see its lines.')).toBeVisible();
  await expect(page.getByText('arrow keys')).toBeHidden();
  await page.goto('/access');
  await page.getByRole('grid').getByRole('columnheader', { name: /^100/ }).click();
  await expect(page.getByRole('button', { name: /^Give/ })).toBeVisible();
  await expect(page.locator('kbd').first()).toBeHidden();
  await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0);
});

test('the matrix begins high on the screen', async ({ page }) => {
  await page.goto('/access');
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  expect((await grid.boundingBox())?.y).toBeLessThanOrEqual(230);
  for (const name of ['Views', 'Map', 'Compare…', 'Files…'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});

test('what may be done with a selection takes two rows', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/access');
  await page.getByRole('grid').getByRole('columnheader', { name: /^100/ }).click();
  const bar = page.locator('[data-bottom-bar]');
  await expect(bar.getByText(/selected:\s[\d,]+ records, entity 100$/)).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Select nothing' })).toBeInViewport({ ratio: 1 });
  const rows = await bar.locator('button:visible, [role="radiogroup"]').evaluateAll((parts) => {
    const middles = parts
      .map((part) => part.getBoundingClientRect())
      .map(({ top, height }) => top + height / 2);
    return new Set(middles.map(Math.round)).size;
  });
  expect(rows).toBe(2);
});

test('the captions of an entity set are in view whole', async ({ page }) => {
  await page.goto('/metadata');
  const table = page.getByRole('region', { name: /^Fields of / });
  await expect(table.getByRole('cell', { name: 'Journal Template Name' })).toBeVisible();
  const cut = await table.evaluate((region) => {
    const edge = region.getBoundingClientRect().right;
    const captions = [...region.querySelectorAll('tr > :nth-child(2)')];
    return captions.filter((caption) => caption.getBoundingClientRect().right > edge).length;
  });
  expect(cut).toBe(0);
});

test('a hint that has no room in its field ends in an ellipsis', async ({ page }) => {
  await page.goto('/access');
  await expect(page.getByRole('searchbox', { name: /^Record ID/ })).toHaveCSS('text-overflow', 'ellipsis');
});

test('a finger opens a line by any of its cells, and selects a cell by resting on it', async ({ page }) => {
  await page.goto('/journal');
  const grid = page.getByRole('grid', { name: 'Item journal lines' });
  const cell = grid.locator('[aria-rowindex="4"]').getByRole('gridcell').first();
  const name = await grid
    .locator('[aria-rowindex="4"]')
    .getByRole('rowheader')
    .getByRole('link')
    .ariaSnapshot();
  const lineNo = /line (\d+) of/.exec(name)?.[1] ?? '';
  const panel = page.getByRole('dialog', { name: `Line ${lineNo} of` });
  await cell.dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true, bubbles: true });
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('1 cell selected');
  await cell.dispatchEvent('pointerup', { pointerType: 'touch', isPrimary: true, bubbles: true });
  await cell.dispatchEvent('click', { detail: 1, bubbles: true, cancelable: true }); // as the browser ends it
  await expect(panel).toBeHidden();
  await cell.tap();
  await expect(panel).toBeVisible();
});
