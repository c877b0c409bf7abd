import { askForSet, opposites, untilDone } from '@/tests/support/changes/asked-sets';
import { expect, overflowsSideways, test } from '@/tests/support/browser/console-test';
import { hold } from '@/tests/support/browser/hold';
import { customers, cutOff, notePrinting, onPaper } from './paper';

test('the matrix prints as a table of what the filter shows, with nothing cut, or says that it cannot yet', async ({
  page,
  signIn,
}) => {
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
  await expect(page.getByText(/^As of /)).toBeHidden(); // once is enough
  await expect(table.locator('td').getByText('●').first()).toBeVisible();
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(table.locator('thead').first()).toHaveCSS('display', 'table-header-group'); // which each page repeats
  expect(await table.evaluate((own) => own.scrollWidth <= own.clientWidth)).toBe(true);
  expect(await cutOff(page)).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await expect(table).toBeHidden();
  await expect(page.getByRole('grid')).toBeVisible();

  // Folded types print with their shares.
  const letGo = await hold(page, /\/api\/access\/matrix/);
  await page.goto('/access?unfold=-', { waitUntil: 'load' });
  await onPaper(page, 'across');
  const words = page.getByText('The matrix is still being read.');
  await expect(words).toBeVisible();
  letGo();
  await expect(table.getByRole('rowheader', { name: /^Customer, [\d,]+ records$/ })).toBeVisible();
  await expect(words).toHaveCount(0);
  await expect(table.getByRole('row').nth(1)).toContainText('%');
  expect(await cutOff(page)).toEqual([]);
});

test('overview, changes and journal print with nothing cut, when it was, under which filters, and without buttons', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, customers(590, 1));
  const reason = 'For the year end, as agreed. '.repeat(17);
  const id = await askForSet(page.request, console.url, cells, { reason });
  await untilDone(page.request, console.url, id);
  await page.goto('/changes?person=Maya');
  const line = page.getByRole('listitem').filter({ hasText: reason.trim() });
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

  await page.goto('/');
  await expect(page.getByText(reason.trim())).toBeVisible();
  await expect(page.getByRole('region', { name: 'Shares of access' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Show: / }).first()).toBeVisible();
  await onPaper(page, 'upright');
  expect(await cutOff(page)).toEqual([]);
  await expect(page.getByRole('link', { name: /^Show: / })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeHidden();
  await expect(printed).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  const filters = Array.from({ length: 12 }, (_, at) => `&filter=Amount~ge~${String(at)}`).join('');
  await page.goto(`/journal?q=lamp&sort=DimensionSetID${filters}`);
  await expect(page.getByRole('grid')).toBeVisible();
  await onPaper(page, 'across');
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Lines on paper' })).toContainText('lamp');
  await expect(page.getByRole('button', { name: /^(Columns|Clear all)/ })).toHaveCount(0);
  expect(await overflowsSideways(page)).toBe(false);
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
