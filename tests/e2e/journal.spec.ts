import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';

const grid = (page: Page) => page.getByRole('grid', { name: 'Item journal lines' });
const status = (page: Page) => page.getByRole('region', { name: 'Status bar' }).getByRole('status');
const head = (page: Page, name: string) =>
  grid(page).getByRole('columnheader').filter({ hasText: name }).first();
/** How many lines the filter matches, as the status bar says it. */
const count = (page: Page) => status(page).getByText(/^[\d,]+ lines?$/);
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
  await signIn('auditor');
  await page.goto('/journal');
  await expect(count(page)).toHaveText('3,000 lines');
  await expect(grid(page)).toBeVisible();
});

test('shows what waits to be posted, newest first, sorted by other heads when asked, and a link shows the same', async ({
  page,
  context,
}) => {
  await expect(head(page, 'Posting Date')).toHaveAttribute('aria-sort', 'descending');
  await (await cellOf(page, 1, 'Posting Date')).click();
  await page.keyboard.press('Control+End');
  await expect(grid(page).getByRole('rowheader', { name: /^3,000, line \d+ of/ })).toBeVisible();
  await expect(page).toHaveURL(/page=30/);
  await page.keyboard.press('Control+Home');
  await head(page, 'Document No.').click();
  await expect(head(page, 'Document No.')).toHaveAttribute('aria-sort', 'ascending');
  await head(page, 'Document No.').click();
  await expect(head(page, 'Document No.')).toHaveAttribute('aria-sort', 'descending');
  await head(page, 'Item No.').click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/sort=-DocumentNo(%2C|,)ItemNo/);
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('lamp');
  await expect(page).toHaveURL(/q=lamp/);
  await expect(count(page)).not.toHaveText('3,000 lines');
  await expect(count(page)).toHaveText(/^\d+ lines$/);
  await expect(await cellOf(page, 1, 'Description')).toContainText(/lamp/i);
  const shown = [count(page), await cellOf(page, 1, 'Document No.')];
  const [lines, newest] = await Promise.all(shown.map(async (part) => (await part.textContent()) ?? ''));
  const colleague = await context.newPage();
  await colleague.goto(page.url());
  await expect(count(colleague)).toHaveText(lines ?? '');
  await expect(await cellOf(colleague, 1, 'Document No.')).toHaveText(newest ?? '');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(count(page)).toHaveText('3,000 lines');
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
  // Of another batch: it is none of those that are shown.
  await page.goto('/journal?batch=ITEM%2FDEFAULT&sort=LineNo&line=CAPACITY/DEFAULT/10000');
  await sheet.getByRole('button', { name: 'Line below' }).click();
  await expect(sheet.getByRole('button', { name: 'Line below' })).toBeDisabled();
  await expect(sheet).toHaveAccessibleName('Line 10000 of CAPACITY / DEFAULT');
});

test('the item of a line leads to its access, with that to the line’s own entity told beside it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
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
  await expect(status(page)).toContainText(`Sum ${money(inCents(lines.rows.slice(0, 12)))}`);
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
});

test('columns are moved, made wider, hidden and kept in view, by keys, pointer and menu', async ({
  page,
}) => {
  const width = async (name: string) => Math.round((await head(page, name).boundingBox())?.width ?? 0);
  await page.getByLabel('Columns:').selectOption({ label: 'Revaluation' });
  await expect.poll(() => labels(page)).toContain('UnitCostCalculated');
  await page.getByLabel('Columns:').selectOption({ label: 'Item journal' });
  await expect.poll(() => labels(page)).not.toContain('UnitCostCalculated');
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
  await expect.poll(() => width('Amount')).toBeGreaterThan(usual);
  const wider = await width('Amount');
  await page.reload();
  await expect.poll(() => width('Amount')).toBe(wider);

  const edge = await head(page, 'Amount').locator('[data-resize]').boundingBox();
  if (edge === null) throw new Error('The edge of the column is not there.');
  await page.mouse.move(edge.x + edge.width / 2, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width / 2 + 40, edge.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => width('Amount')).toBeGreaterThan(wider);
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
  // Far down in the list one stays there.
  await (await cellOf(page, 1, 'Quantity')).click();
  await page.keyboard.press('Control+End');
  await expect(page).toHaveURL(/page=30/);
  await grid(page).evaluate((element) => (element.scrollLeft = 0));
  await hideColumn(page, 'Entity ID');
  await expect.poll(() => labels(page)).not.toContain('BssiEntityID');
  await expect(grid(page).getByRole('rowheader', { name: /^3,000, line/ })).toBeVisible();

  await page.getByRole('button', { name: /^Columns/ }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await chooser.getByRole('searchbox', { name: 'Search 167 fields' }).fill('scrap');
  await chooser.getByRole('checkbox', { name: /Scrap Code/ }).check();
  await expect(page).toHaveURL(/ScrapCode/);
  await chooser.getByRole('button', { name: 'Reset to preset' }).click();
  await expect.poll(() => labels(page)).toEqual(before);
  await expect.poll(() => width('Amount')).toBe(usual);
});
