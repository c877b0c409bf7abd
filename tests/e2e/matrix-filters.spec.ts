import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';

const records = (page: Page) => page.getByRole('status').filter({ hasText: /records?, / });
/** The IDs of the records shown first. */
const firstIds = (page: Page, count: number) =>
  page
    .getByRole('grid')
    .locator('[role="row"]:visible [data-col="id"]')
    .evaluateAll((cells, most) => cells.slice(1, most + 1).map((cell) => cell.textContent), count);

test('rows are chosen by what they have in common, and a link shows the same', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  await expect(records(page)).toHaveText(/^\d+ of 1,200 records, 24 entities$/);
  await page.getByLabel('Rows').selectOption('Open to only one');
  await expect(page).toHaveURL(/rows=one/);
  await expect(records(page)).toHaveText(/^\d+ of 1,200 records, 24 entities$/);
  const shown = await records(page).textContent();
  for (const count of await page.getByRole('grid').locator('[role="row"]:visible [data-col="count"]').all())
    if ((await count.textContent()) !== 'Entities') await expect(count).toHaveText(/^1 of\s/);
  await page.reload();
  await expect(records(page)).toHaveText(shown ?? '');
  await page.getByLabel('Rows').selectOption('Pending or not made');
  await expect(page.getByText('nothing is staged, on its way, or was refused')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(records(page)).toHaveText('1,200 records, 24 entities');
});

test('the grid stays what it is while somebody types, and takes the focus at once', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  await expect(page.getByRole('switch').first()).toBeVisible();
  const before = await page.getByRole('switch').first().elementHandle();
  await page.getByRole('searchbox', { name: 'Record ID' }).pressSequentially('C0037');
  await before?.focus();
  await expect(records(page)).toContainText('1 of 1,200 records');
  expect(await before?.evaluate((cell) => cell === document.activeElement)).toBe(true);
});

test('a list from a spreadsheet finds its records, and names those that there are not', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  const search = page.getByRole('searchbox', { name: 'Record ID' });
  await search.focus();
  await search.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '10000\r\n40000\r\nNOBODY\r\n');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(search).toHaveValue('10000|40000|NOBODY');
  await expect(records(page)).toContainText('2 of 1,200 records');
  await expect(records(page)).toContainText('No record has 1 of the listed IDs: NOBODY');
  await search.fill('4*');
  await expect.poll(() => firstIds(page, 1)).toEqual(['40000']);
});

test('columns are chosen by group and one by one, and empty ones are hidden', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/access');
  await page.getByRole('button', { name: 'Entities', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Entities' });
  await picker.getByRole('button', { name: /^2\* / }).click();
  await expect(page).toHaveURL(/entity=2\*/);
  await expect(records(page)).toHaveText(/1,200 records, \d+ of 24 entities/);
  await picker.getByRole('button', { name: /^2\* / }).click();
  await picker.getByRole('checkbox', { name: '100' }).check();
  await expect(records(page)).toHaveText('1,200 records, 1 of 24 entities');
  await picker.getByRole('checkbox', { name: '999' }).check();
  await expect(page.getByRole('columnheader', { name: /^100/ })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /^999/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/access');
  await page.getByLabel('Hide empty columns').check();
  await expect(page).toHaveURL(/used=true/);
  await expect(records(page)).toContainText('1,200 records');
  // A record that not every entity may use: the columns left are those that count 1, and as many as its own count.
  await page.goto('/access?type=Customer&q=40000%7C&used=true');
  const count = await page.locator('[role="row"]:visible [data-col="count"]').nth(1).textContent();
  const [granted = '', all = ''] = (count ?? '').split(/ of\s/);
  expect(Number(granted)).toBeLessThan(Number(all));
  await expect(records(page)).toHaveText(`1 of 1,200 records, ${granted} of 24 entities`);
});

test('Business Central’s filters filter, and what is not understood of one is named', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  const search = page.getByRole('searchbox', { name: 'Record ID' });
  const entity = page.getByRole('searchbox', { name: 'Entity' });
  await entity.fill('<>100');
  await expect(records(page)).toHaveText(/ records, 23 of 24 entities$/);
  await expect(page.getByRole('columnheader', { name: /^100/ })).toHaveCount(0);
  await entity.fill('100,200');
  await expect(records(page)).toHaveText(/ records, 2 of 24 entities$/);
  await entity.fill('100|200..230');
  await expect(page.getByRole('columnheader', { name: /^(100|2[0-3]0)/ })).toHaveCount(5);
  await expect(records(page)).toHaveText(/ records, 5 of 24 entities$/);
  await search.fill('10000..30000&<>20000');
  await expect.poll(() => firstIds(page, 2)).toEqual(['10000', '30000']);
  await expect(records(page)).toContainText('2 of 1,200 records');
  await search.fill('10000|1..2..3');
  await expect(records(page)).toContainText('1 of 1,200 records');
  await expect(records(page)).toContainText('“1..2..3” is not understood and matches nothing');
  await search.fill('>=');
  await expect(page.getByText('Filters are written like 10*, A|B, 200..230 or <>100.')).toBeVisible();
  await expect(page.getByText(/^No record ID/)).toHaveCount(0);
  await expect(page.getByText('“>=” is not understood and matches nothing')).toHaveCount(1); // said once
});

test('records are ordered by how many may use them, and by one entity', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  await page.getByLabel('Order', { exact: true }).selectOption('By number of entities');
  const counts = async () => {
    const cells = page.getByRole('grid').locator('[role="row"]:visible [data-col="count"]');
    const texts = await cells.evaluateAll((all) => all.slice(1, 12).map((cell) => cell.textContent));
    return texts.map((text) => Number(text.split(' ')[0]));
  };
  await expect.poll(async () => (await counts())[0]).toBeGreaterThan(15);
  const falling = await counts();
  expect(falling).toEqual([...falling].sort((a, b) => b - a));
  const orderedBy = page.locator('[role="columnheader"][aria-sort]'); // there is no query of a role by its order
  await expect(orderedBy).toHaveText('Entities');
  await expect(orderedBy).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Reverse the order' }).click();
  await expect(orderedBy).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(async () => (await counts())[0]).toBeLessThan(5);
  await page.goto('/access?type=Customer&sort=entity:110');
  await expect(page.getByLabel('Order', { exact: true })).toHaveValue('entity:110');
  await expect(page.getByRole('switch', { name: /entity 110, has access/ }).first()).toBeVisible();
  await expect(page.getByRole('switch', { name: /entity 110, no access/ })).toHaveCount(0);
  await expect(orderedBy).toHaveText(/^110/);
  await page.getByLabel('Order', { exact: true }).selectOption('By ID');
  await expect(orderedBy).toHaveText('Record');
  await page.goto('/access?type=Customer&sort=entity:110&entity=200');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await expect(orderedBy).toHaveCount(0);
});

test('whoever goes elsewhere right after typing gets there, and back to what was typed', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  const search = page.getByRole('searchbox', { name: 'Record ID' });
  for (const text of ['C0045', 'C004', 'C00']) {
    await expect(page.getByRole('switch').first()).toBeVisible();
    await search.fill(text);
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible();
    await expect(page).toHaveURL(/\/changes$/);
    await page.goBack();
    await expect(search).toHaveValue(text);
    await expect(page).toHaveURL(new RegExp(`q=${text}$`));
  }
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  const changes = page.getByRole('heading', { level: 1, name: 'Changes' });
  await expect(changes).toBeVisible();
  await page.getByRole('link', { name: 'Access', exact: true }).click();
  await expect(page.getByRole('grid')).toBeVisible(); // the page before has a field of that name too
  await search.fill('C0046');
  await page.goBack(); // what was typed is not written over the page that one went back to
  await expect(changes).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goBack();
  await expect(changes).toBeVisible();
  await expect(page).toHaveURL(/\/changes$/);
  await page.goto('/access?type=Customer');
  await search.fill('C0045');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(/\/access$/);
  await search.fill('C004');
  const rows = page.getByLabel('Rows');
  await rows.focus(); // as a press does, and `selectOption` does not: the field is left
  await rows.selectOption('Mixed');
  await expect(page).toHaveURL(/rows=mixed/);
  await expect(page).toHaveURL(/q=C004(&|$)/);
});
