import type { Page } from '@playwright/test';
import type { EarlyInput } from '@/components/ui/keys/early-input';
import type { Role } from '@/lib/contract/session/roles';
import { readerCookie } from '@/lib/domain/reader-formats';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { hold, openWithoutScripts, scripts } from '@/tests/support/browser/hold';
import { shareOfOthers } from '@/tests/support/browser/pixels';

/* What a page shows before its code has come, and how the code takes it over. */

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean;
  value: number;
  sources: { node: Node | null }[];
}

const matrix = /\/api\/access\/matrix/;
const first = '#first-matrix';

test('the first view is in the page as it is sent, as its address asks, and for the role', async ({
  page,
  console,
}) => {
  await signInBy(page.request, console.url, 'security-administrator');
  const html = await (await page.request.get(`${console.url}/access?type=Customer&q=1*&sort=granted`)).text();
  expect(html).toMatch(
    /role="switch"[^>]*aria-checked="true"[^>]*aria-label="Customer 1\d+, entity 000, has access"/,
  );
  expect(html).not.toMatch(/aria-label="(Item|Vendor)/);
  expect(html).toMatch(/\[data-span="(\d+)"\]\{--span:\1\}/); // a group's name is whole from the first paint
  expect(html).not.toMatch(/ style="/); // the pages' policy takes none from HTML
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
});

test('what waits, and what changes can be filtered by, is in the pages as they are sent', async ({
  page,
  console,
}) => {
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
    for (const path of ['/access?type=Customer', '/journal', '/changes']) {
      await page.goto(path);
      await expect(page.locator('noscript').getByText(/runs no scripts/)).toBeVisible();
    }
  });

  test('the shares of the overview stand in their columns while only half of their heads have come', async ({
    page,
    signIn,
  }) => {
    await signIn('security-administrator');
    const shares = page.getByRole('region', { name: 'Shares of access' });
    const headLefts = async () => {
      await expect(async () => {
        await page.goto('/'); // until it is read soon enough to be in the page's frame
        await expect(shares).toBeVisible({ timeout: 500 });
      }).toPass();
      const heads = await shares.getByRole('columnheader').all();
      return Promise.all(heads.map(async (head) => (await head.boundingBox())?.x));
    };
    const whole = await headLefts();
    await page.route('/', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const heads = html.slice(0, html.indexOf('</thead>')).split('<th ');
      await route.fulfill({ response, body: heads.slice(0, -4).join('<th ') });
    });
    const half = await headLefts();
    expect(half).toEqual(whole.slice(0, -4));
    expect(half.length).toBeGreaterThan(2);
  });

  test('the journal’s lines end where they will while the bar below them has not come', async ({
    page,
    signIn,
  }) => {
    await signIn('accountant');
    const bar = page.getByRole('region', { name: 'Status bar' });
    const bottom = async () => {
      await page.goto('/journal');
      const box = await page.locator('main table').locator('..').boundingBox();
      return box && box.y + box.height;
    };
    const bottoms = async () => {
      const found = [];
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        found.push(await bottom());
      }
      return found;
    };
    const whole = await bottoms();
    await expect(bar).toBeVisible();
    await page.route('/journal', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({
        response,
        body: html.slice(0, html.indexOf('<section aria-label="Status bar"')),
      });
    });
    expect(await bottoms()).toEqual(whole);
    await expect(bar).toHaveCount(0);
  });
});

test('a press before any of our code is carried out once, and is seen at once', async ({
  page,
  console,
  signIn,
}) => {
  await signIn('security-administrator');
  const control = page.getByRole('switch', { name: /^Customer 20000, entity 110, / });
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
  const at = (recordId: string, entityId: string) =>
    page.getByRole('switch', { name: new RegExp(`^Customer ${recordId}, entity ${entityId}, `) });
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

for (const asks of ['keys', 'button'] as const)
  test(`what is typed after the palette’s ${asks} before any of our code is its own`, async ({
    page,
    signIn,
  }) => {
    await signIn('security-administrator');
    const control = page.getByRole('switch').first();
    const letGo = await openWithoutScripts(page, '/access?unfold=*', control);
    const before = await control.getAttribute('aria-checked');
    await control.focus();
    if (asks === 'keys') await page.keyboard.press('Control+k');
    else await page.getByRole('button', { name: /^Commands/ }).click();
    await page.keyboard.type('copx');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('y 200 ');
    await page.keyboard.press('Enter'); // so early it takes nothing
    letGo();
    const field = page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox');
    await expect(field).toBeFocused();
    await page.keyboard.type('4');
    await expect(field).toHaveValue('copy 200 4');
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
    await expect(control).toHaveAttribute('aria-checked', String(before));
    await expect(page).toHaveURL(/\/access\?unfold=\*$/);
    await page.keyboard.press('Control+k');
    await expect(field).toHaveValue('');
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

for (const [part, key, opened] of [
  ['the keyboard help', '?', 'Keyboard shortcuts'],
  ['the details', 'h', /^Customer/],
  ['the review of what is selected', 'i', /^Review/],
] as const)
  test(`keys typed while ${part} loads press no switch`, async ({ page, signIn }) => {
    await signIn('security-administrator');
    await page.goto('/access?type=Customer');
    const control = page.getByRole('switch').first();
    const before = await control.getAttribute('aria-checked');
    const letGo = await hold(page, scripts);
    let posts = 0;
    page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0));
    await control.focus();
    if (key === 'i') await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press(key);
    await page.keyboard.type('zurich ');
    await page.keyboard.press('Enter');
    letGo();
    const there = page.getByRole('dialog', { name: opened });
    await expect(there.or(page.getByRole('complementary', { name: opened }))).toBeVisible();
    expect(posts).toBe(0);
    // What is reviewed is staged, and shown so.
    if (key !== 'i') await expect(control).toHaveAttribute('aria-checked', String(before));
  });

test('the palette that is waited for is taken back by Escape, Tab and a press elsewhere', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  const button = page.getByRole('button', { name: /^Commands/ });
  const search = page.getByRole('searchbox', { name: /^Record ID/ });
  const letGo = await openWithoutScripts(page, '/access?type=Customer', search);
  for (const takeBack of [
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Tab'),
    () => search.click(),
  ]) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('x');
    await expect(button).toHaveAttribute('data-early'); // it shows that it waits
    await takeBack();
    await expect(button).not.toHaveAttribute('data-early');
  }
  await page.keyboard.type('20');
  await expect(search).toHaveValue('20');
  letGo();
  await expect(page).toHaveURL(/q=20/);
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await expect(palette.getByRole('combobox')).toHaveValue('');
});

for (const [path, role, name, asked] of [
  ['/access', 'checkbox', 'Hide empty columns', /used=true/],
  ['/changes', 'button', 'Mine', /mine=true/],
  ['/journal', 'radio', 'Groups', /by=/],
  ['/metadata', 'radio', /^Differences/, /tab=differences/],
] as const)
  test(`a press on ${path} before any of our code is no empty one: ${String(name)}`, async ({
    page,
    signIn,
  }) => {
    await signIn('security-administrator');
    const control = page.getByRole('main').getByRole(role, { name }).first();
    await page.goto(path);
    await expect(control).toBeVisible(); // the console has what the page shows
    const letGo = await openWithoutScripts(page, path, control);
    await control.click({ force: true });
    if (role === 'button') await expect(control).toHaveAttribute('data-early'); // it shows that it waits
    letGo();
    await expect(page).toHaveURL(asked);
    await expect(control).not.toHaveAttribute('data-early');
  });

for (const [path, role, names] of [
  ['/access', 'checkbox', ['Hide empty columns', 'Hide empty columns']],
  ['/journal', 'radio', ['Groups', 'Lines']],
] as const)
  test(`what was pressed on ${path} before any of our code and taken back stays as it was`, async ({
    page,
    signIn,
  }) => {
    await signIn('security-administrator');
    const control = page.getByRole('main').getByRole(role, { name: names[1] });
    const letGo = await openWithoutScripts(page, path, control);
    const was = await control.isChecked();
    for (const name of names) await page.getByRole('main').getByRole(role, { name }).click({ force: true });
    letGo();
    await page.waitForFunction(() => (globalThis as { memEarly?: EarlyInput }).memEarly?.isAlive === true);
    await expect(control).toBeChecked({ checked: was });
    await expect(page).toHaveURL(new RegExp(`${path}$`));
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
  const control = page.getByRole('switch', { name: /^Customer 50000, entity 110, / });
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
  const control = page.getByRole('switch', { name: /^Customer 30000, entity 120, / });
  await control.click();
  await expect(control).toHaveAttribute('title', /staged/);
  await control.focus();
  letGo();
  await expect(page.locator(first)).toHaveCount(0);
  await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
  await expect(page.getByRole('switch', { name: /^Customer 30000, entity 120, / })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('switch', { name: /^Customer 30000, entity 130, / })).toBeFocused();
});

test('a press that has begun when the grid comes is carried out', async ({ page, signIn }) => {
  await signIn('security-administrator');
  const letGo = await hold(page, matrix);
  await page.goto('/access?type=Customer', { waitUntil: 'load' });
  const control = page.getByRole('switch', { name: /^Customer 40000, entity 110, / });
  const before = await control.getAttribute('aria-checked');
  await control.hover();
  await page.mouse.down();
  const come = page.waitForResponse(matrix);
  letGo();
  await come;
  await page.waitForTimeout(500); // the grid would have come by now
  await page.mouse.up();
  await expect(page.locator(first)).toHaveCount(0);
  const now = before === 'true' ? 'no access' : 'has access';
  await expect(page.getByRole('switch', { name: `Customer 40000, entity 110, ${now}` })).toBeVisible();
});

test('keys that select in the grid press nothing before it is there, and a record’s name tells of it', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  const letGo = await hold(page, matrix);
  await page.goto('/access?type=Customer', { waitUntil: 'load' });
  const control = page.getByRole('switch', { name: /^Customer 30000, entity 130, / });
  await control.focus();
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/access')) posts.push(request.url());
  });
  await page.keyboard.press('Shift+ ');
  await page.keyboard.press('Control+ ');
  await page.getByRole('link', { name: '30000', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Customer 30000', exact: true })).toBeVisible();
  expect(posts).toEqual([]);
  letGo();
});

test('a reader’s press says why nothing happens', async ({ page, signIn }) => {
  await signIn('auditor');
  const letGo = await hold(page, matrix);
  await page.goto('/access?type=Customer', { waitUntil: 'load' });
  const control = page.getByRole('switch', { name: /^Customer 30000, entity 120, / });
  const before = await control.getAttribute('aria-checked');
  await control.click();
  await expect(page.getByText('Your role may read access, but not change it.').first()).toBeVisible();
  await expect(control).toHaveAttribute('aria-checked', before ?? '');
  letGo();
});

for (const [width, height, entity] of [
  [1440, 900, ''],
  [390, 844, ''],
  [1920, 900, ''],
  [1440, 900, '1*'],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the grid takes the first view over without a difference, ${String(width)} px, ${colorScheme}, entities ${entity}`, async ({
      page,
      signIn,
    }) => {
      await signIn('security-administrator');
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.goto('/sign-in'); // which notes the time zone
      const letGo = await hold(page, matrix);
      await page.goto(`/access?q=1*&sort=granted&entity=${entity}`, { waitUntil: 'load' });
      const grid = page.locator(first);
      await expect(grid).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const before = await grid.screenshot();
      letGo();
      await expect(page.locator(first)).toHaveCount(0);
      const after = await page.getByRole('grid').screenshot();
      expect(await shareOfOthers(page, [before, after], 4)).toBe(0);
    });

for (const [role, path, name] of [
  ['security-administrator', '/access', 'Record ID'],
  ['accountant', '/journal', 'Search'],
] as const)
  test(`what is typed before the code of ${path} has come is searched for`, async ({ page, signIn }) => {
    await signIn(role);
    const letGo = await hold(page, scripts);
    await page.goto(path, { waitUntil: 'commit' });
    const field = page.getByRole('searchbox', { name, exact: true });
    await field.pressSequentially('CON0');
    letGo();
    await expect(page).toHaveURL(/q=CON0/);
    await expect(field).toHaveValue('CON0');
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

/**
 * Keeps what moves on the pages that come, with its markup. Where the browser has so little time that it paints half of
 * a page's text, what stands at the right moves by a hair while it reads on: that is not counted, unlike anything larger.
 */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, startTime, value, sources } of list.getEntries() as LayoutShift[]) {
        const [{ domInteractive }] = performance.getEntriesByType('navigation') as [
          PerformanceNavigationTiming,
        ];
        const isWhileRead = domInteractive === 0 || startTime < domInteractive;
        // Less is progress that grows, or a row of links of which the first was painted before the rest had come.
        if (hadRecentInput || value < (isWhileRead ? 0.02 : 0.0001)) continue;
        const moved = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML : node?.textContent,
        );
        shifts.push(`${String(value)} ${moved.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    await page.waitForTimeout(500);
    return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
  };
}

const filtered = '/journal?q=CON0&entity=210';
const pages = [
  '/sign-in',
  '/',
  '/access',
  '/journal',
  filtered,
  '/journal?show=pictures',
  '/changes',
  '/changes/import',
  '/metadata',
  '/sessions',
  '/nothing/here',
];

/**
 * What moved on which page, of which width, while it came. Without the page's own font: on a loaded machine that may come
 * after the first paint, and words are as wide as in it from then on.
 */
async function movedWhileComing(page: Page, before?: () => Promise<void>): Promise<Record<string, string[]>> {
  const shifts = await watchShifts(page);
  await page.route('**/*.woff2', (route) => route.abort());
  const seen: [string, string[]][] = [];
  for (const width of [1440, 390])
    for (const path of pages) {
      await before?.();
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path, { waitUntil: 'networkidle' });
      seen.push([`${path} ${String(width)}`, await shifts()]);
    }
  return Object.fromEntries(seen.filter(([, moved]) => moved.length > 0));
}

test('nothing on any page moves while it comes', async ({ page, signIn, expectConsoleErrors }) => {
  expectConsoleErrors(/ERR_FAILED|404/);
  await signIn('security-administrator');
  await page.goto('/sign-in'); // which notes the time zone
  expect(await movedWhileComing(page)).toEqual({});
});

test.describe('on a first visit from where it is another day than in UTC', () => {
  test.use({ timezoneId: new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati' });

  test('nothing on any page moves while it comes', async ({ page, context, signIn, expectConsoleErrors }) => {
    expectConsoleErrors(/ERR_FAILED|404/);
    await signIn('security-administrator');
    await page.goto('/sign-in');
    expect(await movedWhileComing(page, () => context.clearCookies({ name: readerCookie }))).toEqual({});
  });
});

test('the matrix stays in its place on a phone when the network goes and comes back', async ({
  page,
  context,
  signIn,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
  await signIn('security-administrator');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/access');
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
  await expect(refresh).toBeVisible();
  const top = async () => (await page.getByRole('grid').boundingBox())?.y;
  const before = await top();
  await context.setOffline(true);
  const older = page.getByText('The matrix could not be read again.');
  await expect(older).toBeVisible({ timeout: 60_000 });
  await expect(refresh).toBeVisible();
  expect(await top()).toBe(before);
  await context.setOffline(false);
  await expect(older).toHaveCount(0, { timeout: 60_000 });
  expect(await top()).toBe(before);
});
