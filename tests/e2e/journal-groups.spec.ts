import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { expect, test } from '@/tests/support/browser/console-test';
import { linesShown, shownOf } from './lines-shown';

const groups = (page: Page) => page.getByRole('grid', { name: 'Groups of item journal lines' });
const lines = (page: Page) => page.getByRole('grid', { name: 'Item journal lines' });
const statusBar = (page: Page) => page.getByRole('region', { name: 'Status bar' });
/** The texts of a row of the page, from 0; of the total in row -1. */
const cells = (page: Page, row: number) =>
  groups(page)
    .locator('tbody tr:not([aria-hidden]), tfoot tr')
    .nth(row)
    .locator('td')
    .evaluateAll((all) => all.map((cell) => cell.textContent ?? ''));
const amount = (text = '') => Math.round(Number(text.replaceAll(',', '')) * 100);
const linesIn = (text: string | null) =>
  Number(/([\d,]+) lines?,/.exec(text ?? '')?.[1]?.replaceAll(',', ''));

test.beforeEach(async ({ signIn }) => signIn('accountant'));

test('shows lines in groups with subtotals that lead to their lines, and back', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/journal');
  await expect(linesShown(page)).toHaveText(shownOf(3_000));
  await page.getByText('Groups', { exact: true }).click();
  await expect(page).toHaveURL(/by=BssiEntityID/);
  await expect(groups(page)).toBeVisible();
  await page.getByLabel('Then by').selectOption('PostingDate.month');
  await expect(page).toHaveURL(/by=BssiEntityID,PostingDate.month/);
  await expect(groups(page).getByRole('columnheader', { name: /Posting Date, by month/ })).toBeVisible();
  // In less out is net, of the total and of each row.
  const [, , lineCount, into, out, net] = await cells(page, -1);
  expect(lineCount).toBe('3,000');
  expect(amount(net)).toBe(-694_877_45);
  expect(amount(into) - amount(out)).toBe(amount(net));
  const subtotals = groups(page).locator('tbody tr[data-level="1"]');
  const [entity = '', label, ofEntity] = await subtotals.first().locator('td').allTextContents();
  expect(label).toBe('Total');
  await subtotals.first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`entity=${entity === 'No entity' ? '' : entity}(&|$)`));
  await expect(linesShown(page)).toHaveText(shownOf(Number(ofEntity?.replaceAll(',', ''))));
  await page.goBack();
  await expect(groups(page)).toBeVisible();
  // The most lines first, at a press of the head; a group leads to its lines.
  await groups(page)
    .getByRole('columnheader', { name: /^Lines/ })
    .click();
  await expect(page).toHaveURL(/order=-lines/);
  const [most = '', , ofMost = ''] = await cells(page, 0);
  const link = groups(page).locator('tbody tr').first().getByRole('link');
  await expect(link).toHaveAttribute('href', new RegExp(`entity=${most}&from=[-\\d]+&to=[-\\d]+`));
  await link.click();
  await expect(lines(page)).toBeVisible();
  await expect(linesShown(page)).toHaveText(shownOf(Number(ofMost.replaceAll(',', ''))));
  await expect(page).not.toHaveURL(/by=/);
});

test('a cell of a pivot leads to exactly its lines, and selected cells are added up', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/journal?by=EntryType&across=LocationCode&sum=Amount');
  await expect(groups(page)).toBeVisible();
  await expect(groups(page).getByRole('columnheader', { name: 'EAST Amount net' })).toBeVisible();
  const cell = groups(page).getByRole('link', { name: /^Sale, EAST: / });
  const said = await cell.getAttribute('aria-label');
  await cell.click();
  await expect(linesShown(page)).toHaveText(shownOf(linesIn(said)));
  await expect(statusBar(page)).toContainText(
    `Amount net ${/Amount net (\S+)\. /.exec(said ?? '')?.[1] ?? 'none'}`,
  );
  await page.goBack();
  // The total is not counted twice.
  const [, , whole = ''] = await cells(page, -1);
  const rowCount = Number(await groups(page).getAttribute('aria-rowcount')) - 2;
  await groups(page).locator('tbody tr').first().locator('td').nth(2).click();
  await page.keyboard.press('Control+Shift+ArrowDown');
  await expect(statusBar(page)).toContainText(/\d+ cells selected/);
  await expect(statusBar(page)).toContainText(`Sum ${whole}`);
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(copied.length).toBeGreaterThanOrEqual(rowCount);
});

test('gives what it shows in groups as a file', async ({ page }) => {
  await page.goto('/journal?by=LocationCode,EntryType&sum=Amount&order=-Amount');
  await expect(groups(page)).toBeVisible();
  // The page may show shares beside them.
  const shown = [await cells(page, 0), await cells(page, 1)];
  const total = await cells(page, -1);
  await page.getByRole('button', { name: 'Export…' }).click();
  const panel = page.getByRole('dialog', { name: 'Export' });
  await expect(panel).toContainText('All groups of the lines that match');
  await panel.getByRole('radio', { name: 'CSV' }).check({ force: true }); // its label is what is seen
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const [head, ...rows] = [...csvRows(text)].map(({ cells: all }) => all);
  await expect(panel).toBeHidden();
  expect(head).toEqual(['Location Code', 'Entry Type', 'Lines', 'Amount net']);
  for (const [at, row] of shown.entries()) {
    expect(rows[at]?.slice(0, 2)).toEqual(row.slice(0, 2));
    expect(rows[at]?.slice(2).map(amount)).toEqual(row.slice(2, 4).map(amount));
  }
  expect(rows.reduce((all, row) => all + amount(row[3]), 0)).toBe(amount(total[3]));
  expect(rows).toHaveLength(Number(await groups(page).getAttribute('aria-rowcount')) - 2);
});
