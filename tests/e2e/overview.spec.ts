import type { Locator, Page } from '@playwright/test';
import { accessRowsSchema } from '@/lib/contract/access/access';
import { violations } from '@/tests/support/browser/axe';
import { askForSet, leaveNothingRunning, opposites, untilDone } from '@/tests/support/changes/asked-sets';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { hold } from '@/tests/support/browser/hold';
import { linesShown, shownOf } from './lines-shown';

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

test('each figure and each cell leads to the page that shows exactly that', async ({
  page,
  signIn,
  console,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('security-administrator');
  await page.goto('/');
  const main = page.getByRole('main');

  // Cells: a group of entities, one of its entities, and a record type in all.
  const cells = main.getByRole('row', { name: /^Item / }).getByRole('link');
  const group = cells.nth(2);
  const inGroup = numberIn((await group.textContent())?.replace(/^[\d<>]+%/, '') ?? null);
  await follow(page, group);
  expect(await givenInHeads(page)).toBe(inGroup);

  await page.goto('/');
  await main.getByRole('button', { name: '130 to 220' }).press('Enter');
  await expect(page).toHaveURL(/group=130/);
  await expect(page.getByRole('button', { name: 'All entities' })).toBeVisible();
  const ofOne = numberIn((await cells.last().textContent())?.replace(/^[\d<>]+%/, '') ?? null);
  await follow(page, cells.last());
  expect(await givenInHeads(page)).toBe(ofOne);

  // Access in all, counted from what the service itself says, of which the page knows after a refresh.
  await page.request.post(`${console.url}/api/access/refresh`, { headers: { Origin: console.url } });
  await page.goto('/');
  const answer = await page.request.get(`${console.url}/api/access`);
  const { value } = accessRowsSchema.parse(await answer.json());
  const given = value.filter(({ accessible }) => accessible).length;
  await expect(figure(page, 'Access given')).toContainText(
    `${given.toLocaleString('en-GB')} of ${value.length.toLocaleString('en-GB')} assignments`,
  );

  // Records that no entity may use.
  const without = figure(page, 'Records no entity may use');
  const records = numberIn(await without.innerText());
  expect(records).toBeGreaterThan(0);
  await follow(page, without);
  await expect(page.getByText(new RegExp(`^${String(records)} of [\\d,]+ records, `))).toBeVisible();

  // Journal lines: of one entity, and what a check finds.
  await page.goto('/');
  const entity = main
    .getByRole('region', { name: 'Journal lines by entity' })
    .getByRole('listitem')
    .first()
    .getByRole('link');
  await expect(entity).toHaveAttribute('title', /\d/, { timeout: 30_000 }); // once the console has read the lines
  const ofEntity = numberIn((await entity.getAttribute('title'))?.split(':')[1] ?? null);
  const check = main.getByRole('listitem').filter({ hasText: /^Wrong: No entity/ });
  const found = numberIn((await check.getByText(/No entity/).textContent())?.split(':').at(-1) ?? null);
  const checkHref = (await check.getByRole('link').getAttribute('href')) ?? '';
  await follow(page, entity);
  await expect(linesShown(page)).toHaveText(shownOf(ofEntity));
  await page.goto(checkHref);
  await expect(linesShown(page)).toHaveText(shownOf(found));
});

test('what was given, removed, refused and changed outside is counted, and seen without a reload', async ({
  page,
  startAside,
}) => {
  // On which nothing was changed before, and nothing is wrong.
  const console = await startAside({
    REFERENCE_SIZE: 'records=60,entities=24,lines=0',
    MEM_RATE_PER_SECOND: '500',
  });
  await signInBy(page.request, console.url, 'security-administrator');
  await page.goto(`${console.url}/`);
  const today = page.getByRole('list', { name: 'Changes by day' }).getByRole('link').first();
  await expect(today).toHaveAttribute('aria-label', /nothing$/);
  await expect(page.getByText('Nothing needs your attention')).toBeVisible({ timeout: 30_000 });

  const cells = await opposites(page.request, console.url, ['10000', '20000']);
  const ofOther = cells.filter(({ recordId }) => recordId === '20000');
  await console.control('POST', '/outside-change', { ...ofOther.at(-1), expected: undefined });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(today).toHaveAttribute('aria-label', /: 1 assignment outside$/, { timeout: 30_000 });
  await expect(today).toHaveAttribute('href', /\/changes\?kind=outside&from=(\d{4}-\d\d-\d\d)&to=\1$/);
  await expect(figure(page, 'Outside changes to review')).toContainText('1 in the last 24 h');
  await expect(page.getByText('Nothing needs your attention')).toHaveCount(0);

  const refused = { kind: 'status', status: 400, method: 'POST', cell: { recordId: '20000' } };
  await console.control('PUT', '/faults', [refused]);
  const own = cells.filter(({ recordId }) => recordId === '10000');
  const given = own.filter(({ accessible }) => accessible).length;
  const reason = 'A test of the overview';
  const asked = [...own, ...ofOther.slice(0, 2)];
  const id = await askForSet(page.request, console.url, asked, { reason });
  await untilDone(page.request, console.url, id);
  const words = (count: number, what: string) => new RegExp(`\\b${String(count)} assignments? ${what}`);
  await expect(today).toHaveAttribute('aria-label', words(given, 'given'));
  await expect(today).toHaveAttribute('aria-label', words(own.length - given, 'removed'));
  await expect(today).toHaveAttribute('aria-label', words(2, 'refused'));
  await expect(page.getByRole('main')).toContainText(reason);
  await expect(page.getByText('2 changes refused or failed')).toBeVisible();

  // Reviewed by somebody: no overview asks for it again, also one that is open.
  await page.goto(`${console.url}/changes`);
  await page.getByRole('link', { name: 'Show outside changes' }).click(); // the list of the console's own is not all
  const listed = page.getByRole('region', { name: /^Changed outside/ }).getByRole('listitem');
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText('New');
  // A link with days shows some of it: what cannot all be seen is not marked.
  await page.goto(`${console.url}/changes?kind=outside&from=2026-01-01`);
  await expect(page.getByText(/^1 change not reviewed yet\. /)).toBeVisible();
  await expect(page.getByRole('button', { name: /as reviewed$/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Show all outside changes' }).click();
  const mark = page.getByRole('button', { name: 'Mark 1 as reviewed' });
  await expect(mark).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${console.url}/`);
  const waiting = other.getByText('1 change made outside this console, not reviewed yet');
  await expect(waiting).toBeVisible();
  await mark.press('Enter');
  await expect(page.getByText(/All reviewed, last by Maya Lindqvist/)).toBeVisible();
  await expect(listed).not.toContainText('New');
  await expect(waiting).toHaveCount(0); // told by an event, not by a reload
  await other.close();
  await page.bringToFront();
  await expect(page.locator('#content')).toBeFocused();
  expect(await violations(page)).toEqual([]);

  await page.goto(`${console.url}/`);
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText(/entries, none altered or removed/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/entries, none altered or removed/)).toBeVisible(); // as the console has it, not the page
  await leaveNothingRunning(page.request, console);
});

test('what changes while the page comes is counted as soon as its events arrive', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const [cell] = await opposites(page.request, console.url, ['C00180']);
  const letGo = await hold(page, /\/api\/events/);
  await page.goto('/');
  const given = figure(page, 'Access given');
  const before = numberIn((await given.textContent())?.replace(/^.*?%/, '') ?? null);
  const id = await askForSet(page.request, console.url, [cell ?? {}]);
  await untilDone(page.request, console.url, id);
  letGo();
  await expect
    .poll(async () => numberIn((await given.textContent())?.replace(/^.*?%/, '') ?? null))
    .toBe(before + (cell?.accessible === true ? 1 : -1));
});

test('an overview begins with the work of its role: proof for an auditor, lines and no access for an accountant', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Proof');
  await page.goto('about:blank'); // what the page still asks for would meet the change of person
  await signIn('accountant');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  const amountShown = figure(page, 'Net amount waiting');
  await expect(amountShown).toContainText(/-?[\d,]+\.\d\d/, { timeout: 30_000 });
  await expect(page.getByText(/access given|who may use what|proof/i)).toHaveCount(0);
  expect(asked.filter((path) => /api\/(access|changes)/.test(path))).toEqual([]);
  const amount = /-?[\d,]+\.\d+/.exec(await amountShown.innerText())?.[0] ?? 'no amount';
  const months = page.getByRole('region', { name: 'Journal lines by month of posting' }).getByRole('link');
  const cents = (await months.allInnerTexts()).map((text) => /-?[\d,]+\.\d\d$/.exec(text)?.[0] ?? '0');
  const inCents = (text: string) => Number(text.replace(/[^\d-]/g, ''));
  expect(sum(cents.map(inCents))).toBe(inCents(amount));

  // A batch is one of its template, and leads to exactly its lines.
  const batch = page.getByRole('region', { name: 'Journal lines by batch' }).getByRole('link', {
    name: 'ITEM / DEFAULT',
  });
  const lines = /(\d[\d,]*) lines/.exec((await batch.getAttribute('title')) ?? '')?.[1] ?? 'no';
  await follow(page, batch);
  await expect(linesShown(page)).toHaveText(shownOf(Number(lines.replaceAll(',', ''))));
  await page.goBack();
  await follow(page, amountShown);
  await expect(page.getByRole('grid').getByRole('row').last()).toContainText(amount);
});
