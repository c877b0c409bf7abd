import { csvRow, csvRows } from '@/lib/domain/spreadsheet/csv';
import { block } from '@/tests/support/browser/parts-of-pages';
import { expect, overflowsSideways, signInBy, test } from '@/tests/support/browser/console-test';
import { isNightly } from '@/tests/support/run/nightly';

test.skip(!isNightly, 'at night: npm run test:all');

const header = ['Record type', 'Record ID', 'Entity', 'Access'];
const asFile = (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...rows].map(csvRow).join('')),
});

test('fifty thousand changes can be looked through, unticked and found', async ({ page, startAside }) => {
  const console = await startAside({ REFERENCE_SIZE: 'records=2600,entities=24,lines=100' });
  await signInBy(page.request, console.url, 'security-administrator');
  let exported = '';
  await expect(async () => {
    const answer = await page.request.get(`${console.url}/api/access/export?format=csv&shape=long`);
    exported = await answer.text();
    expect(answer.status(), exported.slice(0, 200)).toBe(200);
  }).toPass({ timeout: 90_000 }); // on a slow machine the matrix is still being read
  const rows = [...csvRows(exported)].slice(1, 50_001);
  const flipped = rows.map(({ cells: [type = '', id = '', entity = '', value] }) => [
    type,
    id,
    entity,
    value === 'yes' ? 'no' : 'yes',
  ]);
  expect(flipped).toHaveLength(50_000);
  await page.goto(`${console.url}/changes/import`);
  await page.getByLabel('Spreadsheet').setInputFiles(asFile('many.csv', flipped));
  const apply = page.getByRole('button', { name: /^\w+ [\d,]+…$/ });
  await expect(apply).toHaveText('Change 50,000…', { timeout: 60_000 });
  await page
    .locator('label')
    .filter({ hasText: /^Will be given/ })
    .click();
  await expect(block(page)).toBeVisible();
  const given = flipped.filter(([, , , value]) => value === 'yes');
  await page.getByRole('checkbox', { name: /^All of them/ }).uncheck();
  await expect(apply).toHaveText(`Remove ${(50_000 - given.length).toLocaleString('en')}…`);
  const [, id = '', entity = ''] = given.at(-1) ?? [];
  await page.getByLabel('Find').fill(id);
  await expect(
    block(page).getByRole('checkbox', { name: new RegExp(`${id}, entity ${entity}, `) }),
  ).toBeVisible();
  await page.getByRole('checkbox', { name: /^All that were found/ }).check();
  const found = given.filter(([, one = '', two = '']) => one.includes(id) || two.includes(id)).length;
  await expect(apply).toHaveText(`Change ${(50_000 - given.length + found).toLocaleString('en')}…`);
});

for (const width of [1440, 390]) {
  test(`an ID of 150 characters pushes nothing off the page at ${String(width)} px`, async ({
    page,
    signIn,
    console,
  }) => {
    const id = 'X1'.repeat(75);
    await page.setViewportSize({ width, height: 900 });
    await signIn('security-administrator');
    await page.goto('/changes/import');
    const rows = [
      ['Customer', id, '100', 'yes'],
      ['Customer', '10000', id, 'yes'],
      [id, '10000', '100', 'no'],
    ];
    await page.getByLabel('Spreadsheet').setInputFiles(asFile(`${id}.csv`, rows));
    const problems = page.getByRole('region', { name: 'Problems' });
    await expect(problems.getByRole('row')).toHaveCount(4);
    await expect(problems).toContainText(`no Customer “${id}”`);
    expect(await overflowsSideways(page)).toBe(false);
    const places = [
      `/changes/history?recordType=Customer&recordId=${id}`,
      `/access?q=${id}`,
      `/access?history=Customer/${id}/100`,
      `/changes?kind=outside&recordType=Customer&recordId=${id}`,
    ];
    for (const place of places) {
      await page.goto(console.url + place);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(
        page
          .getByText(id)
          .or(page.locator(`input[value="${id}"]`))
          .first(),
      ).toBeVisible();
      expect(await overflowsSideways(page), place).toBe(false);
    }
  });
}
