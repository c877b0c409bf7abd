import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/console-test';

const rows = (page: Page) => page.locator('[data-line-row]');
const range = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('status');
const column = (page: Page, name: string) => page.getByRole('columnheader').filter({ hasText: name });

test.beforeEach(async ({ page, signIn }) => {
  await signIn('accountant');
  await page.goto('/journal');
  await expect(range(page)).toHaveText('1–50 of 3,000');
});

test('shows the item journal columns, empty values as empty, and pages through to the end', async ({
  page,
}) => {
  for (const name of ['Posting Date', 'Document No.', 'Item No.', 'Quantity', 'Amount']) {
    await expect(column(page, name).first()).toBeAttached();
  }
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(range(page)).toHaveText('51–100 of 3,000');
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('button', { name: 'Last page' }).click();
  await expect(range(page)).toHaveText('2,951–3,000 of 3,000');
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await page.goBack();
  await expect(range(page)).toHaveText('51–100 of 3,000');
});

test('values that are not set are empty, and real zeros are not', async ({ page }) => {
  await page.goto('/journal?columns=ExpirationDate,StartingTime,SourceType,Quantity,Correction');
  await expect(range(page)).toHaveText('1–50 of 3,000');
  const grid = page.getByRole('grid', { name: 'Item journal lines' });
  await expect(grid).not.toContainText(/0001-01-01|01\/01\/0001|00:00:00/);
  await expect(
    rows(page).first().getByRole('gridcell').or(rows(page).first().locator('td')).filter({ hasText: /^0$/ }),
  ).not.toHaveCount(0);
});

test('sorts by a column, and by a second one with Shift', async ({ page }) => {
  await column(page, 'Posting Date').getByRole('button').click();
  await expect(column(page, 'Posting Date')).toHaveAttribute('aria-sort', 'ascending');
  await column(page, 'Posting Date').getByRole('button').click();
  await expect(column(page, 'Posting Date')).toHaveAttribute('aria-sort', 'descending');
  await column(page, 'Document No.')
    .getByRole('button')
    .click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/sort=-PostingDate%2CDocumentNo|sort=-PostingDate,DocumentNo/);
  await expect(page.getByRole('grid', { name: 'Item journal lines' })).not.toHaveAttribute(
    'aria-busy',
    'true',
  );
  const newest = await rows(page).first().textContent();
  await page.reload();
  await expect(rows(page).first()).toHaveText(newest ?? '');
});

test('filters by batch, item and text; a link shows the same; clearing shows all', async ({
  page,
  context,
}) => {
  await page.goto('/journal?batch=ITEM%2FDEFAULT&from=2026-08-01');
  await expect(range(page)).toHaveText(/of \d+$/);
  const filtered = (await range(page).textContent()) ?? '';
  await page.getByRole('searchbox', { name: 'Search' }).fill('lamp');
  await expect(range(page)).not.toHaveText(filtered);
  const searched = (await range(page).textContent()) ?? '';
  await expect(rows(page).first()).toContainText(/lamp/i);
  const colleague = await context.newPage();
  await colleague.goto(page.url());
  await expect(range(colleague)).toHaveText(searched);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(range(page)).toHaveText('1–50 of 3,000');
});

test('shows lines of no entity, and says which filter to loosen when nothing fits', async ({ page }) => {
  await page.goto('/journal?entity=');
  await expect(range(page)).toHaveText(/of \d+$/);
  await expect(rows(page).first().locator('td, th').first()).toHaveText(/^$|empty|none/i);
  await page.goto('/journal?item=NOT-THERE');
  await expect(page.getByText(/NOT-THERE/).first()).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test('columns come by preset or one by one, and stay in the address', async ({ page }) => {
  await page.getByLabel('Columns for').selectOption({ label: 'Revaluation' });
  await expect(
    column(page, 'Inventory Value (Revalued)').or(column(page, 'Inventory Value Revalued')).first(),
  ).toBeAttached();
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('searchbox', { name: 'Search 167 fields' }).fill('scrap');
  await page.getByRole('checkbox', { name: /Scrap Code/ }).check();
  await page
    .getByRole('checkbox', { name: /Scrap Quantity/ })
    .first()
    .check();
  await page.keyboard.press('Escape');
  await expect(column(page, 'Scrap Code')).toBeAttached();
  await page.reload();
  await expect(column(page, 'Scrap Code')).toBeAttached();
});

test('a line opens with all its fields, by mouse and by keyboard', async ({ page }) => {
  await page.goto('/journal?batch=ITEM%2FDEFAULT');
  await rows(page).nth(1).click();
  await expect(page.getByRole('dialog')).toContainText('20000');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('30000');
});
