import { expect, test } from '@/tests/support/browser/console-test';

test.beforeEach(async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/metadata');
});

test('says whether the interface is what the console expects', async ({ page }) => {
  const line = page.getByText(
    'As expected: master record security 5 declared + record tag, item journal lines 166 declared + record tag',
  );
  await expect(line).toBeVisible();
  // Where nothing is wrong, nothing is loud.
  expect((await line.locator('..').boundingBox())?.height).toBe(36);
});

test('fields are searched, and the search is in the address', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Search fields' }).fill('posting');
  const table = page.getByRole('table').or(page.getByRole('grid')).first();
  await expect(table.getByText('PostingDate')).toBeVisible();
  await expect(table.getByText('ItemNo', { exact: true })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search fields' })).toHaveValue('posting');
});

test('fields are sorted by a caption, one way, the other, and back to the document’s order', async ({
  page,
}) => {
  const names = () => page.getByRole('rowheader').allTextContents();
  const caption = page.getByRole('columnheader', { name: 'Field' });
  await expect(caption).toBeVisible();
  const declared = await names();
  await caption.getByRole('button').click();
  await expect(caption).toHaveAttribute('aria-sort', 'ascending');
  const sorted = await names();
  expect(sorted).not.toEqual(declared);
  expect(sorted.map((name) => name.replace(/key$/, ''))).toEqual(
    declared.map((name) => name.replace(/key$/, '')).sort(new Intl.Collator('en', { numeric: true }).compare),
  );
  await caption.getByRole('button').click();
  await expect(caption).toHaveAttribute('aria-sort', 'descending');
  await page.reload();
  await expect.poll(names).toEqual([...sorted].reverse());
  await caption.getByRole('button').click();
  await expect.poll(names).toEqual(declared);
  await expect(page).not.toHaveURL(/sort=/);
});

test('the document itself is shown and can be fetched', async ({ page }) => {
  await page.getByText('Document', { exact: true }).click();
  await expect(page.getByLabel('Metadata document')).toContainText('<edmx:Edmx');
  const raw = await page.request.get('/api/metadata', { headers: { Accept: 'application/xml' } });
  expect(raw.headers()['content-type']).toContain('application/xml');
  expect(await raw.text()).toContain('bssiMEMMasterRecordSecurity');
});
