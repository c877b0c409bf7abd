import type { Page } from '@playwright/test';
import { checksWithin, checkTitles } from '@/lib/domain/journal/checks';
import { expect, test } from '@/tests/support/browser/console-test';

/* Why each line is among those that must not be posted. */

// The lines end at 15 November: some of them lie after the month of that day.
const day = 'today=2026-10-31';
const heads = (page: Page) => page.getByRole('grid').getByRole('columnheader');
/** What finds the lines of the page, in full, by what the numbers of their rows name. */
async function reasons(page: Page) {
  await expect(heads(page).nth(1)).toHaveText('Checks');
  const rows = await page
    .getByRole('grid')
    .getByRole('row')
    .evaluateAll((all) =>
      all.slice(1).map((row) => {
        const line = row.querySelector('th a')?.getAttribute('aria-label') ?? '';
        const cell = row.querySelector('td[aria-colindex="2"]');
        return [line.replace(/^.*?, /, ''), cell?.getAttribute('aria-label') ?? ''] as const;
      }),
    );
  return rows.filter(([line]) => line !== '');
}

/** Lines that match, page by page, as the numbers of rows name them. */
async function linesOf(page: Page, filter: string): Promise<string[]> {
  const found: string[] = [];
  for (let at = 1, total = 1; found.length < total; at++) {
    const answer = await page.request.get(`/api/journal?page=${String(at)}&pageSize=500&${filter}`);
    const all = (await answer.json()) as { rows: Record<string, string | number>[]; total: number }; // by the contract
    total = all.total;
    for (const { JournalTemplateName, JournalBatchName, LineNo } of all.rows)
      found.push(`line ${String(LineNo)} of ${String(JournalTemplateName)} ${String(JournalBatchName)}`);
  }
  return found;
}

test('a line of all checks together says why it is there, in the grid, by keys and when it is copied', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('accountant');
  await page.setViewportSize({ width: 1440, height: 900 });
  const titles = { 'no-entity': 'No entity', 'future-date': 'Posting date after this month' };
  const found = await Promise.all(
    checksWithin('any').map(
      async (id) => [checkTitles([id]), await linesOf(page, `${day}&check=${id}`)] as const,
    ),
  );
  await page.goto(`/journal?check=any&${day}&to=2026-11-04&sort=BssiEntityID,-PostingDate`);
  const told = await reasons(page);
  expect(told).toEqual(
    told.map(([line]) => [
      line,
      found
        .filter(([, lines]) => lines.includes(line))
        .map(([title]) => title)
        .join('; '),
    ]),
  );
  const both = Object.values(titles).join('; ');
  expect(told.map(([, words]) => words)).toEqual(expect.arrayContaining([titles['no-entity'], both]));
  // The cell has room for one, and tells how many more.
  const cell = page.getByRole('gridcell', { name: both, exact: true }).first();
  await expect(cell).toHaveText('No entity, +1');
  await expect(cell).toHaveAttribute('title', both);
  await cell.click();
  await page.keyboard.press('End');
  await expect(cell).not.toBeFocused();
  await page.keyboard.press('Home');
  await expect(cell).toBeFocused();
  await page.keyboard.press('Control+c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(both);
  // It is no field: nothing is sorted by it.
  await heads(page).nth(1).click();
  await expect(page).toHaveURL(/sort=BssiEntityID,-PostingDate/);
  // Of a single check the filter says it.
  await page.goto('/journal?check=no-entity');
  await expect(heads(page).nth(1)).toHaveText(/^Posting Date/);
});

test('a line of all checks together says of access too, to an accountant as to an auditor', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  const [denied = ''] = await linesOf(page, 'check=item-access&sort=-PostingDate');
  const own = await page.request.get('/api/journal?check=item-access&sort=-PostingDate&pageSize=1');
  const { rows } = (await own.json()) as { rows: { ItemNo: string }[] };
  const search = `check=any&${day}&item=${rows[0]?.ItemNo ?? ''}`;
  const ofDenied = async () => new Map(await reasons(page)).get(denied);
  for (const role of ['auditor', 'accountant'] as const) {
    await signIn(role);
    await page.goto(`/journal?${search}`);
    expect(await ofDenied()).toBe('Entity may not use the item; Posting date after this month');
    await page.goto('about:blank'); // whose session ends is asked for nothing more
  }
});
