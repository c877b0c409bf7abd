import type { Locator, Page } from '@playwright/test';
import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { hold } from '@/tests/support/browser/hold';

const grid = (page: Page) => page.getByRole('grid');
const head = (page: Page, type: string) =>
  grid(page).getByRole('rowheader', { name: new RegExp(`^${type}`) });
const bandCell = (page: Page, type: string, entity: string) =>
  grid(page).getByRole('gridcell', {
    name: new RegExp(`^${type}, entity ${entity}: [\\d,]+ of [\\d,]+ have access$`),
  });
const customer = (page: Page, id: string, entity: string) =>
  page.getByRole('switch', { name: `Customer ${id}, entity ${entity},` });
const selection = (page: Page) => page.getByRole('group', { name: 'What is selected' });

test('the matrix begins as bands that fold, and the address says which are unfolded', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/access');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '11');
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(head(page, 'Customer')).toHaveAttribute('aria-expanded', 'false');
  await expect(head(page, 'Customer')).toHaveAccessibleName('Customer 433');
  expect(await violationsInEveryLook(page)).toEqual([]);

  await head(page, 'Customer').click();
  await expect(head(page, 'Customer')).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL(/\/access\?unfold=Customer$/);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '444');
  await expect(customer(page, '10000', '000')).toBeVisible();
  await page.reload();
  await expect(customer(page, '10000', '000')).toBeVisible();
  await bandCell(page, 'Customer', '100').click(); // selects, of an unfolded band: nothing goes away
  await expect(bandCell(page, 'Customer', '100')).toBeFocused();
  await expect(customer(page, '10000', '000')).toBeVisible();
  await head(page, 'Customer').click();
  await expect(page).toHaveURL(/\/access$/);
  await expect(page.getByRole('switch')).toHaveCount(0);

  const unfold = page.getByRole('button', { name: 'Unfold all' });
  const place = await unfold.boundingBox();
  await unfold.click();
  await expect(page).toHaveURL(/unfold=\*/);
  expect(await page.getByRole('button', { name: 'Fold all' }).boundingBox()).toEqual(place); // nothing beside it moves
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1211');
  await page.getByRole('button', { name: 'Fold all' }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '11');
});

test('what the tints say stands above the bands while all are folded and there is room', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('auditor');
  await page.goto('/access');
  const scale = page.getByText('100% have access');
  await expect(scale).toBeVisible();
  const top = (await grid(page).boundingBox())?.y;
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(scale).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(scale).toBeVisible();
  await head(page, 'Customer').click();
  await expect(scale).toBeHidden();
  expect((await grid(page).boundingBox())?.y).toBe(top); // nothing moves below it
});

test('nothing of what is scrolled away sideways shines through under what names the rows', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 800, height: 700 });
  await signIn('auditor');
  await page.goto('/access');
  const name = head(page, 'Customer');
  await expect(name).toBeVisible();
  await grid(page).evaluate((element) => element.scrollTo({ left: 300 }));
  // At the line between two rows, what lies left of the edge is no cell that lies right of it.
  const hits = await name.evaluate((element) => {
    const pinned = element.parentElement;
    const row = element.closest('[role="row"]');
    if (pinned === null || row === null) return [];
    const { right } = pinned.getBoundingClientRect();
    const y = row.getBoundingClientRect().bottom - 1;
    return [-4, 4].map((dx) => pinned.contains(document.elementFromPoint(right + dx, y)));
  });
  expect(hits).toEqual([true, false]);
});

test('the head of an unfolded band stands for its records too, and a review that is left says what stays', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access');
  await bandCell(page, 'Vendor', '420').click();
  await expect(page).toHaveURL(/unfold=Vendor$/);
  await expect(selection(page)).toContainText(/^([\d,]+) selected:\s\1 records, entity 420/);
  await expect(selection(page).getByRole('button', { name: /^Remove/ })).toBeVisible();
  await bandCell(page, 'Vendor', '410').focus();
  await page.keyboard.press('Escape');
  await expect(selection(page)).toContainText('Nothing selected');
  await bandCell(page, 'Vendor', '420').focus();
  await page.keyboard.press('r');
  const review = page.getByRole('dialog', { name: /^Review [\d,]+ assignments$/ });
  await expect(review).toContainText(/Remove [\d,]+, across 1 entity and [\d,]+ records\./);
  await review.getByRole('button', { name: 'Back' }).click();
  const said = page.getByText('Still staged, not sent.', { exact: true });
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(said).toBeHidden(); // nothing is staged any more
});

test('a filter of records unfolds what it finds, and has no heads where it asks for one type', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/access?q=40000');
  await expect(customer(page, '40000', '100')).toBeVisible();
  await head(page, 'Customer').click();
  await expect(page).toHaveURL(/q=40000&fold=Customer$/);
  await expect(customer(page, '40000', '100')).toHaveCount(0);
  await page.goto('/access?type=Customer');
  await expect(customer(page, '10000', '000')).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '434');
});

test('keys fold and unfold a band and stay on it; what is below it is walked as before', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/access');
  await bandCell(page, 'Bank Account', '000').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(bandCell(page, 'Customer', '100')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bandCell(page, 'Customer', '100')).toHaveAttribute('aria-expanded', 'true');
  await expect(bandCell(page, 'Customer', '100')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(customer(page, '10000', '100')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowDown');
  await expect(bandCell(page, 'Fixed Asset', '100')).toBeFocused();
});

test('the head of a band stays while its records scroll, hides nothing that is in focus, and folds it', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/access?unfold=*');
  const stays = grid(page).locator('[aria-hidden="true"] [data-col="id"]');
  const below = async (cell: Locator) => {
    const [cellBox, headBox] = [await cell.boundingBox(), await stays.boundingBox()];
    return (cellBox?.y ?? 0) - (headBox?.y ?? 0) - (headBox?.height ?? 0);
  };
  await customer(page, '10000', '000').focus();
  for (let down = 0; down < 25; down++) await page.keyboard.press('ArrowDown');
  await expect(stays).toHaveText('Customer 433');
  for (let up = 0; up < 24; up++) await page.keyboard.press('ArrowUp');
  await expect(customer(page, '20000', '000')).toBeFocused();
  expect(await below(customer(page, '20000', '000'))).toBeGreaterThanOrEqual(0);
  // The next band's head pushes it up.
  await grid(page).evaluate((element) => element.scrollTo(0, 14 * 32 + 10));
  await expect(stays).toHaveText('Bank Account 14');
  await expect.poll(() => below(head(page, 'Customer'))).toBe(1); // the line between

  await grid(page).evaluate((element) => element.scrollTo(0, 3_000));
  await expect(stays).toHaveText('Customer 433');
  await stays.click();
  await expect(head(page, 'Customer')).toHaveAttribute('aria-expanded', 'false');
  await expect(head(page, 'Customer')).toBeInViewport({ ratio: 1 });
  await expect(stays).toBeHidden();

  // Where rows have no heads none is taken for one, and covers itself.
  await page.goto('/access?type=Customer');
  await grid(page).hover();
  await grid(page).evaluate((element) => element.scrollTo(0, 3_010));
  await expect(customer(page, 'C00900', '000')).toBeVisible();
  await expect(stays).toHaveCount(0);
});

test('a folded head stands for its records in a selection, an unfolded one for none', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?unfold=Bank+Account');
  await bandCell(page, 'Customer', '100').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(selection(page).getByText('866 selected: 433 records, 2 entities')).toBeVisible();
  await page.keyboard.press('g');
  await expect(page.getByRole('dialog', { name: /^Review \d+ assignments$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.keyboard.press('Escape');
  // Fourteen bank accounts below their head, and the head of customers, which is folded.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await expect(bandCell(page, 'Bank Account', '100')).toBeFocused();
  for (let down = 0; down < 15; down++) await page.keyboard.press('Shift+ArrowDown');
  await expect(selection(page).getByText('447 selected: 447 records, entity 100')).toBeVisible();
  await page.getByRole('button', { name: 'More…' }).click(); // beside what is staged there is no room for more
  await page.getByRole('menuitem', { name: 'Details…' }).click();
  const panel = page.getByRole('complementary', { name: 'Entity 100', exact: true });
  await expect(panel).toBeVisible();
  // What is told stands beside the matrix; closing it from within gives the focus back.
  await panel.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(panel).toBeHidden();
  await expect(page.locator('body')).not.toBeFocused();
});

test('a band that is in focus, or pressed, before the matrix is there stays so', async ({ page, signIn }) => {
  await signIn('auditor');
  const letGo = await hold(page, /\/api\/access\/matrix/);
  await page.goto('/access', { waitUntil: 'load' });
  await bandCell(page, 'Item', '100').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/unfold=Item$/);
  letGo();
  await expect(bandCell(page, 'Item', '100')).toHaveAttribute('aria-expanded', 'true');
  await expect(bandCell(page, 'Item', '100')).toBeFocused();
});

test('nothing is done to a whole band while the matrix is still being read', async ({ page, startAside }) => {
  const console = await startAside({
    REFERENCE_SIZE: 'records=400,entities=10,lines=10',
    MEM_RATE_PER_SECOND: '1',
  });
  await console.control('PUT', '/modes', { pageSize: 300 });
  await signInBy(page.request, console.url, 'security-administrator');
  await page.goto(`${console.url}/access`);
  await expect(page.getByRole('status').filter({ hasText: /records so far/ })).toBeVisible({
    timeout: 15_000,
  });
  await grid(page).getByRole('gridcell', { expanded: false }).first().focus();
  await page.keyboard.press('i');
  await expect(page.getByText('The matrix is still being read: wait until it is complete.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
