import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';

const records = (page: Page) => page.getByRole('status').filter({ hasText: /records?, / });

test('what is typed, chosen and pasted filters, and a link shows the same', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/access');
  await expect(records(page)).toHaveText(/^[\d,]+ records, \d+ entities$/);
  const everything = (await records(page).textContent()) ?? '';
  await page.getByRole('searchbox', { name: 'Record ID' }).pressSequentially('100');
  await expect(page).toHaveURL(/\?q=100$/);
  await page.getByLabel('Rows').selectOption('Open to only one');
  await expect(page).toHaveURL(/rows=one/);
  await page.goto('/access?type=Customer&type=Vendor&q=1*|2..1..3&entity=1*');
  await expect(records(page)).toHaveText(/^[1-9]\d* of [\d,]+ records, \d+ of \d+ entities/);
  await expect(records(page)).toContainText('“2..1..3” is not understood');
  const shown = (await records(page).textContent()) ?? '';
  await page.reload();
  await expect(records(page)).toHaveText(shown);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(records(page)).toHaveText(everything);
  await page.getByRole('columnheader', { name: /^110/ }).click();
  await page.getByRole('button', { name: 'More…' }).click();
  await page.getByRole('menuitem', { name: 'Order by this entity' }).click();
  await expect(page).toHaveURL(/sort=entity:110/);
  const search = page.getByRole('searchbox', { name: 'Record ID' });
  await search.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '10000\r\n40000\r\nNOBODY\r\n'); // cells of a spreadsheet
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(search).toHaveValue('10000|40000|NOBODY');
  await expect(records(page)).toContainText('NOBODY');
  await page.goto('/access?q=nothing-like-this');
  await expect(page.getByRole('heading', { name: 'No record matches' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Select all shown' })).toHaveCount(0);
});

test('whoever goes elsewhere right after typing gets there, and back to what was typed', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  const search = page.getByRole('searchbox', { name: 'Record ID' });
  const changes = page.getByRole('heading', { level: 1, name: 'Changes' });
  await search.fill('C0045');
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await expect(changes).toBeVisible();
  await expect(page).toHaveURL(/\/changes$/);
  await page.goBack();
  await expect(search).toHaveValue('C0045');
  await expect(page).toHaveURL(/q=C0045$/);

  await page.getByRole('link', { name: 'Changes', exact: true }).click();
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
});
