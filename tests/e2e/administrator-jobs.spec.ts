import type { Page } from '@playwright/test';
import { accessRowsSchema, type AccessRow } from '@/lib/contract/access/access';
import { untilAllEnded } from '@/tests/support/changes/asked-sets';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';

let console: ConsoleProcess;
test.beforeAll(async () => {
  console = await startConsole({
    REFERENCE_SIZE: 'records=400,entities=24,lines=10',
    MEM_RATE_PER_SECOND: '500',
    MEM_CONCURRENCY: '16',
  });
});
test.afterAll(() => console.stop());

/** What the service has, whatever the page shows. */
async function inService(page: Page, filter: Record<string, string>): Promise<AccessRow[]> {
  const path = `/api/access?${new URLSearchParams(filter).toString()}`;
  // A connection kept alive may be closed by the server in the moment it is used again.
  const answer = await page.request.get(console.url + path, { maxRetries: 2 });
  return accessRowsSchema.parse(await answer.json()).value;
}

const given = async (page: Page, filter: Record<string, string>) =>
  (await inService(page, filter))
    .filter(({ accessible }) => accessible)
    .map(({ recordType, recordId, entityId }) => `${recordType} ${recordId} ${entityId}`)
    .sort();

/** Where an administrator begins a morning, and how many steps were taken since: a chord, a line typed, a press. */
async function begin(
  page: Page,
): Promise<{ step: (act: Promise<unknown>) => Promise<void>; steps: () => number }> {
  await signInBy(page.request, console.url, 'security-administrator');
  await page.goto(`${console.url}/`);
  let count = 0;
  return {
    step: async (act) => {
      await act;
      count++;
    },
    steps: () => count,
  };
}

/** Types a line into the palette and takes what is offered first, once that is what is wanted. */
async function say(page: Page, line: string, offered: string): Promise<void> {
  await page.keyboard.type(line);
  const first = page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first();
  await expect(first).toHaveText(offered);
  await page.keyboard.press('Enter');
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command or search' })).toBeFocused();
}

test('Customer 30000 becomes usable in 200 to 230 and no longer in 100: 3 steps, undone from any page', async ({
  page,
}) => {
  const { step, steps } = await begin(page);
  const customer = { recordType: 'Customer', recordId: '30000' };
  const between = (await inService(page, customer))
    .map(({ entityId }) => entityId)
    .filter((entityId) => entityId >= '200' && entityId <= '230');
  const kept = (all: readonly string[]) =>
    all.filter((key) => ![...between, '100'].includes(key.split(' ').at(-1) ?? ''));
  // So that there is something of both to do.
  for (const [entityId, accessible] of [
    ['100', true],
    ['200', false],
  ] as const) {
    const data = { ...customer, entityId, accessible };
    const answer = await page.request.post(`${console.url}/api/access`, {
      data,
      headers: { Origin: console.url },
    });
    expect(answer.status()).toBe(200);
  }
  const before = await given(page, customer);
  await step(openPalette(page));
  await step(
    say(
      page,
      'customer 30000 in 200 to 230 and not in 100',
      'Give Customer 30000 access in 4 entities, and remove it from 100…',
    ),
  );
  const review = page.getByRole('dialog', { name: /^Review \d assignments?$/ });
  await expect(review.getByRole('checkbox', { name: /, entity 100, remove access$/ })).toBeVisible();
  await step(review.getByRole('button', { name: /^Change \d$/ }).click());
  await expect(review).toBeHidden();
  await expect
    .poll(() => given(page, customer))
    .toEqual([...kept(before), ...between.map((entityId) => `Customer 30000 ${entityId}`)].sort());
  expect(steps()).toBe(3);

  await untilAllEnded(page.request, console.url);
  await page.goto(`${console.url}/metadata`);
  await openPalette(page);
  await say(page, 'undo last', 'Undo last change');
  await page
    .getByRole('dialog', { name: 'Undo this change?' })
    .getByRole('button', { name: /^Undo \d$/ })
    .click();
  await expect.poll(() => given(page, customer)).toEqual(before);
  await openPalette(page);
  await say(page, 'export', 'Export…');
  await expect(page.getByRole('dialog', { name: 'Files' })).toBeVisible();
  await expect(page).toHaveURL(/\/access$/);
});

test('entity 999 gets everything that entity 200 has: 4 steps and the number', async ({ page }) => {
  const { step, steps } = await begin(page);
  const of = async (entityId: string) =>
    (await given(page, { entityId })).map((key) => key.split(' ').slice(0, -1).join(' '));
  const [source, target, known] = [
    await of('200'),
    await of('999'),
    new Set((await inService(page, { entityId: '999' })).map((row) => `${row.recordType} ${row.recordId}`)),
  ];
  await step(openPalette(page));
  await step(say(page, 'copy 200 to 999', 'Copy access of 200 to 999'));
  const sheet = page.getByRole('complementary', { name: 'Copy access' });
  await expect(sheet.getByLabel('From')).toHaveValue('200');
  await expect(sheet.getByLabel('To', { exact: true })).toHaveValue('999');
  await step(sheet.getByRole('button', { name: 'Give 999 what 200 has' }).click());
  const review = page.getByRole('dialog', { name: /^Review [\d,]+ assignments$/ });
  await step(review.getByRole('button', { name: /^Give [\d,]+$/ }).click());
  await expect(review).toBeHidden();
  const wanted = [...new Set([...target, ...source.filter((key) => known.has(key))])].sort();
  expect(wanted.length).toBeGreaterThan(target.length);
  await expect.poll(() => of('999'), { timeout: 60_000 }).toEqual(wanted);
  expect(steps()).toBe(4);
});

test('vendors leave 420, are looked at, and are back again: 5 steps', async ({ page }) => {
  const { step, steps } = await begin(page);
  const vendors = { recordType: 'Vendor', entityId: '420' };
  const before = await given(page, vendors);
  expect(before.length).toBeGreaterThan(0);
  await step(openPalette(page));
  await step(say(page, 'vendors out of 420', 'Remove every Vendor from 420…'));
  const review = page.getByRole('dialog', { name: `Review ${String(before.length)} assignments` });
  await expect(review).toContainText(`Remove ${String(before.length)}`);
  await step(review.getByRole('button', { name: `Remove ${String(before.length)}` }).click());
  await expect.poll(() => given(page, vendors), { timeout: 30_000 }).toEqual([]);
  await untilAllEnded(page.request, console.url);
  await step(page.getByRole('button', { name: /^Undo change set of/ }).click());
  const question = page.getByRole('dialog', { name: 'Undo this change?' });
  await step(question.getByRole('button', { name: `Undo ${String(before.length)}` }).click());
  await expect.poll(() => given(page, vendors), { timeout: 30_000 }).toEqual(before);
  expect(steps()).toBe(5);
});
