import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

const file = join(temporaryFolder('mem-journal-names'), 'names.csv');

let console: ConsoleProcess;
test.beforeAll(async () => {
  writeFileSync(file, 'recordType,recordId,entityId,name\nItem,1896-S,,Desk\n,,210,Cronus Logistik GmbH\n');
  console = await startConsole({ MEM_LABELS_FILE: file, REFERENCE_SIZE: 'records=90,entities=24,lines=300' });
});
test.afterAll(() => console.stop());
test.use({ viewport: { width: 1440, height: 900 } });
test.beforeEach(({ context }) => signInBy(context.request, console.url, 'accountant'));

test('an accountant finds entities by their names; addresses keep their IDs', async ({ page }) => {
  await page.goto(`${console.url}/`);
  await page.getByRole('link', { name: /^Cronus Logistik GmbH 210/ }).click();
  await expect(page).toHaveURL(/entity=210/);
  await expect(page.getByRole('button', { name: 'Remove filter: Cronus Logistik GmbH · 210' })).toBeVisible();

  await page.goto(`${console.url}/journal`);
  const entity = page.getByRole('button', { name: /^Entity:/ });
  await entity.click();
  const search = page.getByRole('searchbox', { name: 'Search entity' });
  for (const typed of ['210', 'logistik']) {
    await search.fill(typed);
    await expect(page.getByRole('checkbox')).toHaveCount(1);
    await expect(page.getByRole('checkbox', { name: 'Cronus Logistik GmbH · 210' })).toBeVisible();
  }
  await search.press('Enter');
  await search.press('Escape');
  await expect(page).toHaveURL(/entity=210/);
  await expect(entity).toHaveText(/Cronus Logistik GmbH · 210$/);

  await page.getByRole('link', { name: /^1, line/ }).click();
  const sheet = page.getByRole('complementary');
  await expect(sheet.getByText('Cronus Logistik GmbH · 210')).toBeVisible();
  await sheet.getByRole('searchbox').fill('logistik');
  await expect(sheet.locator('dt')).toHaveText(['Entity ID']);

  // Groups and bars lead with the name, and to the ID.
  await page.goto(`${console.url}/journal?by=BssiEntityID`);
  const groups = page.getByRole('grid', { name: 'Groups of item journal lines' });
  await expect(groups.getByRole('gridcell', { name: 'Cronus Logistik GmbH · 210' })).toBeVisible();
  await expect(groups.getByRole('gridcell', { name: '410', exact: true })).toBeVisible(); // it has none
  const group = groups.getByRole('link', { name: /Show the lines of Cronus Logistik GmbH · 210$/ });
  await expect(group).toHaveAttribute('href', /entity=210/);
  await page.getByText('Pictures', { exact: true }).click();
  const bar = page.getByRole('link', { name: /^Cronus Logistik GmbH · 210: \d+ lines?, .*Show only these$/ });
  await expect(bar).toHaveAttribute('href', /entity=210/);
  await expect(page.getByRole('link', { name: /^Entity 410: / })).toBeVisible();
});
