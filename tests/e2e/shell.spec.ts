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
  const signIn = async (...held: Role[]) => {
    const [name = '', value = ''] = writeSession(console, 'demo', held).cookie.split('=');
    await context.addCookies([{ name, value, url: console.url }]);
  };
  for (const path of ['/sign-in?failed=expired', '/nowhere']) await visit(path);
  await signIn();
  await visit('/access');
  await context.addInitScript(`try { localStorage.setItem('mem-console-theme', 'dark') } catch {}`);
  await signIn('security-administrator', 'accountant');
  const paths = [
    '/',
    '/access',
    '/changes',
    '/changes/import',
    '/connections',
    '/journal',
    '/metadata',
    '/notices',
    '/sessions',
  ];
  for (const path of paths) await visit(path);
  await console.control('PUT', '/faults', [{ kind: 'status', status: 403, resource: 'any' }]);
  await visit('/access');
  await console.control('PUT', '/faults', []);
  expect(faults).toEqual([]);
});

test('a script that somebody slipped into a page does not run', async ({ page, expectConsoleErrors }) => {
  expectConsoleErrors(/Content Security Policy|evil\.example/);
  await page.goto('/sign-in');
  const broken: string[] = [];
  await page.exposeFunction('noteViolation', (directive: string) => void broken.push(directive));
  await page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      const { noteViolation } = window as unknown as { noteViolation: (text: string) => void }; // exposed above
      noteViolation(effectiveDirective);
    });
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
    void fetch('https://evil.example/').catch(() => undefined);
  });
  const directives = [
    'script-src-elem',
    'script-src-attr',
    'script-src',
    'style-src-elem',
    'frame-src',
    'connect-src',
  ];
  await expect.poll(() => broken).toEqual(expect.arrayContaining(directives));
  expect(await page.evaluate(() => (window as { owned?: string }).owned)).toBeUndefined();
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).not.toBe('none');
});
