import { violations } from '@/tests/support/browser/axe';
import type { Locator, Page } from '@playwright/test';
import { askForSet, leaveNothingRunning, opposites, untilDone } from '@/tests/support/changes/asked-sets';
import { expect, overflowsSideways, signInBy, test } from '@/tests/support/browser/console-test';

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const numberIn = (text: string | null) => Number(text?.replaceAll(',', '').match(/\d+/)?.[0]);

/** A figure by its label: what it says, and where it leads. */
function figure(page: Page, label: string): Locator {
  return page.getByRole('main').getByRole('link').filter({ hasText: label });
}

async function follow(page: Page, link: Locator): Promise<void> {
  const href = (await link.getAttribute('href')) ?? '';
  await page.goto(new URL(href, page.url()).href);
}

/** Access given in all shown columns of the matrix, as their heads say. */
async function givenInHeads(page: Page): Promise<number> {
  await expect(page.getByRole('switch').first()).toBeVisible();
  const heads = page.locator('[role="columnheader"][title^="Entity"]');
  const told = await heads.evaluateAll((all) => all.map((head) => head.getAttribute('title') ?? ''));
  return sum(told.map((words) => numberIn(words.split(': ')[1] ?? null)));
}

/** How many lines the journal says it shows. */
async function linesShown(page: Page): Promise<number> {
  const words = page.getByText(/^[\d,]+ lines?$/).first();
  await expect(words).toBeVisible();
  return numberIn(await words.textContent());
}

test.describe('for a security administrator', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('each figure and each cell leads to the page that shows exactly that', async ({
    page,
    signIn,
    console,
  }) => {
    await signIn('security-administrator');
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toContainText('Maya Lindqvist');

    // Cells: a group of entities, one of its entities, and a record type in all.
    const row = main.getByRole('row', { name: /^Item / });
    const cells = row.getByRole('link');
    await expect(cells).toHaveCount(13); // all, and twelve of neighbours
    const group = cells.nth(2);
    const inGroup = numberIn((await group.textContent())?.replace(/^[\d<>]+%/, '') ?? null);
    await follow(page, group);
    expect(await givenInHeads(page)).toBe(inGroup);
    await expect(page.getByText('348 of 1,200 records, 2 of 24 entities')).toBeVisible();

    await page.goto('/');
    await main.getByRole('button', { name: '110 to 120' }).click();
    await expect(page).toHaveURL(/group=110/);
    await expect(cells).toHaveCount(3); // both, and each
    const ofOne = numberIn((await cells.last().textContent())?.replace(/^[\d<>]+%/, '') ?? null);
    await follow(page, cells.last());
    expect(await givenInHeads(page)).toBe(ofOne);
    await expect(page.getByText('348 of 1,200 records, 1 of 24 entities')).toBeVisible();

    // Access in all, counted from what the service itself says.
    await page.goto('/');
    const { value } = (await (await page.request.get(`${console.url}/api/access`)).json()) as {
      value: { accessible: boolean }[];
    };
    const given = value.filter(({ accessible }) => accessible).length;
    await expect(figure(page, 'Access given')).toContainText(
      `${given.toLocaleString('en-GB')} of ${value.length.toLocaleString('en-GB')} assignments`,
    );

    // Records that no entity may use.
    const without = figure(page, 'Records no entity may use');
    const records = numberIn(await without.innerText());
    expect(records).toBeGreaterThan(0);
    await follow(page, without);
    await expect(page.getByText(`${String(records)} of 1,200 records, 24 entities`)).toBeVisible();

    // Journal lines: all, of one entity, and what a check finds.
    await page.goto('/');
    await expect(figure(page, 'Journal lines waiting')).toContainText('3,000', { timeout: 30_000 });
    const entity = main
      .getByRole('region', { name: 'Journal lines by entity' })
      .getByRole('listitem')
      .first()
      .getByRole('link');
    const ofEntity = numberIn((await entity.getAttribute('title'))?.split(':')[1] ?? null);
    const check = main.getByRole('listitem').filter({ hasText: /^Wrong: No entity/ });
    const found = numberIn((await check.getByText(/No entity/).textContent())?.split(':').at(-1) ?? null);
    await expect(main.getByText(/^and [\d,]+ more lines in \d+ other entities or in none$/)).toBeVisible();
    const checkHref = (await check.getByRole('link').getAttribute('href')) ?? '';
    await follow(page, entity);
    expect(await linesShown(page)).toBe(ofEntity);
    await page.goto(checkHref);
    expect(await linesShown(page)).toBe(found);
  });

  test('a day on which all was changed outside leads to that', async ({ page, startAside }) => {
    const { url } = await startAside({ MEM_DEMO_HISTORY: 'on' });
    await signInBy(page.request, url, 'auditor');
    await page.goto(url);
    const day = page
      .getByRole('list', { name: 'Changes by day' })
      .getByRole('link', { name: /: 2 assignments outside$/ });
    await day.click();
    await expect(page).toHaveURL(/\/changes\?kind=outside&from=(\d{4}-\d\d-\d\d)&to=\1$/);
    await expect(page.getByText(/^Changed in the service/)).toHaveCount(2);
  });

  test('what was given, removed, refused and changed outside is counted, and seen without a reload', async ({
    page,
    startAside,
  }) => {
    const console = await startAside(); // on which nothing was changed before
    await signInBy(page.request, console.url, 'security-administrator');
    await page.goto(`${console.url}/`);
    const today = page.getByRole('list', { name: 'Changes by day' }).getByRole('link').last();
    await expect(today).toHaveAttribute('aria-label', /nothing$/);
    const cells = await opposites(page.request, console.url, ['10000', '20000']);
    const refused = { kind: 'status', status: 400, method: 'POST', cell: { recordId: '20000' } };
    await console.control('PUT', '/faults', [refused]);
    const given = cells.slice(0, 24).filter(({ accessible }) => accessible).length;
    const reason = 'A test of the overview';
    await untilDone(
      page.request,
      console.url,
      await askForSet(page.request, console.url, cells.slice(0, 26), { reason }),
    );
    await expect(today).toHaveAttribute('aria-label', new RegExp(`${String(given)} assignments? given`));
    // Bars end where their scale does, above all that is written below.
    const [days, bar] = [page.getByRole('list', { name: 'Changes by day' }), today.locator('svg')];
    const bottomOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox()) ?? { y: NaN, height: NaN };
      return Math.round(y + height);
    };
    expect(await bottomOf(bar)).toBe(await bottomOf(days));
    await expect(today).toHaveAttribute(
      'aria-label',
      new RegExp(`${String(24 - given)} assignments? removed`),
    );
    await expect(today).toHaveAttribute('aria-label', /2 assignments refused/);
    await expect(page.getByRole('main')).toContainText(reason);
    await expect(page.getByText('2 changes refused by the service')).toBeVisible();

    const outside = cells[30];
    await console.control('POST', '/outside-change', { ...outside, expected: undefined });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(today).toHaveAttribute('aria-label', /1 assignment outside/, { timeout: 30_000 });
    await expect(figure(page, 'Outside changes to review')).toContainText('1 in the last 24 h');
    // The list of the console's own changes says that it is not all.
    await page.goto(`${console.url}/changes`);
    await expect(
      page.getByText('1 change made outside this console (1 change not reviewed) is'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Show outside changes' }).click();
    await expect(page).toHaveURL(/kind=outside/);
    await expect(page.getByText('1 change not reviewed yet')).toBeVisible();
    await page.goto(`${console.url}/`);
    await expect(figure(page, 'Outside changes to review')).toContainText('1 in the last 24 h');
    await follow(page, figure(page, 'Outside changes to review'));
    const listed = page.getByRole('region', { name: /^Changed outside/ }).getByRole('listitem');
    await expect(listed).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Mark 1 as reviewed' })).toBeVisible();
    // A link with days shows some of it: what cannot all be seen is not marked.
    await page.goto(`${console.url}/changes?kind=outside&from=2026-01-01`);
    await expect(page.getByText('1 change not reviewed yet. They can be marked')).toBeVisible();
    await expect(page.getByRole('button', { name: /as reviewed$/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Show all outside changes' }).click();
    await expect(page.getByRole('button', { name: 'Mark 1 as reviewed' })).toBeVisible();

    // Reviewed by somebody: the overview does not ask for it again.
    await page.goto(`${console.url}/`);
    await page
      .getByRole('link', { name: 'Show: 1 change made outside this console, not reviewed yet' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changes');
    await expect(listed).toContainText('New');
    const other = await page.context().newPage();
    await other.goto(`${console.url}/`);
    await expect(other.getByText('1 change made outside this console, not reviewed yet')).toBeVisible();
    await expect(figure(other, 'Outside changes to review')).toContainText(/review\s*1\s*1 noticed/);
    await page.getByRole('button', { name: 'Mark 1 as reviewed' }).press('Enter');
    await expect(page.getByText(/All reviewed, last by Maya Lindqvist/)).toBeVisible();
    await expect(listed).not.toContainText('New');
    await expect(figure(other, 'Outside changes to review')).toContainText(/review\s*0\s*1 noticed/); // told by an event, not by a reload
    await expect(other.getByText('not reviewed yet')).toHaveCount(0);
    await other.close();
    await page.bringToFront();
    await expect(page.locator('#content')).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${console.url}/`);
    await expect(figure(page, 'Outside changes to review')).toContainText('1 in the last 24 h');
    const activity = await page.request.get(`${console.url}/api/changes/activity`);
    expect(await activity.json()).toMatchObject({ outside: { day: 1, waiting: 0 } });
    await expect(page.getByText(/not reviewed yet/)).toHaveCount(0);

    await page.goto(`${console.url}/`);
    await page.getByRole('button', { name: 'Verify now' }).click();
    await expect(page.getByText(/entries, none altered or removed/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/entries, none altered or removed/)).toBeVisible(); // as the console has it, not the page
    await leaveNothingRunning(page.request, console);
  });

  test('says that nothing needs anybody only where that is so', async ({ page, startAside }) => {
    const console = await startAside({ REFERENCE_SIZE: 'records=20,entities=4,lines=0' });
    await page.request.post(`${console.url}/api/session/demo`, {
      data: { role: 'security-administrator' },
      headers: { Origin: console.url },
    });
    await page.goto(`${console.url}/`);
    await expect(page.getByText('Nothing needs your attention')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Nothing waits to be posted.')).toBeVisible();
    await console.control('POST', '/outside-change', await someCell(page, console.url));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('1 change made outside this console')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Nothing needs your attention')).toHaveCount(0);
  });
});

async function someCell(page: Page, url: string): Promise<object> {
  const { value } = (await (await page.request.get(`${url}/api/access`)).json()) as {
    value: { accessible: boolean }[];
  };
  const [first] = value;
  return { ...first, accessible: first?.accessible !== true };
}

test('an accountant’s overview begins with the journal and shows no access', async ({ page, signIn }) => {
  await signIn('accountant');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(figure(page, 'Journal lines waiting')).toContainText('3,000', { timeout: 30_000 });
  await expect(page.getByText(/114/)).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Journal lines by month of posting' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Journal lines by batch' })).toBeVisible();
  await expect(page.getByText(/access given|who may use what|proof/i)).toHaveCount(0);
  expect(asked.filter((path) => /api\/(access|changes)/.test(path))).toEqual([]);
  const amount = /[\d,]+\.\d+/.exec(await figure(page, 'Amount waiting').innerText())?.[0];
  const months = page.getByRole('region', { name: 'Journal lines by month of posting' }).getByRole('link');
  const cents = (await months.allInnerTexts()).map((text) => /[\d,]+\.\d\d$/.exec(text)?.[0] ?? '0');
  const sum = cents.reduce((all, one) => all + Number(one.replace(/\D/g, '')), 0);
  expect(sum).toBe(Number(amount?.replace(/\D/g, '')));
  await follow(page, figure(page, 'Amount waiting'));
  await expect(page.getByRole('grid').locator('[aria-rowindex="2"]')).toContainText(amount ?? 'no amount');
});

test('a batch of the overview is one of its template, and leads to exactly its lines', async ({
  page,
  signIn,
}) => {
  await signIn('accountant');
  await page.goto('/');
  const batch = page.getByRole('region', { name: 'Journal lines by batch' }).getByRole('link', {
    name: 'ITEM / DEFAULT',
  });
  const lines = /(\d[\d,]*) lines/.exec((await batch.getAttribute('title')) ?? '')?.[1];
  await follow(page, batch);
  await expect(page.getByRole('button', { name: /^Remove filter: / })).toHaveText([/Batch ITEM \/ DEFAULT/]);
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText(`${lines ?? 'no'} lines`);
});

test('on a narrow phone the figures of a row stand level, and nothing scrolls within the page', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn('security-administrator');
  await page.goto('/');
  const topOf = async (label: string) =>
    (
      await figure(page, label)
        .getByText(/^[\d,]+%?$/)
        .first()
        .boundingBox()
    )?.y;
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention).toContainText('No entity: 114 lines', { timeout: 30_000 });
  expect(await topOf('Access given')).toBe(await topOf('Records no entity may use'));
  const hidden = await attention
    .locator('> div')
    .last()
    .evaluate((own) => own.scrollHeight - own.clientHeight);
  expect(hidden).toBe(0);
});

test('on a phone what needs attention comes first, also for the Tab key, and nothing moves', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('accountant');
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      document.documentElement.dataset['moved'] = String(list.getEntries().length);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention).toContainText('No entity: 114 lines', { timeout: 30_000 });
  const [first, second] = [
    await attention.boundingBox(),
    await figure(page, 'Journal lines waiting').boundingBox(),
  ];
  expect(first?.y).toBeLessThan(second?.y ?? 0);
  await page.getByRole('button', { name: 'Refresh' }).focus();
  await page.keyboard.press('Tab');
  await expect(attention.getByRole('link').first()).toBeFocused();
  await expect(page.locator('html')).not.toHaveAttribute('data-moved');
});

test('an address with a connection that is not there says so, and leads to the first one', async ({
  page,
  signIn,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/404/);
  await signIn('security-administrator');
  await page.goto('/?connection=nothere');
  await expect(page.getByRole('heading', { name: 'There is no connection “nothere”' })).toBeVisible();
  await page.getByRole('button', { name: 'Open Reference service' }).press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await expect(figure(page, 'Access given')).toContainText('%');
});

test('an auditor’s overview begins with proof, and its figures are in the page as it is sent', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('auditor');
  await expect
    .poll(async () => (await page.request.get(console.url)).text(), { timeout: 30_000 })
    .toMatch(/Access given[\s\S]*?\d+%[\s\S]*?Proof[\s\S]*?\d+ entr(y|ies)/);
  await page.goto('/');
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(titles.first()).toHaveText('Proof');
});

test('is walked by keys and fits 320 px', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/');
  const shares = page.getByRole('region', { name: 'Shares of access' });
  await expect(shares).toBeVisible();
  expect(await overflowsSideways(page)).toBe(false);
  const open = page.getByRole('button', { name: '110 to 120' });
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/group=110/);
  const all = page.getByRole('button', { name: 'All entities' });
  await expect(all).toBeVisible();
  // The words of the heads end on one line, be they buttons or not.
  const ends = await shares.getByRole('columnheader').evaluateAll((heads) =>
    heads.map((head) => {
      const words = document.createRange();
      words.selectNodeContents(document.createTreeWalker(head, NodeFilter.SHOW_TEXT).nextNode() ?? head);
      return Math.round(words.getBoundingClientRect().bottom);
    }),
  );
  expect(ends).toEqual(ends.map(() => ends[0]));
  await all.press('Enter');
  await expect(page).not.toHaveURL(/group/);
});
