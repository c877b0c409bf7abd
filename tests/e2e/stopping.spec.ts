import { expect, test } from '@playwright/test';
import { startConsole } from '@/tests/support/console/console-process';
import { signInBy } from '@/tests/support/browser/console-test';

test('told to end, the console ends although a page is open and the service hangs', async ({ page }) => {
  const console = await startConsole();
  await signInBy(page.request, console.url, 'security-administrator');
  await page.goto(`${console.url}/access`);
  await expect(page.getByRole('grid')).toBeVisible();
  await console.control('PUT', '/faults', [{ kind: 'hang', resource: 'journal', count: 1_000 }]);
  const asked = page.request.get(`${console.url}/api/journal?pageSize=25`).catch(() => null);
  const asks = page.waitForEvent('request');
  await page.getByRole('button', { name: 'Refresh' }).click(); // nothing waits until it asks by itself
  await asks;
  await console.stop(); // by SIGTERM; the test's own limit is the judge
  await asked;
  await expect(page.request.get(`${console.url}/api/health`)).rejects.toThrow('ECONNREFUSED');
});
