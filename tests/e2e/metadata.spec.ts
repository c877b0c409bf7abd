import { expect, test } from '@/tests/support/browser/console-test';

test('the interface is as expected, its fields are searched and sorted in the address, and its document is shown', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/metadata');
  await expect(page.getByText(/^As expected: /)).toBeVisible();
  const names = () => page.getByRole('rowheader').allTextContents();
  const caption = page.getByRole('columnheader', { name: 'Field' });
  await expect(caption).toBeVisible();
  const declared = await names();
  const plain = (name: string) => name.replace(/key$/, ''); // its key is marked
  const sorted = declared.map(plain).sort(new Intl.Collator('en', { numeric: true }).compare);
  await caption.getByRole('button').click();
  await expect(caption).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(async () => (await names()).map(plain)).toEqual(sorted);
  await caption.getByRole('button').click();
  await expect(caption).toHaveAttribute('aria-sort', 'descending');

  await page.getByRole('searchbox', { name: 'Search fields' }).fill('posting');
  await expect(page.getByText('ItemNo', { exact: true })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search fields' })).toHaveValue('posting');
  await expect(caption).toHaveAttribute('aria-sort', 'descending');
  const found = sorted.filter((name) => /posting/i.test(name)).reverse();
  await expect.poll(async () => (await names()).map(plain)).toEqual(expect.arrayContaining(found));
  await page.getByRole('searchbox', { name: 'Search fields' }).fill('');
  await caption.getByRole('button').click();
  await expect.poll(names).toEqual(declared);
  await expect(page).not.toHaveURL(/sort=/);

  await page.getByText('Document', { exact: true }).click();
  await expect(page.getByLabel('Metadata document')).toContainText('<edmx:Edmx');
});
