import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';

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

test('the keys walk cell by cell, one tab stop for all', async ({ page }) => {
  const at = () =>
    page.evaluate(() => {
      const cell = document.activeElement?.closest('td, th');
      return [cell?.parentElement?.getAttribute('aria-rowindex'), cell?.getAttribute('aria-colindex')].map(
        Number,
      );
    });
  const grid = page.getByRole('grid', { name: 'Item journal lines' });
  const columns = Number(await grid.getAttribute('aria-colcount'));
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  await rows(page).first().locator('td').first().focus();
  expect(await at()).toEqual([2, 1]);
  const walk = [
    ['ArrowRight', 2, 2],
    ['ArrowDown', 3, 2],
    ['End', 3, columns],
    ['Control+End', 51, columns],
    ['PageDown', 51, columns],
    ['Home', 51, 1],
    ['ArrowLeft', 51, 1],
    ['Control+Home', 1, 1],
    ['ArrowRight', 1, 2],
    ['ArrowDown', 2, 2],
  ] as const;
  for (const [key, row, column] of walk) {
    await page.keyboard.press(key);
    expect([key, ...(await at())]).toEqual([key, row, column]);
    await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  }
  await page.keyboard.press('PageDown');
  expect((await at())[0]).toBeGreaterThan(5);
  await page.keyboard.press('PageUp');
  expect(await at()).toEqual([2, 2]);
  // What a key leads to is in view, not below the columns that stay.
  await page.keyboard.press('End');
  for (let step = 0; step < columns - 5; step++) await page.keyboard.press('ArrowLeft');
  const [cell, pinned] = await Promise.all([
    page.locator('td:focus').boundingBox(),
    rows(page).first().locator('td').nth(3).boundingBox(),
  ]);
  expect(cell?.x ?? 0).toBeGreaterThanOrEqual((pinned?.x ?? 0) + (pinned?.width ?? 0) - 1);
  // Tab leaves the grid, and comes back to the same cell.
  const before = await at();
  await page.keyboard.press('Tab');
  await expect(grid.locator(':focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  expect(await at()).toEqual(before);
});

test('columns are moved, made wider and kept in view, by keys and by presses', async ({ page }) => {
  const heads = () => page.getByRole('columnheader').allTextContents();
  const width = async (name: string) => (await column(page, name).first().boundingBox())?.width ?? 0;
  const before = await heads();
  await column(page, 'Posting Date').first().getByRole('button').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(heads).toEqual([...before.slice(0, 4), before[5], before[4], ...before.slice(6)]);
  await expect(page).toHaveURL(/columns=/);
  await expect(column(page, 'Posting Date').first().getByRole('button')).toBeFocused();
  const usual = await width('Posting Date');
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => width('Posting Date')).toBe(usual + 16);
  await page.reload();
  await expect(range(page)).toHaveText('1–50 of 3,000');
  await expect.poll(() => width('Posting Date')).toBe(usual + 16);

  const edge = column(page, 'Posting Date').first().locator('[data-resize]');
  const box = await edge.boundingBox();
  if (box === null) throw new Error('The edge of the column is not there.');
  await page.mouse.move(box.x + box.width / 2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => width('Posting Date')).toBe(usual + 56);

  await page.getByRole('button', { name: /^Columns/ }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await chooser.getByText('Arrange the shown columns').click();
  const arranged = chooser.getByRole('list', { name: 'Shown columns' }).getByRole('listitem');
  await chooser.getByRole('button', { name: 'Earlier: Posting Date' }).click();
  await expect.poll(heads).toEqual(before);
  await chooser.getByRole('button', { name: 'Narrower: Posting Date' }).click();
  await expect.poll(() => width('Posting Date')).toBe(usual + 32);
  await chooser.getByRole('button', { name: 'Stays in view: Quantity' }).click();
  await expect(arranged.nth(4)).toHaveText('Quantity');
  await expect(column(page, 'Quantity').first()).toHaveAttribute('aria-colindex', '5');
  await chooser.getByRole('button', { name: 'Reset to preset' }).click();
  await expect.poll(heads).toEqual(before);
  await expect.poll(() => width('Posting Date')).toBe(usual);
});
