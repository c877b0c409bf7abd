import { readFileSync } from 'node:fs';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { mistakes, mistakesHeader, soundRows } from '@/tests/integration/changes/mistakes';
import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { expect, test } from '@/tests/support/browser/console-test';
import { choose, choosePart, exportCsv, parts, sentence } from './import-page';
import { applyButton, block } from '@/tests/support/browser/parts-of-pages';

test.beforeEach(({ console }) => console.control('DELETE', '/counters'));

test('a file goes out as filtered, comes back edited, and becomes a change set', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=1000&entity=1');
  await expect(page.getByRole('switch').first()).toBeVisible();
  const { name, rows } = await exportCsv(page);
  expect(
    rows
      .slice(1)
      .every(([type, id, entity]) => type === 'Customer' && id?.includes('1000') && entity?.includes('1')),
  ).toBe(true);

  const flipped = rows.slice(1, 4);
  for (const row of flipped) row[3] = row[3] === 'yes' ? 'no' : 'yes';
  await page.getByRole('button', { name: 'Files…' }).click();
  await page.getByRole('link', { name: 'Import…' }).click();
  await expect(page).toHaveURL(/\/changes\/import\?.*type=Customer/);
  const wayBack = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Access' });
  await expect(wayBack).toHaveAttribute('href', /^\/access\?type=Customer&q=/); // as it was left
  await choose(page, name, rows);
  const given = flipped.filter(([, , , value]) => value === 'yes').length;
  await expect(sentence(page)).toContainText(`${String(rows.length - 4)} already match.`);
  await expect(sentence(page)).toContainText(given > 0 ? 'will be given access' : 'will lose access');

  // One is unticked; the others become a set with the reason and the file's name.
  const [left = []] = flipped;
  const kind = left[3] === 'yes' ? /^Will be given/ : /^Will be removed/;
  await choosePart(page, kind);
  await page.getByRole('checkbox', { name: `Customer ${left[1] ?? ''}, entity ${left[2] ?? ''}` }).uncheck();
  await page.getByLabel('Reason (optional)').fill('Moved to the new region');
  const values = flipped.slice(1).map(([, , , value]) => value === 'yes');
  await applyButton(page, values).click();
  await expect(page).toHaveURL(/\/changes\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(', from access-default');
  await expect(page.getByText('Moved to the new region')).toBeVisible();
  for (const [row, isLeft] of flipped.map((one, at) => [one, at === 0] as const)) {
    const [recordType = '', recordId = '', entityId = '', value] = row;
    const truth = () => console.truth({ recordType, recordId, entityId });
    await expect.poll(truth).toBe((value === 'yes') !== isLeft);
  }
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 2 });
});

test('asked for again after a lost answer, a file makes one set; meanwhile nothing else can be asked', async ({
  page,
  signIn,
  console,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/ERR_FAILED/);
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C0021&entity=10');
  await expect(page.getByRole('switch').first()).toBeVisible();
  const { name, rows } = await exportCsv(page);
  for (const row of rows.slice(1, 3)) row[3] = row[3] === 'yes' ? 'no' : 'yes';
  await page.goto('/changes/import');
  await choose(page, name, rows);
  let lose: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (lose = resolve));
  await page.route(/\/api\/changes(\?|$)/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch(); // it arrives; its answer does not
    await held;
    await route.abort();
  });
  const values = rows.slice(1, 3).map(([, , , value]) => value === 'yes');
  const apply = applyButton(page, values);
  await apply.click();
  for (const control of [
    page.getByRole('button', { name: 'Refresh' }),
    page.getByRole('radio', { name: 'Replace to match file' }),
    page.locator('input[type=file]'),
  ])
    await expect(control).toBeDisabled();
  lose();
  await expect(page.getByText('It is not known whether the change set was made')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  const box = page.getByRole('checkbox', { name: /^Customer C0021/ }).first();
  for (const isTicked of [false, true]) {
    await box.press('Space'); // the message may lie over it
    await expect(box).toBeChecked({ checked: isTicked });
  }
  await apply.press('Enter');
  await expect(page).toHaveURL(/\/changes\/[0-9a-f-]{36}/);
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 2 });
  const sets = await page.request.get('/api/changes?kind=import&recordId=' + (rows[1]?.[1] ?? ''));
  expect(((await sets.json()) as { value: unknown[] }).value).toHaveLength(1); // the contract of the route
});

test('mistakes stand with their rows and can be taken along; a file that is refused is told, and the next one taken', async ({
  page,
  signIn,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/400/);
  const clean = async () => expect(await violationsInEveryLook(page)).toEqual([]);
  await signIn('security-administrator');
  await page.goto('/changes/import');
  await page.getByLabel('Spreadsheet').setInputFiles({
    name: 'picture.csv',
    mimeType: 'image/png',
    buffer: Buffer.from('89504e470d0a1a0a00', 'hex'),
  });
  await expect(
    page.getByRole('alert').filter({ hasText: 'neither a workbook nor text in UTF-8' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden(); // it would be refused again
  await clean();
  const shown = mistakes.filter(({ row }) => row[1] !== '30000'); // that one is no mistake here: all assignments exist
  await choose(page, 'mistakes.csv', [mistakesHeader, ...soundRows, ...shown.map(({ row }) => row)]);
  await choosePart(page, /^Problems/);
  const problems = page.getByRole('region', { name: 'Problems' });
  const [first] = shown;
  await expect(problems.getByRole('rowheader').first()).toHaveText('4');
  await expect(problems.getByRole('cell').first()).toHaveText(first?.told ?? '');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const download = await saved;
  expect([...csvRows(readFileSync(await download.path(), 'utf8'))]).toHaveLength(shown.length + 1);
  for (const label of await parts(page).locator('label').all()) {
    await label.click();
    await clean();
  }
});

test('made equal says what will go for not being named, and asks for the number', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/changes/import?type=Customer');
  await choose(page, 'few.csv', [
    ['Record type', 'Record ID', 'Entity', 'Access'],
    ['Customer', '10000', '100', 'yes'],
  ]);
  await page.getByText('Replace to match file', { exact: true }).click();
  await expect(page).toHaveURL(/mode=equal/);
  await expect(sentence(page)).toContainText('because the file does not name them');
  await choosePart(page, /^Not in the file/);
  await expect(block(page)).toBeVisible();
  const verb = (await sentence(page).innerText()).includes('given access') ? 'Change' : 'Remove';
  await page.getByRole('button', { name: new RegExp(`^${verb} [\\d,]+…$`) }).click();
  const question = page.getByRole('dialog', { name: 'Change this many?' });
  const go = question.getByRole('button', { name: new RegExp(`^${verb} [\\d,]+$`) });
  await expect(go).toBeDisabled();
  const field = question.getByLabel(/^Type [\d,]+ to continue/);
  const label = question.locator(`label[for="${(await field.getAttribute('id')) ?? ''}"]`);
  await field.fill(/\d[\d,]*/.exec(await label.innerText())?.[0] ?? '');
  await expect(go).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  // Nothing but a header takes everything away, however little that is: it is warned of, and asked about.
  await page.goto('/changes/import?type=Customer&q=20000&mode=equal');
  await choose(page, 'header.csv', [['Record type', 'Record ID', 'Entity', 'Access']]);
  await expect(
    page.getByRole('alert').filter({ hasText: 'The file names nothing within the filter' }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Remove \d+…$/ }).click();
  await expect(question.getByRole('button', { name: /^Remove \d+$/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 0 });
});

test('an auditor can export, but is not led to import', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer&q=1000');
  await expect(page.getByRole('switch').first()).toBeVisible();
  expect((await exportCsv(page)).rows.length).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Files…' }).click();
  await expect(page.getByRole('link', { name: 'Import…' })).toHaveCount(0);
  await page.goto('/changes/import');
  await expect(
    page.getByRole('heading', { level: 1, name: 'You don’t have permission to import' }),
  ).toBeVisible();
});
