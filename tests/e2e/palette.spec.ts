import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { expect, test } from '@/tests/support/browser/console-test';

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

  await page.keyboard.press('Control+k');
  await page.keyboard.type('40000');
  const record = page.getByRole('complementary', { name: 'Customer 40000', exact: true });
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Customer 40000');
  await expect(palette.getByRole('status')).toHaveText(
    /^\d+ records and entities (match|listed, more match)\.$/,
  );
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
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('journal');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/journal$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Journal lines' })).toBeVisible();
  await expect(page.locator('#content')).toBeFocused(); // what was in focus is of the page before
});

test('a record is found from any page, as it is called and in small letters', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/journal');
  await expect(page.getByRole('heading', { level: 1, name: 'Journal lines' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette.getByRole('combobox', { name: 'Command or search' })).toBeFocused(); // it is loaded when first opened
  await page.keyboard.type('customer c00340');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Customer C00340');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/access\?history=Customer/);
  await expect(page.getByRole('complementary', { name: 'Customer C00340', exact: true })).toBeVisible();
  // Its band is unfolded, and its row in view.
  await expect(page.getByRole('rowheader', { name: /^C00340/ })).toBeInViewport();
});

test('shortcuts go by the place of a key where the keyboard has no Latin letters', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const control = page.getByRole('switch').first();
  const isOn = () => control.getAttribute('aria-checked');
  const before = await isOn();
  await control.focus();
  await page.keyboard.press(' ');
  await expect(control).not.toHaveAttribute('aria-checked', String(before));
  await expect(page.locator('[data-mark="pending"]')).toHaveCount(0);
  const press = (key: string, code: string) =>
    page.evaluate(
      (of) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { ...of, ctrlKey: true, bubbles: true, cancelable: true }),
        ) === false,
      { key, code },
    );
  expect(await press('я', 'KeyZ')).toBe(true);
  await expect(control).toHaveAttribute('aria-checked', String(before));
  expect(await press('л', 'KeyK')).toBe(true);
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused();
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 800 } });
  test('the palette opens by its button, and says how much matches', async ({
    page,
    signIn,
    expectConsoleErrors,
  }) => {
    expectConsoleErrors(/status of 401/); // what the page asked for as it signed out
    await signIn('accountant');
    await page.goto('/journal');
    await expect(page.getByRole('region', { name: 'Status bar' })).toContainText(/Amount [\d,.]+/);
    await page.getByRole('button', { name: 'Commands' }).click();
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await expect(palette.getByRole('option', { name: 'Journal lines', exact: true })).toBeVisible();
    await expect(palette.getByRole('option', { name: 'Access', exact: true })).toHaveCount(0);
    await palette.getByRole('combobox').fill('no such');
    await expect(palette.getByRole('status')).toHaveText(
      'No command matches “no such”. Press Enter to search for it.',
    );
    await palette.getByRole('combobox').fill('sign out');
    await expect(palette.getByRole('status')).toHaveText(/commands match/);
    await palette.getByRole('option', { name: 'Sign out', exact: true }).click();
    await expect(page).toHaveURL(/\/sign-in/);
  });
});

test('rows are as high as chosen, in both grids, and stay so', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const row = page.getByRole('grid').getByRole('row').nth(3);
  const height = async () => Math.round((await row.boundingBox())?.height ?? 0);
  await expect(page.getByRole('switch').first()).toBeVisible();
  await expect.poll(height).toBe(32);
  await page.getByRole('button', { name: /Security administrator/ }).click();
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).click();
  await expect.poll(height).toBe(40);
  await page.reload();
  await expect(page.getByRole('switch').first()).toBeVisible();
  await expect.poll(height).toBe(40);
  await page.goto('/journal');
  const line = page.getByRole('grid').getByRole('row').nth(3);
  await expect(line).toBeVisible();
  expect(Math.round((await line.boundingBox())?.height ?? 0)).toBe(40);
});
