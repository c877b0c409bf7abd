import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { journalPageSchema } from '@/lib/contract/journal/journal';
import type { JournalChecks } from '@/lib/contract/journal/journal-checks';
import { journalCheck } from '@/lib/domain/journal/checks';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { linesShown, shownOf } from './lines-shown';

const checksButton = (page: Page) => page.getByRole('button', { name: /^Checks/ });
const sheet = (page: Page) => page.getByRole('complementary', { name: 'Checks before posting' });
const filters = (page: Page) => page.getByRole('button', { name: /^Remove filter: / });
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
      .getByRole('link', { name: `Show ${withDigits(count ?? 0)}: ${title}` })
      .click();
    await expect(linesShown(page)).toHaveText(shownOf(count ?? 0));
    await expect(filters(page).filter({ hasText: `Check: ${title}` })).toBeVisible();
    // The other checks are counted without this one.
    await expect(checksButton(page)).toHaveText(`Checks(${found.length})`);
  }
  await filters(page).filter({ hasText: 'Check: ' }).click();
  await expect(linesShown(page)).toHaveText(shownOf(lines));
  await expect(page).not.toHaveURL(/check=/);
  // On a phone the sheet lies over the lines, and makes room for them.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await checksButton(page).click();
  const over = page.getByRole('dialog', { name: 'Checks before posting' });
  await over.getByRole('link', { name: `Show ${withDigits(any.lines ?? 0)}: ${any.title}` }).click();
  await expect(over).toBeHidden();
  await expect(linesShown(page)).toHaveText(shownOf(any.lines ?? 0));
});

test('a link to checks as one shows its lines and what chose them, which a press takes back', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await signIn('accountant');
  for (const id of ['any', 'any-without-access'] as const) {
    const lines = await page.request.get(`/api/journal?check=${id}`);
    const { total } = journalPageSchema.parse(await lines.json());
    const { title = '' } = journalCheck(id) ?? {};
    await page.goto(`/journal?check=${id}`);
    await expect(linesShown(page)).toHaveText(shownOf(total ?? 0));
    await expect(filters(page)).toHaveText(new RegExp(`Check: ${title}$`));
    await checksButton(page).click();
    await expect(sheet(page).getByRole('listitem').filter({ hasText: 'shown now' })).toContainText(title);
    await sheet(page)
      .getByRole('link', { name: /^Show all lines again/ })
      .click();
    await expect(page).not.toHaveURL(/check=/);
  }
});

test('checks and a line stand beside the lines in turn, and the line says what they find in it', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.setViewportSize({ width: 1440, height: 900 });
  const linesOf = async (search: string) => {
    const answer = await page.request.get(`/api/journal?pageSize=500${search}`);
    const { rows } = (await answer.json()) as { rows: Record<string, string | number>[] }; // by the contract
    return rows.map(
      (row) => `${row['JournalTemplateName']}/${row['JournalBatchName']}/${String(row['LineNo'])}`,
    );
  };
  const any = await linesOf('&check=any');
  const old = await linesOf('&check=older-than-30-days');
  const clear = (await linesOf('&from=2026-11-09')).find(
    (line) => !any.includes(line) && !old.includes(line),
  );
  const [faulty = ''] = await linesOf('&check=no-entity');
  const { checks } = await checksOf(page, '');
  const { title = '', advice = '' } = checks.find(({ id }) => id === 'no-entity') ?? {};
  const docked = page.getByRole('complementary');
  const ofLine = docked.getByRole('region', { name: 'Checks before posting' });
  await page.goto(`/journal?line=${clear ?? ''}`);
  await expect(docked).toHaveAccessibleName(/^Line /);
  await expect(ofLine.getByRole('listitem')).toHaveCount(0);
  await expect(ofLine).toContainText('No check');
  await page.goto(`/journal?line=${faulty}`);
  await expect(ofLine.getByRole('listitem').filter({ hasText: title })).toContainText(advice);
  // What comes late stands below all that can be pressed, which it does not move.
  const [found, pressed] = [await ofLine.boundingBox(), await docked.getByRole('link').first().boundingBox()];
  expect(found?.y).toBeGreaterThan((pressed?.y ?? 0) + (pressed?.height ?? 0));

  await checksButton(page).click();
  await expect(docked).toHaveAccessibleName('Checks before posting');
  await expect(page).not.toHaveURL(/line=/);
  await docked.getByRole('link', { name: new RegExp(`^Show [\\d,]+ lines: ${title}$`) }).click();
  const shown = docked.getByRole('listitem').filter({ hasText: 'shown now' });
  await expect(shown).toContainText(advice);
  await expect(shown.getByRole('link')).toBeFocused();
  await page.getByRole('grid').getByRole('rowheader').getByRole('link').first().click();
  await expect(docked).toHaveAccessibleName(/^Line /);
  await expect(checksButton(page)).toHaveAttribute('aria-expanded', 'false');
  await checksButton(page).click();
  await expect(docked).toHaveAccessibleName('Checks before posting');
  await page.keyboard.press('Escape');
  await expect(docked).toHaveCount(0);
  await expect(checksButton(page)).toBeFocused();
});

test('lines that cannot be read again stay, with their checks, and the page says why', async ({
  page,
  startAside,
}) => {
  const console = await startAside();
  await signInBy(page.request, console.url, 'accountant');
  await page.goto(`${console.url}/journal`);
  await expect(linesShown(page)).toHaveText(shownOf(3_000));
  await console.control('PUT', '/faults', [{ kind: 'status', status: 403, resource: 'journal' }]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const older = page.getByText(/permission/);
  await expect(older).toBeVisible();
  await checksButton(page).click();
  await expect(sheet(page)).toContainText('among 3,000 lines');
  await expect(checksButton(page)).toHaveText(/^Checks\(\d+\)$/);
  await console.control('PUT', '/faults', []);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(older).toBeHidden();
  await expect(linesShown(page)).toHaveText(shownOf(3_000));
});

test('what is filtered is kept as a whole file, as CSV and for Excel', async ({ page, signIn }) => {
  await signIn('accountant');
  await page.goto('/journal?batch=ITEM%2FDEFAULT&columns=ItemNo,DocumentNo,Amount&sort=-Amount');
  const lines = (await (
    await page.request.get('/api/journal?batch=ITEM%2FDEFAULT&sort=-Amount&pageSize=500')
  ).json()) as {
    total: number;
    rows: { BssiEntityID: string; DocumentNo: string; ItemNo: string; Amount: number }[];
  };
  const expected = lines.rows.map(({ DocumentNo, ItemNo, Amount }) => [ItemNo, DocumentNo, Amount]);
  await expect(linesShown(page)).toHaveText(shownOf(lines.total));
  const panel = page.getByRole('dialog', { name: 'Export' });
  for (const format of ['CSV', 'Excel'] as const) {
    await page.getByRole('button', { name: 'Export…' }).click();
    await expect(panel).toContainText(withDigits(lines.total));
    await panel.getByRole('radio', { name: format }).check({ force: true }); // its label is what is seen
    await expect(panel.getByRole('radio', { name: '3 columns as shown' })).toBeChecked();
    const download = await exported(page);
    expect(download.suggestedFilename()).toMatch(/^journal-default-\d{8}T\d{6}[+]0[12]00-/); // Europe/Berlin
    const rows = await cellsOf(download, format);
    await expect(panel).toBeHidden();
    expect(rows[0]).toEqual(['Item No.', 'Document No.', 'Amount']);
    expect(
      rows.slice(1, 1 + expected.length).map(([item, document, amount]) => [item, document, Number(amount)]),
    ).toEqual(expected);
  }
  await page.getByRole('button', { name: 'Export…' }).click();
  await panel.getByRole('radio', { name: 'CSV' }).check({ force: true });
  await panel.getByRole('radio', { name: 'All 167' }).check({ force: true });
  expect((await cellsOf(await exported(page), 'CSV'))[0]).toHaveLength(167);

  await page.getByRole('button', { name: 'Export…' }).click();
  await panel.getByRole('radio', { name: 'One per entity' }).check({ force: true });
  const { sheets } = await readXlsx(await readFile(await (await exported(page)).path()));
  const entities = new Set(lines.rows.map(({ BssiEntityID }) => BssiEntityID));
  expect(sheets.length).toBeGreaterThan(entities.size); // with the one that lists them
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

test('the month end shows entities by weeks beside the checks, and a check leads to its lines', async ({
  page,
  signIn,
}) => {
  await signIn('accountant');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  const { any } = await checksOf(page, '');
  const wrong = page.getByRole('button', { name: `${withDigits(any.lines ?? 0)} must not be posted` });
  await wrong.click();
  await expect(linesShown(page)).toHaveText(shownOf(any.lines ?? 0));
  await page.goBack();
  await expect(wrong).toBeVisible();
  await page.getByText('Groups', { exact: true }).click();
  await page.getByRole('button', { name: 'Month end' }).click();
  await expect(page).toHaveURL(/by=BssiEntityID.*across=PostingDate\.week/);
  await expect(page.getByRole('button', { name: 'Month end' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('columnheader', { name: /9.*15 Nov 2026 Amount net/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^210, 9.*15 Nov 2026: \d+ lines?, / })).toHaveAttribute(
    'href',
    /entity=210&from=2026-11-09&to=2026-11-15/,
  );
  await sheet(page)
    .getByRole('link', { name: `Show ${withDigits(any.lines ?? 0)}: ${any.title}` })
    .click();
  await expect(linesShown(page)).toHaveText(shownOf(any.lines ?? 0));
  await expect(filters(page)).toContainText(`Check: ${any.title}`);
  await page.goBack();
  await expect(page).toHaveURL(/across=PostingDate\.week/);
});
