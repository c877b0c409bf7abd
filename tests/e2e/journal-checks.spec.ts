import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { journalPageSchema } from '@/lib/contract/journal/journal';
import type { JournalChecks } from '@/lib/contract/journal/journal-checks';
import { journalCheck } from '@/lib/domain/journal/checks';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { violations } from '@/tests/support/browser/axe';
import { expect, overflowsSideways, signInBy, test } from '@/tests/support/browser/console-test';

const status = (page: Page) => page.getByRole('region', { name: 'Status bar' }).getByText(/^[\d,]+ lines?$/);
const checksButton = (page: Page) => page.getByRole('button', { name: /^Checks/ });
const sheet = (page: Page) => page.getByRole('complementary', { name: 'Checks before posting' });
const filters = (page: Page) => page.getByRole('button', { name: /^Remove filter: / });
/** The status bar begins with it; what the lines add up to follows. */
const counts = (count: number) => new RegExp(`^${withDigits(count)}`);
const withDigits = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'line' : 'lines'}`;

async function checksOf(page: Page, search: string): Promise<JournalChecks> {
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/Berlin' });
  const response = await page.request.get(`/api/journal/checks?today=${today}&${search}`);
  return (await response.json()) as JournalChecks;
}

test('each check leads to exactly the lines it counts, under the page’s other filters', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/journal?batch=ITEM%2FDEFAULT');
  const { checks, any, lines } = await checksOf(page, 'batch=ITEM%2FDEFAULT');
  const found = checks.filter((check) => (check.lines ?? 0) > 0);
  expect(found.length).toBeGreaterThan(3);
  const faults = found.filter(({ id }) => id !== 'older-than-30-days');
  expect(any.lines).toBeGreaterThan(Math.max(...faults.map((check) => check.lines ?? 0)));
  await expect(checksButton(page)).toHaveText(`Checks(${found.length})`);
  await checksButton(page).click();
  for (const { title, lines: count } of [any, ...found]) {
    await expect(sheet(page)).toContainText(`among ${withDigits(lines)} that match the other filters`);
    await sheet(page)
      .getByRole('button', { name: `Show ${withDigits(count ?? 0)}: ${title}` })
      .click();
    await expect(status(page)).toHaveText(counts(count ?? 0));
    await expect(filters(page).filter({ hasText: `Check: ${title}` })).toBeVisible();
    // The other checks are counted without this one.
    await expect(checksButton(page)).toHaveText(`Checks(${found.length})`);
  }
  await filters(page).filter({ hasText: 'Check: ' }).click();
  await expect(status(page)).toHaveText(counts(lines));
  await expect(page).not.toHaveURL(/check=/);
});

test('a check says what it means and what to do, and those that find nothing say so', async ({
  page,
  signIn,
}) => {
  await signIn('accountant');
  await page.goto('/journal?entity=');
  await checksButton(page).click();
  const noEntity = sheet(page).getByRole('listitem').filter({ hasText: 'No entity' });
  await expect(noEntity).toContainText('Lines whose Entity ID is empty');
  await expect(noEntity).toContainText('Fill in Entity ID');
  await noEntity.getByRole('button', { name: /^Show/ }).click();
  await expect(page.getByText('Check: No entity')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(status(page)).toHaveText(/^3,000 lines/);
  await page.goto('/journal?filter=BssiEntityID~notempty');
  await checksButton(page).click();
  await expect(sheet(page).getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await expect(
    sheet(page)
      .getByRole('listitem')
      .filter({ hasText: /^No entity/ }),
  ).toBeVisible();
});

for (const width of [1280, 1440])
  test(`checks stand beside the lines at ${String(width)} px, in turn with a line`, async ({
    page,
    signIn,
  }) => {
    await signIn('accountant');
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/journal');
    await expect(status(page)).toBeVisible();
    await checksButton(page).click();
    await expect(sheet(page).getByRole('heading', { name: 'Checks before posting' })).toBeFocused();
    expect(await sheet(page).boundingBox()).toMatchObject({ x: width - 400, y: 0, height: 900 });
    const shown = sheet(page).getByRole('listitem').filter({ hasText: 'shown now' });
    for (const title of ['No entity', 'Older than 30 days']) {
      await sheet(page)
        .getByRole('button', { name: new RegExp(`^Show [\\d,]+ lines: ${title}$`) })
        .click();
      await expect(shown).toContainText(title);
      await expect(shown.getByRole('button')).toBeFocused();
    }
    expect(await overflowsSideways(page)).toBe(false);
    expect(await violations(page)).toEqual([]);

    const docked = page.getByRole('complementary');
    await page.getByRole('grid').getByRole('rowheader').getByRole('link').first().click();
    await expect(docked).toHaveAccessibleName(/^Line /);
    await expect(checksButton(page)).toHaveAttribute('aria-expanded', 'false');
    await checksButton(page).click();
    await expect(docked).toHaveAccessibleName('Checks before posting');
    await expect(page).not.toHaveURL(/line=/);
    await page.keyboard.press('Escape');
    await expect(docked).toHaveCount(0);
    await expect(checksButton(page)).toBeFocused();
  });

test('on a phone the lines of a check are seen as soon as they are asked for', async ({ page, signIn }) => {
  await signIn('accountant');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/journal');
  await checksButton(page).click();
  const over = page.getByRole('dialog', { name: 'Checks before posting' });
  await over.getByRole('button', { name: /^Show [\d,]+ lines: No entity$/ }).click();
  await expect(over).toBeHidden();
  await expect(page.getByText('Check: No entity')).toBeVisible();
});

test('the open line says which checks find it, and what to do', async ({ page, signIn }) => {
  await signIn('accountant');
  await page.setViewportSize({ width: 1440, height: 900 });
  const linesOf = async (search: string) => {
    const answer = await page.request.get(`/api/journal?pageSize=500${search}`);
    const { rows } = (await answer.json()) as { rows: Record<string, string | number>[] }; // by the contract
    return rows.map(
      (row) => `${row['JournalTemplateName']}/${row['JournalBatchName']}/${String(row['LineNo'])}`,
    );
  };
  const found = new Set(
    (await Promise.all(['any', 'older-than-30-days'].map((check) => linesOf(`&check=${check}`)))).flat(),
  );
  const clear = (await linesOf('&from=2026-11-09')).find((line) => !found.has(line));
  const [faulty] = await linesOf('&check=no-entity');
  const checks = page
    .getByRole('complementary', { name: /^Line/ })
    .getByRole('region', { name: 'Checks before posting' });
  await page.goto(`/journal?line=${faulty ?? ''}`);
  await expect(checks.getByRole('listitem').filter({ hasText: 'No entity' })).toContainText(
    'Fill in Entity ID on the line',
  );
  await page.goto(`/journal?line=${clear ?? ''}`);
  await expect(checks).toContainText('No check flags this line.');
});

for (const [where, width, role] of [
  ['on a phone', 390, 'dialog'],
  ['beside the lines', 1440, 'complementary'],
] as const)
  test(`what checks find in a line stands below all that can be pressed, ${where}`, async ({
    page,
    signIn,
  }) => {
    await signIn('security-administrator');
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/journal?line=ITEM/DEFAULT/4000000');
    const panel = page.getByRole(role, { name: /^Line/ });
    const checks = panel.getByRole('region', { name: 'Checks before posting' });
    await expect(checks.getByRole('listitem').first()).toBeInViewport();
    const link = panel.getByRole('link').first();
    await expect(link).toBeInViewport();
    const [found, pressed] = [await checks.boundingBox(), await link.boundingBox()];
    expect(found?.y).toBeGreaterThan((pressed?.y ?? 0) + (pressed?.height ?? 0));
  });

test('an accountant is told of lines whose entity may not use their item, and not of the matrix', async ({
  page,
  signIn,
}) => {
  await signIn('accountant');
  await page.goto('/journal?check=item-access');
  await expect(filters(page)).toHaveText(/Check: Entity may not use the item/);
  await checksButton(page).click();
  await expect(sheet(page)).toContainText('of 12 checks');
  const shown = sheet(page).getByRole('listitem').filter({ hasText: 'shown now' });
  await expect(shown).toContainText('Entity may not use the item');
  expect((await page.request.get('/api/access/matrix')).status()).toBe(403);
});

test('a link to all checks as one shows what it means as pressed', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await signIn('accountant');
  const { any } = await checksOf(page, '');
  await page.goto('/journal?check=any');
  await expect(status(page)).toHaveText(counts(any.lines ?? 0));
  await expect(filters(page)).toHaveText(new RegExp(`Check: ${any.title}$`));
  await page.getByRole('button', { name: 'Month end' }).click();
  const pressed = page.getByRole('region', { name: 'Month end' }).getByRole('button', { pressed: true });
  await expect(pressed).toHaveText(`${any.title}${(any.lines ?? 0).toLocaleString('en-GB')}`);
  await checksButton(page).click();
  const shown = sheet(page).getByRole('listitem').filter({ hasText: 'shown now' });
  await expect(shown).toContainText(`${any.title}`);
  await expect(shown).toContainText(`${withDigits(any.lines ?? 0)}, shown now`);
  await sheet(page)
    .getByRole('button', { name: /^Show all lines again/ })
    .click();
  await expect(page).not.toHaveURL(/check=/);
});

test('a link to the checks without those of access shows its lines, and as pressed what chose them', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await signIn('accountant');
  const { total } = journalPageSchema.parse(
    await (await page.request.get('/api/journal?check=any-without-access')).json(),
  );
  const { title = '' } = journalCheck('any-without-access') ?? {};
  await page.goto('/journal?check=any-without-access');
  await expect(status(page)).toHaveText(counts(total ?? 0));
  await page.getByRole('button', { name: 'Month end' }).click();
  const pressed = page.getByRole('region', { name: 'Month end' }).getByRole('button', { pressed: true });
  await expect(pressed).toHaveText(title);
  await checksButton(page).click();
  const shown = sheet(page).getByRole('listitem').filter({ hasText: 'shown now' });
  await expect(shown).toContainText(title);
  await sheet(page)
    .getByRole('button', { name: /^Show all lines again/ })
    .click();
  await expect(page).not.toHaveURL(/check=/);
  await expect(pressed).toHaveCount(0);
});

test('a failure of the checks is theirs alone, and their count comes without moving anything', async ({
  page,
  startAside,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/502/);
  const console = await startAside();
  // The service answers the page's own lines at once; what the checks need are all lines, of which it refuses most.
  await console.control('PUT', '/modes', { pageSize: 1_000 });
  const ofLaterPages = { resource: 'journal', afterPage: 1 };
  await console.control('PUT', '/faults', [{ kind: 'status', status: 403, ...ofLaterPages }]);
  await signInBy(page.request, console.url, 'accountant');
  await page.goto(`${console.url}/journal`);
  await expect(status(page)).toHaveText(/^3,000 lines/);
  await checksButton(page).click();
  await expect(sheet(page).getByRole('alert')).toContainText('permission');
  await expect(checksButton(page)).toHaveText('Checks');
  const before = await checksButton(page).boundingBox();
  await console.control('PUT', '/faults', []);
  await sheet(page).getByRole('button', { name: 'Try again' }).click();
  await expect(sheet(page)).toContainText('among 3,000 lines');
  await expect(checksButton(page)).toHaveText(/^Checks\(\d+\)$/);
  expect(await checksButton(page).boundingBox()).toEqual(before);
  await expect(status(page)).toHaveText(/^3,000 lines/);
});

for (const format of ['CSV', 'Excel'] as const)
  test(`what is filtered is kept as a whole file, ${format}`, async ({ page, signIn }) => {
    await signIn('accountant');
    await page.goto('/journal?batch=ITEM%2FDEFAULT&columns=ItemNo,DocumentNo,Amount&sort=-Amount');
    const lines = (await (
      await page.request.get('/api/journal?batch=ITEM%2FDEFAULT&sort=-Amount&pageSize=500')
    ).json()) as { total: number; rows: { DocumentNo: string; ItemNo: string; Amount: number }[] };
    await expect(status(page)).toHaveText(counts(lines.total));
    await page.getByRole('button', { name: 'Export…' }).click();
    const panel = page.getByRole('dialog', { name: 'Export' });
    await expect(panel).toContainText(withDigits(lines.total));
    await panel.getByRole('radio', { name: format }).check({ force: true }); // its label is what is seen
    await expect(panel.getByRole('radio', { name: '3 columns as shown' })).toBeChecked();
    const download = await exported(page);
    expect(download.suggestedFilename()).toMatch(/^journal-default-\d{8}T\d{6}[+]0[12]00-/); // Europe/Berlin
    const rows = await cellsOf(download, format);
    await expect(page.getByText(`Exported: complete, ${withDigits(lines.total)}`)).toBeVisible();
    await expect(panel).toBeHidden();
    expect(rows[0]).toEqual(['Item No.', 'Document No.', 'Amount']);
    const expected = lines.rows.map(({ DocumentNo, ItemNo, Amount }) => [ItemNo, DocumentNo, Amount]);
    expect(
      rows.slice(1, 1 + expected.length).map(([item, document, amount]) => [item, document, Number(amount)]),
    ).toEqual(expected);
    // All fields.
    await page.getByRole('button', { name: 'Export…' }).click();
    await panel.getByRole('radio', { name: format }).check({ force: true });
    await panel.getByRole('radio', { name: 'All 167' }).check({ force: true });
    expect((await cellsOf(await exported(page), format))[0]).toHaveLength(167);
  });

async function exported(page: Page): Promise<Download> {
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export' }).click();
  return download;
}

async function cellsOf(
  download: Download,
  format: 'CSV' | 'Excel',
): Promise<readonly (readonly unknown[])[]> {
  const bytes = await readFile(await download.path());
  if (format === 'Excel') return (await readXlsx(bytes)).sheets[0]?.rows ?? [];
  return [...csvRows(bytes.toString('utf8'))].map(({ cells }) => cells);
}

test('the month-end picture leads to the lines of an entity and a week, and back', async ({
  page,
  signIn,
}) => {
  await signIn('accountant');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  await page.getByRole('button', { name: 'Month end' }).click();
  const picture = page.getByRole('table', { name: 'Lines by entity and posting week' });
  const cell = picture.getByRole('button', { name: /^Entity 210, week of 9 Nov 2026: / });
  const shown = await cell.textContent();
  await cell.click();
  await expect(status(page)).toHaveText(counts(Number(shown)));
  await expect(filters(page)).toHaveText([/Entity 210/, /Posting date 9.*15 Nov 2026/]);
  await expect(cell).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowUp');
  const above = picture.locator('button:focus');
  await expect(above).toHaveAccessibleName(/week of 9 Nov 2026/);
  await expect(above).not.toHaveAccessibleName(/Entity 210/);
  await cell.click();
  await expect(status(page)).toHaveText(/^3,000 lines/);
  // A check beside it.
  const { any } = await checksOf(page, '');
  await page.getByRole('button', { name: new RegExp(`^${any.title} [\\d,]+$`) }).click();
  await expect(filters(page)).toContainText(`Check: ${any.title}`);
  await expect(status(page)).toHaveText(counts(any.lines ?? 0));
  await expect(page.getByRole('heading', { name: 'Checks on 3,000 lines' })).toBeVisible();
  await page.getByRole('button', { name: /^No entity \d+$/ }).click();
  await expect(filters(page)).toHaveText(/Check: No entity/);
  await expect(picture.getByRole('rowheader')).toHaveText(['All', 'No entity']);
  // What it tells is in the address, for a colleague and for saved views.
  await page.getByRole('radiogroup', { name: 'Shade by' }).getByText('Amount').click();
  await expect(page).toHaveURL(/[?&]measure=amount/);
  // Unfolded, it stays so in this browser.
  const fold = page.getByRole('button', { name: 'Month end' });
  await page.reload();
  await expect(picture).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Amount' })).toBeChecked();
  await fold.click();
  await expect(picture).toBeHidden();
  await page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
});

test('keys of the browser stay its own on the month-end picture', async ({ page, signIn }) => {
  await signIn('accountant');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  await page.getByRole('button', { name: 'Month end' }).click();
  const picture = page.getByRole('table', { name: 'Lines by entity and posting week' });
  const cell = picture.getByRole('button', { name: /^Entity 210, week of 9 Nov 2026: / });
  await cell.focus();
  // A browser without a window of its own goes nowhere: whether it might is asked.
  const taken = await page.evaluateHandle(() => {
    const keys: boolean[] = [];
    window.addEventListener('keydown', (event) => keys.push(event.defaultPrevented));
    return keys;
  });
  for (const key of ['Alt+ArrowLeft', 'Control+ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  await expect(cell).not.toBeFocused();
  expect((await taken.jsonValue()).filter(Boolean)).toHaveLength(1);
});

test('on a small window no week of the month-end picture stands half under what stays', async ({
  page,
  signIn,
}) => {
  await signIn('accountant');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/journal');
  await page.getByRole('button', { name: 'Month end' }).click();
  const picture = page.getByRole('table', { name: 'Lines by entity and posting week' });
  await expect(picture).toBeVisible();
  // The newest weeks are in view beside what stays: entities, all weeks, and earlier ones; none stands half under it.
  const cut = () =>
    picture.getByRole('columnheader').evaluateAll(([, , earlier, ...weeks]) => {
      const edge = earlier?.getBoundingClientRect().right ?? 0;
      const places = weeks.map((week) => week.getBoundingClientRect());
      return places.filter(({ left, right }) => left < edge - 1 && right > edge + 1).length;
    });
  await expect.poll(cut).toBe(0);
  await expect(picture.getByRole('columnheader').last()).toBeInViewport();
  // Nor with other figures, which have other widths, or in a window that became wider.
  await page.getByRole('radiogroup', { name: 'Shade by' }).getByText('Amount').click();
  await expect(page).toHaveURL(/measure=amount/);
  await expect.poll(cut).toBe(0);
  await page.setViewportSize({ width: 430, height: 844 });
  await expect.poll(cut).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('radiogroup', { name: 'Shade by' }).getByText('Lines').click();
  await expect.poll(cut).toBe(0);
  const [entity, all, earlier] = await picture
    .getByRole('columnheader')
    .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect()));
  expect([all?.left, earlier?.left]).toEqual([entity?.right, all?.right]);
});
