import type { Page } from '@playwright/test';
import { changeListSchema } from '@/lib/contract/changes/changes';
import { csvRow } from '@/lib/domain/spreadsheet/csv';
import { askForSet, leaveNothingRunning, opposites, untilDone } from '@/tests/support/changes/asked-sets';
import { expect, test } from '@/tests/support/browser/console-test';
import { applyButton } from '@/tests/support/browser/parts-of-pages';

test.afterEach(({ request, console }) => leaveNothingRunning(request, console));

/** As a proxy whose replica is replaced between the work and the answer: it is done, and the page hears of a fault. */
async function loseOneAnswer(page: Page, path: RegExp): Promise<void> {
  let isLost = false;
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue();
    isLost = true;
    await route.fetch();
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
  });
}

test('an undo whose answer got lost is not called undone, and the page shows that it was', async ({
  page,
  signIn,
  console,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/502/);
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, ['C00140']);
  const id = await askForSet(page.request, console.url, cells);
  await untilDone(page.request, console.url, id);
  await page.goto(`/changes/${id}`);
  await loseOneAnswer(page, /\/undo$/);
  await page.getByRole('button', { name: 'Undo…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Undo \d/ })
    .click();
  await expect(page.getByText('It is not known whether it was done')).toBeVisible();
  await expect(page.getByText('It was not done')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Undo of: / })).toBeVisible();
});

test('a file whose answer got lost is applied again, and makes one change set', async ({
  page,
  signIn,
  console,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/502/);
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, ['C00150']);
  const rows = [
    ['Record type', 'Record ID', 'Entity', 'Access'],
    ...cells.map((cell) => [cell.recordType, cell.recordId, cell.entityId, cell.accessible ? 'yes' : 'no']),
  ];
  await page.goto('/changes/import');
  await page.getByLabel('Spreadsheet').setInputFiles({
    name: 'lost.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.map(csvRow).join('')),
  });
  await loseOneAnswer(page, /\/api\/changes(\?|$)/);
  const apply = applyButton(
    page,
    cells.map(({ accessible }) => accessible),
  );
  await apply.click();
  await expect(page.getByText('It is not known whether the change set was made')).toBeVisible();
  await expect(page.getByText('Nothing was changed', { exact: true })).toHaveCount(0);
  await apply.click();
  await expect(page).toHaveURL(/\/changes\/[0-9a-f-]{36}/);
  const made = await page.request.get('/api/changes?kind=import&recordId=C00150');
  expect(changeListSchema.parse(await made.json()).value).toHaveLength(1);
});

test('a switch that is pressed without a network is made as soon as it is back, once, and can be taken back', async ({
  page,
  context,
  signIn,
  console,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
  await signIn('security-administrator');
  const [wanted] = await opposites(page.request, console.url, ['C00170']);
  if (wanted === undefined) throw new Error('A customer has several.');
  const { recordType, recordId, entityId, accessible } = wanted;
  await page.goto(`/access?type=${recordType}&q=${recordId}&entity=${entityId}`);
  const control = page.getByRole('switch', { name: new RegExp(`entity ${entityId}, `) });
  await expect(control).toHaveAttribute('aria-checked', String(!accessible));
  const before = (await console.control('GET', '/counters')) as { totalPosts: number };
  await context.setOffline(true);
  await control.click();
  await expect(control).toHaveAttribute('aria-description', /This page sends it again/);
  // Parts of the page could not be loaded either, which is not what the press is answered by.
  await expect(page.getByRole('alert').first()).toContainText(/Whether the change was made is not known/);
  await context.setOffline(false);
  await expect(control).toHaveAttribute('aria-description', /read back/);
  await expect(control).toHaveAttribute('aria-checked', String(accessible));
  const asked = new URLSearchParams({ recordType, recordId, entityId }).toString();
  const rows = (await (await page.request.get(`${console.url}/api/access?${asked}`)).json()) as {
    value: unknown[];
  };
  expect(rows.value).toEqual([{ recordType, recordId, entityId, accessible }]);
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: before.totalPosts + 1 });
  await control.press('z');
  await expect(control).toHaveAttribute('aria-checked', String(!accessible));
  await expect.poll(() => console.truth({ recordType, recordId, entityId })).toBe(!accessible);
});
