import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';

const grid = (page: Page) => page.getByRole('grid', { name: 'Item journal lines' });
const status = (page: Page) => page.getByRole('region', { name: 'Status bar' }).getByRole('status');
const head = (page: Page, name: string) =>
  grid(page).getByRole('columnheader').filter({ hasText: name }).first();
/** How many lines the filter matches, as the status bar says it. */
const count = (page: Page) => status(page).getByText(/^[\d,]+ lines?( so far)?$/);
/** The cell of a line, counted from 1, in a column as the head names it. */
const cellOf = async (page: Page, line: number, name: string) => {
  const column = await head(page, name).getAttribute('aria-colindex');
  return grid(page).locator(`[aria-rowindex="${line + 1}"] [aria-colindex="${column ?? ''}"]`);
};
const open = (page: Page, line: number) =>
  grid(page)
    .locator(`[aria-rowindex="${line + 1}"]`)
    .getByRole('rowheader')
    .getByRole('link')
    .click();
/** Row and column of the cell in focus, as a screen reader is told them. */
const at = (page: Page) =>
  page.evaluate(() => {
    const cell = document.activeElement?.closest('[aria-colindex]');
    const row = cell?.closest('[aria-rowindex]');
    return [row?.getAttribute('aria-rowindex'), cell?.getAttribute('aria-colindex')].map(Number);
  });
const labels = (page: Page) =>
  grid(page)
    .getByRole('columnheader')
    .evaluateAll((heads) =>
      heads
        .filter((one) => one.checkVisibility() && one.dataset.field !== undefined)
        .sort((a, b) => Number(a.ariaColIndex) - Number(b.ariaColIndex))
        .map((one) => one.dataset.field ?? ''),
    );

/** Hides a column by the menu of its head. */
async function hideColumn(page: Page, name: string): Promise<void> {
  await head(page, name).hover();
  await head(page, name).getByRole('button').click();
  await page
    .getByRole('dialog', { name: `Column ${name}` })
    .getByRole('button', { name: 'Hide column' })
    .click();
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn('accountant');
  await page.goto('/journal');
  await expect(count(page)).toHaveText('3,000 lines');
  await expect(grid(page)).toBeVisible();
});

test('shows what waits to be posted, newest first, with items and amounts, and goes on to the last line', async ({
  page,
}) => {
  for (const name of ['Posting Date', 'Document No.', 'Item No.', 'Quantity', 'Amount'])
    await expect(head(page, name)).toBeInViewport();
  await expect(head(page, 'Posting Date')).toHaveAttribute('aria-sort', 'descending');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3001');
  await (await cellOf(page, 1, 'Posting Date')).click();
  await page.keyboard.press('Control+End');
  await expect(grid(page).getByRole('rowheader', { name: /^3,000, line \d+ of/ })).toBeVisible();
  await expect(page).toHaveURL(/page=30/);
  await expect(await cellOf(page, 2_999, 'Line No.')).toHaveText(/^\d+$/);
  // A link leads to the same hundred lines.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(grid(other).getByRole('rowheader', { name: /^2,901, line/ })).toBeVisible();
});

test('values that are not set are empty, and real zeros are not', async ({ page }) => {
  // Of a count, where nothing was missing.
  await page.goto(
    '/journal?batch=PHYS.%20INV.%2FDEFAULT&columns=ExpirationDate,StartingTime,SourceType,Quantity,Correction',
  );
  await expect(await cellOf(page, 1, 'Quantity')).toHaveText(/\d/);
  await expect(grid(page)).not.toContainText(/0001-01-01|01\/01\/0001|00:00:00/);
  await expect(grid(page).getByRole('gridcell').filter({ hasText: /^0$/ })).not.toHaveCount(0);
});

test('sorts by a column, and by a second one with Shift', async ({ page }) => {
  await head(page, 'Document No.').click();
  await expect(head(page, 'Document No.')).toHaveAttribute('aria-sort', 'ascending');
  await head(page, 'Document No.').click();
  await expect(head(page, 'Document No.')).toHaveAttribute('aria-sort', 'descending');
  await head(page, 'Item No.').click({ modifiers: ['Shift'] });
  await expect(
    head(page, 'Item No.').getByRole('img', { name: 'sorted ascending, key 2 of 2' }),
  ).toBeVisible();
  await expect(page).toHaveURL(/sort=-DocumentNo(%2C|,)ItemNo/);
  const first = await cellOf(page, 1, 'Document No.');
  await expect(first).toHaveText(/^T/);
  const newest = await first.textContent();
  await page.reload();
  await expect(await cellOf(page, 1, 'Document No.')).toHaveText(newest ?? '');
});

test('filters by batch, item and text; a link shows the same; clearing shows all', async ({
  page,
  context,
}) => {
  await page.goto('/journal?batch=ITEM%2FDEFAULT&from=2026-08-01');
  await expect(count(page)).toHaveText(/^\d+ lines$/);
  const filtered = (await count(page).textContent()) ?? '';
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('lamp');
  await expect(count(page)).not.toHaveText(filtered);
  await expect(count(page)).toHaveText(/^\d+ lines$/); // not "so far"
  const searched = (await count(page).textContent()) ?? '';
  await expect(await cellOf(page, 1, 'Description')).toContainText(/lamp/i);
  const colleague = await context.newPage();
  await colleague.goto(page.url());
  await expect(count(colleague)).toHaveText(searched);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(count(page)).toHaveText('3,000 lines');
});

test('shows lines of no entity, and says which filter to loosen when nothing fits', async ({ page }) => {
  await page.goto('/journal?entity=');
  await expect(count(page)).toHaveText(/^\d+ lines$/);
  await expect(await cellOf(page, 1, 'Entity ID')).toHaveText('');
  await page.goto('/journal?item=NOT-THERE');
  await expect(page.getByText(/NOT-THERE/).first()).toBeVisible();
  await expect(grid(page)).toBeHidden();
});

test('columns come by preset or one by one, and stay in the address', async ({ page }) => {
  await page.getByLabel('Columns:').selectOption({ label: 'Revaluation' });
  await expect.poll(() => labels(page)).toContain('UnitCostCalculated');
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('searchbox', { name: 'Search 167 fields' }).fill('scrap');
  await page.getByRole('checkbox', { name: /Scrap Code/ }).check();
  await page.keyboard.press('Escape');
  await (await cellOf(page, 1, 'Entity ID')).click();
  await page.keyboard.press('End');
  await expect.poll(() => labels(page)).toContain('ScrapCode');
  await page.reload();
  await expect(page).toHaveURL(/ScrapCode/);
  await expect(page.getByRole('button', { name: /^Columns/ })).toContainText('16');
});

test('a line opens beside the grid with all its fields, and follows who walks on', async ({ page }) => {
  await page.goto('/journal?batch=ITEM%2FDEFAULT&sort=LineNo');
  const sheet = page.getByRole('complementary', { name: /^Line/ });
  await open(page, 2);
  await expect(sheet).toHaveAccessibleName('Line 20000 of ITEM / DEFAULT');
  await expect(sheet).toContainText('Zero or No');
  await expect(page).toHaveURL(/line=ITEM(%2F|\/)DEFAULT(%2F|\/)20000/);
  await page.keyboard.press('ArrowDown');
  await expect(sheet).toHaveAccessibleName('Line 30000 of ITEM / DEFAULT');
  await sheet.getByRole('button', { name: 'Line below' }).click();
  await expect(sheet).toHaveAccessibleName('Line 40000 of ITEM / DEFAULT');
  // The grid marks the line that is open.
  const marked = grid(page).locator('[role="rowheader"][aria-current="true"]');
  await expect(marked).toHaveText('4');
  await sheet.getByRole('searchbox').fill('posting date');
  await expect(sheet.getByText('Posting Date', { exact: true })).toBeVisible();
  await expect(sheet.getByText('Item No.', { exact: true })).toBeHidden();
  await page.reload();
  await expect(sheet).toHaveAccessibleName('Line 40000 of ITEM / DEFAULT');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).not.toHaveURL(/line=/);
  await expect(marked).toHaveCount(0);
  // By keys: Enter opens, and gives the focus back where it was.
  await (await cellOf(page, 3, 'Item No.')).click();
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveAccessibleName('Line 30000 of ITEM / DEFAULT');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Escape'); // clears the selection first
  await expect(status(page)).not.toContainText('selected');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Line below' }).focus();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(grid(page).locator('[aria-rowindex="4"] :focus')).toHaveCount(1);
  await page.waitForTimeout(300); // who stands on a line long enough is told of it, while the sheet is open
  await expect(sheet).toBeHidden();
});

test('the item of a line leads to its access, with that to the line’s own entity told beside it', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('about:blank'); // so that the accountant's page asks for nothing under the next session
  await signIn('auditor');
  // The last entity: its column is beyond the right edge of the grid beside the details.
  await page.goto('/journal?columns=LineNo,ItemNo&filter=BssiEntityID~eq~520&filter=ItemNo~ne~');
  await open(page, 1);
  const item = page
    .getByRole('complementary', { name: /^Line/ })
    .getByText('Item No.', { exact: true })
    .locator('xpath=following-sibling::dd')
    .getByRole('link');
  const assignment = `Item ${(await item.textContent()) ?? ''}, entity 520`;
  await item.click();
  await expect(page).toHaveURL(/\/access\?type=Item&q=/);
  await expect(page.getByRole('complementary', { name: assignment, exact: true })).toBeVisible();
  // In the matrix it is where keys begin, and in view.
  const stop = page.getByRole('grid').locator('[tabindex="0"]');
  await expect(stop).toHaveAccessibleName(new RegExp(`^${assignment}, `));
  await expect(stop).toBeInViewport({ ratio: 1 });
});

test('a line that the address names leads to those above and below it as they are shown', async ({
  page,
}) => {
  await page.goto('/journal?columns=LineNo,ItemNo&batch=ITEM%2FDEFAULT&sort=LineNo&line=ITEM/DEFAULT/20000');
  const sheet = page.getByRole('complementary', { name: /^Line/ });
  const [above, below] = ['Line above', 'Line below'].map((name) => sheet.getByRole('button', { name }));
  await below?.click();
  await expect(sheet).toHaveAccessibleName('Line 30000 of ITEM / DEFAULT');
  await grid(page)
    .getByRole('columnheader', { name: /^Line No/ })
    .first()
    .click();
  await expect(page).toHaveURL(/sort=-LineNo/);
  await above?.click();
  await expect(sheet).toHaveAccessibleName('Line 40000 of ITEM / DEFAULT');
  // Of another batch: it is none of those that are shown.
  await page.goto('/journal?batch=ITEM%2FDEFAULT&sort=LineNo&line=CAPACITY/DEFAULT/10000');
  await below?.click();
  await expect(sheet).toContainText('this line was not found among those shown');
  await expect(below ?? sheet).toBeDisabled();
});

test('on a small screen a line opens over the grid', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await open(page, 1);
  await expect(page.getByRole('dialog')).toContainText('Journal Template Name');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the keys walk cell by cell, one tab stop for all, and up to the heads', async ({ page }) => {
  const columns = Number(await grid(page).getAttribute('aria-colcount'));
  await expect(
    grid(page).locator('[tabindex="0"]').or(page.locator('[role=grid][tabindex="0"]')),
  ).toHaveCount(1);
  await (await cellOf(page, 1, 'Posting Date')).click();
  expect(await at(page)).toEqual([2, 2]);
  const walk = [
    ['ArrowRight', 2, 3],
    ['ArrowDown', 3, 3],
    ['End', 3, columns],
    ['Control+End', 3_001, columns],
    ['PageDown', 3_001, columns],
    ['Home', 3_001, 2],
    ['ArrowLeft', 3_001, 2],
    ['Control+Home', 2, 2],
    ['ArrowUp', 1, 2],
    ['ArrowRight', 1, 3],
    ['ArrowDown', 2, 3],
  ] as const;
  for (const [key, row, column] of walk) {
    await page.keyboard.press(key);
    expect([key, ...(await at(page))]).toEqual([key, row, column]);
  }
  await page.keyboard.press('PageDown');
  expect((await at(page))[0]).toBeGreaterThan(5);
  await page.keyboard.press('PageUp');
  expect(await at(page)).toEqual([2, 3]);
  const before = await at(page);
  await page.keyboard.press('Tab');
  await expect(grid(page).locator(':focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  expect(await at(page)).toEqual(before);
});

test('selected cells are added up exactly, and copied as a spreadsheet takes them', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lines = (await (
    await page.request.get('/api/journal?pageSize=150&sort=-PostingDate&columns=ItemNo,Quantity,Amount')
  ).json()) as { rows: { Amount: number; Quantity: number }[] };
  const inCents = (rows: { Amount: number }[]) =>
    rows.reduce((sum, { Amount }) => sum + Math.round(Amount * 100), 0);
  const money = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  await (await cellOf(page, 1, 'Amount')).click();
  for (let line = 2; line <= 12; line++) await page.keyboard.press('Shift+ArrowDown');
  await expect(status(page)).toContainText('12 cells selected');
  await expect(status(page)).toContainText(`Sum ${money(inCents(lines.rows.slice(0, 12)))}Average`);
  // As the grid writes amounts.
  const cents = lines.rows.slice(0, 12).map((line) => inCents([line]));
  await expect(status(page)).toContainText(
    `Lowest ${money(Math.min(...cents))}Highest ${money(Math.max(...cents))}`,
  );
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')).toHaveLength(12);
  expect(copied.split('\n')[3]).toBe(String(lines.rows[3]?.Amount));
  // No event tells of the copy, as in Safari, and a clipboard takes nothing after a wait.
  await page.evaluate(() => {
    addEventListener('copy', (event) => event.stopImmediatePropagation(), true);
    const write = navigator.clipboard.write.bind(navigator.clipboard);
    let isKey = false;
    addEventListener('keydown', () => ((isKey = true), setTimeout(() => (isKey = false))), true);
    navigator.clipboard.write = (items) =>
      isKey ? write(items) : Promise.reject(new DOMException('no gesture', 'NotAllowedError'));
  });
  // Lines that have not been seen are read for it.
  await (await cellOf(page, 1, 'Amount')).click();
  for (let pages = 0; pages < 8; pages++) await page.keyboard.press('Shift+PageDown');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+Shift+C');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Amount\tQuantity\n/);
  // All of it is more than is added up by the browser: it says so.
  await page.keyboard.press('Control+a');
  await expect(status(page)).toContainText('54,000 cells selected');
});

test('columns are moved, made wider, hidden and kept in view, by keys, pointer and menu', async ({
  page,
}) => {
  const width = async (name: string) => Math.round((await head(page, name).boundingBox())?.width ?? 0);
  const before = await labels(page);
  await (await cellOf(page, 1, 'Amount')).click();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowRight');
  await expect
    .poll(() => labels(page))
    .toEqual([...before.slice(0, 2), before[3], before[2], ...before.slice(4)]);
  await expect(page).toHaveURL(/columns=/);
  await expect(head(page, 'Amount')).toBeFocused();
  const usual = await width('Amount');
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => width('Amount')).toBe(usual + 16);
  await page.reload();
  await expect.poll(() => width('Amount')).toBe(usual + 16);

  const edge = await head(page, 'Amount').locator('[data-resize]').boundingBox();
  if (edge === null) throw new Error('The edge of the column is not there.');
  await page.mouse.move(edge.x + edge.width / 2, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width / 2 + 40, edge.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => width('Amount')).toBe(usual + 56);
  await expect(head(page, 'Posting Date')).toHaveAttribute('aria-sort', 'descending'); // it was no press

  const [from, to] = await Promise.all([
    head(page, 'Amount').boundingBox(),
    head(page, 'Quantity').boundingBox(),
  ]);
  await page.mouse.move((from?.x ?? 0) + 60, (from?.y ?? 0) + 20); // beside the button of its menu
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 5, (to?.y ?? 0) + 20, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => labels(page)).toEqual(before);

  await head(page, 'Description').focus();
  await page.keyboard.press('Alt+ArrowDown');
  const menu = page.getByRole('dialog', { name: 'Column Description' });
  await menu.getByRole('button', { name: 'Freeze' }).click();
  await expect(head(page, 'Description')).toHaveAttribute('aria-colindex', '4');
  await hideColumn(page, 'Entity ID');
  await expect.poll(() => labels(page)).not.toContain('BssiEntityID');

  await page.getByRole('button', { name: /^Columns/ }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await chooser.getByRole('button', { name: 'Reset to preset' }).click();
  await expect.poll(() => labels(page)).toEqual(before);
  await expect.poll(() => width('Amount')).toBe(usual);
});

test('whoever is far down stays there while columns come and go', async ({ page }) => {
  const farDown = grid(page)
    .getByRole('rowheader', { name: /^2,9\d\d, line/ })
    .first();
  await (await cellOf(page, 1, 'Quantity')).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(status(page)).toContainText('2 cells selected');
  await expect(page).toHaveURL(/page=30/);
  await grid(page).evaluate((element) => (element.scrollLeft = 0));
  const top = () => grid(page).evaluate((element) => element.scrollTop);
  const before = await top();
  await hideColumn(page, 'Description');
  await expect.poll(() => labels(page)).not.toContain('Description');
  await expect(farDown).toBeVisible();
  expect(await top()).toBe(before);
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('searchbox', { name: 'Search 167 fields' }).fill('System ID');
  await page.getByRole('checkbox', { name: 'System ID' }).check();
  await page.keyboard.press('Escape');
  await expect(farDown).toBeVisible();
  await expect(page).toHaveURL(/SystemId/);
});

test('a column is filtered from its head', async ({ page }) => {
  await head(page, 'Quantity').hover();
  await head(page, 'Quantity').getByRole('button').click();
  const menu = page.getByRole('dialog', { name: 'Column Quantity' });
  await menu.getByLabel('Comparison').selectOption('ge');
  await menu.getByLabel('Value').fill('30');
  await menu.getByRole('button', { name: 'Add filter' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/filter=Quantity~ge~30/);
  await expect(count(page)).toHaveText(/^\d+ lines$/);
});

test('dates the wrong way round show no line, and are said to be so once', async ({ page }) => {
  await page.goto('/journal?from=2026-11-10&to=2026-11-01');
  await expect(page.getByText('The dates are the wrong way round')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove posting date to' }).click();
  await expect(page.getByText('The dates are the wrong way round')).toBeHidden();
  await expect(grid(page)).toBeVisible();
});
