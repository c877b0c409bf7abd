import type { Page } from '@playwright/test';
import { askForSet, opposites, untilDone } from '@/tests/support/changes/asked-sets';
import { expect, test } from '@/tests/support/browser/console-test';
import { hold, scripts } from '@/tests/support/browser/hold';

/** What of the texts on the page is cut: wider or higher than its box, where that lets nothing out. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => {
        const { overflowX, overflowY, display, position } = getComputedStyle(element);
        const isShown = element.checkVisibility() && display !== 'inline' && position !== 'absolute';
        if (!isShown || element.textContent.trim() === '') return false;
        const cutsAcross = overflowX !== 'visible' && element.scrollWidth > element.clientWidth;
        const cutsBelow = overflowY !== 'visible' && element.scrollHeight > element.clientHeight;
        return cutsAcross || cutsBelow;
      })
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent.slice(0, 60)}`),
  );

/** As a sheet of A4 is laid out: so many CSS px lie between its margins. */
async function onPaper(page: Page, side: 'upright' | 'across'): Promise<void> {
  await page.setViewportSize(
    side === 'upright' ? { width: 718, height: 1_047 } : { width: 1_047, height: 718 },
  );
  await page.emulateMedia({ media: 'print' });
}

/** Has a page note that it was to be printed, in place of the browser's own window. */
const notePrinting = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-asked-to-print', '');
  });

/** IDs of customers from a number on, by tens. */
const customers = (from: number, count: number) =>
  [...Array(count).keys()].map((at) => `C00${String(from + 10 * at)}`);

test('the matrix prints as a table of what the filter shows, with nothing cut', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer&q=C001*');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await expect(page.getByText('10 of 1,200 records, 24 entities')).toBeVisible();
  const table = page.getByRole('region', { name: 'Access on paper' });
  await expect(table).toBeHidden();
  await onPaper(page, 'across');
  await expect(table.getByRole('rowheader')).toHaveText(
    [...Array(10).keys()].map((at) => `C001${String(at)}0`),
  );
  await expect(table).toContainText('Filter: type Customer; record “C001*”.');
  await expect(table).toContainText(/Based on data read at .*\d{4}.*, plus changes since\. /);
  await expect(table.getByRole('columnheader')).toHaveCount(26);
  await expect(table.locator('td').getByText('●').first()).toBeVisible();
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(table.locator('thead').first()).toHaveCSS('display', 'table-header-group'); // which each page repeats
  expect(await table.evaluate((own) => own.scrollWidth <= own.clientWidth)).toBe(true);
  expect(await cutOff(page)).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await expect(table).toBeHidden();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('folded types print with their shares, and unfolded ones whole', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/access');
  await expect(page.getByRole('gridcell', { name: /have access$/ }).first()).toBeVisible();
  const table = page.getByRole('region', { name: 'Access on paper' });
  await onPaper(page, 'across');
  await expect(table.getByRole('rowheader', { name: /^Customer, [\d,]+ records$/ })).toBeVisible();
  await expect(table.getByRole('row').nth(1)).toContainText('%');
  await expect(table).toContainText(/No filter\. \d+ record types are folded/);
  expect(await cutOff(page)).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/access?unfold=*');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(table.getByRole('rowheader')).toHaveCount(1_210);
  await expect(table).not.toContainText('These are the first');
});

test('a matrix that cannot be printed yet says so', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/access');
  const records = page.getByText('1,200 records, 24 entities');
  await expect(records).toBeVisible();
  const letGo = await hold(page, scripts);
  const asked = page.waitForRequest(scripts); // what draws the paper comes a little later
  await onPaper(page, 'across');
  await asked;
  const words = page.getByText('The matrix was not ready to be printed.');
  await expect(words).toBeVisible();
  letGo();
  await expect(page.getByRole('region', { name: 'Access on paper' })).toBeVisible();
  await expect(words).toHaveCount(0);
});

test('the overview prints with nothing cut, when it was printed, and without its buttons', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, customers(590, 1));
  const reason = 'For the year end, as agreed. '.repeat(17);
  await untilDone(
    page.request,
    console.url,
    await askForSet(page.request, console.url, cells.slice(0, 1), { reason }),
  );
  await page.goto('/');
  await expect(page.getByText(reason.trim())).toBeVisible();
  await expect(page.getByRole('region', { name: 'Shares of access' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Show: / }).first()).toBeVisible();
  await onPaper(page, 'upright');
  expect(await cutOff(page)).toEqual([]);
  await expect(page.getByRole('link', { name: /^Show: / })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeHidden();
  await expect(page.getByText(/^Printed on .*\d{4}/)).toBeVisible();
});

test('the list of changes prints with its dates, its zone, when it was printed and its filters', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, customers(590, 1));
  const id = await askForSet(page.request, console.url, cells, { reason: 'For an auditor' });
  await untilDone(page.request, console.url, id);
  await page.goto('/changes?person=Maya');
  const line = page.getByRole('listitem').filter({ hasText: 'For an auditor' });
  await expect(line.getByRole('time')).toHaveText(/^(just now|\d+ min ago)$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
  const printed = page.getByText(/^Printed on /);
  await expect(printed).toHaveCount(0);
  // Browsers may take the page as it is at the end of this event.
  const told = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    return document.querySelector('main')?.textContent;
  });
  expect(told).toMatch(/Printed on \d.*All times are in the time zone /);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(printed).toBeHidden();
  await onPaper(page, 'upright');
  await expect(page.getByRole('region', { name: 'Filters' })).toBeHidden();
  await expect(printed).toHaveText(/^Printed on .*\d{4}.*\d\d:\d\d/);
  await expect(
    page.getByText(/^All times are in the time zone \S+\. Filter: requested by “Maya”\.$/),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /^Today|^Yesterday/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2, name: /\d{4}/ }).first()).toBeVisible();
  await expect(line.getByRole('time')).toHaveText(/^\d{1,2}:\d\d( [AP]M)?$/);
  expect(await cutOff(page)).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await expect(line.getByRole('time')).toHaveText(/ago$|^just now$/);
});

test('a change set prints whole: every line, who, when with the zone, why, and how it is proven', async ({
  page,
  signIn,
  console,
}) => {
  await notePrinting(page);
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, customers(610, 6));
  expect(cells.length).toBeGreaterThan(100); // more than a page of the screen has
  const id = await askForSet(page.request, console.url, cells);
  await untilDone(page.request, console.url, id);
  await page.goto(`/changes/${id}`);
  await expect(page.locator('dt', { hasText: 'Requested by' })).toBeVisible();
  // Which set it is, and when its lines came true, tells paper also where the browser's own command prints it.
  const list = page.getByRole('region', { name: 'List of assignments' });
  const identity = page.getByText(new RegExp(`^${id}(, log entry [\\d,]+)+$`));
  await expect(identity).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(identity).toBeVisible();
  await expect(list.getByRole('time').filter({ visible: true }).first()).toHaveText(
    / \d{4}.*(UTC|GMT|[A-Z]{2,5})/,
  );
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked-to-print', '');
  await onPaper(page, 'upright');
  await expect(identity).toBeVisible();
  const paper = page.getByRole('region', { name: 'Assignments on paper' });
  await expect(paper.getByRole('rowheader')).toHaveCount(cells.length);
  await expect(paper.getByText('Confirmed', { exact: true })).toHaveCount(cells.length);
  await expect(paper).toContainText(/Proof: The console’s log holds [\d,]+ entries\. /);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('customers');
  await expect(page.getByText(/^Printed on .*\d{4}/)).toBeVisible();
  await expect(page.locator('dd time').filter({ visible: true }).first()).toContainText(
    /\d{4}.*(UTC|GMT|[A-Z]{2,5})/,
  );
  await expect(list).toBeHidden();
  expect(await cutOff(page)).toEqual([]);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(paper).toHaveCount(0);
});

test('a set that runs is read for paper once, whatever happens to it meanwhile', async ({
  page,
  signIn,
  console,
}) => {
  await notePrinting(page);
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, customers(710, 3));
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('pageSize=500')) reads.push(request.url());
  });
  await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 700, method: 'POST' }]);
  try {
    const id = await askForSet(page.request, console.url, cells);
    await page.goto(`/changes/${id}`);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-asked-to-print', '');
    await console.control('PUT', '/faults', []);
    await untilDone(page.request, console.url, id);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('customers');
    await expect(page.getByRole('main')).toContainText(`${String(cells.length)} confirmed`, {
      ignoreCase: true,
    });
    expect(reads).toHaveLength(1);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect.poll(() => reads.length).toBe(2);
  } finally {
    await console.control('PUT', '/faults', []);
  }
});
