import type { Page } from '@playwright/test';
import { publicUrlOf } from '@/tests/support/oidc/oidc-dance';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { expect, test as withConsole } from '@/tests/support/browser/console-test';
import { startOpenIdProvider, type TestProvider } from '@/tests/support/oidc/openid-provider';

/** Playwright's test with a console whose people sign in at a real OpenID provider, where Ann is an auditor. */
const test = withConsole.extend<{ onlyAnn: undefined }, { provider: TestProvider; console: ConsoleProcess }>({
  provider: [
    async ({}, use) => {
      const provider = await startOpenIdProvider();
      await use(provider);
      await provider.goDown();
    },
    { scope: 'worker' },
  ],
  console: [
    async ({ provider }, use) => {
      const running = await startConsole({ ...provider.settings, LOG_LEVEL: 'debug', TRUST_PROXY: 'true' });
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
  onlyAnn: [
    async ({ provider }, use) => {
      provider.tampering = null;
      provider.users.clear();
      provider.users.set('ann', { name: 'Ann Auditor', roles: ['auditor'] });
      await use(undefined);
    },
    { auto: true },
  ],
});

const signInLink = (page: Page) => page.getByRole('link', { name: 'Sign in with your account' });

async function signInAs(page: Page, sub: string): Promise<void> {
  await signInLink(page).click();
  await page.getByRole('button', { name: sub }).click();
}

test('somebody signs in with the role the provider claims, and a deep link survives', async ({
  page,
  console,
}) => {
  await page.goto('/journal?batch=ITEM%2FDEFAULT');
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await signInAs(page, 'ann');
  await expect(page.getByRole('heading', { level: 1, name: 'Journal lines' })).toBeVisible();
  expect(page.url()).toMatch(/\/journal\?batch=ITEM(%2F|\/)DEFAULT/);
  // Opened as 127.0.0.1, it is now at the address of the settings, for which the cookies are.
  expect(new URL(page.url()).origin).toBe(publicUrlOf(console));
  const session = await page.request.get(`${publicUrlOf(console)}/api/session`);
  expect(await session.json()).toMatchObject({
    signIn: 'oidc',
    user: { name: 'Ann Auditor', roles: ['auditor'] },
  });
});

test('without a role there is a clear page and no data; once there is one "Check again" leads on, or another account', async ({
  page,
  provider,
  console,
}) => {
  provider.users.set('new', { name: 'Nele New' });
  await page.goto('/metadata');
  await signInAs(page, 'new');
  await expect(page.getByRole('heading', { level: 1, name: 'You have no role yet' })).toBeVisible();
  await expect(page.getByText('Nele New').first()).toBeVisible();
  expect((await page.request.get(`${publicUrlOf(console)}/api/access`)).status()).toBe(403);

  provider.users.set('new', { name: 'Nele New', roles: ['auditor'] });
  await page.getByRole('link', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Interface' })).toBeVisible();

  provider.users.set('new', { name: 'Nele New' });
  await page.goto(`${publicUrlOf(console)}/sign-in?next=%2Fmetadata`);
  await signInLink(page).click(); // the provider knows the browser by now
  await page.getByRole('link', { name: 'Use another account' }).click();
  await page.getByRole('button', { name: 'ann', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Interface' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Ann Auditor/ })).toBeVisible();
});

test('a provider that is down is told as such, and nothing has to be restarted when it is back', async ({
  page,
  provider,
  startAside,
}) => {
  await provider.goDown();
  const waiting = await startAside(provider.settings);
  await expect.poll(() => waiting.output()).toContain('Nobody can sign in yet');
  await page.goto(`${waiting.url}/metadata`);
  await signInLink(page).click();
  await expect(page.getByText('Your sign-in provider does not answer')).toBeVisible();
  await provider.comeBack();
  await signInAs(page, 'ann');
  await expect(page.getByRole('heading', { level: 1, name: 'Interface' })).toBeVisible();
});
