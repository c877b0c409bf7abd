import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { expect, test } from '@/tests/support/browser/console-test';
import { hold, scripts } from '@/tests/support/browser/hold';

test('the palette goes, finds and does by keys alone, and gives the focus back', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Record ID' }).focus();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const field = palette.getByRole('combobox', { name: 'Command or search' });
  await expect(field).toBeFocused();
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Record ID' })).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('only one');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Records open to only one entity');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/access\?type=Customer&rows=one$/);

  for (const mode of ['Stage', 'Switch now']) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(mode);
    await expect(palette.getByRole('option', { selected: true })).toHaveText(mode);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: mode })).toBeChecked();
  }

  await page.getByRole('button', { name: 'Commands' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type('40000');
  const record = page.getByRole('complementary', { name: 'Customer 40000', exact: true });
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Customer 40000');
  await page.keyboard.press('Enter');
  await expect(record.getByText(/entities may use it$/)).toBeVisible();
  await expect(page).toHaveURL(/\/access\?type=Customer&rows=one&history=/);
  await page.keyboard.press('Escape');
  await expect(record).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('40000');
  await palette.getByRole('option', { name: 'Find “40000” among master records' }).click();
  await expect(page).toHaveURL(/\/access\?q=40000$/);
  await expect(page.getByRole('searchbox', { name: 'Record ID' })).toHaveValue('40000');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('journal');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/journal$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Journal lines' })).toBeVisible();
  await expect(page.locator('#content')).toBeFocused(); // what was in focus is of the page before

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('customer c00340');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Customer C00340');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Customer C00340', exact: true })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: /^C00340/ })).toBeInViewport(); // its band is unfolded
});

test('Enter that comes before the palette’s lists goes where the typed text leads', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/changes');
  await expect(page.getByRole('searchbox').first()).toBeEnabled();
  await expect(page.locator('html')).not.toHaveAttribute('data-loading');
  const letGo = await hold(page, scripts);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('journal');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  letGo();
  await expect(page).toHaveURL(/\/journal$/);
});
