import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';
import { selection, switchOf } from '@/tests/support/browser/parts-of-pages';

const boxOf = (page: Page) =>
  page.getByRole('grid').evaluate((grid) => {
    const { top, bottom } = grid.getBoundingClientRect();
    return { top, bottom };
  });

test('the matrix stays under the hand while changes are staged, details dock and the service is read again', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/access?type=Customer&stage=true');
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await expect(refresh).toBeEnabled();
    let before = await boxOf(page);
    const stays = () => expect.poll(() => boxOf(page), `${String(width)} px`).toEqual(before);
    if (width === 1280) {
      await switchOf(page, '20000', '100').click();
      await page.getByRole('columnheader', { name: /^110/ }).click();
      await expect(selection(page).getByRole('button', { name: 'Give' })).toBeVisible();
      await stays();
      await page.getByRole('grid').getByRole('link').first().click();
      await expect(page.getByRole('complementary').getByText(/entities may use it$/)).toBeVisible();
      // The bar below takes a second row beside the details; no row of the matrix moves.
      await expect.poll(async () => (await boxOf(page)).top).toBe(before.top);
      before = await boxOf(page);
      await expect(page.getByRole('button', { name: 'Review…' })).toBeInViewport({ ratio: 1 });
    }
    await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 4_000, resource: 'security' }]);
    await refresh.click();
    await expect(page.getByText(/^Reading again: /)).toBeAttached();
    await stays();
    await console.control('PUT', '/faults', []);
    await expect(refresh).toBeEnabled();
    await stays();
  }
  // Filters that have no room beside details are one press away.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByLabel('Hide empty columns').check();
  await expect(page).toHaveURL(/used=true/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^More \(1\)$/ })).toBeFocused();
});
