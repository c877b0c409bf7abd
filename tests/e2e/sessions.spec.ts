import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Role } from '@/lib/contract/session/roles';
import { sessionListSchema } from '@/lib/contract/session/session';
import { expect, signInBy, test, waitingUntilAlive } from '@/tests/support/browser/console-test';

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

  test('is reached from the account menu; a session that is ended there is told so and comes back to where it was', async ({
    page,
    signIn,
    browser,
    console,
  }) => {
    await signIn('auditor');
    await page.goto('/metadata');
    await page.getByRole('button', { name: /Ines Keller/ }).click();
    await page.getByRole('menuitem', { name: 'Your sessions' }).click();
    await expect(page).toHaveURL(/\/sessions$/);
    const rows = rowsOf(page, 'Your sessions');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('This browser');
    await expect(part(page, 'Everyone’s sessions')).toHaveCount(0); // not an auditor's business
    const other = await elsewhere(browser, console.url, 'auditor');
    const there = waitingUntilAlive(await other.newPage());
    await there.goto('/access?type=Customer');
    await expect(there.getByRole('switch').first()).toBeVisible();
    await expect(rows.nth(1)).toContainText('Firefox 132 on Linux', { timeout: 25_000 }); // by itself
    await expect(rows.nth(1)).toContainText('127.0.0.1');
    await page.getByRole('button', { name: /^End: Firefox 132 on Linux/ }).press('Enter');
    await expect(page.getByText('The session was ended')).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(page.locator('#content')).toBeFocused();
    // Nobody touches the other browser: it notices by itself.
    await expect(there).toHaveURL(/\/sign-in\?next=.*&ended=1$/, { timeout: 40_000 });
    await there.getByRole('button', { name: /^Auditor/ }).click();
    await expect(there).toHaveURL(/\/access\?type=Customer$/);
    await other.close();
  });

  test('asks before it signs one out, of this browser or everywhere', async ({
    page,
    signIn,
    browser,
    console,
  }) => {
    const other = await elsewhere(browser, console.url, 'accountant');
    await signIn('accountant');
    await page.goto('/sessions');
    const end = page.getByRole('button', { name: /^Sign out: / });
    await end.click();
    const here = page.getByRole('dialog', { name: 'Sign out of this browser?' });
    await expect(here.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(here).toBeHidden();
    await expect(end).toBeFocused();
    await end.click();
    await here.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in\?left=1$/);
    expect((await other.request.get('/api/session')).status()).toBe(200);

    await signIn('accountant');
    await page.goto('/sessions');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const everywhere = page.getByRole('dialog', { name: 'Sign out everywhere?' });
    await everywhere.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL(/\/sign-in\?left=1$/);
    expect((await other.request.get('/api/session')).status()).toBe(401);
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
    await everyone.getByRole('searchbox', { name: 'Search by name' }).fill('KELLER');
    await expect(everyone.getByRole('heading', { level: 3 })).toHaveCount(1);
    await expect(page).toHaveURL(/\/sessions\?name=KELLER$/);
    await everyone.getByRole('button', { name: /^End: curl 8\.5\.0/ }).click();
    await expect(page.getByText('The session was ended')).toBeVisible();
    expect((await second.request.get('/api/session')).status()).toBe(401);
    expect((await first.request.get('/api/session')).status()).toBe(200);
    await expect(everyone.getByText('1 person, 1 session')).toBeVisible();
    await everyone.getByRole('button', { name: 'Sign out everywhere: Ines Keller' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out Ines Keller everywhere?' });
    await expect(dialog).toContainText('1 session will end');
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByText('Ines Keller is signed out everywhere')).toBeVisible();
    await expect(everyone.getByText('No person called “KELLER” is signed in')).toBeVisible();
    expect((await first.request.get('/api/session')).status()).toBe(401);
    expect((await third.request.get('/api/session')).status()).toBe(200);
    await Promise.all([first.close(), second.close(), third.close()]);
  });
});

test('a session near its end warns, goes on by a press, and leads to sign-in when it has ended', async ({
  page,
  startAside,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/status of 40[13]/); // the session that has ended, the service that refuses
  const console = await startAside({ SESSION_IDLE_MINUTES: '0.25' });
  await signInBy(page.request, console.url, 'auditor');
  await page.goto(`${console.url}/access`);
  // Both pages ask by themselves, one for news, one because it was refused; none of that counts as use.
  await console.control('PUT', '/faults', [{ kind: 'status', status: 403, resource: 'journal' }]);
  const headers = { origin: console.url };
  await page.request.post(`${console.url}/api/journal/refresh`, { headers });
  const beside = waitingUntilAlive(await page.context().newPage());
  await beside.goto(`${console.url}/journal`);
  const warning = page.getByRole('region', { name: 'End of the session' });
  const besideWarning = beside.getByRole('region', { name: 'End of the session' });
  await expect(warning).toBeVisible({ timeout: 20_000 });
  await expect(besideWarning).toBeVisible();
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toBeHidden();
  await expect(besideWarning).toBeHidden();
  await expect(warning).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/sign-in\?next=%2Faccess&ended=1$/, { timeout: 15_000 });
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(beside).toHaveURL(/\/sign-in\?next=%2Fjournal&ended=1$/);
});
