import { leaveNothingRunning } from '@/tests/support/changes/asked-sets';
import { violations, violationsInEveryLook } from '@/tests/support/browser/axe';
import { consolePages } from './console-pages';
import {
  expect,
  overflowsSideways,
  signInBy,
  test,
  waitingUntilAlive,
} from '@/tests/support/browser/console-test';
import { furtherStates, mainStates } from './page-states';
import { isNightly } from '@/tests/support/run/nightly';

/* As accessibility.spec.ts and fits.spec.ts, with all states, in both themes and two widths. */

test.skip(!isNightly, 'at night: npm run test:all');

test.use({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });

for (const { path, loaded } of consolePages)
  test(`axe finds nothing on ${path}, in both themes`, async ({ page, signIn }) => {
    await signIn('security-administrator');
    await page.goto(path);
    await expect(loaded(page)).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);
  });

for (const { of, role, steps } of [...mainStates, ...furtherStates])
  test(`axe finds nothing on ${of}, in both themes`, async ({ page, signIn, request, console }) => {
    if (role !== null) await signIn(role);
    try {
      for (const step of steps) {
        await step(page, console);
        expect(await violationsInEveryLook(page)).toEqual([]);
      }
    } finally {
      await leaveNothingRunning(request, console);
    }
  });

test('axe finds nothing on any page while the service is down, in both themes', async ({
  browser,
  request,
  startAside,
}) => {
  const console = await startAside({ MEM_TIMEOUT_SECONDS: '4' });
  await signInBy(request, console.url, 'security-administrator');
  // The console reads the lines when it starts: they are there, and cannot be read again.
  const groups = `${console.url}/api/journal/groups?by=BssiEntityID`;
  await expect.poll(async () => (await request.get(groups)).status(), { timeout: 30_000 }).toBe(200);
  await console.control('PUT', '/faults', [{ kind: 'status', status: 403, resource: 'any' }]);
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme });
    await signInBy(context.request, console.url, 'security-administrator');
    for (const path of ['/', '/access', '/journal', '/metadata']) {
      const page = waitingUntilAlive(await context.newPage());
      await page.goto(console.url + path);
      const isRead = path === '/journal';
      if (isRead) await page.getByRole('button', { name: 'Refresh', exact: true }).click();
      const told = page.getByRole(isRead ? 'status' : 'alert').filter({ hasText: /permi/i });
      await expect(told.first()).toBeVisible({ timeout: 30_000 });
      expect(await violations(page)).toEqual([]);
    }
    await context.close();
  }
});

test('axe finds nothing while the end of a session is near, in both themes', async ({
  browser,
  startAside,
}) => {
  const short = await startAside({ SESSION_IDLE_MINUTES: '0.5' });
  const walk = async (colorScheme: 'light' | 'dark') => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 700 } });
    const page = waitingUntilAlive(await context.newPage());
    await signInBy(context.request, short.url, 'auditor');
    await page.goto(`${short.url}/sessions`);
    await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeVisible({ timeout: 40_000 });
    expect(await violations(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await context.close();
  };
  await Promise.all([walk('light'), walk('dark')]);
});
