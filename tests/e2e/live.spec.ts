import { expect, test } from '@/tests/support/browser/console-test';
import { switchOf } from '@/tests/support/browser/parts-of-pages';

test('what was changed outside is told after a refresh, with a link, until it is reviewed', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  const at = { recordType: 'Customer', recordId: '50000', entityId: '110' };
  const control = switchOf(page, '50000', '110');
  const wasGranted = (await control.getAttribute('aria-checked')) === 'true';
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await console.control('POST', '/outside-change', { ...at, accessible: !wasGranted });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(control).toHaveAttribute('aria-checked', String(!wasGranted));
  const link = page.getByRole('link', { name: /^\d+ changes? from outside$/ });
  await expect(link).toHaveAttribute('href', '/changes?kind=outside');
  await expect(control).toHaveAccessibleDescription(/^Was changed in the service/);
  await page.reload(); // nobody has looked at it
  await expect(control).toHaveAccessibleDescription(/^Was changed in the service/);
  await page.getByLabel('Rows').selectOption('Changed outside lately');
  await expect(page).toHaveURL(/rows=outside/);
  await expect(control).toBeVisible();
});

test('without a network the page does not say that changes still come to it', async ({
  page,
  context,
  signIn,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
  await signIn('auditor');
  await page.goto('/access');
  const still = page.getByText(', plus changes since');
  await expect(still).toBeVisible();
  await context.setOffline(true);
  await expect(still).toBeHidden();
  await context.setOffline(false);
  await expect(still).toBeVisible();
});
