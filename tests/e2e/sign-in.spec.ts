import { expect, test } from '@/tests/support/console-test';

test('a deep link survives sign-in, and signing out leads back to sign-in', async ({ page }) => {
  await page.goto('/journal?batch=ITEM%2FDEFAULT');
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByRole('button', { name: /^Accountant/ }).click();
  await expect(page).toHaveURL(/\/journal\?batch=ITEM(%2F|\/)DEFAULT/);
  await expect(page.getByRole('heading', { level: 1, name: 'Journal lines' })).toBeVisible();
  await page.getByRole('button', { name: /account|Demo accountant/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto('/journal');
  await expect(page).toHaveURL(/\/sign-in/);
});

test('a return address that leads elsewhere leads home', async ({ page, console }) => {
  await page.goto('/sign-in?next=https%3A%2F%2Fevil.example%2F');
  await page.getByRole('button', { name: /^Auditor/ }).click();
  await expect(page).toHaveURL(`${console.url}/access`);
});

test('somebody sees only the places their role may read, and is told so elsewhere', async ({
  page,
  signIn,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/403/);
  await signIn('accountant');
  await page.goto('/');
  await expect(page).toHaveURL(/\/journal/);
  const places = page.getByRole('navigation').getByRole('link');
  await expect(places).toHaveText(['Journal lines', 'Metadata']);
  await page.goto('/access');
  await expect(page.getByText(/may not read/i)).toBeVisible();
});

test('dark and light are chosen in the account menu and kept', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/metadata');
  await page.getByRole('button', { name: /account|Demo auditor/i }).click();
  await page
    .getByRole('radio', { name: 'Dark' })
    .or(page.getByRole('menuitemradio', { name: 'Dark' }))
    .click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
