import type { Locator, Page } from '@playwright/test';
import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { expect, test } from '@/tests/support/browser/console-test';

const lineCount = (page: Page) => page.getByRole('region', { name: 'Status bar' }).getByRole('status');
const amountBelow = (page: Page) =>
  page
    .getByRole('region', { name: 'Status bar' })
    .locator('span', { hasText: /^Amount [-\d]/ })
    .first();
const bars = (page: Page, picture: RegExp | string) =>
  page.getByRole('region', { name: picture, exact: true }).getByRole('list').getByRole('link');

/** What a bar says of its lines. */
async function said(bar: Locator): Promise<{ what: string; lines: string; amount: string }> {
  const [, what = '', lines = '', amount = ''] =
    /^(.+): ([\d,]+ lines?), amount (\S+)\. Show only these$/.exec(
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
    await bar.click();
    await expect(lineCount(page)).toHaveText(lines);
    await expect(amountBelow(page)).toContainText(amount);
    await expect(page.getByRole('button', { name: condition })).toBeVisible();
    await expect(page).not.toHaveURL(/show=/);
    await page.goBack();
    await expect(bars(page, picture).nth(3)).toBeVisible();
  }
});

test('focus is not lost to the window when a bar is pressed, nor after Back', async ({ page }) => {
  await page.goto('/journal?show=pictures');
  await bars(page, 'By entity').nth(3).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Item journal lines' })).toBeVisible();
  await expect(page.locator('#content')).toBeFocused();
  await page.getByRole('grid', { name: 'Item journal lines' }).locator('[role="gridcell"]').first().click();
  await page.goBack();
  await expect(bars(page, 'By entity').nth(3)).toBeVisible();
  await expect(page.locator('#content')).toBeFocused();
});

test('bars of a picture come to the lines of the filter, and its table says the same', async ({ page }) => {
  await page.goto('/journal?show=pictures&item=1*');
  const [, all = ''] = /^([\d,]+) lines/.exec(await lineCount(page).innerText()) ?? [];
  for (const picture of ['By entity', 'By entry type']) {
    const drawn = await Promise.all((await bars(page, picture).all()).map(said));
    const number = (text: string) => Number(text.replaceAll(/\D/g, ''));
    expect(drawn.reduce((sum, { lines }) => sum + number(lines), 0)).toBe(number(all));
    await page.getByRole('button', { name: `${picture} as table` }).click();
    const rows = page.getByRole('region', { name: `${picture}, as table` }).locator('tbody tr');
    const told = await rows.evaluateAll((every) =>
      every.map((row) => [...row.children].map(({ textContent }) => textContent)),
    );
    expect(told).toEqual(
      drawn.map(({ what, lines, amount }) => [what, lines.replace(/ lines?/, ''), amount]),
    );
  }
});

test('what pictures tell, and that they are shown, is in the address and in a saved view', async ({
  page,
}) => {
  await page.goto('/journal?show=pictures');
  await page.getByRole('radiogroup', { name: 'Draw' }).getByText('Amount').click();
  await expect(page).toHaveURL('/journal?show=pictures&measure=amount');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Save what is shown as').fill('Pictures of amounts');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.goto('/journal');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'Pictures of amounts' }).click();
  await expect(page).toHaveURL('/journal?show=pictures&measure=amount');
  await expect(page.getByRole('radio', { name: 'Amount' })).toBeChecked();
  await expect(bars(page, 'By entity').first()).toBeVisible();
  // Groups and lines are another choice.
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Lines').click();
  await expect(page).toHaveURL('/journal?measure=amount');
  await expect(page.getByRole('grid', { name: 'Item journal lines' })).toBeVisible();
});

test('pictures and their tables can be used by everybody', async ({ page }) => {
  await page.goto('/journal?show=pictures');
  await expect(bars(page, 'By entity').first()).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { name: 'By posting week' })).toBeHidden(); // months are wider
  // A finger hits each bar.
  for (const bar of await bars(page, /^By posting/).all()) {
    const { width = 0, height = 0 } = (await bar.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  }
  for (const toTable of await page.getByRole('button', { name: / as table$/ }).all()) await toTable.click();
  expect(await violationsInEveryLook(page)).toEqual([]);
});

test('where no lines match there are no pictures, but the filters to take off', async ({ page }) => {
  await page.goto('/journal?show=pictures&item=NOTHING');
  await expect(page.getByRole('heading', { name: 'By entity' })).toBeHidden();
  await page.getByRole('button', { name: /^Remove: Item/ }).click();
  await expect(bars(page, 'By entity').first()).toBeVisible();
});
