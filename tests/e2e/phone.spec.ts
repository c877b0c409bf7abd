import { expect, test } from '@/tests/support/browser/console-test';

/* What a finger presses. */

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
test.beforeEach(({ signIn }) => signIn('security-administrator'));

test('a finger opens a line by any of its cells, selects one by resting on it, and is told of no keys', async ({
  page,
}) => {
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
  await page.goto('/journal?show=pictures');
  await expect(page.getByText('Press a bar to see its lines.')).toBeVisible();
  await expect(page.getByText('arrow keys')).toBeHidden();
  await page.goto('/access');
  await page.getByRole('grid').getByRole('columnheader', { name: /^100/ }).click();
  await expect(page.getByRole('button', { name: /^Give/ })).toBeVisible();
  await expect(page.locator('kbd').first()).toBeHidden();
  await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0);
});
