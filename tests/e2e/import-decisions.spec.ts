import type { Locator, Page } from '@playwright/test';
import { accessRowsSchema } from '@/lib/contract/access/access';
import { csvRow } from '@/lib/domain/spreadsheet/csv';
import { expect, test } from '@/tests/support/browser/console-test';
import { choose, choosePart, exportCsv, parts, sentence } from './import-page';
import { block } from '@/tests/support/browser/parts-of-pages';

/** As the browser's button does; Playwright's own waits for a navigation that may be held back. */
const goBack = (page: Page) => page.evaluate(() => window.history.back());

test('what was decided outlasts another comparison, and is asked about before the page is left', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00300');
  await expect(page.getByRole('switch').first()).toBeVisible();
  const { name, rows } = await exportCsv(page);
  for (const row of rows.slice(1, -1)) row[3] = row[3] === 'yes' ? 'no' : 'yes';
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/changes/import')) uploads.push(request.method());
  });
  await page.getByRole('button', { name: 'Files…' }).click();
  await page.getByRole('link', { name: 'Import…' }).click();
  await choose(page, name, rows);
  await expect(sentence(page)).toBeVisible();
  const first = block(page)
    .getByRole('checkbox', { name: /, entity / })
    .first();
  const box = page.getByRole('checkbox', {
    name: (await first.getAttribute('aria-label')) ?? '',
    exact: true,
  });
  await box.uncheck();
  const reason = page.getByLabel('Reason (optional)');
  await reason.fill('Moved to the new region');
  const kept = async () => {
    await expect(page.getByText('2 assignments left out.')).toBeVisible();
    await expect(reason).toHaveValue('Moved to the new region');
  };
  // Somebody changes one past the console meanwhile.
  const [recordType, recordId, entityId, value] = rows.at(-1) ?? [];
  await console.control('POST', '/outside-change', {
    ...{ recordType, recordId, entityId },
    accessible: value !== 'yes',
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(sentence(page)).toContainText('1 differs from the file’s column Base.');
  await expect.poll(() => uploads.length).toBe(2);
  await kept();

  // A look at the other mode sends the file once; its filter takes effect when it is asked for.
  await page.getByText('Replace to match file', { exact: true }).click();
  await expect.poll(() => uploads.length).toBe(3);
  await kept();
  await page.getByText('Update listed', { exact: true }).click();
  await kept();
  await page.getByText('Replace to match file', { exact: true }).click();
  await kept();
  expect(uploads).toHaveLength(3);
  const filter = page.getByRole('region', { name: 'How to compare' });
  await filter.getByRole('searchbox', { name: 'Entity' }).pressSequentially('10', { delay: 600 });
  await expect(page.getByText('The results below belong to the former filter.')).toBeVisible();
  expect(uploads).toHaveLength(3);
  await filter.getByRole('searchbox', { name: 'Entity' }).press('Enter');
  await expect.poll(() => uploads.length).toBe(4);
  await expect(page).toHaveURL(/entity=10/);
  await expect(page.getByText('The results below belong to the former filter.')).toBeHidden();
  await expect(reason).toHaveValue('Moved to the new region');

  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await page.getByRole('navigation').getByRole('link', { name: 'Journal' }).first().click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/changes\/import/);
  await goBack(page);
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/\/changes\/import/);
  await question.getByRole('button', { name: 'Stay here' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('Journal lines');
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(reason).toHaveValue('Moved to the new region');
  await goBack(page);
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/access\?/);
  await expect(page.getByRole('switch').first()).toBeVisible();

  // With nothing decided, nobody is asked.
  await page.getByRole('button', { name: 'Files…' }).click();
  await page.getByRole('link', { name: 'Import…' }).click();
  await choose(page, name, rows);
  await expect(sentence(page)).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Journal' }).first().click();
  await expect(page).toHaveURL(/\/journal/);
});

test('the keyboard does it all: choose, untick, look through the parts, apply', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const rows = await page.request.get('/api/access?recordType=Customer&recordId=C00310');
  const { value } = accessRowsSchema.parse(await rows.json());
  const [one, two] = value.filter(({ accessible }) => !accessible);
  if (!one || !two) throw new Error('Two assignments without access are needed.');
  const file = [one, two].map(({ recordType, recordId, entityId }) => [
    recordType,
    recordId,
    entityId,
    'yes',
  ]);
  await page.goto('/changes/import');
  const input = page.getByLabel('Spreadsheet');
  await expect(input).toBeVisible();
  await input.focus();
  const dialog = page.waitForEvent('filechooser');
  await page.evaluate(() => document.hasFocus()); // after which the page knows that its dialog is waited for
  await page.keyboard.press('Space');
  const lines = [
    ['Record type', 'Record ID', 'Entity', 'Access'],
    ...file,
    ['Customer', 'nobody', '1', 'no'],
  ];
  await (
    await dialog
  ).setFiles({ name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.map(csvRow).join('')) });
  await expect(sentence(page)).toBeVisible();
  const first = parts(page).getByRole('radio').first();
  /** Goes on by Tab until the focus is there. */
  const tabTo = async (target: Locator) => {
    for (let i = 0; i < 40; i++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await tabTo(first);
  await page.keyboard.press('ArrowLeft');
  await expect(parts(page).getByRole('radio', { name: /^Problems/ })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('no Customer “nobody”');
  await page.keyboard.press('ArrowRight');
  await expect(first).toBeChecked();
  const box = page.getByRole('checkbox', {
    name: `Customer C00310, entity ${one.entityId}, give access, row 2`,
    exact: true,
  });
  await tabTo(page.getByRole('checkbox', { name: 'Customer, all 2 assignments' }));
  await page.keyboard.press('ArrowDown');
  for (let at = 0; at < 24 && !(await box.evaluate((own) => own === document.activeElement)); at++)
    await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(box).not.toBeChecked();
  await tabTo(page.getByLabel('Reason (optional)'));
  await page.keyboard.type('By keyboard');
  await tabTo(page.getByRole('button', { name: 'Give 1', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/changes\/[0-9a-f-]{36}/);
  await expect(page.getByText('By keyboard')).toBeVisible();
  await expect.poll(() => console.truth(two)).toBe(true);
  expect(await console.truth(one)).toBe(false);
});

test('nothing that has the focus lies under the foot of an import, and a record that would be closed leads to its row', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 667 });
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C006*|C00320');
  await expect(page.getByRole('switch').first()).toBeVisible();
  const { name, rows } = await exportCsv(page);
  for (const row of rows.slice(1)) row[3] = row[1] === 'C00320' || row[3] === 'yes' ? 'no' : 'yes';
  await page.goto('/changes/import');
  await choose(page, name, rows);
  await expect(block(page)).toBeVisible();
  /** What has the focus, and whether the foot covers all of it (WCAG 2.4.11). */
  const covered = () =>
    page.evaluate(() => {
      const [own, foot] = [document.activeElement, document.querySelector('section[data-bottom-bar]')];
      if (own === null || foot === null || foot.contains(own) || own.closest('main') === null) return null;
      const seen = own.closest('label') ?? own;
      const isHidden = seen.getBoundingClientRect().top >= foot.getBoundingClientRect().top;
      return { on: own.getAttribute('aria-label') ?? own.outerHTML.slice(0, 200), isHidden };
    });
  const walked: NonNullable<Awaited<ReturnType<typeof covered>>>[] = [];
  const press = async (key: string) => {
    await page.keyboard.press(key);
    const at = await covered();
    if (at !== null) walked.push(at);
  };
  await page.locator('main').focus();
  await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 0));
  for (let at = 0; at < 30; at++) await press('Tab');
  // Down through the block, whose own cells take the focus one after the other, and to its end.
  await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 0));
  await block(page)
    .getByRole('checkbox', { name: /^Customer, all/ })
    .focus();
  for (let at = 0; at < 10; at++) await press('ArrowDown');
  await press('Control+End');
  expect(walked.length).toBeGreaterThan(20);
  expect(walked.filter(({ isHidden }) => isHidden)).toEqual([]);

  await choosePart(page, /^Will be given/);
  await page.getByRole('button', { name: 'Customer C00320' }).press('Enter');
  const row = block(page).getByRole('checkbox', { name: /^Customer C00320, all \d+ assignments$/ });
  await expect(row).toBeFocused();
  await expect.poll(covered).toMatchObject({ isHidden: false });
});
