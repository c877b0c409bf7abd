import type { Page } from '@playwright/test';
import { directionOfAmounts } from '@/lib/domain/journal/direction';
import { expect, test } from '@/tests/support/browser/console-test';
import { heard } from './heard';
import { linesShown, shownOf } from './lines-shown';

const grid = (page: Page) => page.getByRole('grid', { name: 'Item journal lines' });
const selected = (page: Page) =>
  page.getByRole('region', { name: 'Status bar' }).getByRole('status').filter({ hasText: 'selected' });
const way = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
const head = (page: Page, name: string) =>
  grid(page).getByRole('columnheader').filter({ hasText: name }).first();
/** The cell of a line, counted from 1, in a column as the head names it. */
const cellOf = async (page: Page, line: number, name: string) => {
  const column = await head(page, name).getAttribute('aria-colindex');
  return grid(page).locator(`[aria-rowindex="${line + 1}"] [aria-colindex="${column ?? ''}"]`);
};
const numberOf = (page: Page, line: number) =>
  grid(page)
    .locator(`[aria-rowindex="${line + 1}"]`)
    .getByRole('rowheader')
    .getByRole('link');
const sheet = (page: Page) => page.getByRole('complementary', { name: /^Line/ });
const labels = (page: Page) =>
  grid(page)
    .getByRole('columnheader')
    .evaluateAll((heads) => heads.flatMap((one) => one.dataset.field ?? []));

/** Hides a column by the menu of its head. */
async function hideColumn(page: Page, name: string): Promise<void> {
  await head(page, name).hover();
  await head(page, name).getByRole('button').click();
  await page
    .getByRole('dialog', { name: `Column ${name}` })
    .getByRole('button', { name: 'Hide column' })
    .click();
}

test.beforeEach(async ({ page, signIn, javaScriptEnabled }) => {
  await signIn('auditor');
  if (!javaScriptEnabled) return;
  await page.goto('/journal');
  await expect(linesShown(page)).toHaveText(shownOf(3_000));
  await expect(numberOf(page, 1)).toBeVisible();
});

test('shows what waits to be posted, newest first, sorted by other heads when asked, and a link shows the same', async ({
  page,
  context,
}) => {
  await expect(head(page, 'Posting Date')).toHaveAttribute('aria-sort', 'descending');
  await head(page, 'Document No.').click();
  await expect(head(page, 'Document No.')).toHaveAttribute('aria-sort', 'ascending');
  await head(page, 'Document No.').click();
  await expect(head(page, 'Document No.')).toHaveAttribute('aria-sort', 'descending');
  await head(page, 'Item No.').click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/sort=-DocumentNo(%2C|,)ItemNo/);
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('lamp');
  await expect(page).toHaveURL(/q=lamp/);
  await expect(linesShown(page)).not.toHaveText(shownOf(3_000));
  await expect(await cellOf(page, 1, 'Description')).toContainText(/lamp/i);
  const shown = [linesShown(page), await cellOf(page, 1, 'Document No.')];
  const [lines, newest] = await Promise.all(shown.map(async (part) => (await part.textContent()) ?? ''));
  const colleague = await context.newPage();
  await colleague.goto(page.url());
  await expect(linesShown(colleague)).toHaveText(lines ?? '');
  await expect(await cellOf(colleague, 1, 'Document No.')).toHaveText(newest ?? '');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(linesShown(page)).toHaveText(shownOf(3_000));
});

test('pages turn by links, keys and numbers, are spoken, and turn back by Back', async ({ page }) => {
  await way(page, 'Next page').click();
  await expect(page).toHaveURL(/page=2$/);
  await expect(linesShown(page)).toHaveText('Lines 101–200 of 3,000');
  await expect(numberOf(page, 101)).toBeInViewport();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3001');
  await expect(way(page, 'Page 2')).toHaveAttribute('aria-current', 'page');
  await way(page, 'Last page').click();
  await expect(linesShown(page)).toHaveText('Lines 2,901–3,000 of 3,000');
  await expect(way(page, 'Next page')).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(async () => (await heard(page)).live).toContain('Lines 2,901–3,000 of 3,000');
  await page.getByRole('textbox', { name: 'Go to page' }).fill('7');
  await page.keyboard.press('Enter');
  await expect(linesShown(page)).toHaveText('Lines 601–700 of 3,000');
  for (const range of ['2,901–3,000', '101–200', '1–100']) {
    await page.goBack();
    await expect(linesShown(page)).toHaveText(`Lines ${range} of 3,000`);
  }
  // Page Down at the end of a page turns it, and Page Up at its beginning turns it back.
  await (await cellOf(page, 1, 'Amount')).click();
  await page.keyboard.press('Control+ArrowDown');
  await expect(await cellOf(page, 100, 'Amount')).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(await cellOf(page, 101, 'Amount')).toBeFocused();
  await expect(await cellOf(page, 101, 'Amount')).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await expect(await cellOf(page, 100, 'Amount')).toBeInViewport({ ratio: 1 });
  await page.goForward();
  await (await cellOf(page, 101, 'Amount')).click();
  await page.keyboard.press('PageUp');
  await expect(await cellOf(page, 100, 'Amount')).toBeFocused();
  // More lines on a page keep the first of them, and a page past the end is the last one.
  await page.goto('/journal?page=7');
  await page.getByLabel('Lines on a page').selectOption('500');
  await expect(linesShown(page)).toHaveText('Lines 501–1,000 of 3,000');
  await expect(page).toHaveURL(/pageSize=500&page=2$/);
  await page.goto('/journal?page=99');
  await expect(linesShown(page)).toHaveText('Lines 2,901–3,000 of 3,000');
  await expect(page).toHaveURL(/page=30$/);
});

test('Back closes a line of page 7, then turns the page back; a link to the line opens its page', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/journal?page=6');
  await way(page, 'Page 7').click();
  await expect(linesShown(page)).toHaveText('Lines 601–700 of 3,000');
  await numberOf(page, 630).scrollIntoViewIfNeeded();
  await numberOf(page, 630).click();
  await expect(sheet(page)).toBeVisible();
  const name = await sheet(page).getByRole('heading').first().innerText();
  await page.goBack();
  await expect(sheet(page)).toBeHidden();
  await expect(linesShown(page)).toHaveText('Lines 601–700 of 3,000');
  await expect(numberOf(page, 630)).toBeInViewport();
  await page.goForward();
  await expect(sheet(page)).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/journal\?line=[^&]+$/);
  const colleague = await context.newPage();
  await colleague.goto(link);
  await expect(linesShown(colleague)).toHaveText('Lines 601–700 of 3,000');
  await expect(numberOf(colleague, 630)).toBeInViewport({ ratio: 1 });
  await expect(sheet(colleague).getByRole('heading').first()).toHaveText(name);
  // From the last line of a page the sheet goes on to the next page, and Back comes back.
  await colleague.goto('/journal?page=7');
  await (await cellOf(colleague, 601, 'Amount')).click();
  await colleague.keyboard.press('Control+ArrowDown');
  await colleague.keyboard.press('Enter');
  await expect(grid(colleague).locator('[aria-current="true"]')).toHaveText('700');
  await sheet(colleague).getByRole('button', { name: 'Line below' }).click();
  await expect(linesShown(colleague)).toHaveText('Lines 701–800 of 3,000');
  await expect(grid(colleague).locator('[aria-current="true"]')).toHaveText('701');
  await sheet(colleague).getByRole('button', { name: 'Line above' }).click();
  await expect(grid(colleague).locator('[aria-current="true"]')).toHaveText('700');
  await colleague.goBack();
  await colleague.goBack();
  await expect(linesShown(colleague)).toHaveText('Lines 601–700 of 3,000');
  await colleague.goBack();
  await expect(sheet(colleague)).toBeHidden();
  await expect(linesShown(colleague)).toHaveText('Lines 601–700 of 3,000');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a page of lines can be read, and the pager leads to the others', async ({ page }) => {
    await expect(async () => {
      await page.goto('/journal'); // until the console has read the lines for it
      await expect(numberOf(page, 100)).toBeAttached({ timeout: 1_000 });
    }).toPass();
    await expect(linesShown(page)).toHaveText(shownOf(3_000));
    await way(page, 'Next page').click();
    await expect(page).toHaveURL(/page=2$/);
    await expect(numberOf(page, 101)).toBeVisible();
    await expect(page.locator('noscript').getByText(/runs no scripts/)).toBeVisible();
  });
});

test('a line opens beside the grid with all its fields, and follows who walks on', async ({ page }) => {
  await page.goto('/journal?batch=ITEM%2FDEFAULT&sort=LineNo');
  await numberOf(page, 2).click();
  await expect(sheet(page)).toHaveAccessibleName('Line 20000 of ITEM / DEFAULT');
  await expect(sheet(page)).toContainText('Zero or No');
  await expect(page).toHaveURL(/line=ITEM(%2F|\/)DEFAULT(%2F|\/)20000/);
  await page.keyboard.press('ArrowDown');
  await expect(sheet(page)).toHaveAccessibleName('Line 30000 of ITEM / DEFAULT');
  await sheet(page).getByRole('button', { name: 'Line below' }).click();
  await expect(sheet(page)).toHaveAccessibleName('Line 40000 of ITEM / DEFAULT');
  // The grid marks the line that is open.
  const marked = grid(page).locator('[aria-current="true"]');
  await expect(marked).toHaveText('4');
  await sheet(page).getByRole('searchbox').fill('posting date');
  await expect(sheet(page).getByText('Posting Date', { exact: true })).toBeVisible();
  await expect(sheet(page).getByText('Item No.', { exact: true })).toBeHidden();
  await page.reload();
  await expect(sheet(page)).toHaveAccessibleName('Line 40000 of ITEM / DEFAULT');
  await sheet(page).getByRole('button', { name: 'Close' }).click();
  await expect(sheet(page)).toBeHidden();
  await expect(page).not.toHaveURL(/line=/);
  await expect(marked).toHaveCount(0);
  // By keys: Enter opens, and gives the focus back where it was.
  await (await cellOf(page, 3, 'Item No.')).click();
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toHaveAccessibleName('Line 30000 of ITEM / DEFAULT');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Escape'); // clears the selection first
  await expect(selected(page)).toHaveCount(0);
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await sheet(page).getByRole('button', { name: 'Line below' }).focus();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(grid(page).locator('[aria-rowindex="4"] :focus')).toHaveCount(1);
  // Of another batch: it is none of those that are shown.
  await page.goto('/journal?batch=ITEM%2FDEFAULT&sort=LineNo&line=CAPACITY/DEFAULT/10000');
  await sheet(page).getByRole('button', { name: 'Line below' }).click();
  await expect(sheet(page).getByRole('button', { name: 'Line below' })).toBeDisabled();
  await expect(sheet(page)).toHaveAccessibleName('Line 10000 of CAPACITY / DEFAULT');
});

test('the item of a line leads to its access, with that to the line’s own entity told beside it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  // The last entity: its column is beyond the right edge of the grid beside the details.
  await page.goto('/journal?columns=LineNo,ItemNo&filter=BssiEntityID~eq~520&filter=ItemNo~ne~');
  await numberOf(page, 1).click();
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
    await page.request.get('/api/journal?pageSize=100&sort=-PostingDate&columns=EntryType,Amount')
  ).json()) as { rows: { Amount: number; EntryType: string }[] };
  const inCents = (rows: typeof lines.rows) =>
    rows.reduce(
      (net, { Amount, EntryType }) => net + (directionOfAmounts(EntryType) ?? 0) * Math.round(Amount * 100),
      0,
    );
  const money = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  await (await cellOf(page, 1, 'Amount')).click();
  for (let line = 2; line <= 12; line++) await page.keyboard.press('Shift+ArrowDown');
  await expect(selected(page)).toContainText('12 cells selected');
  await expect(selected(page)).toContainText(`Net ${money(inCents(lines.rows.slice(0, 12)))}`);
  await expect(page.getByRole('button', { name: 'Copy with heads' })).toBeInViewport({ ratio: 1 });
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
  // A whole column of the page, and the one beside it.
  await (await cellOf(page, 1, 'Amount')).click();
  await page.keyboard.press('Control+Shift+ArrowDown');
  await expect(selected(page)).toContainText(`Net ${money(inCents(lines.rows))}`);
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
  // Far down on a page a person stays there.
  await (await cellOf(page, 1, 'Quantity')).click();
  await page.keyboard.press('Control+ArrowDown');
  await expect(numberOf(page, 100)).toBeInViewport();
  await hideColumn(page, 'Entity ID');
  await expect.poll(() => labels(page)).not.toContain('BssiEntityID');
  await expect(numberOf(page, 100)).toBeInViewport();

  await page.getByRole('button', { name: /^Columns/ }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await chooser.getByRole('searchbox', { name: 'Search 167 fields' }).fill('scrap');
  await chooser.getByRole('checkbox', { name: /Scrap Code/ }).check();
  await expect(page).toHaveURL(/ScrapCode/);
  await chooser.getByRole('button', { name: 'Reset to preset' }).click();
  await expect.poll(() => labels(page)).toEqual(before);
  await expect.poll(() => width('Amount')).toBe(usual);
});
