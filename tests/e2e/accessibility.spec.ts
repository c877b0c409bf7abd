import type { Page } from '@playwright/test';
import { askForSet, leaveNothingRunning, opposites } from '@/tests/support/changes/asked-sets';
import { matrixStatusSchema } from '@/lib/contract/access/access';
import { violations, violationsInEveryLook } from '@/tests/support/browser/axe';
import type { ConsoleProcess } from '@/tests/support/console/console-process';
import {
  expect,
  overflowsSideways,
  signInBy,
  test,
  waitingUntilAlive,
} from '@/tests/support/browser/console-test';
import { writeSession } from '@/tests/support/console/written-session';

/** Each place, and what must be on it before it counts as loaded. */
const places = {
  '/': (page: Page) => page.getByRole('region', { name: 'Who may use what' }).getByRole('link').first(),
  '/access': (page: Page) => page.getByRole('gridcell').first(),
  '/journal': (page: Page) => page.getByText('3,000 lines', { exact: true }),
  '/metadata': (page: Page) => page.getByText('JournalTemplateName').first(),
  '/changes': (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).first(),
  '/sessions': (page: Page) => page.getByRole('heading', { level: 3 }).first(),
};

/** The places whose data comes from the service. */
const servicePlaces = Object.keys(places).filter((path) => path !== '/sessions' && path !== '/changes');

/** Has the service change an assignment by itself, and the console notice it. */
async function changeOutside(page: Page, { control, url }: ConsoleProcess, recordId: string): Promise<void> {
  const [cell] = await opposites(page.request, url, [recordId]);
  const headers = { Accept: 'application/json' };
  const status = async () =>
    matrixStatusSchema.parse(await (await page.request.get('/api/access/matrix', { headers })).json());
  const settled = { complete: true, loading: false };
  await expect.poll(status, { timeout: 30_000 }).toMatchObject(settled); // else there is nothing to compare with
  const { outside: before } = await status();
  await control('POST', '/outside-change', { ...cell, expected: undefined });
  expect((await page.request.post('/api/access/refresh', { headers: { Origin: url } })).ok()).toBe(true);
  await expect
    .poll(async () => (await status()).outside.count, { timeout: 30_000 })
    .toBeGreaterThan(before.count);
}

test.describe('in both themes, wide and narrow', () => {
  test.use({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });

  test('axe finds nothing on the sign-in page', async ({ page }) => {
    await page.goto('/sign-in');
    await expect(page.getByRole('button', { name: /^Auditor/ })).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);
  });

  test('axe finds nothing on the sign-in page’s messages', async ({ page }) => {
    for (const search of ['failed=refused&requestId=request-1', 'ended=1', 'left=1']) {
      await page.goto(`/sign-in?${search}`);
      await expect(
        page
          .getByRole('main')
          .getByRole(search.startsWith('failed') ? 'alert' : 'status')
          .first(),
      ).toBeVisible();
      expect(await violationsInEveryLook(page)).toEqual([]);
    }
  });

  test('axe finds nothing on the page for people without a role', async ({ page, context, console }) => {
    const [name = '', value = ''] = writeSession(console, 'demo', []).cookie.split('=');
    await context.addCookies([{ name, value, url: console.url }]);
    await page.goto('/access');
    await expect(page.getByRole('heading', { name: 'You have no role yet' })).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);
  });

  test('axe finds nothing on groups of journal lines', async ({ page, signIn }) => {
    await signIn('auditor');
    await page.goto('/journal?by=BssiEntityID,LocationCode&across=EntryType');
    await expect(page.getByRole('grid').getByRole('rowheader').nth(2)).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);
  });

  test('axe finds nothing on what opens beside lines', async ({ page, signIn }) => {
    await signIn('auditor');
    await page.goto('/journal');
    const lines = page.getByRole('grid', { name: 'Item journal lines' });
    for (const opened of [/^Columns/, 'Add filter', 'Export…']) {
      await page.getByRole('button', { name: opened }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    await lines.getByRole('rowheader').getByRole('link').first().click();
    await expect(page.getByText('Zero or No')).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);
  });

  test('axe finds nothing where ending sessions is confirmed', async ({ page, signIn }) => {
    await signIn('security-administrator');
    await page.goto('/sessions');
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Sign out everywhere?' })).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);
  });

  test('axe finds nothing on a change set that is paused, and has ended, and on its questions', async ({
    page,
    signIn,
    request,
    console,
  }) => {
    await signIn('security-administrator');
    const headers = { Origin: console.url };
    const cells = await opposites(page.request, console.url, ['C00200']);
    await console.control('DELETE', '/counters');
    await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 2_000, method: 'POST' }]);
    try {
      const id = await askForSet(page.request, console.url, cells, { reason: 'For the eyes of axe' });
      await expect.poll(() => console.control('GET', '/counters')).not.toMatchObject({ totalPosts: 0 });
      expect((await page.request.post(`/api/changes/${id}/pause`, { headers })).ok()).toBe(true);
      await page.goto(`/changes/${id}`);
      await expect(page.getByText('It goes on when somebody resumes it.')).toBeVisible();
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      expect(await violationsInEveryLook(page)).toEqual([]);
      await page.getByRole('button', { name: 'Undo…' }).click();
      await expect(page.getByRole('button', { name: /^Undo \d/ })).toBeVisible();
      expect(await violationsInEveryLook(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await console.control('PUT', '/faults', []);
      await page.getByRole('button', { name: 'Resume' }).click();
      await expect(page.getByText('Done', { exact: true })).toBeVisible({ timeout: 40_000 });
      expect(await violationsInEveryLook(page)).toEqual([]);
    } finally {
      await leaveNothingRunning(request, console);
    }
  });

  test('axe finds nothing on histories, and on what changed outside', async ({ page, signIn, console }) => {
    await signIn('security-administrator');
    await changeOutside(page, console, 'C00210');
    await page.goto('/access');
    await expect(page.getByRole('link', { name: /changes? from outside$/ })).toBeVisible({ timeout: 30_000 });
    expect(await violationsInEveryLook(page)).toEqual([]);
    await page.goto('/changes?kind=outside');
    await expect(page.getByRole('link', { name: /^Customer C00210, entity/ }).first()).toBeVisible();
    const paths = ['/changes?kind=outside', '/changes/history?recordType=Customer&recordId=C00200'];
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      expect(await violationsInEveryLook(page)).toEqual([]);
    }
    await page.goto('/access?q=C00200&history=Customer/C00200/100');
    await expect(
      page
        .getByRole('complementary')
        .getByText(/Nothing is recorded|(Given|Removed): Customer C00200/)
        .first(),
    ).toBeVisible({ timeout: 30_000 });
    expect(await violationsInEveryLook(page)).toEqual([]);
  });

  test('axe finds nothing on what is staged, reviewed, compared and pictured', async ({ page, signIn }) => {
    await signIn('security-administrator');
    await page.goto('/access?type=Customer&stage=true');
    await page.getByRole('switch').first().click();
    await page.keyboard.press('Control+a');
    await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Review…' }).click();
    await expect(page.getByRole('dialog', { name: 'Review 1 assignment' })).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    const sheets = {
      '/access?compare=entities,100,200': 'Copy access',
      '/access?compare=records,Customer%2F10000,Customer%2F20000': 'Copy access',
      '/access?overview=true': 'in view now',
    };
    for (const [path, words] of Object.entries(sheets)) {
      await page.goto(path);
      const panel = page.getByRole('complementary', { name: /^(Compare|Map)$/ });
      await expect(panel.getByText(words)).toBeVisible();
      expect(await violationsInEveryLook(page)).toEqual([]);
    }
  });

  for (const [path, loaded] of Object.entries(places)) {
    test(`axe finds nothing on ${path}`, async ({ page, signIn }) => {
      await signIn('security-administrator');
      await page.goto(path);
      await expect(loaded(page)).toBeVisible();
      expect(await violationsInEveryLook(page)).toEqual([]);
    });
  }
});

test('axe finds nothing on any page while the service is down, in both themes', async ({
  browser,
  startAside,
}) => {
  const console = await startAside({ MEM_TIMEOUT_SECONDS: '4' });
  await console.control('PUT', '/faults', [{ kind: 'status', status: 403, resource: 'any' }]);
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme });
    await signInBy(context.request, console.url, 'security-administrator');
    for (const path of servicePlaces) {
      const page = waitingUntilAlive(await context.newPage());
      await page.goto(console.url + path);
      await expect(page.getByRole('alert').filter({ hasText: /permi/i }).first()).toBeVisible({
        timeout: 30_000,
      });
      expect(await violations(page)).toEqual([]);
    }
    await context.close();
  }
});

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 700 } });
  for (const [path, loaded] of Object.entries(places)) {
    test(`${path} does not scroll but in its content`, async ({ page, signIn }) => {
      await signIn('security-administrator');
      await page.goto(path);
      await expect(loaded(page)).toBeVisible();
      expect(await overflowsSideways(page)).toBe(false);
      const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect(beyond).toBe(0);
    });
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
