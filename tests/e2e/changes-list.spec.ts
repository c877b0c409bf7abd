import type { Locator } from '@playwright/test';
import { askForSet, leaveNothingRunning, opposites, untilDone } from '@/tests/support/changes/asked-sets';
import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { expect, overflowsSideways, test } from '@/tests/support/browser/console-test';

test.afterEach(({ request, console }) => leaveNothingRunning(request, console));

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a filtered list says so though its filters are folded away, and what its evidence is of', async ({
    page,
    signIn,
  }) => {
    await signIn('auditor');
    await page.goto('/changes?state=active&person=Dana&recordId=C00170');
    await expect(page.getByRole('button', { name: /^Remove filter: / })).toHaveText([
      /Requested by “Dana”$/,
      /Record ID “C00170”$/,
      /State: not ended$/,
    ]);
    await expect(page.getByRole('combobox', { name: 'Date' })).toBeHidden();
    await expect(
      page.getByRole('button', { name: 'Download full audit evidence' }),
    ).toHaveAccessibleDescription('The filters narrow the list only. The evidence covers all changes.');
    expect(await overflowsSideways(page)).toBe(false);
    await page.getByRole('button', { name: 'Clear all' }).press('Enter');
    await expect(page).toHaveURL(/\/changes$/);
    await expect(page.locator('body')).not.toBeFocused();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'Date' })).toBeVisible();
    expect(await overflowsSideways(page)).toBe(false);
  });

  test('a history’s title names all of a long record ID, and the entity', async ({ page, signIn }) => {
    await signIn('auditor');
    await page.goto(`/access?history=Customer/${'LONG-ID-'.repeat(19).slice(0, 150)}/100`);
    const title = page.getByRole('dialog').getByRole('heading', { level: 2 });
    await expect(title).toContainText('entity 100');
    const isWhole = (element: HTMLElement) =>
      element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight;
    expect(await title.evaluate(isWhole)).toBe(true);
    expect(await overflowsSideways(page)).toBe(false);
  });
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('every change is as high, its reason below its title, and its filters are one line with no word cut', async ({
    page,
    signIn,
    console,
  }) => {
    await signIn('security-administrator');
    const cells = await opposites(page.request, console.url, ['C00200']);
    const reason = `Why it was done, at length: ${'over and over '.repeat(30)}`.trim();
    const id = await askForSet(page.request, console.url, cells, { reason });
    await untilDone(page.request, console.url, id);
    await page.goto('/changes');
    const line = page.getByRole('listitem').filter({ hasText: reason });
    await expect(line).toContainText('Maya Lindqvist');
    await expect(line).toContainText('Done');
    await expect(line.getByRole('time')).toHaveText(/^(just now|\d+ min ago)$/);
    await expect(line.getByTitle(reason)).toBeVisible(); // cut, and whole as its hint
    const short = 'Handed over';
    await untilDone(
      page.request,
      console.url,
      await askForSet(page.request, console.url, cells, { reason: short }),
    );
    await page.reload(); // what is asked for meanwhile waits to be shown
    const brief = page.getByRole('listitem').filter({ hasText: short });
    for (const row of [line, brief]) {
      expect((await row.boundingBox())?.height).toBeLessThanOrEqual(57); // 56 and the line between two
      const [title, why] = await Promise.all([
        row.getByRole('link').boundingBox(),
        row.getByText('“').boundingBox(),
      ]);
      expect(why?.y).toBe((title?.y ?? 0) + (title?.height ?? 0));
    }
    await expect(line.getByRole('progressbar')).toHaveCount(0); // the word says all of it

    const filters = page.getByRole('region', { name: 'Filters' });
    await filters.getByRole('combobox', { name: 'Date' }).selectOption('Chosen days');
    const fields = await filters.locator('input, select, button[aria-haspopup], button[aria-pressed]').all();
    expect(fields).toHaveLength(9);
    const tops = await Promise.all(fields.map(async (field) => (await field.boundingBox())?.y));
    expect(new Set(tops).size).toBe(1);
    expect(await cutWords(filters.getByRole('combobox'))).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
  });
});

test('on the widest screens a reason stands beside its title, and a title without one where the others do', async ({
  page,
  signIn,
  console,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, ['C00210']);
  for (const reason of ['A reason of its own', ''])
    await untilDone(
      page.request,
      console.url,
      await askForSet(page.request, console.url, cells, reason === '' ? {} : { reason }),
    );
  await page.goto('/changes');
  const rows = page.getByRole('region', { name: 'Changes, Today' }).getByRole('listitem');
  const [without, withOne] = [rows.nth(0), rows.nth(1)];
  const reason = withOne.getByTitle('A reason of its own'); // with its quotation marks
  for (const width of [1600, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const title = await withOne.getByRole('link').boundingBox();
    const why = await reason.boundingBox();
    expect(why?.x).toBeGreaterThanOrEqual((title?.x ?? 0) + (title?.width ?? 0));
    expect((await page.getByText('Reason', { exact: true }).boundingBox())?.x).toBe(why?.x);
    expect((await without.getByText('Maya Lindqvist').boundingBox())?.x).toBe(
      (await withOne.getByText('Maya Lindqvist').boundingBox())?.x,
    );
    expect((await withOne.boundingBox())?.height).toBeLessThanOrEqual(57);
  }
});

test('an address that is not understood shows no changes as if they were those meant, and says why', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/changes?outcome=nonsense&record=NOPE&entityId=100');
  const banner = page.getByRole('alert').filter({ hasText: 'so no changes are shown' });
  await expect(banner.getByRole('listitem')).toHaveText([
    /^outcome=nonsense is not known here; known are unknown, rejected, /,
    'record=NOPE is not known here; the page knows “recordType”.',
  ]);
  await expect(page.getByRole('region', { name: /^Changes, / })).toHaveCount(0);
  await expect(page.getByText(/No change matches|Nothing has been changed/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Download full audit evidence' })).toBeDisabled();
  await banner.getByRole('button', { name: 'Remove them from the address' }).click();
  await expect(page).toHaveURL(/\/changes\?entityId=100$/);
  await expect(banner).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  await page.goBack();
  await expect(banner).toBeVisible();
});

test('what others ask for moves no row that is read, and is shown at a press', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, ['C00230']);
  const ask = async (reason: string) =>
    untilDone(page.request, console.url, await askForSet(page.request, console.url, cells, { reason }));
  await ask('There before');
  await page.goto('/changes');
  const before = page.getByRole('listitem').filter({ hasText: 'There before' });
  await expect(before).toBeVisible();
  const { y } = (await before.boundingBox()) ?? {};
  await ask('Asked for meanwhile');
  const show = page.getByRole('button', { name: 'Show 1 new change' });
  await expect(show).toBeVisible();
  const meanwhile = page.getByRole('listitem').filter({ hasText: 'Asked for meanwhile' });
  await expect(meanwhile).toHaveCount(0);
  expect((await before.boundingBox())?.y).toBe(y);
  expect(await violationsInEveryLook(page)).toEqual([]);
  await show.press('Enter');
  await expect(meanwhile).toBeVisible();
  await expect(show).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
});

/** The choices of a list that are wider than it is. */
function cutWords(select: Locator): Promise<string[]> {
  return select.evaluate((element: HTMLSelectElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(element);
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) throw new Error('Nothing can be measured here.');
    pen.font = font;
    const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return [...element.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
  });
}

test('this week and one’s own are one choice each, kept in the address', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const [cell] = await opposites(page.request, console.url, ['C00210']);
  const id = await askForSet(page.request, console.url, [cell ?? {}], { reason: 'Mine and of this week' });
  await untilDone(page.request, console.url, id);
  await page.goto('/changes');
  const line = page.getByRole('listitem').filter({ hasText: 'Mine and of this week' });
  const date = page.getByRole('combobox', { name: 'Date' });
  const mine = page.getByRole('button', { name: 'Mine' });
  await date.selectOption('This week');
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d$/);
  const monday = new Date(`${new URL(page.url()).searchParams.get('from') ?? ''}T12:00Z`);
  expect(monday.getUTCDay()).toBe(1);
  await mine.press('Space');
  await expect(page).toHaveURL(/mine=true/);
  await expect(page.getByRole('button', { name: 'Remove filter: Requested by you' })).toBeVisible();
  await expect(line).toBeVisible();
  await page.reload();
  await expect(date).toHaveValue('week');
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await expect(line).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: /^Remove filter: From / }).press('Enter');
  await expect(page).toHaveURL(/\/changes\?mine=true$/);
  await expect(date).toHaveValue('any');
  await expect(page.locator('body')).not.toBeFocused();
  // Whoever else opens that address sees their own.
  await page.goto('about:blank');
  await signIn('auditor');
  await page.goto('/changes?mine=true');
  await expect(page.getByRole('heading', { name: 'No change matches' })).toBeVisible();
  await expect(page.getByText('There is none with these filters: requested by you.')).toBeVisible();
  await expect(date).toBeVisible();
  await expect(mine).toHaveCount(0); // an auditor can have changed nothing
});

test('the history of a record tells a set of many entities once', async ({ page, signIn, console }) => {
  await signIn('security-administrator');
  const all = await opposites(page.request, console.url, ['C00220']);
  const cells = all.filter(({ accessible }) => accessible).slice(0, 8);
  const reason = 'For all entities at once';
  const id = await askForSet(page.request, console.url, cells, { reason });
  await untilDone(page.request, console.url, id);
  await page.goto('/changes/history?recordType=Customer&recordId=C00220');
  const line = page.getByRole('listitem').filter({ hasText: reason });
  await expect(line).toHaveCount(1);
  expect(cells.length).toBeGreaterThan(2);
  await expect(line).toContainText(`Given: Customer C00220 in ${String(cells.length)} entities`);
  for (const { entityId } of cells) await expect(line).toContainText(entityId);
  expect(await violationsInEveryLook(page)).toEqual([]);
});

test('the history of a record leads into a set of several at that record', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, ['C00240', 'C00250']);
  const id = await askForSet(page.request, console.url, cells, { reason: 'Of two records' });
  await untilDone(page.request, console.url, id);
  await page.goto('/changes/history?recordType=Customer&recordId=C00240');
  await page.getByRole('listitem').filter({ hasText: 'Of two records' }).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/changes/${id}\\?q=C00240$`));
  const own = cells.filter(({ recordId }) => recordId === 'C00240').length;
  const table = page.getByRole('region', { name: 'List of assignments' });
  await expect(table.getByRole('link', { name: /^Customer C00240/ })).toHaveCount(own);
  await expect(table.getByRole('link', { name: /^Customer C00250/ })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  expect(await table.evaluate((own) => own.scrollWidth <= own.clientWidth)).toBe(true);
});

test('a year that is being typed is not searched for', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/changes');
  const date = page.getByRole('combobox', { name: 'Date' });
  await date.selectOption('Chosen days');
  const from = page.getByLabel('Date from');
  for (const day of ['0002-11-22', '0202-11-22', '2025-11-22']) {
    await from.fill(day);
    await from.press('Enter');
  }
  await expect(page).toHaveURL(/from=2025-11-22/);
  await expect(page.getByRole('button', { name: 'Remove filter: From 22 Nov 2025' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/changes$/);
  // A Monday that is typed stays a day under the hand that types it.
  await date.selectOption('This week');
  await expect(page).toHaveURL(/from=/);
  await date.selectOption('Chosen days');
  await expect(from).toHaveValue(/^\d{4}-\d\d-\d\d$/);
});

test('what came of a set that ended stays in the navigation until it is dismissed', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, ['C00180', 'C00190']);
  const { recordType, recordId, entityId } = cells.at(-1) ?? {};
  await console.control('PUT', '/faults', [
    { kind: 'status', status: 400, method: 'POST', cell: { recordType, recordId, entityId } },
    { kind: 'slow', delayMs: 1_000, method: 'POST' },
  ]);
  await page.goto('/metadata');
  await askForSet(page.request, console.url, cells);
  await expect(page.getByRole('region', { name: 'Running changes' })).toBeVisible();
  const ended = page.getByRole('region', { name: 'Ended changes' });
  await expect(ended).toContainText(`Done: 1 refused, ${String(cells.length - 1)} confirmed`, {
    timeout: 40_000,
  });
  await page.getByRole('link', { name: 'Journal lines' }).click();
  await expect(ended.getByRole('link')).toHaveText(
    /^Partly given or removed \(\d+ of \d+\): customers in \d+ entities$/,
  );
  await ended.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(ended).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  // In the list a bar shows how much of it.
  await page.goto('/changes');
  const line = page.getByRole('listitem').filter({ hasText: 'Done, 1 refused' }).first();
  await expect(line.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(cells.length));
});

test('one press clears the filters of what changed outside, its source too', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/changes?kind=outside&recordId=C00260');
  await page.getByRole('link', { name: 'Show all outside changes' }).first().click();
  await expect(page).toHaveURL(/\/changes\?kind=outside$/);
  await page.goBack();
  await page.getByRole('button', { name: 'Clear all' }).press('Enter');
  await expect(page).toHaveURL(/\/changes$/);
  await expect(page.getByRole('button', { name: 'Clear all' })).toHaveCount(0);
});

test('changes of one entity are chosen by its name, as lines of the journal are', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/changes');
  const entity = page.getByRole('button', { name: /^Entity:/ });
  await entity.click();
  const search = page.getByRole('searchbox', { name: 'Search entity' });
  await search.fill('210');
  await search.press('Enter');
  await expect(page).toHaveURL(/[?&]entityId=210/);
  await expect(search).toBeHidden();
  await entity.click();
  await page
    .getByRole('radiogroup', { name: 'Entity' })
    .getByRole('radio', { name: /\b220\b/ })
    .click();
  await expect(page).toHaveURL(/[?&]entityId=220/); // another takes its place
  await expect(search).toBeHidden();
  await expect(entity).toContainText('220');
});
