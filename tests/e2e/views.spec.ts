import { expect, test } from '@/tests/support/browser/console-test';

test('what is shown is saved under a name, found again, shared, and removed', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&rows=one&compare=entities,,');
  await expect(page.getByRole('complementary', { name: 'Compare' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views' }).click();
  const panel = page.getByRole('dialog', { name: 'Views' });
  await expect(panel).toContainText('No view is saved yet.');
  await panel.getByLabel('Save what is shown as').fill('Lonely customers');
  await panel.getByText('Share with everybody here').click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The view “Lonely customers” is saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Views: Lonely customers' })).toBeVisible();

  // Whoever collects goes on collecting, whatever view is opened.
  await page.goto('/access?stage=true&q=C00010');
  await page.getByRole('button', { name: 'Views' }).click();
  await panel.getByRole('link', { name: /^Lonely customers/ }).click();
  await expect(page).toHaveURL(/\/access\?type=Customer&rows=one&stage=true$/);

  await page.goto('about:blank');
  await signIn('auditor');
  await page.goto('/access');
  await page.getByRole('button', { name: 'Views' }).click();
  const shared = panel.getByRole('link', { name: /^Lonely customers/ });
  await expect(shared).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await shared.click();
  await expect(page).toHaveURL(/\/access\?type=Customer&rows=one$/);
  await expect(page.getByRole('button', { name: 'Lonely customers' })).toBeVisible();

  await page.goto('about:blank');
  await signIn('security-administrator');
  await page.goto('/access');
  await page.getByRole('button', { name: 'Views' }).click();
  await panel.getByRole('button', { name: 'Remove the view Lonely customers' }).click();
  await expect(panel.getByText('For everybody?')).toBeVisible();
  await panel.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(panel.getByRole('list', { name: 'Saved views' })).toBeFocused();
  await expect(panel).toContainText('No view is saved yet.');
});
