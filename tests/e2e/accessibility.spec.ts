import { leaveNothingRunning } from '@/tests/support/changes/asked-sets';
import { violations } from '@/tests/support/browser/axe';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { mainStates } from './page-states';

/*
 * The states of pages in one look. Pages as they open are in fits.spec.ts; the other theme and width, and further states,
 * in accessibility.nightly.spec.ts.
 */

test.use({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });

for (const { of, role, steps } of mainStates)
  test(`axe finds nothing on ${of}`, async ({ page, signIn, request, console }) => {
    if (role !== null) await signIn(role);
    try {
      for (const step of steps) {
        await step(page, console);
        expect(await violations(page)).toEqual([]);
      }
    } finally {
      await leaveNothingRunning(request, console);
    }
  });

test('axe finds nothing on any page while the service is down', async ({
  page,
  startAside,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/502/);
  const console = await startAside({ MEM_TIMEOUT_SECONDS: '4' });
  await signInBy(page.request, console.url, 'security-administrator');
  // The console reads the lines when it starts: they are there, and cannot be read again.
  const groups = `${console.url}/api/journal/groups?by=BssiEntityID`;
  await expect.poll(async () => (await page.request.get(groups)).status(), { timeout: 30_000 }).toBe(200);
  await console.control('PUT', '/faults', [{ kind: 'status', status: 403, resource: 'any' }]);
  for (const path of ['/', '/access', '/journal', '/metadata']) {
    await page.goto(console.url + path);
    const isRead = path === '/journal';
    if (isRead) await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    const told = page.getByRole(isRead ? 'status' : 'alert').filter({ hasText: /permi/i });
    await expect(told.first()).toBeVisible({ timeout: 30_000 });
    expect(await violations(page)).toEqual([]);
  }
});
