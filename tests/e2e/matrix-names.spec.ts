import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

const file = join(temporaryFolder('mem-names'), 'names.csv');
const records = (page: Page) => page.getByRole('status').filter({ hasText: /records?, / });

let console: ConsoleProcess;
test.beforeAll(async () => {
  const rows = [
    'Customer,10000,,Adatum Corporation',
    'Customer,20000,,"Trey Research, 10000 lakes"',
    ',,100,Cronus UK',
    ',,110,Helvetia AG,DACH',
    ',,120,Donau GmbH,DACH',
    ',,200,Nordisk A/S,Nordics',
  ];
  writeFileSync(file, ['recordType,recordId,entityId,name,group', ...rows, ''].join('\n'));
  console = await startConsole({ MEM_LABELS_FILE: file, REFERENCE_SIZE: 'records=90,entities=12,lines=10' });
});
test.afterAll(() => console.stop());

test('names stand beside IDs, are found, and are named in a review', async ({ page, context }) => {
  await signInBy(context.request, console.url, 'security-administrator');
  await page.goto(`${console.url}/access?type=Customer`);
  const row = page.getByRole('rowheader', { name: 'Adatum Corporation · 10000' });
  await expect(row).toBeVisible();
  await expect(page.getByTitle(/^Entity Cronus UK · 100: /)).toHaveText(/^100/);
  await expect(page.getByRole('columnheader', { name: /^100 Cronus UK, \d+%$/ })).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);

  const search = page.getByRole('searchbox', { name: 'Record ID or name' });
  await search.fill('adatum');
  await expect(records(page)).toHaveText(/^1 of \d+ records, 12 entities$/);
  await search.fill('10000');
  await expect(records(page)).toHaveText(/^2 of \d+ records, 12 entities$/);
  await search.fill('10000|');
  await expect(records(page)).toHaveText(/^1 of \d+ records, 12 entities$/);
  await search.fill('no such name');
  await expect(
    page.getByText('No record ID or name of type “Customer” matches “no such name”.'),
  ).toBeVisible();
  await search.fill('adatum');

  await page.getByRole('searchbox', { name: 'Entity' }).fill('cronus');
  await expect(records(page)).toHaveText(/^1 of \d+ records, 1 of 12 entities$/);
  await page.getByRole('searchbox', { name: 'Entity' }).fill('');
  await page.getByRole('button', { name: 'Entities', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search entities' }).fill('cronus');
  await expect(page.getByRole('checkbox', { name: 'Cronus UK · 100' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('switch').first().focus();
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('i');
  const review = page.getByRole('dialog', { name: /^Review/ });
  await expect(
    review.getByRole('checkbox', { name: /^Customer Adatum Corporation · 10000, entity Cronus UK · 100, / }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a group is named above its entities, and chosen by its name', async ({ page, context }) => {
  await signInBy(context.request, console.url, 'auditor');
  await page.goto(`${console.url}/access`);
  await expect(records(page)).toHaveText(/^\d+ records, 12 entities$/); // all is read
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as unknown as { value: number }[])
        document.documentElement.dataset.shifts = `${document.documentElement.dataset.shifts ?? ''} ${String(value)}`;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${console.url}/access`);
  const above = (entity = '110') =>
    page.locator('[role=columnheader]', { hasText: entity }).evaluate((head) => {
      const { content, width } = getComputedStyle(head, '::before');
      return [content.slice(0, 6), (parseFloat(width) + 2) / head.getBoundingClientRect().width];
    });
  await expect.poll(above).toEqual(['"DACH"', 2]); // across both of its columns
  await expect(page.locator('[role=grid][aria-multiselectable]')).toBeVisible(); // what the server sent was that too
  await expect.poll(above).toEqual(['"DACH"', 2]);
  expect(await page.locator('html').getAttribute('data-shifts')).toBeNull();
  await page.emulateMedia({ forcedColors: 'active' }); // where shadows are not drawn
  await expect(page.getByRole('columnheader', { name: /^110/ })).toHaveCSS('border-left-width', '2px');
  await page.emulateMedia({ forcedColors: 'none' });
  expect(await above('200')).toEqual(['none', NaN]); // one narrow column has no room for it
  await page.getByRole('button', { name: 'Entities', exact: true }).click();
  await page
    .getByRole('group', { name: 'Groups of entities' })
    .getByRole('button', { name: 'DACH (2)' })
    .click();
  await expect(page).toHaveURL(/entity=110(%7C|\|)120/);
  await expect(records(page)).toHaveText(/ records, 2 of 12 entities$/);
  await page.goto(`${console.url}/access?entity=200`);
  await expect.poll(() => above('200')).toEqual(['"Nordi', 1]);
});

test('records and entities to compare are found by their names', async ({ page, context }) => {
  await signInBy(context.request, console.url, 'auditor');
  await page.goto(`${console.url}/access?compare=records,,`);
  const first = page.getByRole('combobox', { name: 'First' });
  await first.fill('trey');
  await expect(
    page.getByRole('option', { name: 'Customer Trey Research, 10000 lakes · 20000' }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(first).toHaveValue('Customer Trey Research, 10000 lakes · 20000');
});

test('names stand where a change is told of, and where two records are compared', async ({
  page,
  context,
}) => {
  await signInBy(context.request, console.url, 'security-administrator');
  await page.goto(`${console.url}/access?type=Customer`);
  const cell = page.getByRole('switch', { name: 'Customer 10000, entity 100,' });
  const wasOn = (await cell.getAttribute('aria-checked')) === 'true';
  await cell.click();
  await expect(cell).toHaveAccessibleName(
    `Customer 10000, entity 100, ${wasOn ? 'no access' : 'has access'}`,
  );
  await page.goto(`${console.url}/changes/history?recordType=Customer&recordId=10000`);
  const change = page.getByRole('link', {
    name: `${wasOn ? 'Removed' : 'Given'}: Customer Adatum Corporation · 10000 ${wasOn ? 'from' : 'in'} entity Cronus UK · 100`,
  });
  await expect(change).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);
  await change.click();
  await expect(page.getByRole('cell', { name: 'Cronus UK · 100' })).toBeVisible();
  // They come with the pages, whose titles are written once.
  const title = /Customer Adatum Corporation ·\s10000 (from|in) entity Cronus UK ·\s100</;
  const { pathname } = new URL(page.url());
  for (const path of ['/', '/changes', pathname, '/changes/history?recordType=Customer&recordId=10000'])
    await expect.poll(async () => (await context.request.get(console.url + path)).text()).toMatch(title);

  await page.goto(`${console.url}/access?compare=records,Customer%2F10000,Customer%2F20000`);
  await expect(page.getByRole('complementary', { name: 'Compare' })).toContainText('Cronus UK · 100');
  await expect(
    page.getByRole('button', { name: /^Make Customer .+ · 20000 like Customer .+ · 10000$/ }),
  ).toBeVisible();
});

test('on a phone a record’s ID is read whole below its name', async ({ page, context }) => {
  await signInBy(context.request, console.url, 'security-administrator');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${console.url}/access?type=Customer`);
  const row = page.getByRole('rowheader', { name: /^Adatum Corporation 10000, \d+ of 12$/ });
  await expect(row).toBeVisible();
  const below = row.locator('small');
  expect(await below.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('names that cannot be read are said to be missing', async ({ page, context, expectConsoleErrors }) => {
  expectConsoleErrors(/ERR_FAILED/);
  await signInBy(context.request, console.url, 'auditor');
  await page.route('**/api/access/labels?*', (route) => route.abort());
  await page.goto(`${console.url}/access?type=Customer`);
  await expect(page.getByText(/entities\. Names could not be read; only IDs are shown\.$/)).toBeVisible({
    timeout: 30_000,
  });
  await page.unroute('**/api/access/labels?*');
  await page.reload();
  await expect(page.getByRole('rowheader', { name: 'Adatum Corporation · 10000' })).toBeVisible();
  await expect(page.getByText(/Names could not be read/)).toHaveCount(0);
});
