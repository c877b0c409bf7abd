import type { Locator, Page } from '@playwright/test';
import { journalFields } from '@/lib/domain/journal/fields';
import { violations, violationsInEveryLook } from '@/tests/support/browser/axe';
import { expect, test } from '@/tests/support/browser/console-test';

const rows = (page: Page) => page.getByRole('grid').getByRole('rowheader');
const count = (page: Page) => page.getByRole('region', { name: 'Status bar' }).getByText(/ lines?$/);
const postingDate = (page: Page) => page.getByLabel('Posting date', { exact: true });

test.beforeEach(async ({ signIn }) => signIn('accountant'));

/** From now on scripts do not come until they are let go. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const free = new Promise<void>((done) => (letGo = done));
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await free;
    await route.continue();
  });
  return letGo;
}

test('a link that is half understood shows no lines, says what, and leads out', async ({ page }) => {
  await page.goto(
    '/journal?entity=420&from=2026-10-1&to=2026-31-10&filter=Amount~ge~20&filter=Amount~lt~much',
  );
  const banner = page.getByRole('alert').filter({ hasText: 'not understood' });
  for (const part of ['from=2026-10-1', 'to=2026-31-10', 'filter=Amount~lt~much'])
    await expect(banner).toContainText(part);
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No lines are shown' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  const monthEnd = page.getByRole('region', { name: 'Month end' });
  await monthEnd.getByRole('button', { name: 'Month end' }).click();
  await expect(monthEnd).toContainText('No lines are shown, so there is nothing to draw.');
  await expect(monthEnd).not.toContainText('Checks');
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove them from the address' }).click();
  await expect(page).toHaveURL(/entity=420&filter=Amount~ge~20$/);
  await expect(rows(page).first()).toBeVisible();
  await expect(banner).toBeHidden();
});

test('month end takes a line where a search finds nothing, and offers nothing there', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  const monthEnd = page.getByRole('region', { name: 'Month end' });
  await monthEnd.getByRole('button', { name: 'Month end' }).click();
  await monthEnd.getByRole('button', { name: 'Show all rows' }).click();
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('zzzz');
  await expect(monthEnd).toContainText('No lines are shown, so there is nothing to draw.');
  await expect(monthEnd.getByRole('button')).toHaveText(['Month end']);
  await expect(monthEnd.getByRole('radio')).toHaveCount(0);
  await expect.poll(async () => (await monthEnd.boundingBox())?.height).toBeLessThan(90);
});

test('a check that finds nothing leaves the others of its lines to be chosen beside month end', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal?check=transfer-halves&filter=EntryType~eq~Sale');
  const monthEnd = page.getByRole('region', { name: 'Month end' });
  await monthEnd.getByRole('button', { name: 'Month end' }).click();
  await expect(monthEnd).toContainText('No lines match.');
  await monthEnd.getByRole('button', { name: /^Transfer does not balance/, pressed: true }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('a misspelt name in a link is said, and shows no other lines than were meant', async ({ page }) => {
  await page.goto('/journal?entitty=420&entities=100&item=1896-S&_rsc=1&connection=default');
  const banner = page.getByRole('alert').filter({ hasText: 'not understood' });
  await expect(banner).toContainText('entitty=420 is not known here; the page knows “entity”.');
  await expect(banner).toContainText('entities=100');
  await expect(banner.getByRole('listitem')).toHaveCount(2);
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove them from the address' }).click();
  await expect(page).toHaveURL(/\?item=1896-S&_rsc=1&connection=default$/);
  await expect(rows(page).first()).toBeVisible();
  await expect(banner).toBeHidden();
  await page.goBack();
  await expect(banner).toContainText('entitty=420');
});

test('a part of a link that is not understood is named however long it is, and leaves room for the lines', async ({
  page,
}) => {
  const all = journalFields.map(({ name }) => name).join(',');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/journal?columns=${all},${all}`);
  const banner = page.getByText('Part of this address is not understood and was left out').locator('../..');
  await expect(banner).toContainText('columns=JournalTemplateName,');
  await expect(banner).toContainText('names a field twice.');
  await expect(rows(page).first()).toBeInViewport({ ratio: 1 });
});

test('posting dates move with the day, or are chosen, or are none', async ({ page }) => {
  await page.goto('/journal');
  await postingDate(page).selectOption('This year');
  await expect(page).toHaveURL(/period=this-year/);
  await expect(page.getByRole('button', { name: /Posting date this year \(/ })).toBeVisible();
  // It looks as every filter that is set.
  const entity = page.getByRole('button', { name: /^Entity: / });
  const edge = (filter: Locator) => filter.evaluate((one) => getComputedStyle(one).borderColor);
  expect(await edge(postingDate(page))).not.toBe(await edge(entity));
  await postingDate(page).selectOption('Chosen days');
  await expect(page).toHaveURL(/from=\d{4}-01-01/);
  await expect(page).not.toHaveURL(/period=/);
  await expect(page.getByLabel('Posting date from')).toHaveValue(/-01-01$/);
  await postingDate(page).selectOption('None');
  await expect(page).toHaveURL(/\?filter=PostingDate~empty$/);
  await expect(page.getByText('No lines match')).toBeVisible();
  await postingDate(page).selectOption('Any');
  await expect(count(page)).toHaveText('3,000 lines');
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('an amount is typed as Germans write it, and the address stays plain', async ({ page }) => {
    await page.goto('/journal');
    await page.getByRole('button', { name: 'Add filter' }).click();
    const form = page.getByRole('dialog', { name: 'Add a filter' });
    await form.getByLabel('Field').selectOption('Amount');
    await form.getByLabel('Comparison').selectOption('is at least');
    await form.getByLabel('Value').fill('2.000');
    await expect(form.getByText('Amount is at least 2.000,00')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/filter=Amount~ge~2000$/);
    await expect(
      page.getByRole('button', { name: 'Remove filter: Amount is at least 2.000,00' }),
    ).toBeVisible();
  });
});

test('what is typed before the list of a choice has come searches it', async ({ page }) => {
  await page.goto('/journal');
  const entity = page.getByRole('button', { name: /^Entity:/ });
  await expect(entity).toBeVisible();
  const letGo = await holdScripts(page);
  await entity.focus();
  const search = page.getByRole('searchbox', { name: 'Search entity' });
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.type('4');
  await page.keyboard.press('Enter'); // names none yet: nothing is chosen by it
  await expect(search).toHaveValue('4');
  letGo();
  await expect(page.getByRole('group', { name: 'Entity' })).toBeVisible();
  await page.keyboard.type('20');
  await expect(search).toHaveValue('420');
  await expect(search).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/entity=420$/);
});

test('an option that is named and entered before the list has come is chosen when it comes', async ({
  page,
}) => {
  await page.goto('/journal');
  const entity = page.getByRole('button', { name: /^Entity:/ });
  await expect(entity).toBeVisible();
  const letGo = await holdScripts(page);
  await entity.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search entity' })).toBeFocused();
  await page.keyboard.type('420');
  await page.keyboard.press('Enter');
  letGo();
  await expect(page).toHaveURL(/entity=420$/);
});

test('a column set leaves its own lines by one press, and says how many they are', async ({ page }) => {
  await page.goto('/journal?view=physical-inventory');
  const only = page.getByRole('button', { name: /^Only physical inventory \(\d+\)$/ });
  await expect(only).toHaveAttribute('aria-pressed', 'false');
  const lines = /\((\d+)\)/.exec(await only.innerText())?.[1] ?? '';
  await only.click();
  await expect(only).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/filter=PhysInventory~eq~true/);
  await expect(count(page)).toHaveText(`${lines} lines`);
  await expect(page.getByRole('button', { name: 'Remove filter: Phys. Inventory is Yes' })).toBeVisible();
  await only.click();
  await expect(count(page)).toHaveText('3,000 lines');
  await page.getByLabel('Columns:').selectOption('Item journal');
  await expect(only).toBeHidden();
});
