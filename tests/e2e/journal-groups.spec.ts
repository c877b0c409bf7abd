import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { expect, test } from '@/tests/support/browser/console-test';
import { linesShown, shownOf } from './lines-shown';

const groups = (page: Page) => page.getByRole('grid', { name: 'Groups of item journal lines' });
const lines = (page: Page) => page.getByRole('grid', { name: 'Item journal lines' });
const statusBar = (page: Page) => page.getByRole('region', { name: 'Status bar' });
const count = (page: Page) => statusBar(page).getByRole('status');
/** The texts of a row, the first being that of all lines. */
const cells = (page: Page, row: number) =>
  groups(page)
    .locator(`[aria-rowindex="${row + 1}"] [role="gridcell"]`)
    .evaluateAll((all) =>
      all
        .filter((cell) => cell.checkVisibility() && cell.ariaColIndex !== null)
        .sort((a, b) => Number(a.ariaColIndex) - Number(b.ariaColIndex))
        .map((cell) => cell.textContent ?? ''),
    );
const amount = (text = '') => Math.round(Number(text.replaceAll(',', '')) * 100);

test.beforeEach(async ({ signIn }) => signIn('accountant'));

test('shows lines in groups that lead to their lines, and back', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/journal');
  await expect(linesShown(page)).toHaveText(shownOf(3_000));
  await page.getByText('Groups', { exact: true }).click();
  await expect(page).toHaveURL(/by=BssiEntityID/);
  await expect(groups(page)).toBeVisible();
  await page.getByLabel('Then by').selectOption('PostingDate.month');
  await expect(page).toHaveURL(/by=BssiEntityID,PostingDate.month/);
  await expect(groups(page).getByRole('columnheader', { name: /Posting Date, by month/ })).toBeVisible();
  // What all lines come to is what the groups come to.
  const [, , lineCount, , total] = await cells(page, 1);
  expect(lineCount).toBe('3,000');
  await groups(page).locator('[aria-rowindex="2"] [role="gridcell"]').first().click();
  await page.keyboard.press('Control+a');
  await expect(count(page)).toContainText('cells selected');
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const [, ...copied] = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(copied.length).toBe(Number(await groups(page).getAttribute('aria-rowcount')) - 2);
  const sum = copied.reduce((all, row) => all + amount(row.split('\t')[4]), 0);
  expect(sum).toBe(amount(total));
  // The most lines first, at a press of the head.
  await groups(page)
    .getByRole('columnheader', { name: /^Lines/ })
    .last()
    .click();
  await expect(page).toHaveURL(/order=-lines/);
  const [entity = '', , most = ''] = await cells(page, 2);
  const link = groups(page).locator('[aria-rowindex="3"]').getByRole('link');
  await expect(link).toHaveAttribute('href', new RegExp(`entity=${entity}&from=[-\\d]+&to=[-\\d]+`));
  await link.click();
  await expect(lines(page)).toBeVisible();
  await expect(linesShown(page)).toHaveText(shownOf(Number(most.replaceAll(',', ''))));
  await expect(page).not.toHaveURL(/by=/);
  await page.goBack();
  await expect(groups(page)).toBeVisible();
  // One field across; selected cells are added up without counting the total twice.
  await page.goto('/journal?by=EntryType&across=LocationCode&sum=Amount');
  await expect(groups(page)).toBeVisible();
  await expect(groups(page).getByRole('columnheader', { name: /EAST: Amount/ })).toBeVisible();
  const [, , whole = ''] = await cells(page, 1);
  const rowCount = Number(await groups(page).getAttribute('aria-rowcount')) - 1;
  await groups(page).locator('[aria-rowindex="2"] [role="gridcell"]').nth(2).click();
  await page.keyboard.press('Control+Shift+ArrowDown');
  await expect(count(page)).toContainText(`${String(rowCount - 1)} cells selected`);
  await expect(count(page)).toContainText(`Sum ${whole}`);
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const across = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(across).toHaveLength(rowCount);
  expect(amount(across[0])).toBe(amount(whole));
});

test('gives what it shows in groups as a file', async ({ page }) => {
  await page.goto('/journal?by=LocationCode,EntryType&sum=Amount&order=-Amount');
  await expect(groups(page)).toBeVisible();
  // The page may show shares beside them.
  const shown = [await cells(page, 1), await cells(page, 2), await cells(page, 3)];
  await page.getByRole('button', { name: 'Export…' }).click();
  const panel = page.getByRole('dialog', { name: 'Export' });
  await expect(panel).toContainText('All groups of the lines that match');
  await panel.getByRole('radio', { name: 'CSV' }).check({ force: true }); // its label is what is seen
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const [head, ...rows] = [...csvRows(text)].map(({ cells: all }) => all);
  await expect(page.getByText(/^Exported: complete, \d+ groups$/)).toBeVisible();
  await expect(panel).toBeHidden();
  expect(head).toEqual(['Location Code', 'Entry Type', 'Lines', 'Amount']);
  for (const [at, row] of shown.entries()) {
    expect(rows[at]?.slice(0, 2)).toEqual(row.slice(0, 2));
    expect(rows[at]?.slice(2).map(amount)).toEqual(row.slice(2, 4).map(amount));
  }
  expect(rows).toHaveLength(Number(await groups(page).getAttribute('aria-rowcount')) - 1);
});
