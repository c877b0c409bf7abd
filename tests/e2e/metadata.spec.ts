import { expect, test } from '@/tests/support/console-test';

test.beforeEach(async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/metadata');
});

test('says whether the interface is what the console expects', async ({ page }) => {
  await expect(page.getByText('All 167 fields of item journal lines are as expected.')).toBeVisible();
  await expect(page.getByText('All 6 fields of master record security are as expected.')).toBeVisible();
});

test('fields are searched, and the search is in the address', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Search fields' }).fill('posting');
  const table = page.getByRole('table').or(page.getByRole('grid')).first();
  await expect(table.getByText('PostingDate')).toBeVisible();
  await expect(table.getByText('ItemNo', { exact: true })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search fields' })).toHaveValue('posting');
});

test('the document itself is shown and can be fetched', async ({ page }) => {
  await page.getByText('Document', { exact: true }).click();
  await expect(page.getByLabel('Metadata document')).toContainText('<edmx:Edmx');
  const raw = await page.request.get('/api/metadata', { headers: { Accept: 'application/xml' } });
  expect(raw.headers()['content-type']).toContain('application/xml');
  expect(await raw.text()).toContain('bssiMEMMasterRecordSecurity');
});
