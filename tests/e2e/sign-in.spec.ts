import { failureWords } from '@/components/session/sign-in-notices';
import { signInFailures } from '@/lib/contract/session/sign-in';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { violations } from '@/tests/support/browser/axe';
import { expect, overflowsSideways, test } from '@/tests/support/browser/console-test';
import { hold } from '@/tests/support/browser/hold';
import { writeSession } from '@/tests/support/console/written-session';

test('a deep link survives sign-in, and signing out leads back to sign-in', async ({
  page,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/401/); // what the page still reads when its session ends
  await page.goto('/journal?batch=ITEM%2FDEFAULT');
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByRole('button', { name: /^Accountant/ }).click();
  await expect(page).toHaveURL(/\/journal\?batch=ITEM(%2F|\/)DEFAULT/);
  await expect(page.getByRole('heading', { level: 1, name: 'Journal lines' })).toBeVisible();
  await page.getByRole('button', { name: /account|Jonas Weber/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in\?left=1$/);
  await expect(page.getByText('You are signed out of the console')).toBeVisible();
  await page.goto('/journal');
  await expect(page).toHaveURL(/\/sign-in/);
});

test('a return address that leads elsewhere leads home', async ({ page, console }) => {
  await page.goto('/sign-in?next=https%3A%2F%2Fevil.example%2F');
  await page.getByRole('button', { name: /^Auditor/ }).click();
  await expect(page).toHaveURL(`${console.url}/`);
});

test('somebody sees only the places their role may read, and is told so elsewhere', async ({
  page,
  signIn,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/403/);
  await signIn('accountant');
  await page.goto('/');
  const places = page.getByRole('navigation').getByRole('link');
  await expect(places).toHaveText(['Overview', 'Journal lines', 'Interface']);
  await page.goto('/access');
  await expect(page.getByText(/may not read/i)).toBeVisible();
});

test('dark and light are chosen in the account menu and kept', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/metadata');
  await page.getByRole('button', { name: /account|Ines Keller/i }).click();
  await page
    .getByRole('radio', { name: 'Dark' })
    .or(page.getByRole('menuitemradio', { name: 'Dark' }))
    .click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a demo console of a real service says before one signs in that changes are real', async ({
  page,
  startAside,
}) => {
  const console = await startAside({
    SIGN_IN: 'demo',
    MEM_BASE_URL: 'http://127.0.0.1:9',
    MEM_TENANT_ID: '4d5e6f70-0000-4000-8000-000000000000',
    MEM_ENVIRONMENT: 'production',
    MEM_COMPANY_ID: '4d5e6f70-0000-4000-8000-000000000001',
  });
  await page.goto(`${console.url}/sign-in`);
  await expect(page.getByText('Changes made here are real')).toBeVisible();
  await expect(page.getByText('the real service “production”')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.locator('main svg[aria-hidden="true"]').last()).toBeVisible(); // the picture that says nothing
  expect(await page.locator('main svg').last().textContent()).toBe('');
  await expect(page.getByRole('heading', { name: 'Who may use what' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});

test.describe('the demo’s shares of access', () => {
  test('are told before one signs in as the overview tells them after', async ({ page, signIn }) => {
    const shares = page.getByRole('region', { name: 'Shares of access' });
    const told = async () => {
      await expect(shares).toBeVisible();
      return shares.getByRole('row').allTextContents();
    };
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/sign-in');
    const before = await told();
    expect(before.length).toBeGreaterThan(5);
    expect(before.join(' ')).toMatch(/\d+%/);
    await expect(shares.getByRole('link')).toHaveCount(0);
    await signIn('security-administrator');
    await page.goto('/');
    expect(await told()).toEqual(before);
  });

  test.describe('without the page’s code', () => {
    test.use({ javaScriptEnabled: false });

    test('stand in the page, and are left out on a phone', async ({ page }) => {
      await page.goto('/sign-in');
      await expect(page.getByRole('heading', { name: 'Who may use what' })).toBeVisible();
      await expect(page.getByRole('row', { name: /^Item .*\d+%/ })).toBeVisible();
      await page.setViewportSize({ width: 320, height: 700 });
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Who may use what' })).toBeHidden();
      expect(await overflowsSideways(page)).toBe(false);
    });
  });

  for (const width of [1024, 1280, 1440, 1600])
    test(`break no count at ${String(width)} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/sign-in');
      const rows = page.getByRole('region', { name: 'Shares of access' }).locator('tbody tr');
      const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
      expect(heights.length).toBeGreaterThan(5);
      expect(new Set(heights).size).toBe(1);
    });

  test('are read in forced colours: each cell has its figure and an edge', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/sign-in');
    const cell = page
      .getByRole('row', { name: /^Item / })
      .getByRole('cell')
      .first();
    await expect(cell).toHaveText(/%/);
    expect(await cell.evaluate((of) => getComputedStyle(of).outlineStyle)).toBe('solid');
    expect(await violations(page)).toEqual([]);
  });
});

test('a role says whose work it is and what one lands on', async ({ page }) => {
  await page.goto('/sign-in');
  const role = page.getByRole('button', { name: /^Security administrator Maya Lindqvist/ });
  await expect(role).toContainText('You land on: who may use what');
  await page.goto('/sign-in?next=%2Fjournal');
  await expect(role).toContainText('The overview shows: who may use what');
});

test.describe('with OpenID Connect', () => {
  let console: ConsoleProcess;
  test.beforeAll(async () => {
    console = await startConsole({
      SIGN_IN: 'oidc',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'console',
    });
  });
  test.afterAll(() => console.stop());

  test('the page leads to the provider and back, by the known account or another', async ({ page }) => {
    await page.goto(`${console.url}/sign-in?next=${encodeURIComponent('/journal?batch=ITEM/DEFAULT')}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    const next = 'next=%2Fjournal%3Fbatch%3DITEM%2FDEFAULT';
    await expect(page.getByRole('link', { name: 'Sign in with your account' })).toHaveAttribute(
      'href',
      `/api/session/oidc/start?${next}`,
    );
    await expect(page.getByRole('link', { name: 'Use another account' })).toHaveAttribute(
      'href',
      `/api/session/oidc/start?${next}&account=choose`,
    );
    await expect(page.getByText('Demo sign-in')).toHaveCount(0);
  });

  test('the page says why a sign-in did not succeed, what was not changed and what to do', async ({
    page,
  }) => {
    const requestId = '0b5c1f0e-1234-4000-8000-000000000000';
    for (const failure of signInFailures) {
      await page.goto(`${console.url}/sign-in?failed=${failure}&requestId=${requestId}&next=%2Fjournal`);
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText(failureWords[failure].title);
      await expect(alert).toContainText('nothing was changed');
      await expect(alert).toContainText(requestId);
      await expect(page.getByRole('link', { name: 'Sign in with your account' })).toHaveAttribute(
        'href',
        /next=%2Fjournal$/,
      );
    }
  });

  test('the page repeats nothing that somebody else put into its address', async ({ page }) => {
    await page.goto(`${console.url}/sign-in?failed=call+0800+123456&requestId=call+0800+123456`);
    await expect(page.getByRole('link', { name: 'Sign in with your account' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await page.goto(`${console.url}/sign-in?failed=refused&requestId=call+0800+123456`);
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expect(page.getByText('0800')).toHaveCount(0);
  });

  test('the page says after a sign-out that the provider may still know the browser', async ({ page }) => {
    await page.goto(`${console.url}/sign-in?left=1`);
    await expect(page.getByText('You are signed out of the console')).toBeVisible();
    await expect(page.getByText('sign out there too')).toBeVisible();
    await page.goto(`${console.url}/sign-in?ended=1`);
    await expect(page.getByText('Your session has ended')).toBeVisible();
  });

  test('somebody without a role is sent to the provider to check again or use another account', async ({
    page,
  }) => {
    const [name = '', value = ''] = writeSession(console, 'http://127.0.0.1:9/', []).cookie.split('=');
    await page.context().addCookies([{ name, value, url: console.url }]);
    await page.goto(`${console.url}/journal?batch=ITEM%2FDEFAULT`);
    await expect(page.getByText('one of the roles of this console')).toBeVisible();
    const next = 'next=%2Fjournal%3Fbatch%3DITEM%252FDEFAULT';
    await expect(page.getByRole('link', { name: 'Check again' })).toHaveAttribute(
      'href',
      `/api/session/oidc/start?${next}`,
    );
    await expect(page.getByRole('link', { name: 'Use another account' })).toHaveAttribute(
      'href',
      `/api/session/oidc/start?${next}&account=choose`,
    );
  });

  test('axe finds nothing on the page at 320 px, in both themes', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${console.url}/sign-in?failed=unreachable&requestId=request-1`);
      expect(await violations(page)).toEqual([]);
      expect(await overflowsSideways(page)).toBe(false);
    }
  });
});

test('a menu that was opened before the page was alive is filled when it is', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const [, trigger] = document.querySelectorAll<HTMLElement>('[popovertarget][aria-haspopup="menu"]'); // of wide windows
      const panel = trigger && document.getElementById(trigger.getAttribute('popovertarget') ?? '');
      if (!panel) return;
      observer.disconnect();
      trigger.click();
      document.documentElement.dataset.openedEarly = String(panel.textContent === '');
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/metadata');
  await expect(page.locator('html')).toHaveAttribute('data-opened-early', 'true');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
});

test('an address with marks that no text should hold is drawn by the browser as by the server', async ({
  page,
  signIn,
}) => {
  // React tells on console.error where the two differ, which fails the test.
  await signIn('auditor');
  const odd = [
    '/access?type=%00&q=%E2%80%AEabc&sort=%00&compare=records,%00,1',
    '/access?entity=%0D%00&rows=%00',
    '/journal?q=%00&item=%0D',
    '/changes?person=%00&recordId=a%0Db',
    '/changes/history?recordType=Customer%0D&recordId=10000',
    '/metadata?q=%00&type=%0D&set=%00',
    '/sessions?name=%00',
    '/metadata?connection=%00',
  ];
  for (const path of odd) {
    await page.goto(path);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Ines Keller' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/access?q=%E2%80%AEC0033');
  await expect(page.getByRole('searchbox', { name: 'Record ID' })).toHaveValue('C0033');
});

test.describe('a page that was made for one person', () => {
  test('goes on as whoever signed in in another tab, and says so', async ({
    page,
    signIn,
    expectConsoleErrors,
  }) => {
    expectConsoleErrors(/40[13]/); // what it asks for before it knows who is here now
    await signIn('security-administrator');
    await page.goto('/metadata');
    await expect(page.getByRole('link', { name: 'Access', exact: true })).toBeVisible();
    await signIn('accountant'); // the browser's cookies are the same in all its tabs
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(page.getByText('You are now signed in as Jonas Weber')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Jonas Weber' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Access', exact: true })).toHaveCount(0);
  });

  test('shows nothing of theirs a moment after somebody else has signed in in another tab', async ({
    page,
    signIn,
    expectConsoleErrors,
  }) => {
    expectConsoleErrors(/401/);
    await signIn('security-administrator');
    await page.goto('/access?type=Customer&q=C00330');
    await page.getByText('Stage', { exact: true }).click();
    await page.getByRole('switch').first().click();
    await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/sign-in');
    // Of all that could tell the page but the session itself, whose poll comes after 30 s: the word from the other tab is left.
    await hold(page, /\/api\/(?!session)/);
    await other.getByRole('button', { name: /^Auditor/ }).click();
    await expect(other.getByRole('button', { name: 'Ines Keller' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ines Keller' })).toBeVisible();
    await expect(page.getByText('You are now signed in as Ines Keller')).toBeVisible();
    await expect(page.getByText('1 staged', { exact: true })).toHaveCount(0);
    await expect(page.getByText('Maya Lindqvist')).toHaveCount(0);
  });

  test('changes nothing in the session of another, who is told so', async ({
    page,
    signIn,
    console,
    expectConsoleErrors,
  }) => {
    expectConsoleErrors(/40[13]/); // the page of access is not for the one who signs in
    await signIn('security-administrator');
    await page.goto('/access?type=Customer&q=C00330');
    const one = page.getByRole('switch').first();
    await expect(one).toBeVisible();
    await console.control('DELETE', '/counters');
    await signIn('accountant');
    await one.click();
    await expect(page.getByText('You are now signed in as Jonas Weber')).toBeVisible();
    await expect(page.getByText('What was asked for last was not done.')).toBeVisible();
    expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 0 });
  });

  test('signs nobody else out', async ({ page, signIn, expectConsoleErrors }) => {
    expectConsoleErrors(/401/);
    await signIn('auditor');
    await page.goto('/metadata');
    await page.getByRole('button', { name: 'Ines Keller' }).click();
    await signIn('accountant');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText('You are now signed in as Jonas Weber')).toBeVisible();
    expect((await page.request.get('/api/session')).status()).toBe(200);
  });
});
