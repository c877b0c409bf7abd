import type { EarlyInput } from '@/components/ui/keys/early-input';
import type { Role } from '@/lib/contract/session/roles';
import { readerCookie } from '@/lib/domain/reader-formats';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { hold, openWithoutScripts, scripts } from '@/tests/support/browser/hold';
import { movedWhileComing } from './layout-shifts';
import { switchOf } from '@/tests/support/browser/parts-of-pages';

/* What a page shows before its code has come, and how the code takes it over. */

const matrix = /\/api\/access\/matrix/;
const first = '#first-matrix';

test('what a page begins with is in it as it is sent, as its address asks, and for the role', async ({
  page,
  console,
}) => {
  await signInBy(page.request, console.url, 'security-administrator');
  const html = await (await page.request.get(`${console.url}/access?type=Customer&q=1*&sort=granted`)).text();
  expect(html).toMatch(
    /role="switch"[^>]*aria-checked="true"[^>]*aria-label="Customer 1\d+, entity 000, has access"/,
  );
  expect(html).not.toMatch(/aria-label="(Item|Vendor)/);
  // Painted from there on: a link in the body would have no effect, and one to nothing would hold the page back.
  const awaited = [
    ...html.slice(0, html.indexOf('</head>')).matchAll(/<link rel="expect" href="#([\w-]+)"/g),
  ];
  expect(awaited).toHaveLength(2);
  for (const [, id = ''] of awaited) expect(html).toContain(` id="${id}" hidden=""`);
  const others: Role[] = ['auditor', 'accountant'];
  for (const role of others) {
    await signInBy(page.request, console.url, role);
    const text = await (await page.request.get(`${console.url}/access?unfold=*`)).text();
    if (role === 'auditor') expect(text).toMatch(/aria-readonly="true"[^>]*aria-checked/);
    else expect(text).not.toMatch(/aria-checked|Customer/);
  }
  await signInBy(page.request, console.url, 'security-administrator');
  const htmlOf = async (path: string) => (await page.request.get(console.url + path)).text();
  // Once the console has read the lines.
  await expect.poll(() => htmlOf('/'), { timeout: 60_000 }).toMatch(/>No entity: \d+ lines</);
  expect(await htmlOf('/changes')).toMatch(/\[\\"access\\",\\"default\\",\\"summary\\"\]/); // types and entities
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the matrix can be read, and says why it cannot be changed', async ({ page, signIn }) => {
    await signIn('security-administrator');
    await page.goto('/access?type=Customer');
    const control = page.getByRole('switch', { name: 'Customer 10000, entity 000, has access' });
    await expect(control).toBeVisible();
    await expect(control).toBeDisabled();
    for (const path of ['/access?type=Customer', '/changes']) {
      await page.goto(path);
      await expect(page.locator('noscript').getByText(/runs no scripts/)).toBeVisible();
    }
  });
});

test('a press before any of our code is carried out once, and is seen at once', async ({
  page,
  console,
  signIn,
}) => {
  await signIn('security-administrator');
  const control = switchOf(page, '20000', '110');
  const letGo = await openWithoutScripts(page, '/access?type=Customer', control);
  await expect(control).toBeEnabled();
  const before = await control.getAttribute('aria-checked');
  await control.click();
  await expect(control).toHaveAttribute('aria-checked', before === 'true' ? 'false' : 'true');
  await expect(page.locator(`${first} [data-mark="pending"]`)).toHaveCount(1);
  const posts: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/access?connection=default'))
      posts.push(request.postDataJSON());
  });
  letGo();
  await expect(page.locator(first)).toHaveCount(0);
  await expect(page.locator('[data-mark="pending"]')).toHaveCount(0);
  const now = before === 'true' ? 'no access' : 'has access';
  await expect(page.getByRole('switch', { name: `Customer 20000, entity 110, ${now}` })).toBeVisible();
  expect(posts).toMatchObject([
    { recordId: '20000', accessible: before !== 'true', expected: before === 'true' },
  ]);
  const cell = { recordType: 'Customer', recordId: '20000', entityId: '110' };
  const asked = new URLSearchParams(cell).toString();
  const rows = (await (await page.request.get(`${console.url}/api/access?${asked}`)).json()) as {
    value: unknown[];
  };
  expect(rows.value).toEqual([{ ...cell, accessible: before !== 'true' }]);
});

test('keys work before any of our code: arrows, a press of a switch, and the way to the search', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  const at = (recordId: string, entityId: string) => switchOf(page, recordId, entityId);
  const letGo = await openWithoutScripts(page, '/access?type=Customer', at('20000', '110'));
  await expect(at('20000', '110')).toBeEnabled();
  await at('20000', '110').focus();
  await page.keyboard.press('ArrowRight');
  await expect(at('20000', '120')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const control = at('30000', '120');
  await expect(control).toBeFocused();
  const wasOn = (await control.getAttribute('aria-checked')) === 'true';
  await page.keyboard.press('Space');
  await expect(control).toHaveAccessibleName(wasOn ? / no access$/ : / has access$/);
  await page.keyboard.press('/');
  await page.keyboard.type('30');
  const search = page.getByRole('searchbox', { name: /^Record ID/ });
  await expect(search).toBeFocused();
  letGo();
  await expect(page.locator(first)).toHaveCount(0);
  await expect(search).toHaveValue('30');
  await expect(page).toHaveURL(/q=30/);
  await expect(page.locator('[data-mark="pending"]')).toHaveCount(0);
  await expect(control).toHaveAttribute('aria-checked', String(!wasOn));
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

test('keys typed while a part loads press no switch', async ({ page, signIn }) => {
  await signIn('security-administrator');
  let posts = 0;
  page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0));
  for (const [key, opened] of [
    ['?', 'Keyboard shortcuts'],
    ['h', /^Customer/],
    ['i', /^Review/],
  ] as const) {
    await page.goto('/access?type=Customer');
    const control = page.getByRole('switch').first();
    const before = await control.getAttribute('aria-checked');
    const letGo = await hold(page, scripts);
    await control.focus();
    if (key === 'i') await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press(key);
    await page.keyboard.type('zurich ');
    await page.keyboard.press('Enter');
    letGo();
    const there = page.getByRole('dialog', { name: opened });
    await expect(there.or(page.getByRole('complementary', { name: opened }))).toBeVisible();
    // What is reviewed is staged, and shown so.
    if (key !== 'i') await expect(control).toHaveAttribute('aria-checked', String(before));
  }
  expect(posts).toBe(0);
});

test('presses of buttons and boxes before any of our code are carried out, unless they are taken back', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  for (const [path, role, name, asked] of [
    ['/access', 'checkbox', 'Hide empty columns', /used=true/],
    ['/changes', 'button', 'Mine', /mine=true/],
    ['/journal', 'radio', 'Groups', /by=/],
    ['/metadata', 'radio', /^Differences/, /tab=differences/],
  ] as const) {
    const control = page.getByRole('main').getByRole(role, { name }).first();
    await page.goto(path);
    await expect(control).toBeVisible(); // the console has what the page shows
    const letGo = await openWithoutScripts(page, path, control);
    await control.click({ force: true });
    if (role === 'button') await expect(control).toHaveAttribute('data-early'); // it shows that it waits
    letGo();
    await expect(page).toHaveURL(asked);
    await expect(control).not.toHaveAttribute('data-early');
  }
  const box = page.getByRole('main').getByRole('checkbox', { name: 'Hide empty columns' });
  const letGo = await openWithoutScripts(page, '/access', box);
  const was = await box.isChecked();
  for (let presses = 0; presses < 2; presses++) await box.click({ force: true });
  letGo();
  await page.waitForFunction(() => (globalThis as { memEarly?: EarlyInput }).memEarly?.isAlive === true);
  await expect(box).toBeChecked({ checked: was });
  await expect(page).toHaveURL(/\/access$/);
});

test('a press while React waits for the code of the page is carried out', async ({ page, signIn }) => {
  await signIn('security-administrator');
  const html = await (await page.request.get('/access')).text();
  const files = [...new Set(html.match(/\/_next\/static\/chunks\/[\w.-]+\.js/g))];
  const codes = await Promise.all(files.map(async (file) => (await page.request.get(file)).text()));
  const ofPage = files.filter((_, at) => codes[at]?.includes('firstPresses'));
  expect(ofPage).toHaveLength(1);
  const letGo = await hold(page, new RegExp(ofPage.join()));
  await page.goto('/access?type=Customer', { waitUntil: 'commit' });
  // Of what is pressed in a part that it cannot draw yet it tells nobody below the document.
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')));
  const control = switchOf(page, '50000', '110');
  const before = await control.getAttribute('aria-checked');
  await control.click();
  await expect(control).toHaveAttribute('aria-checked', before === 'true' ? 'false' : 'true');
  letGo();
  await expect(page.locator(first)).toHaveCount(0);
  const now = before === 'true' ? 'no access' : 'has access';
  await expect(page.getByRole('switch', { name: `Customer 50000, entity 110, ${now}` })).toBeVisible();
  await expect(page.locator('[data-mark="pending"]')).toHaveCount(0);
});

test('presses before the matrix has come switch, stage where that is asked for, and keep the focus', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  const letGo = await hold(page, matrix);
  await page.goto('/access?type=Customer&stage=true', { waitUntil: 'load' });
  const control = switchOf(page, '30000', '120');
  await control.click();
  await expect(control).toHaveAttribute('title', /staged/);
  await control.focus();
  letGo();
  await expect(page.locator(first)).toHaveCount(0);
  await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
  await expect(switchOf(page, '30000', '120')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(switchOf(page, '30000', '130')).toBeFocused();
});

test('a press that has begun when the grid comes is carried out', async ({ page, signIn }) => {
  await signIn('security-administrator');
  const letGo = await hold(page, matrix);
  await page.goto('/access?type=Customer', { waitUntil: 'load' });
  const control = switchOf(page, '40000', '110');
  const before = await control.getAttribute('aria-checked');
  await control.hover();
  await page.mouse.down();
  const come = page.waitForResponse(matrix);
  letGo();
  await come;
  // The page has read it, and drawn what it may draw of it.
  await page.evaluate(() => new Promise((drawn) => requestIdleCallback(() => requestAnimationFrame(drawn))));
  await page.mouse.up();
  await expect(page.locator(first)).toHaveCount(0);
  const now = before === 'true' ? 'no access' : 'has access';
  await expect(page.getByRole('switch', { name: `Customer 40000, entity 110, ${now}` })).toBeVisible();
});

test('what is typed before the code of a page has come is searched for', async ({ page, signIn }) => {
  await signIn('security-administrator');
  for (const [path, name] of [
    ['/access', 'Record ID'],
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

test('a role that is pressed before the code has come is signed in, and is seen to be at once', async ({
  page,
  console,
}) => {
  const letGo = await hold(page, scripts);
  await page.goto(`${console.url}/sign-in`, { waitUntil: 'commit' });
  const role = page.getByRole('button', { name: /^Auditor/ });
  await role.click();
  await expect(role).toHaveAttribute('aria-busy', 'true');
  await page.getByRole('button', { name: /^Accountant/ }).click(); // too late for another one
  letGo();
  await expect(page).toHaveURL(`${console.url}/`);
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
