import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';
import { switchOf } from '@/tests/support/browser/parts-of-pages';

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
  ];
  writeFileSync(file, ['recordType,recordId,entityId,name,group', ...rows, ''].join('\n'));
  console = await startConsole({ MEM_LABELS_FILE: file, REFERENCE_SIZE: 'records=90,entities=12,lines=10' });
});
test.afterAll(() => console.stop());

test('names stand beside IDs, are found, chosen by group, named in a review and wherever a change is told of', async ({
  page,
  context,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/ERR_FAILED/);
  await signInBy(context.request, console.url, 'security-administrator');
  await page.goto(`${console.url}/access?type=Customer`);
  await expect(page.getByRole('rowheader', { name: 'Adatum Corporation · 10000' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /^100 Cronus UK, / })).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'DACH, 2 entities' }).click();
  await expect(page).toHaveURL(/foldGroup=DACH/);
  const folded = page.getByRole('gridcell', {
    name: /^Customer 10000 Adatum Corporation, group DACH: \d of 2 have access$/,
  });
  await expect(folded).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);
  await folded.click(); // a count selects; the bar says that a folded group is left out
  await expect(page.getByText('Nothing selected: 2 folded entities left out')).toBeVisible();
  await page.getByRole('button', { name: 'Unfold', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /^120 Donau GmbH, / })).toBeVisible();
  await page.getByRole('button', { name: 'Entities', exact: true }).click();
  const groups = page.getByRole('group', { name: 'Groups of entities' });
  await groups.getByRole('button', { name: 'DACH (2)' }).click();
  await expect(page).toHaveURL(/entity=110(%7C|\|)120/);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Entity' }).fill('dach');
  await expect(records(page)).toHaveText(/ 2 of 12 entities$/);
  await page.getByRole('searchbox', { name: 'Entity' }).fill('cronus');
  await page.getByRole('searchbox', { name: 'Record ID or name' }).fill('adatum');
  await expect(records(page)).toHaveText(/^1 of \d+ records, 1 of 12 entities$/);

  await page.getByRole('searchbox', { name: 'Entity' }).fill('');
  const cell = switchOf(page, '10000 Adatum Corporation', '100 Cronus UK');
  await cell.focus();
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('i');
  const review = page.getByRole('dialog', { name: /^Review/ });
  const named = /^Customer Adatum Corporation · 10000, entity Cronus UK · 100, /;
  await expect(review.getByRole('checkbox', { name: named })).toBeVisible();
  await review.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await cell.press('Space');
  await expect(cell).toHaveAttribute('aria-description', /read back/);

  await page.goto(`${console.url}/changes/history?recordType=Customer&recordId=10000`);
  const title = /Customer Adatum Corporation ·\s10000 (from|in) entity Cronus UK ·\s100/;
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('cell', { name: 'Cronus UK · 100' })).toBeVisible();
  // They come with the pages, whose titles are written once.
  for (const path of ['/', '/changes', new URL(page.url()).pathname])
    await expect.poll(async () => (await context.request.get(console.url + path)).text()).toMatch(title);
  await page.goto(`${console.url}/access?compare=records,Customer%2F10000,Customer%2F20000`);
  await expect(page.getByRole('complementary', { name: 'Compare' })).toContainText('Cronus UK · 100');

  await page.route('**/api/access/labels?*', (route) => route.abort());
  await page.goto(`${console.url}/access?type=Customer`);
  await expect(page.getByText(/Names could not be read/)).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/api/access/labels?*');
  await page.reload();
  await expect(page.getByRole('rowheader', { name: 'Adatum Corporation · 10000' })).toBeVisible();
  await expect(page.getByText(/Names could not be read/)).toHaveCount(0);
});
