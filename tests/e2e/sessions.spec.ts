import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Role } from '@/lib/contract/session/roles';
import { sessionListSchema } from '@/lib/contract/session/session';
import type { ConsoleProcess } from '@/tests/support/console/console-process';
import { expect, signInBy, test, waitingUntilAlive } from '@/tests/support/browser/console-test';
import { writeSession } from '@/tests/support/console/written-session';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';

/** Another browser, signed in. */
async function elsewhere(
  browser: Browser,
  url: string,
  role: Role,
  userAgent = firefox,
): Promise<BrowserContext> {
  const context = await browser.newContext({ userAgent, baseURL: url, locale: 'en-GB' });
  await signInBy(context.request, url, role);
  return context;
}

function part(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

/** The sessions that a part lists. */
function rowsOf(page: Page, name: string) {
  return part(page, name).locator('tbody tr', { has: page.locator('td') });
}

test.describe('the sessions page', () => {
  // Tests share a console: each begins with nobody signed in.
  test.beforeEach(async ({ console, browser }) => {
    const context = await elsewhere(browser, console.url, 'security-administrator');
    const everyone = await context.request.get('/api/sessions?whose=everyone');
    const { value } = sessionListSchema.parse(await everyone.json());
    const people = new Set(value.map(({ person }) => person.id));
    const oneself = value.find(({ current }) => current)?.person.id ?? '';
    people.delete(oneself);
    for (const person of [...people, oneself]) {
      const headers = { Origin: console.url };
      expect((await context.request.delete(`/api/sessions?person=${person}`, { headers })).ok()).toBe(true);
    }
    await context.close();
  });

  test('is reached from the account menu and lists where one is signed in', async ({
    page,
    signIn,
    browser,
    console,
  }) => {
    const other = await elsewhere(browser, console.url, 'auditor');
    await signIn('auditor');
    await page.goto('/metadata');
    await page.getByRole('button', { name: /Ines Keller/ }).click();
    await page.getByRole('menuitem', { name: 'Your sessions' }).click();
    await expect(page).toHaveURL(/\/sessions$/);
    await expect(page).toHaveTitle(/^Sessions/);
    const heads = part(page, 'Your sessions').getByRole('columnheader');
    await expect(heads).toHaveText(['Browser', 'Address', 'Started', 'Last used', 'Ends', 'Action']);
    const rows = rowsOf(page, 'Your sessions');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('This browser');
    await expect(rows.nth(1)).toContainText('Firefox 132 on Linux');
    await expect(rows.nth(1)).toContainText('127.0.0.1');
    await expect(rows.nth(1).locator('time').filter({ visible: true })).toHaveCount(3);
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBe(56);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(heads.filter({ visible: true })).toHaveText(['Browser', 'Action']);
    await expect(rows.nth(1).getByText('127.0.0.1').filter({ visible: true })).toHaveCount(1);
    await expect(rows.nth(1).locator('time').filter({ visible: true })).toHaveCount(3);
    const inside = await part(page, 'List of your sessions').evaluate(
      (table) => table.scrollWidth <= table.clientWidth,
    );
    expect(inside).toBe(true);
    await expect(page.getByText('counts as the same person')).toBeVisible();
    // Other people's sessions are not an auditor's business.
    await expect(part(page, 'Everyone’s sessions')).toHaveCount(0);
    await other.close();
  });

  test('ends another browser’s session, which is told so and comes back to where it was', async ({
    page,
    signIn,
    browser,
    console,
  }) => {
    const other = await elsewhere(browser, console.url, 'auditor');
    const there = waitingUntilAlive(await other.newPage());
    await there.goto('/access?type=Customer');
    await expect(there.getByRole('switch').first()).toBeVisible();
    await signIn('auditor');
    await page.goto('/sessions');
    await page.getByRole('button', { name: /^End: Firefox 132 on Linux/ }).press('Enter');
    await expect(page.getByText('The session was ended')).toBeVisible();
    await expect(rowsOf(page, 'Your sessions')).toHaveCount(1);
    await expect(page.locator('#content')).toBeFocused();
    // Nobody touches the other browser: it notices by itself.
    await expect(there).toHaveURL(/\/sign-in\?next=.*&ended=1$/, { timeout: 40_000 });
    await expect(there.getByText('Your session has ended')).toBeVisible();
    await there.getByRole('button', { name: /^Auditor/ }).click();
    await expect(there).toHaveURL(/\/access\?type=Customer$/);
    await other.close();
  });

  test('asks before it ends the session one is using', async ({ page, signIn, browser, console }) => {
    const other = await elsewhere(browser, console.url, 'accountant');
    await signIn('accountant');
    await page.goto('/sessions');
    const end = page.getByRole('button', { name: /^Sign out: / });
    await end.click();
    const dialog = page.getByRole('dialog', { name: 'Sign out of this browser?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(end).toBeFocused();
    await end.click();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in\?left=1$/);
    await expect(page.getByText('You are signed out of the console')).toBeVisible();
    expect((await other.request.get('/api/session')).status()).toBe(200);
    await other.close();
  });

  test('signs out everywhere', async ({ page, signIn, browser, console }) => {
    const other = await elsewhere(browser, console.url, 'accountant');
    await signIn('accountant');
    await page.goto('/sessions');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL(/\/sign-in\?left=1$/);
    expect((await other.request.get('/api/session')).status()).toBe(401);
    // Whoever opens a page there later is told why they have to sign in.
    const there = waitingUntilAlive(await other.newPage());
    await there.goto('/journal');
    await expect(there).toHaveURL(/\/sign-in\?next=%2Fjournal&ended=1$/);
    await expect(there.getByText('Your session has ended')).toBeVisible();
    await other.close();
  });

  test('lets an administrator find a person, end one session, and sign them out everywhere', async ({
    page,
    signIn,
    browser,
    console,
  }) => {
    const first = await elsewhere(browser, console.url, 'auditor');
    const second = await elsewhere(browser, console.url, 'auditor', 'curl/8.5.0');
    const third = await elsewhere(browser, console.url, 'accountant');
    await signIn('security-administrator');
    await page.goto('/sessions');
    const everyone = part(page, 'Everyone’s sessions');
    await expect(everyone.getByRole('heading', { level: 3 })).toHaveCount(3);
    await expect(everyone.getByText('3 people, 4 sessions')).toBeVisible();
    await expect(everyone.getByRole('columnheader', { name: 'Last used' })).toHaveCount(1); // for all of them
    await everyone.getByRole('searchbox', { name: 'Search by name' }).fill('KELLER');
    await expect(everyone.getByRole('heading', { level: 3 })).toHaveCount(1);
    await expect(page).toHaveURL(/\/sessions\?name=KELLER$/);
    await everyone.getByRole('button', { name: /^End: curl 8\.5\.0/ }).click();
    await expect(page.getByText('Ines Keller, curl 8.5.0, signed in from 127.0.0.1.')).toBeVisible();
    expect((await second.request.get('/api/session')).status()).toBe(401);
    expect((await first.request.get('/api/session')).status()).toBe(200);
    await expect(everyone.getByText('1 person, 1 session')).toBeVisible();
    await everyone.getByRole('button', { name: 'Sign out everywhere: Ines Keller' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out Ines Keller everywhere?' });
    await expect(dialog).toContainText('1 session will end');
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByText('Ines Keller is signed out everywhere')).toBeVisible();
    await expect(everyone.getByText('Nobody called “KELLER” is signed in')).toBeVisible();
    expect((await first.request.get('/api/session')).status()).toBe(401);
    expect((await third.request.get('/api/session')).status()).toBe(200);
    await Promise.all([first.close(), second.close(), third.close()]);
  });

  test('shows no session that was ended while the list was on its way', async ({
    page,
    signIn,
    browser,
    console,
  }) => {
    const other = await elsewhere(browser, console.url, 'auditor');
    await signIn('security-administrator');
    await page.goto('/sessions');
    const everyone = part(page, 'Everyone’s sessions');
    await expect(everyone.getByText('2 people, 2 sessions')).toBeVisible();
    let letGo = () => undefined as void;
    const ended = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(
      /whose=everyone&name=KELLER/,
      async (route) => {
        const response = await route.fetch(); // with the session that is about to be ended
        await ended;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await everyone.getByRole('searchbox', { name: 'Search by name' }).fill('KELLER');
    await expect(everyone.getByText('1 person, 1 session')).toBeVisible(); // of the list for everyone
    await everyone.getByRole('button', { name: /^End: Firefox/ }).click();
    await expect(page.getByText('The session was ended')).toBeVisible();
    letGo();
    await expect(everyone.getByText('Nobody called “KELLER” is signed in')).toBeVisible({ timeout: 5_000 });
    await other.close();
  });

  test('says kindly when a session has ended meanwhile', async ({
    page,
    signIn,
    browser,
    console,
    expectConsoleErrors,
  }) => {
    expectConsoleErrors(/404/);
    const other = await elsewhere(browser, console.url, 'auditor');
    await signIn('auditor');
    await page.goto('/sessions');
    const end = page.getByRole('button', { name: /^End: Firefox/ });
    await expect(end).toBeVisible();
    await other.request.delete('/api/session', { headers: { Origin: console.url } });
    await end.click();
    await expect(page.getByText('That session had ended already')).toBeVisible();
    await expect(end).toHaveCount(0);
    await other.close();
  });

  test('shows by itself who came and went', async ({ page, signIn, browser, console }) => {
    await signIn('auditor');
    await page.goto('/sessions');
    await expect(page.getByText('This browser')).toBeVisible();
    const other = await elsewhere(browser, console.url, 'auditor');
    await expect(page.getByText('Firefox 132 on Linux')).toBeVisible({ timeout: 25_000 });
    await other.close();
  });
});

test.describe('somebody without a role', () => {
  async function without(context: BrowserContext, console: ConsoleProcess, issuer: string): Promise<void> {
    const { cookie } = writeSession(console, issuer, []);
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: console.url }]);
  }

  test('is told at every place whom to ask for what, and sees nothing else', async ({
    page,
    context,
    console,
  }) => {
    await without(context, console, 'demo');
    for (const path of ['/', '/access', '/journal', '/metadata']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: 'You have no role yet' })).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
    }
    await expect(page.getByText(/signed in as Person/)).toBeVisible();
    for (const title of ['Security administrator', 'Accountant', 'Auditor'])
      await expect(page.getByText(title, { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Check again' }).click();
    await expect(page).toHaveURL(`${console.url}/metadata`);
    await page.goto('/sessions');
    await expect(page.getByText('This browser')).toBeVisible();
    await page.goto('/journal');
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in\?left=1$/);
  });
});

test.describe('a session near its end', () => {
  test.describe.configure({ mode: 'parallel' }); // each waits for its session, on a console of its own

  /** Signs in at a console of its own, and opens a page there. */
  const near = test.extend<{ open: (env: Record<string, string>, path: string) => Promise<ConsoleProcess> }>({
    open: async ({ page, startAside, expectConsoleErrors }, use) => {
      expectConsoleErrors(/status of 40[13]/); // the session that has ended, the service that refuses
      await use(async (env, path) => {
        const console = await startAside(env);
        await signInBy(page.request, console.url, 'auditor');
        await page.goto(console.url + path);
        return console;
      });
    },
  });

  near('warns, goes on by a press, and leads to sign-in when it has ended', async ({ page, open }) => {
    const console = await open({ SESSION_IDLE_MINUTES: '0.25' }, '/access');
    // Both pages ask by themselves, one for news, one because it was refused; none of that counts as use.
    await console.control('PUT', '/faults', [{ kind: 'status', status: 403, resource: 'journal' }]);
    const beside = waitingUntilAlive(await page.context().newPage());
    await beside.goto(`${console.url}/journal`);
    const warning = page.getByRole('region', { name: 'End of the session' });
    const besideWarning = beside.getByRole('region', { name: 'End of the session' });
    await expect(warning).toContainText('because nothing was done here', { timeout: 20_000 });
    await expect(besideWarning).toBeVisible();
    await warning.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(warning).toBeHidden();
    await expect(besideWarning).toBeHidden();
    await expect(warning).toBeVisible({ timeout: 20_000 });
    await expect(page).toHaveURL(/\/sign-in\?next=%2Faccess&ended=1$/, { timeout: 15_000 });
    await expect(page.getByText('Sign in again to continue where you were.')).toBeVisible();
    await expect(beside).toHaveURL(/\/sign-in\?next=%2Fjournal&ended=1$/);
  });

  near('goes on while somebody types, though the page asks for nothing', async ({ page, open }) => {
    await open({ SESSION_IDLE_MINUTES: '0.1' }, '/metadata');
    const filter = page.getByRole('searchbox').first();
    await expect(filter).toBeVisible();
    const until = Date.now() + 15_000; // more than twice what an unused session lasts
    while (Date.now() < until) {
      await filter.press('a');
      await page.waitForTimeout(500);
    }
    await expect(page).toHaveURL(/\/metadata/);
    await expect(filter).toHaveValue(/^a{10,}$/);
  });

  near('says that no press moves its time limit, and can be hidden', async ({ page, open }) => {
    await open({ SESSION_MAX_HOURS: '0.005' }, '/metadata');
    const warning = page.getByRole('region', { name: 'End of the session' });
    await expect(warning).toContainText('reaches its time limit', { timeout: 20_000 });
    await expect(warning.getByRole('button', { name: 'Stay signed in' })).toHaveCount(0);
    await warning.getByRole('button', { name: 'Hide this' }).click();
    await expect(warning).toBeHidden();
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fmetadata&ended=1$/, { timeout: 15_000 });
  });

  near('warns inside an open dialog, where it can be reached', async ({ page, open }) => {
    await open({ SESSION_IDLE_MINUTES: '0.2' }, '/sessions');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const stay = page.getByRole('dialog').getByRole('button', { name: 'Stay signed in' });
    await expect(stay).toBeVisible({ timeout: 15_000 });
    await stay.click();
    await expect(stay).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Sign out everywhere?' })).toBeVisible();
  });
});
