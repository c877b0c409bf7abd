import type { Locator, Page } from '@playwright/test';
import { applyButton, selection, switchOf, tickedValues } from '@/tests/support/browser/parts-of-pages';
import type { ConsoleProcess } from '@/tests/support/console/console-process';
import { leaveNothingRunning } from '@/tests/support/changes/asked-sets';
import { expect, test } from '@/tests/support/browser/console-test';

test.afterEach(({ request, console }) => leaveNothingRunning(request, console));

const accessIn = (console: ConsoleProcess, recordId: string, entityId: string) =>
  console.truth({ recordType: 'Customer', recordId, entityId });

const isOn = async (control: Locator) => (await control.getAttribute('aria-checked')) === 'true';

const markOf = (control: Locator) => control.locator('xpath=..').getAttribute('data-mark');

/** Draws over cells with the mouse, from the edge of one to that of another. */
async function draw(page: Page, from: Locator, to: Locator): Promise<void> {
  const cells = [from, to].map((control) => control.locator('xpath=..'));
  const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()));
  const [first, last] = boxes;
  if (!first || !last) throw new Error('Both are in view.');
  await page.mouse.move(first.x + 4, first.y + 4);
  await page.mouse.down();
  await page.mouse.move(last.x + last.width - 4, last.y + last.height - 4, { steps: 6 });
  await page.mouse.up();
}

test('what is drawn over is inverted after a review, what is unticked stays, and its undo names the reason', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C0030|C00310|C00320');
  const before = await Promise.all(
    ['C00310', 'C00320'].flatMap((id) =>
      ['100', '110', '120'].map(async (entity) => ({
        id,
        entity,
        on: await isOn(switchOf(page, id, entity)),
      })),
    ),
  );
  await draw(page, switchOf(page, 'C00310', '100'), switchOf(page, 'C00320', '120'));
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(6);
  await page.getByRole('button', { name: 'Invert' }).click();
  const review = page.getByRole('dialog', { name: 'Review 6 assignments' });
  await review.getByRole('checkbox', { name: /^Customer C00310, entity 110/ }).uncheck();
  await review.getByLabel('Reason (optional)').fill('Northern warehouses');
  await applyButton(page, await tickedValues(page, 5)).click();
  await expect(review).toBeHidden();
  for (const { id, entity, on } of before) {
    const isLeft = id === 'C00310' && entity === '110';
    await expect(switchOf(page, id, entity)).toHaveAttribute('aria-checked', String(isLeft ? on : !on));
    await expect.poll(() => accessIn(console, id, entity)).toBe(isLeft ? on : !on);
  }
  await page.getByRole('button', { name: 'Undo change set of 5 assignments…' }).click();
  await expect(page.getByRole('dialog', { name: 'Undo this change?' })).toContainText('Northern warehouses');
});

test('what a change set has not come to is marked as waiting, also after a look elsewhere, until it is cancelled there', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C0035*|C0036*');
  const row = page.getByRole('switch', { name: /^Customer C00350, / });
  const last = row.last();
  const was = await last.getAttribute('aria-checked');
  await row.first().focus();
  await page.keyboard.press('Shift+Space');
  await page.getByRole('button', { name: 'Invert' }).click();
  await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 4_000, method: 'POST' }]);
  await applyButton(page, await tickedValues(page, await row.count())).click();
  const running = page.getByRole('group', { name: 'What is being applied' });
  await running.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(running).toContainText('Paused');
  await console.control('PUT', '/faults', []);
  const waits = async () => {
    await expect(last).toHaveAttribute('aria-description', /by your change set/);
    await expect(last).toHaveAttribute('aria-checked', String(was));
  };
  await waits();
  await page.getByLabel('Rows', { exact: true }).selectOption('Pending or not made');
  await expect(page.getByRole('rowheader', { name: 'C00360' })).toBeHidden();
  await page.getByRole('navigation').getByRole('link', { name: 'Changes' }).first().click();
  await expect(page).toHaveURL(/\/changes/);
  await page.goBack();
  await waits();
  await running.getByRole('button', { name: 'Cancel…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the set' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused(); // the button that asked is gone
  await expect(running).toHaveCount(0);
  await expect(last).not.toHaveAttribute('aria-description', /by your change set/);
  await expect(last).toHaveAttribute('aria-checked', String(was));
});

test('changes are staged, taken back, discarded and applied together, and nothing is sent before', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00330|C00340');
  await console.control('DELETE', '/counters');
  const [one, other] = [switchOf(page, 'C00330', '100'), switchOf(page, 'C00340', '110')];
  const was = [await isOn(one), await isOn(other)] as const;
  for (const key of ['g', 'r', 'i']) await page.keyboard.press(key); // letters typed elsewhere
  await page.getByText('Stage', { exact: true }).click();
  await expect(page).toHaveURL(/stage=true/);
  await one.click();
  await expect(one).toHaveAttribute('aria-checked', String(!was[0]));
  await expect(one).toHaveAccessibleName(/staged/);
  await other.click();
  await expect(page.getByText('2 staged', { exact: true })).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
  await expect(other).toHaveAttribute('aria-checked', String(was[1]));
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Access 1 staged' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(one).toHaveAttribute('aria-checked', String(was[0]));
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(one).toHaveAttribute('aria-checked', String(!was[0]));
  // A staged switch takes itself back in either mode.
  await page.getByText('Switch now', { exact: true }).click();
  await one.click();
  await expect(one).toHaveAttribute('aria-checked', String(was[0]));
  await expect(page.getByText('1 staged', { exact: true })).toBeHidden();
  await page.getByText('Stage', { exact: true }).click();
  await one.click();
  await page.getByRole('button', { name: 'Review…' }).click();
  const review = page.getByRole('dialog', { name: 'Review 1 assignment' });
  await review.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('1 staged', { exact: true })).toBeVisible(); // what a review is left with stays
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 0 });
  await page.getByRole('button', { name: 'Review…' }).click();
  await applyButton(page, [!was[0]]).click();
  await expect(page.getByText('1 staged', { exact: true })).toBeHidden();
  await expect.poll(() => accessIn(console, 'C00330', '100')).toBe(!was[0]);
  await expect(one).toHaveAttribute('aria-description', /read back/);
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 1 });
});

test('two selected entities are compared, and one is given what the other has', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C0037*|C0038*|C0039*');
  const rows = ['C00370', 'C00380', 'C00390'];
  const before = await Promise.all(
    rows.map(async (id) => [await accessIn(console, id, '100'), await accessIn(console, id, '000')] as const),
  );
  const differing = before.filter(([one, other]) => one !== other).length;
  expect(differing).toBeGreaterThan(0);
  await page.getByRole('columnheader', { name: /^000/ }).click();
  await page.getByRole('columnheader', { name: /^100/ }).click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: /^Compare these two / }).click();
  const sheet = page.getByRole('complementary', { name: 'Compare' });
  await expect(sheet.getByLabel('First')).toHaveValue('000');
  await expect(sheet.getByLabel('Second')).toHaveValue('100');
  await expect(page).toHaveURL(/compare=entities/);
  const only = sheet.getByRole('listitem').filter({ hasText: /^Customer C003/ });
  await expect(only).toHaveCount(differing);
  await page.getByRole('grid').getByRole('link').first().click(); // details take its place, and Back gives it back
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(only).toHaveCount(differing);

  await sheet.getByRole('button', { name: 'Make 100 like 000' }).click();
  const review = page.getByRole('dialog', { name: /^Review \d+ assignments?$/ });
  await expect(review).toBeVisible();
  await page.keyboard.press('Escape'); // nothing of that copy is in the next one
  await expect(only).toHaveCount(differing);
  await sheet.getByRole('button', { name: 'Make 000 like 100' }).click();
  await applyButton(page, await tickedValues(page, differing)).click();
  for (const [at, id] of rows.entries())
    await expect.poll(() => accessIn(console, id, '000')).toBe(before[at]?.[0]);
  await expect(only).toHaveCount(0);
});

test('what of a change set was not done is marked where it stands, with the reason', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00400');
  const [first, second, third] = ['100', '110', '120'].map((entity) => switchOf(page, 'C00400', entity));
  if (!first || !second || !third) throw new Error('There are three.');
  const was = { second: await isOn(second), third: await isOn(third) };
  await draw(page, first, third);
  await expect(selection(page)).toContainText('3 selected');
  await page.getByRole('button', { name: 'Invert' }).click();
  await expect(page.getByRole('dialog', { name: 'Review 3 assignments' })).toBeVisible();
  const refuses = { kind: 'status', status: 400, message: 'Closed for the audit', method: 'POST' };
  await console.control('PUT', '/faults', [{ ...refuses, cell: { entityId: '110' } }]);
  await applyButton(page, await tickedValues(page, 3)).click();
  // One message says how it ended, and stays.
  const ended = page.getByRole('region', { name: 'Messages' }).getByRole('alert');
  await expect(ended).toContainText('1 refused or failed, 2 confirmed', { timeout: 30_000 });
  await expect(second).toHaveAttribute('aria-checked', String(was.second));
  await expect(second).toHaveAttribute('aria-description', /Closed for the audit/);
  await expect.poll(() => markOf(second)).toBe('refused');
  await expect(third).toHaveAttribute('aria-checked', String(!was.third));
  await expect.poll(() => markOf(third)).not.toMatch(/refused|conflict/);
  await ended.getByRole('link').click();
  await expect(page.getByText('Closed for the audit').first()).toBeVisible();
});

test('the undo of a change made in another tab, before a reload or out of view is asked about, and names it', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00410|C00420');
  const tab = await page.context().newPage();
  await tab.goto('/access?type=Customer&q=C00410|C00420');
  const [here, there] = [switchOf(page, 'C00410', '100'), switchOf(tab, 'C00420', '110')];
  const was = [await isOn(here), await isOn(there)] as const;
  const question = page.getByRole('dialog', { name: 'Undo this change?' });
  await here.click();
  await expect(here).toHaveAttribute('aria-description', /read back/);
  const elsewhere = tab.getByRole('dialog', { name: 'Undo this change?' });
  await expect(there).toBeVisible();
  await tab.keyboard.press('z'); // nothing has the focus there
  await expect(elsewhere).toContainText('Customer C00410');
  await tab.keyboard.press('Escape');
  await expect(elsewhere).toBeHidden();
  await there.click();
  await expect(there).toHaveAttribute('aria-description', /read back/);

  await here.press('z');
  await expect(question).toContainText('Customer C00420');
  await question.getByRole('button', { name: 'Undo 1' }).click();
  await expect.poll(() => accessIn(console, 'C00420', '110')).toBe(was[1]);
  await expect(there).toHaveAttribute('aria-checked', String(was[1]));
  await expect(question).toBeHidden();
  await here.press('z'); // this tab's own, in view
  await expect.poll(() => accessIn(console, 'C00410', '100')).toBe(was[0]);
  await expect(here).toHaveAttribute('aria-description', /read back/); // a press before the answer changes nothing
  await expect(question).toBeHidden();

  await here.click();
  await expect(here).toHaveAttribute('aria-description', /read back/);
  await here.blur();
  await page.keyboard.press('z'); // this tab's own, in view, but the focus is not in the matrix
  await expect(question).toContainText('Customer C00410');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.reload();
  await here.press('z');
  await expect(question).toContainText('Customer C00410');
  expect(await accessIn(console, 'C00410', '100')).toBe(!was[0]);
  await page.keyboard.press('Escape');
  await here.click();
  await expect(here).toHaveAttribute('aria-description', /read back/);
  await page.getByRole('searchbox', { name: 'Record ID' }).fill('C00420');
  await expect(here).toBeHidden();
  await switchOf(page, 'C00420', '100').press('z');
  await expect(question).toContainText('Customer C00410');
  expect(await accessIn(console, 'C00410', '100')).toBe(was[0]);
  await page.keyboard.press('Escape');
  await tab.close();
});

test('a letter shows the one selected assignment where it is out of view, and changes it only then', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const one = switchOf(page, '10000', '110');
  const was = await isOn(one);
  await one.click({ modifiers: ['ControlOrMeta'] });
  await expect(selection(page)).toContainText('1 selected');
  await page.getByRole('grid').evaluate((grid) => (grid.scrollTop = 4_000));
  await expect(one).toHaveCount(0);
  await page.keyboard.press('i');
  await expect(one).toBeFocused();
  await expect(one).toBeInViewport();
  await expect(one).toHaveAttribute('aria-checked', String(was));
  await page.keyboard.press('i');
  await expect.poll(() => accessIn(console, '10000', '110')).toBe(!was);
});
