import type { BrowserContext, Page } from '@playwright/test';
import { CookieJar, passProvider, publicUrlOf, visit } from '@/tests/support/oidc/oidc-dance';
import { expect, test } from '@/tests/support/oidc/oidc-test';

const signInLink = (page: Page) => page.getByRole('link', { name: 'Sign in with your account' });

async function signInAs(page: Page, sub: string): Promise<void> {
  await signInLink(page).click();
  await page.getByRole('button', { name: sub }).click();
}

/** Addresses by which this browser came back from the provider. */
function returnsOf(context: BrowserContext): string[] {
  const returns: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/api/session/oidc/callback')) returns.push(request.url());
  });
  return returns;
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

test('several roles add up', async ({ page, provider, console }) => {
  provider.users.set('bob', {
    name: 'Bob',
    roles: ['accountant', 'security-administrator', 'something else'],
  });
  await page.goto('/');
  await signInAs(page, 'bob');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Journal lines' })).toBeVisible();
  await page.goto(`${publicUrlOf(console)}/access?unfold=*`);
  await expect(page.getByRole('switch').first()).toBeEnabled();
});

test('without a role there is a clear page and no data, and once there is one, "Check again" leads on', async ({
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

  await page.getByRole('link', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You have no role yet' })).toBeVisible();

  provider.users.set('new', { name: 'Nele New', roles: ['auditor'] });
  await page.getByRole('link', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Interface' })).toBeVisible();
});

test('another account can be chosen where the provider knows the browser', async ({ page, provider }) => {
  provider.users.set('new', { name: 'Nele New' });
  await page.goto('/metadata');
  await signInAs(page, 'new');
  await page.getByRole('link', { name: 'Use another account' }).click();
  await page.getByRole('button', { name: 'ann', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Interface' })).toBeVisible();
});

for (const [what, claims] of [
  ['a wrong issuer', { iss: 'https://login.example' }],
  ['a wrong audience', { aud: 'another client' }],
  ['a wrong nonce', { nonce: 'of another sign-in' }],
  ['an expiry that has passed', { exp: 1 }],
] as const) {
  test(`${what} is refused in words, the reason is in the log, and the next sign-in leads on`, async ({
    page,
    provider,
    console,
  }) => {
    await page.goto('/metadata');
    provider.tampering = { claims };
    await signInAs(page, 'ann');
    await expect(page.getByText('The answer of your sign-in provider was not accepted')).toBeVisible();
    await expect(
      page.getByText(/Sign in again; if it happens again, tell whoever runs the console/),
    ).toBeVisible();
    const requestId = new URL(page.url()).searchParams.get('requestId') ?? '';
    await expect(page.getByText(requestId)).toBeVisible();
    const line = console
      .output()
      .split('\n')
      .find((one) => one.includes(requestId) && one.includes('A sign-in failed.'));
    expect(line).toContain('"failure":"refused"');
    expect(line).toContain('"code":"OAUTH_JWT_');
    expect((await page.request.get(`${publicUrlOf(console)}/api/session`)).status()).toBe(401);

    provider.tampering = null;
    await signInLink(page).click(); // the provider knows the browser by now
    await expect(page.getByRole('heading', { level: 1, name: 'Interface' })).toBeVisible();
  });
}

test('who says no at the provider is told so, and can try again', async ({ page }) => {
  await page.goto('/journal');
  await signInAs(page, 'cancel');
  await expect(page.getByText('The sign-in was declined')).toBeVisible();
  await signInAs(page, 'ann');
  await expect(page.getByRole('heading', { level: 1, name: 'Journal lines' })).toBeVisible();
});

test('an answer of the provider works once, and in the browser that asked for it', async ({
  page,
  browser,
  console,
}) => {
  const returns = returnsOf(page.context());
  await page.goto('/metadata');
  await signInAs(page, 'ann');
  await expect(page.getByRole('heading', { level: 1, name: 'Interface' })).toBeVisible();
  await page.goto(returns[0] ?? '');
  await expect(page.getByText('That sign-in did not go through')).toBeVisible();
  await expect(page.getByText('You are signed in as')).toBeVisible(); // what was is not undone

  const start = await page.request.get(`${publicUrlOf(console)}/api/session/oidc/start`, { maxRedirects: 0 });
  const stolen = await passProvider(new URL(start.headers().location ?? ''), 'ann');
  const theirs = await browser.newContext();
  const other = await theirs.newPage();
  await other.goto(stolen.href);
  await expect(other.getByText('This sign-in is no longer valid')).toBeVisible();
  expect((await other.request.get(`${publicUrlOf(console)}/api/session`)).status()).toBe(401);
  await theirs.close();
});

test('a return address that leads elsewhere leads home', async ({ page, console }) => {
  const url = publicUrlOf(console);
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    '/api/session',
    'javascript:alert(1)',
    '/\t/evil.example',
  ];
  for (const next of elsewhere) {
    const jar = new CookieJar();
    const start = await visit(`${url}/api/session/oidc/start?next=${encodeURIComponent(next)}`, jar);
    const back = await passProvider(new URL(start.headers.get('location') ?? ''), 'ann');
    expect((await visit(back, jar)).headers.get('location')).toBe('/');
  }
  await page.goto(`/sign-in?next=${encodeURIComponent('https://evil.example/')}`);
  await signInAs(page, 'ann');
  await expect(page).toHaveURL(`${url}/`);
});

test('signing out ends the session of the console', async ({ page, console }) => {
  await page.goto('/metadata');
  await signInAs(page, 'ann');
  await expect(page.getByRole('table').first()).toBeVisible(); // the page is alive by now
  await page.getByRole('button', { name: /Ann Auditor/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out of the console')).toBeVisible();
  expect((await page.request.get(`${publicUrlOf(console)}/api/session`)).status()).toBe(401);
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
