import { readerCookie } from '@/lib/domain/reader-formats';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { hold, openWithoutScripts, scripts } from '@/tests/support/browser/hold';
import { movedWhileComing } from './layout-shifts';
import { switchOf } from '@/tests/support/browser/parts-of-pages';

/* What a page shows before it has mounted, and what it makes of what a person did until then. */

test('a page has in its HTML what its person may read', async ({ page, console }) => {
  const htmlOf = async (path: string) => (await page.request.get(console.url + path)).text();
  await signInBy(page.request, console.url, 'security-administrator');
  // Once the console has read the lines.
  await expect.poll(() => htmlOf('/'), { timeout: 60_000 }).toMatch(/>No entity: \d+ lines</);
  expect(await htmlOf('/changes')).toMatch(/\[\\"access\\",\\"default\\",\\"summary\\"\]/); // types and entities
  const asksForMatrix = '/api/access/matrix?connection=default';
  expect(await htmlOf('/access')).toContain(asksForMatrix);
  await signInBy(page.request, console.url, 'accountant');
  expect(await htmlOf('/access')).not.toContain(asksForMatrix);
});

test('the head of the access page asks for the matrix and its names, once, before any script has come', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const isDocument = request.headers()['accept'] === 'application/octet-stream';
    if (isDocument || pathname.endsWith('/labels')) asked.push(pathname + search);
  });
  const letGo = await hold(page, scripts);
  await page.goto('/access?type=Customer', { waitUntil: 'commit' });
  const both = ['/api/access/matrix?connection=default', '/api/access/labels?connection=default'];
  await expect.poll(() => asked).toEqual(both);
  letGo();
  await expect(switchOf(page, '20000', '110')).toBeVisible();
  expect(asked).toEqual(both);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the matrix says that it needs scripts', async ({ page, signIn }) => {
    await signIn('security-administrator');
    await page.goto('/access');
    await expect(page.locator('noscript').getByText(/^The matrix is drawn by scripts/)).toBeVisible();
    await expect(page.locator('noscript').getByText(/runs no scripts/)).toBeVisible();
  });
});

test('the palette’s field takes the very next key, whatever code has not come', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const control = page.getByRole('switch').first();
  const before = await control.getAttribute('aria-checked');
  await hold(page, scripts);
  await control.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('give vendors to 420 ');
  const field = page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox');
  await expect(field).toHaveValue('give vendors to 420 ');
  await page.keyboard.press('Escape');
  await expect(control).toHaveAttribute('aria-checked', String(before));
  await expect(control).toBeFocused();
});

test('buttons and boxes look as if they were off until their page has mounted, and do nothing', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  for (const [path, role, name] of [
    ['/access', 'checkbox', 'Hide empty columns'],
    ['/changes', 'button', 'Mine'],
    ['/journal', 'radio', 'Groups'],
  ] as const) {
    const control = page.getByRole('main').getByRole(role, { name }).first();
    const letGo = await openWithoutScripts(page, path, control);
    const look = role === 'button' ? control : control.locator('xpath=ancestor::label');
    await expect(look).toHaveCSS('opacity', '0.6');
    await control.click({ force: true });
    await control.focus();
    await page.keyboard.press('Space');
    letGo();
    await expect(look).toHaveCSS('opacity', '1');
    await expect(page).toHaveURL(path);
    if (role !== 'button') await expect(control).not.toBeChecked();
    await look.click();
    await expect(page).not.toHaveURL(path);
  }
});

test('a key does nothing before the page has mounted', async ({ page, signIn }) => {
  await signIn('security-administrator');
  let posts = 0;
  page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0));
  const map = page.getByRole('button', { name: 'Map' });
  const letGo = await openWithoutScripts(page, '/access?type=Customer', map);
  const hint = page.locator('kbd', { hasText: 'Ctrl' }).first();
  await expect(hint).toHaveCSS('visibility', 'hidden');
  await page.keyboard.type('/ gz');
  letGo();
  await expect(hint).toHaveCSS('visibility', 'visible');
  await expect(switchOf(page, '20000', '110')).toBeVisible();
  await page.keyboard.press('/'); // now it leads to the search
  await expect(page.getByRole('searchbox', { name: /^Record ID/ })).toBeFocused();
  await expect(page.getByRole('searchbox', { name: /^Record ID/ })).toHaveValue('');
  expect(posts).toBe(0);
});

test('what is typed before the code of a page has come is searched for', async ({ page, signIn }) => {
  await signIn('security-administrator');
  for (const [path, name] of [
    ['/access', 'Record ID or name'],
    ['/journal', 'Search'],
  ] as const) {
    const letGo = await hold(page, scripts);
    await page.goto(path, { waitUntil: 'commit' });
    const field = page.getByRole('searchbox', { name, exact: true });
    await field.pressSequentially('CON0');
    letGo();
    await expect(page).toHaveURL(/q=CON0/);
    await expect(field).toHaveValue('CON0');
  }
});

// It is the harder case of the two: the page is drawn anew when the browser tells its day.
test.describe('on a first visit from where it is another day than in UTC', () => {
  test.use({ timezoneId: new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati' });

  test('nothing on any page moves while it comes', async ({ page, context, signIn, expectConsoleErrors }) => {
    expectConsoleErrors(/ERR_FAILED|404/); // the font is not let in, and one page is not there
    await signIn('security-administrator');
    const forgetZone = () => context.clearCookies({ name: readerCookie });
    expect(await movedWhileComing(page, 1440, forgetZone)).toEqual({});
  });
});
