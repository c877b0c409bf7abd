import type { Role } from '@/lib/contract/session/roles';
import { expect, test, waitingUntilAlive } from '@/tests/support/browser/console-test';
import { writeSession } from '@/tests/support/console/written-session';

test('no page or state breaks the policy', async ({ context, console }) => {
  const faults: string[] = [];
  await context.exposeBinding(
    'noteViolation',
    ({ page }, text: string) => void faults.push(`${page.url()}: ${text}`),
  );
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { noteViolation } = window as unknown as { noteViolation: (text: string) => void }; // exposed above
      noteViolation(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text());
  });
  const visit = async (path: string): Promise<void> => {
    const page = waitingUntilAlive(await context.newPage());
    await page.goto(console.url + path);
    await expect(page.locator('h1, main').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.close();
  };
  const places = [
    '/access',
    '/journal?columns=ItemNo,Quantity',
    '/metadata',
    '/sessions',
    '/nowhere',
    '/sign-in',
  ];
  const odd = ['/nowhere', '/foo.bar', '/access/ITEM-1.5', '/_next/zzz', '/%zz'];
  for (const path of ['/sign-in', '/sign-in?failed=expired', '/access', ...odd]) await visit(path);
  const visitors: [readonly Role[], string][] = [
    [[], 'light'],
    [['security-administrator'], 'light'],
    [['accountant', 'auditor'], 'dark'],
  ];
  for (const [held, scheme] of visitors) {
    const [name = '', value = ''] = writeSession(console, 'demo', held).cookie.split('=');
    await context.addCookies([{ name, value, url: console.url }]);
    await context.addInitScript(`try { localStorage.setItem('mem-console-theme', '${scheme}') } catch {}`);
    for (const path of places) await visit(path);
  }
  await console.control('PUT', '/faults', [{ kind: 'status', status: 403, resource: 'any' }]);
  for (const path of ['/access', '/journal', '/metadata']) await visit(path);
  await console.control('PUT', '/faults', []);
  expect(faults).toEqual([]);
});

test('a script that somebody slipped into a page does not run', async ({ page, expectConsoleErrors }) => {
  expectConsoleErrors(/Content Security Policy|evil\.example/);
  await page.goto('/sign-in');
  const violations = await page.evaluate(async () => {
    const found: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      found.push(effectiveDirective),
    );
    const script = document.createElement('script');
    script.textContent = 'window.owned = "inline"';
    document.body.append(script);
    const holder = document.createElement('div');
    holder.innerHTML = '<img src="data:,x" onerror="window.owned = \'attribute\'"><a href="javascript:void(window.owned = \'link\')">x</a><style>body { display: none }</style>'; // prettier-ignore
    document.body.append(holder);
    holder.querySelector('a')?.click();
    // A text given to a timer is compiled by the page itself, not by this evaluation.
    // oxlint-disable-next-line typescript/no-implied-eval -- it is what must not work
    setTimeout('window.owned = "text"', 0);
    const frame = document.createElement('iframe');
    frame.src = 'https://evil.example/';
    document.body.append(frame);
    await fetch('https://evil.example/').catch(() => undefined);
    await new Promise((done) => setTimeout(done, 500));
    return found;
  });
  expect(await page.evaluate(() => (window as { owned?: string }).owned)).toBeUndefined();
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).not.toBe('none');
  for (const directive of [
    'script-src-elem',
    'script-src-attr',
    'script-src',
    'style-src-elem',
    'frame-src',
    'connect-src',
  ])
    expect(violations).toContain(directive);
});

test('a panel is as tall as the window allows, and its last line is seen', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn('security-administrator');
  await page.goto('/access');
  const account = page.getByRole('button', { name: 'Maya Lindqvist Security administrator', exact: true });
  await expect(account).toHaveText(/^ML/); // seen, and not read out
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Entities', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Entities' });
  await expect(picker.getByText('None chosen: all are shown')).toBeInViewport({ ratio: 1 });
  const box = await picker.boundingBox();
  expect(box?.height).toBeGreaterThan(500);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(800);

  // Where there is less room than it wants, it takes what there is and its list scrolls.
  await page.setViewportSize({ width: 1280, height: 400 });
  await expect(picker.getByText('None chosen: all are shown')).toBeInViewport({ ratio: 1 });
});
