import type { Locator, Page } from '@playwright/test';
import { accessRowsSchema, type Cell } from '@/lib/contract/access/access';
import { csvRow } from '@/lib/domain/spreadsheet/csv';
import { expect, test } from '@/tests/support/browser/console-test';
import { choose, choosePart, exportCsv, parts, sentence } from '@/tests/support/browser/import-page';
import { block } from '@/tests/support/browser/parts-of-pages';

/** As the browser's button does; Playwright's own waits for a navigation that may be held back. */
const goBack = (page: Page) => page.evaluate(() => window.history.back());

test('what was decided outlasts another comparison, and is asked about before the page is left', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00300');
  await expect(page.getByRole('switch').first()).toBeVisible();
  const { name, rows } = await exportCsv(page);
  for (const row of rows.slice(1)) row[3] = row[3] === 'yes' ? 'no' : 'yes';
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
    await expect(page.getByText('1 assignment left out.')).toBeVisible();
    await expect(reason).toHaveValue('Moved to the new region');
  };
  await page.getByRole('button', { name: 'Refresh' }).click();
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
  await expect(page.getByText('What is shown below is of the filter before.')).toBeVisible();
  expect(uploads).toHaveLength(3);
  await filter.getByRole('searchbox', { name: 'Entity' }).press('Enter');
  await expect.poll(() => uploads.length).toBe(4);
  await expect(page).toHaveURL(/entity=10/);
  await expect(page.getByText('What is shown below is of the filter before.')).toBeHidden();
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

test('of two files chosen one after the other the second one counts, however long the first one takes', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called on the reader below
    const read = FileReader.prototype.readAsDataURL;
    FileReader.prototype.readAsDataURL = function (file) {
      const begin = () => read.call(this, file);
      this.addEventListener('load', () =>
        document.documentElement.setAttribute('data-read', file instanceof File ? file.name : ''),
      );
      if (file instanceof File && file.name === 'slow.csv') window.addEventListener('read-slow', begin);
      else begin();
    };
  });
  await signIn('security-administrator');
  await page.goto('/changes/import');
  const header = ['Record type', 'Record ID', 'Entity', 'Access'];
  const input = page.getByLabel('Spreadsheet');
  await choose(page, 'slow.csv', [header, ['Customer', '10000', '100', 'no']]);
  await choose(page, 'quick.csv', [header, ['Customer', '10000', '100', 'yes']]);
  await expect(input).toHaveAccessibleDescription(/^quick\.csv/);
  await expect(sentence(page)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('read-slow')));
  await expect(page.locator('html')).toHaveAttribute('data-read', 'slow.csv');
  await expect(input).toHaveAccessibleDescription(/^quick\.csv/);
});

test('a file that is dropped beside the box does not take the place of the page', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/changes/import');
  await expect(page.getByLabel('Spreadsheet')).toBeVisible();
  const isRefused = () =>
    page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['a'], 'a.csv'));
      const drop = (on: Element, data: DataTransfer) =>
        !on.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      return [drop(document.body, dataTransfer), drop(document.body, new DataTransfer())];
    });
  // Asked until React has taken the page over, which is after the server's box is seen; text that is dragged into
  // a field is none of it.
  await expect.poll(isRefused).toEqual([true, false]);
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
  const valueOf = ({ recordType, recordId, entityId }: Cell) =>
    console.control('GET', `/cell?${new URLSearchParams({ recordType, recordId, entityId }).toString()}`);
  await expect.poll(() => valueOf(two)).toMatchObject({ accessible: true });
  expect(await valueOf(one)).toMatchObject({ accessible: false });
});

/** Has a file with no access at all for one customer, and with access for another one, compared. */
async function closeOne(page: Page): Promise<void> {
  const answer = await page.request.get('/api/access?recordType=Customer&recordId=C00330');
  const { value } = accessRowsSchema.parse(await answer.json());
  const other = value.find(({ accessible }) => !accessible);
  if (other === undefined) throw new Error('An assignment without access is needed.');
  await page.goto('/access?type=Customer&q=C00320');
  await expect(page.getByRole('switch').first()).toBeVisible();
  const { rows } = await exportCsv(page);
  const closing = rows.slice(1).map(([type = '', record = '', entity = '']) => [type, record, entity, 'no']);
  await page.goto('/changes/import');
  await choose(page, 'closing.csv', [
    ['Record type', 'Record ID', 'Entity', 'Access'],
    ...closing,
    ['Customer', 'C00330', other.entityId, 'yes'],
  ]);
  await expect(sentence(page)).toBeVisible();
}

test('a record that would be closed leads to its row from any part, and only when it is asked for', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await closeOne(page);
  await choosePart(page, /^Will be given/);
  await expect(block(page)).toBeVisible();
  const closed = page.getByRole('button', { name: 'Customer C00320' });
  const row = block(page).getByRole('checkbox', { name: /^Customer C00320, all \d+ assignments$/ });
  await expect(row).toHaveCount(0);
  await closed.click();
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport({ ratio: 0.95 });
  // It has been shown: another part does not take the focus there once more.
  const removed = parts(page).getByRole('radio', { name: /^Will be removed/ });
  await parts(page).getByRole('radio').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(removed).toBeChecked();
  await expect(row).toBeVisible();
  await expect(removed).toBeFocused();
  await closed.press('Enter');
  await expect(row).toBeFocused();
});

for (const [width, height] of [
  [1280, 667],
  [390, 667],
] as const)
  test(`nothing that has the focus lies under the foot of an import at ${String(width)} x ${String(height)}`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn('security-administrator');
    await page.goto('/access?type=Customer&q=C006*');
    await expect(page.getByRole('switch').first()).toBeVisible();
    const { name, rows } = await exportCsv(page);
    for (const row of rows.slice(1)) row[3] = row[3] === 'yes' ? 'no' : 'yes';
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
  });

test('a refresh has the service read again, keeps the part looked at, and no older comparison comes back', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00310');
  await expect(page.getByRole('switch').first()).toBeVisible();
  const { name, rows } = await exportCsv(page);
  await page.getByRole('button', { name: 'Files…' }).click();
  await page.getByRole('link', { name: 'Import…' }).click();
  await choose(page, name, rows);
  await expect(sentence(page)).toHaveText(/^Nothing will be changed; \d+ already match\.$/);
  await page.getByText('Replace to match file', { exact: true }).click();
  await expect(sentence(page)).toHaveText(/^Nothing will be changed; \d+ already match\.$/);
  await choosePart(page, /^No change needed/);

  // Somebody changes one past the console, which last read the service before that.
  const [, [recordType = '', recordId = '', entityId = '', value = ''] = []] = rows;
  const cell = { recordType, recordId, entityId };
  await console.control('POST', '/outside-change', { ...cell, accessible: value !== 'yes' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Reading the service again')).toBeVisible();
  await expect(sentence(page)).toContainText('1 was changed in the service since the export.');
  await expect(page.getByRole('radio', { name: /^No change needed/ })).toBeChecked();
  await page.getByText('Update listed', { exact: true }).click();
  await expect(sentence(page)).toContainText('1 was changed in the service since the export.');
});
