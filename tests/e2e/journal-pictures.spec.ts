import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';
import { linesShown, shownOf } from './lines-shown';

const amountBelow = (page: Page) =>
  page
    .getByRole('region', { name: 'Status bar' })
    .locator('span', { hasText: /^Amount net [-\d]/ })
    .first();
const bars = (page: Page, picture: RegExp | string) =>
  page.getByRole('region', { name: picture, exact: true }).getByRole('list').getByRole('link');

/** What a bar says of its lines. */
async function said(bar: Locator): Promise<{ what: string; lines: string; amount: string }> {
  const [, what = '', lines = '', amount = ''] =
    /^(.+): ([\d,]+ lines?), net amount (\S+)\. Show only these$/.exec(
      (await bar.getAttribute('aria-label')) ?? '',
    ) ?? [];
  return { what, lines, amount };
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn('accountant');
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a bar of each picture leads to as many lines, of the same amount, as it says', async ({ page }) => {
  await page.goto('/journal?filter=Quantity~gt~2');
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Pictures').click();
  await expect(page).toHaveURL(/[?&]show=pictures/);
  for (const [picture, condition] of [
    [/^By posting (day|week|month)$/, /^Remove filter: Posting date /],
    ['By entity', /^Remove filter: (Entity |No entity)/],
    ['By entry type', /^Remove filter: Entry Type /],
  ] as const) {
    const bar = bars(page, picture).nth(3);
    const { what, lines, amount } = await said(bar);
    expect(what).not.toBe('');
    await bar.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused(); // not the window, since the bar is gone
    await expect(linesShown(page)).toHaveText(shownOf(Number(lines.replace(/\D/g, ''))));
    await expect(amountBelow(page)).toContainText(amount);
    await expect(page.getByRole('button', { name: condition })).toBeVisible();
    await expect(page).not.toHaveURL(/show=/);
    await page.goBack();
    await expect(bars(page, picture).nth(3)).toBeVisible();
  }
  // What they tell is in the address, which a saved view keeps.
  await page.getByRole('radiogroup', { name: 'Draw' }).getByText('Net amount').click();
  await expect(page).toHaveURL(/[?&]show=pictures&measure=amount/);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Net amount' })).toBeChecked();
});
