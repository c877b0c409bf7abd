import type { Locator, Page } from '@playwright/test';
import { applyButton, selection, tickedValues } from '@/tests/support/browser/parts-of-pages';
import { leaveNothingRunning, untilAllEnded } from '@/tests/support/changes/asked-sets';
import type { ConsoleProcess } from '@/tests/support/console/console-process';
import { violations } from '@/tests/support/browser/axe';
import { expect, overflowsSideways, test } from '@/tests/support/browser/console-test';

test.afterEach(({ request, console }) => leaveNothingRunning(request, console));

const switchOf = (page: Page, recordId: string, entityId: string) =>
  page.getByRole('switch', { name: `Customer ${recordId}, entity ${entityId},` });

const accessIn = async (console: ConsoleProcess, recordId: string, entityId: string) =>
  (await console.control('GET', `/cell?recordType=Customer&recordId=${recordId}&entityId=${entityId}`)) as {
    accessible: boolean;
  };

const isOn = async (control: Locator) => (await control.getAttribute('aria-checked')) === 'true';

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

test('what is drawn over is inverted after a review, and what is unticked stays', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C0030|C00310|C00320');
  const corners = [switchOf(page, 'C00310', '100'), switchOf(page, 'C00320', '120')] as const;
  await expect(corners[1]).toBeVisible();
  const before = await Promise.all(
    ['C00310', 'C00320'].flatMap((id) =>
      ['100', '110', '120'].map(async (entity) => ({
        id,
        entity,
        on: await isOn(switchOf(page, id, entity)),
      })),
    ),
  );
  await draw(page, ...corners);
  await expect(selection(page).getByText('6 selected: 2 records, 3 entities')).toBeVisible();
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(6);
  await page.getByRole('button', { name: 'Invert' }).click();
  const review = page.getByRole('dialog', { name: 'Review 6 assignments' });
  await expect(review).toContainText('across 3 entities and 2 records');
  await review.getByRole('checkbox', { name: /^Customer C00310, entity 110/ }).uncheck();
  const reason = review.getByLabel('Reason (optional)');
  await reason.focus();
  await page.keyboard.insertText(`a\n\n${'x'.repeat(600)}`); // as pasted; of two line breaks one blank is kept
  await expect(reason).toHaveValue(/^a x{497}$/);
  await expect(reason).toHaveAccessibleDescription(/^The reason ends here: 500 characters are kept/);
  await reason.fill('Northern warehouses');
  await expect(reason).toHaveAccessibleDescription('');
  await applyButton(page, await tickedValues(page, 5)).click();
  await expect(review).toBeHidden();
  await expect(page.getByText('Nothing selected')).toBeVisible();
  for (const { id, entity, on } of before) {
    const isLeft = id === 'C00310' && entity === '110';
    await expect(switchOf(page, id, entity)).toHaveAttribute('aria-checked', String(isLeft ? on : !on));
    await expect.poll(() => accessIn(console, id, entity)).toMatchObject({ accessible: isLeft ? on : !on });
  }
  await page.getByRole('button', { name: 'Undo change set of 5 assignments…' }).click();
  await expect(page.getByRole('dialog', { name: 'Undo this change?' })).toContainText(
    'the log says “Undo: Northern warehouses”',
  );
});

test('a set that runs is followed, held and cancelled where it was applied', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C0035*');
  await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 3_000, method: 'POST' }]);
  await page.getByRole('button', { name: 'Select all shown' }).click();
  await page.getByRole('button', { name: 'Invert' }).click();
  await page.getByRole('button', { name: 'Change 24' }).click();
  const running = page.getByRole('group', { name: 'What is being applied' });
  await expect(running).toContainText(/Running: 24 changes, \d+%/);
  await running.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(running).toContainText(/Paused: 24 changes/);
  await expect(running.getByRole('button', { name: 'Cancel…' })).toBeVisible();
  await running.getByRole('button', { name: 'Resume' }).click();
  await running.getByRole('button', { name: 'Cancel…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the set' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused(); // the button that asked is gone
  await console.control('PUT', '/faults', []);
  await expect(running).toHaveCount(0);
  // Its undo is followed there too, and then there is nothing left to take back.
  await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 2_000, method: 'POST' }]);
  await page.getByRole('button', { name: /^Undo change set of \d assignments?…$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Undo \d/ })
    .click();
  await expect(running).toContainText(/Running: \d changes?, \d+%/);
  await console.control('PUT', '/faults', []);
  await untilAllEnded(page.request, console.url);
  await expect(running).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'What you did last' })).toHaveCount(0);
});

test('changes are staged, taken back, discarded and applied together', async ({ page, signIn, console }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&collect=true'); // a link of before
  await expect(page).toHaveURL(/type=Customer&stage=true/);
  await page.goto('/access?type=Customer&q=C00330|C00340');
  await page.getByText('Stage', { exact: true }).click();
  await expect(page).toHaveURL(/stage=true/);
  await console.control('DELETE', '/counters');
  const [one, other] = [switchOf(page, 'C00330', '100'), switchOf(page, 'C00340', '110')];
  const was = [await isOn(one), await isOn(other)] as const;
  await one.click();
  await expect(one).toHaveAttribute('aria-checked', String(!was[0]));
  await expect(one).toHaveAccessibleName(
    `Customer C00330, entity 100, ${was[0] ? 'has access, to be removed' : 'no access, to be given'} (staged)`,
  );
  await other.click();
  await expect(page.getByText('2 staged', { exact: true })).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
  await expect(other).toHaveAttribute('aria-checked', String(was[1]));
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await expect(page).toHaveURL(/\/changes$/);
  await expect(page.getByRole('link', { name: 'Access 1 staged' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Access', exact: true })).toBeVisible(); // here the bar tells it
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(one).toHaveAttribute('aria-checked', String(was[0]));
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(one).toHaveAttribute('aria-checked', String(!was[0]));
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 0 });
  await page.getByRole('button', { name: 'Review…' }).click();
  await applyButton(page, [!was[0]]).click();
  await expect(page.getByText('1 staged', { exact: true })).toBeHidden();
  await expect.poll(() => accessIn(console, 'C00330', '100')).toMatchObject({ accessible: !was[0] });
  await expect(one).toHaveAttribute('aria-description', /read back/);
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 1 });
});

test('by the keyboard alone: found, inverted in three entities, reviewed, applied, undone', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('C00350');
  const first = switchOf(page, 'C00350', '000');
  await expect(first).toBeVisible();
  await expect(switchOf(page, '10000', '000')).toHaveCount(0);
  const entities = ['000', '100', '110'];
  const before = await Promise.all(entities.map((entity) => isOn(switchOf(page, 'C00350', entity))));
  for (let tabs = 0; tabs < 20 && !(await first.evaluate((own) => own === document.activeElement)); tabs++)
    await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(selection(page).getByText('3 selected: 1 record, 3 entities')).toBeVisible();
  await page.keyboard.press('i');
  const review = page.getByRole('dialog', { name: 'Review 3 assignments' });
  await expect(review).toBeVisible();
  const apply = applyButton(page, await tickedValues(page, 3));
  for (let tabs = 0; tabs < 20 && !(await apply.evaluate((own) => own === document.activeElement)); tabs++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(review).toBeHidden();
  for (const [at, entity] of entities.entries())
    await expect
      .poll(() => accessIn(console, 'C00350', entity))
      .toMatchObject({ accessible: before[at] === false });
  await untilAllEnded(page.request, console.url);
  await page.keyboard.press('z'); // asks whether to undo the set
  await page.getByRole('button', { name: 'Undo 3' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1);
  for (const [at, entity] of entities.entries())
    await expect
      .poll(() => accessIn(console, 'C00350', entity))
      .toMatchObject({ accessible: before[at] === true });
  // Here it was done, and seen; what was undone is not offered again.
  await expect(page).toHaveURL(/\/access\?/);
  await expect(page.getByRole('group', { name: 'What you did last' })).toHaveCount(0);
});

test('rows, columns and everything are selected by keys and by their heads', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C0036*');
  const first = page.getByRole('switch').first();
  await first.focus();
  await page.keyboard.press('Shift+ ');
  await expect(selection(page).getByText('24 selected: 1 record, 24 entities')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing selected')).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(selection(page).getByText(/^24 selected:\s1 record, 24 entities$/)).toBeVisible();
  await page.goto('/access?type=Customer');
  await page.getByRole('columnheader', { name: /^110/ }).click();
  await expect(selection(page).getByText(/selected:\s\d+ records, entity 110/)).toBeVisible();
  await page.getByRole('columnheader', { name: /^130/ }).click({ modifiers: ['ControlOrMeta'] });
  await expect(selection(page).getByText(/selected:\s\d+ records, 2 entities/)).toBeVisible();
  await page.getByRole('columnheader', { name: /^110/ }).click();
  await page.getByRole('button', { name: 'More…' }).click();
  await page.getByRole('menuitem', { name: 'Order by this entity' }).click();
  await expect(page).toHaveURL(/sort=entity:110/);
  await page.locator('[role="gridcell"][data-col="count"]').nth(2).click();
  await expect(selection(page).getByText('24 selected: 1 record, 24 entities')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Record ID' }).fill('4');
  await expect(page.getByText('Nothing selected')).toBeVisible();
});

test('a pointer dragged over the heads marks no text', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const at = async (name: RegExp) => {
    const box = await page.getByRole('columnheader', { name }).boundingBox();
    if (box === null) throw new Error(`No head ${String(name)}.`);
    return [box.x + 12, box.y + 30] as const;
  };
  await page.mouse.move(...(await at(/^Record/)));
  await page.mouse.down();
  await page.mouse.move(...(await at(/^130/)), { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
});

test('many have to be typed, and what already matches is skipped', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  await page.getByRole('button', { name: 'Select all shown' }).click();
  await selection(page).getByRole('button', { name: 'Give' }).click();
  const review = page.getByRole('dialog', { name: /^Review [\d,]+ assignments$/ });
  await expect(review).toContainText(/already match and are skipped/);
  const apply = review.getByRole('button', { name: /^Give [\d,]+$/ });
  await expect(apply).toBeDisabled();
  const count = (await apply.textContent())?.replaceAll(/\D/g, '') ?? '';
  await review.getByLabel(/^Type [\d,]+ to continue$/).fill(count);
  await expect(apply).toBeEnabled();
  await review.getByRole('button', { name: 'Back' }).click();
  await expect(review).toBeHidden();
});

test('two entities are compared, and one is given what the other has', async ({ page, signIn, console }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C0037*|C0038*|C0039*');
  await page.getByRole('button', { name: 'Compare…' }).click();
  const sheet = page.getByRole('complementary', { name: 'Compare' });
  await sheet.getByLabel('First').click();
  await sheet.getByRole('option', { name: '100', exact: true }).click();
  await sheet.getByLabel('Second').click();
  await sheet.getByRole('option', { name: '000', exact: true }).click();
  await expect(page).toHaveURL(/compare=entities/);
  await expect(sheet).toContainText('Over the 3 records shown.');
  const rows = ['C00370', 'C00380', 'C00390'];
  const before = await Promise.all(
    rows.map(async (id) => [await accessIn(console, id, '100'), await accessIn(console, id, '000')] as const),
  );
  await sheet.getByRole('button', { name: 'Make 000 like 100' }).click();
  const differing = before.filter(([one, other]) => one.accessible !== other.accessible).length;
  expect(differing).toBeGreaterThan(0);
  await applyButton(page, await tickedValues(page, differing)).click();
  for (const [at, id] of rows.entries())
    await expect
      .poll(() => accessIn(console, id, '000'))
      .toMatchObject({ accessible: before[at]?.[0].accessible });
});

for (const [where, width, role] of [
  ['over the matrix', 1279, 'dialog'],
  ['beside it', 1280, 'complementary'],
] as const)
  test(`two selected entities are compared ${where}, with the records that differ, also after a look at the review`, async ({
    page,
    signIn,
  }) => {
    await signIn('security-administrator');
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/access?type=Customer&q=C0050*|C0051*|C0052*');
    await page.getByRole('columnheader', { name: /^000/ }).click();
    await page.getByRole('columnheader', { name: /^100/ }).click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: /^Compare these two / }).click();
    const sheet = page.getByRole(role, { name: 'Compare' });
    await expect(sheet.getByLabel('First')).toHaveValue('000');
    await expect(sheet.getByLabel('Second')).toHaveValue('100');
    const only = sheet.getByRole('listitem').filter({ hasText: /^Customer C005/ });
    await expect(only.first()).toBeVisible();
    const listed = await only.allTextContents();
    await sheet.getByRole('button', { name: 'Make 100 like 000' }).click();
    const review = page.getByRole('dialog', { name: /^Review \d+ assignments?$/ });
    await expect(review.getByRole('checkbox', { name: /^Customer C005\d+, entity 100/ })).toHaveCount(
      listed.length,
    );
    await page.keyboard.press('Escape');
    await expect(review).toBeHidden();
    await expect(only).toHaveText(listed);

    // Nothing of that copy is in the review of the next one.
    const give = sheet.getByRole('button', { name: 'Give 100 what 000 has' });
    await give.click();
    await expect(review.getByText(/^Give [\d,]+, across/)).toBeVisible();
    await expect(review.getByText(/, remove/)).toHaveCount(0);
  });

for (const width of [1280, 1440])
  test(`what is compared beside the matrix at ${String(width)} px follows each switch`, async ({
    page,
    signIn,
  }) => {
    await signIn('security-administrator');
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/access?type=Customer&q=C0053*|C0054*|C0055*');
    await expect(page.getByRole('switch').first()).toBeVisible();
    const compare = page.getByRole('button', { name: 'Compare…' });
    await expect(compare).toHaveAttribute('aria-expanded', 'false');
    await compare.click();
    await expect(compare).toHaveAttribute('aria-expanded', 'true');
    const panel = page.getByRole('complementary', { name: 'Compare' });
    await expect(panel.getByRole('heading', { name: 'Compare', exact: true })).toBeFocused();
    expect(await panel.boundingBox()).toMatchObject({ x: width - 400, y: 0, height: 900 });
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(compare).toBeFocused();

    await page.getByRole('columnheader', { name: /^000/ }).click();
    await page.getByRole('columnheader', { name: /^100/ }).click({ modifiers: ['Control'] });
    await compare.click();
    await expect(panel.getByLabel('Second')).toHaveValue('100');
    expect(await overflowsSideways(page)).toBe(false);
    expect(await violations(page)).toEqual([]);
    // The answer, then what may be done about it.
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
    expect(await topOf(panel.getByRole('region', { name: 'Records by type' }))).toBeLessThan(
      await topOf(panel.getByRole('heading', { name: 'Copy access' })),
    );
    const differing = () =>
      panel
        .getByText(/^Over the .* They /)
        .textContent()
        .then((words) => Number(/They differ in (\d+)/.exec(words ?? '')?.[1] ?? 0));
    const before = await differing();
    const [one, other] = await Promise.all(['000', '100'].map((id) => isOn(switchOf(page, 'C00530', id))));
    await switchOf(page, 'C00530', '100').click();
    await expect.poll(differing).toBe(one === other ? before + 1 : before - 1);
    // Nothing is selected any more: what is compared stays.
    await compare.click();
    await expect(panel.getByLabel('First')).toHaveValue('000');
  });

test('beside the matrix stands what is compared or the details, whichever was asked for last', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  const docked = page.getByRole('complementary').filter({ has: page.getByRole('button', { name: 'Close' }) });
  const both = { compare: 'compare=entities,100,110', history: 'history=//100' };
  await page.goto(`/access?type=Customer&q=C0053*&${both.history}&${both.compare}`);
  await expect(docked).toHaveAccessibleName('Compare');
  await expect(page).not.toHaveURL(/history=/);
  await page.getByRole('grid').getByRole('link').first().click();
  await expect(docked).toHaveAccessibleName(/^Customer C0053/);
  await expect(page).not.toHaveURL(/compare=/);
  await page.goBack();
  await expect(docked).toHaveAccessibleName('Compare');
  await page.goForward();
  await expect(docked).toHaveAccessibleName(/^Customer C0053/);
  await page.getByRole('button', { name: 'Compare…' }).click();
  await expect(docked).toHaveAccessibleName('Compare');
  await expect(page).not.toHaveURL(/history=/);
  await page.goto(`/access?type=Customer&q=C0053*&${both.compare}&${both.history}`);
  await expect(docked).toHaveAccessibleName('Entity 100');
  await expect(page).not.toHaveURL(/compare=/);
});

test('what was switched is named beside a way to take it back, step by step', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00405|C00400');
  const entities = ['100', '110'];
  const was = await Promise.all(entities.map((id) => isOn(switchOf(page, 'C00400', id))));
  const last = page.getByRole('group', { name: 'What you did last' });
  for (const [at, id] of entities.entries()) {
    await switchOf(page, 'C00400', id).click();
    await expect(last).toContainText(
      `Undo ${was[at] === true ? 'removing' : 'giving'} Customer C00400, entity ${id}`,
    );
  }
  for (const [at, id] of [...entities.entries()].reverse()) {
    await expect(last).toContainText(`Customer C00400, entity ${id}`);
    await last.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => accessIn(console, 'C00400', id)).toMatchObject({ accessible: was[at] });
    // Until it is proven, what came before is not taken back.
    await expect(switchOf(page, 'C00400', id)).toHaveAttribute('aria-description', /read back/);
  }
  await expect(last).toBeHidden();
  await page.keyboard.press('z');
  await expect(page.getByText(/^Nothing more to undo here\./)).toBeVisible();
});

test('a press that began on another record, before the list became another one, changes nothing', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00410');
  const [before, after] = [switchOf(page, 'C00410', '100'), switchOf(page, 'C00420', '100')];
  await before.hover();
  await console.control('DELETE', '/counters');
  await page.mouse.down();
  await page.evaluate(() => window.history.replaceState(null, '', '/access?type=Customer&q=C00420'));
  await expect(after).toBeVisible();
  const was = await after.getAttribute('aria-checked');
  await page.mouse.up();
  await after.focus();
  await page.keyboard.press('h'); // answered after the press would have been
  await expect(page.getByRole('complementary', { name: 'Customer C00420, entity 100' })).toBeVisible();
  await expect(after).toHaveAttribute('aria-checked', String(was));
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 0 });
  await page.keyboard.press('Escape');
  await after.click();
  await expect(after).toHaveAttribute('aria-checked', String(was !== 'true'));
});

test('the overview shows where one is, and leads elsewhere by key and by press', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1100, height: 800 }); // with no room beside the grid
  await signIn('auditor');
  await page.goto('/access?unfold=*');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await page.getByRole('button', { name: 'Map' }).click();
  const sheet = page.getByRole('dialog', { name: 'Map' });
  await expect(sheet.getByText('in view now')).toBeVisible();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(page.locator('[aria-rowindex="1211"]')).toBeVisible();
  await expect(page.locator('[role="gridcell"][data-active]')).toBeVisible();
});

test('keys pressed in the moment the overview opens lead elsewhere too', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1100, height: 800 }); // with no room beside the grid
  await signIn('auditor');
  await page.goto('/access?unfold=*');
  await expect(page.getByRole('switch').first()).toBeVisible();
  // Before the browser has laid the sheet out once: a script can be as fast as a machine can be slow.
  await page.evaluate(() => {
    const press = (init: KeyboardEventInit) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
    new MutationObserver((_, observer) => {
      if (document.querySelector('dialog[open] [role="application"]') === null) return;
      observer.disconnect();
      press({ key: 'End', ctrlKey: true });
      queueMicrotask(() => press({ key: 'Enter' }));
    }).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['open'],
    });
  });
  await page.getByRole('button', { name: 'Map' }).click();
  await expect(page.locator('[aria-rowindex="1211"]')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Map' })).toBeHidden();
});

test('a letter typed elsewhere changes nothing, and a staged switch takes itself back in either mode', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00400');
  const control = switchOf(page, 'C00400', '000');
  await expect(control).toBeVisible();
  await console.control('DELETE', '/counters');
  const was = await isOn(control);
  for (const key of ['g', 'r', 'i', 'z']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Entities', exact: true }).click();
  await page.getByRole('dialog', { name: 'Entities' }).getByRole('checkbox', { name: '000' }).check();
  for (const key of ['r', 'i', 'z']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await page.getByText('Stage', { exact: true }).click();
  await control.click();
  await expect(control).toHaveAttribute('aria-checked', String(!was));
  await page.getByText('Switch now', { exact: true }).click();
  await control.focus();
  await page.keyboard.press(was ? 'g' : 'r'); // as it was: what is staged is taken back
  await expect(control).toHaveAttribute('aria-checked', String(was));
  await expect(page.getByText('1 staged', { exact: true })).toBeHidden();
  await page.getByText('Stage', { exact: true }).click();
  await control.click();
  await page.getByText('Switch now', { exact: true }).click();
  await control.click();
  await expect(control).toHaveAttribute('aria-checked', String(was));
  await expect(page.getByText('1 staged', { exact: true })).toBeHidden();
  await expect(control).not.toHaveAttribute('aria-description');
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 0 });
  await control.click();
  await expect.poll(() => accessIn(console, 'C00400', '000')).toMatchObject({ accessible: !was });
  await expect(control).toHaveAttribute('aria-description', /read back/);
  await page.keyboard.press('z');
  await expect.poll(() => accessIn(console, 'C00400', '000')).toMatchObject({ accessible: was });
});

test('what of a change set was not done is marked where it stands, with the reason', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00390');
  const [first, second, third] = ['100', '110', '120'].map((entity) => switchOf(page, 'C00390', entity));
  if (!first || !second || !third) throw new Error('There are three.');
  await expect(first).toBeVisible();
  const was = { second: await isOn(second), third: await isOn(third) };
  await draw(page, first, third);
  await page.getByRole('button', { name: 'Invert' }).click();
  const review = page.getByRole('dialog', { name: 'Review 3 assignments' });
  await expect(review).toBeVisible();
  await console.control('PUT', '/faults', [
    {
      kind: 'status',
      status: 400,
      message: 'Closed for the audit',
      method: 'POST',
      cell: { entityId: '110' },
    },
  ]);
  await applyButton(page, await tickedValues(page, 3)).click();
  // One place tells what became of it: the card in the navigation.
  const ended = page.getByRole('region', { name: 'Ended changes' });
  await expect(ended).toContainText('Done: 1 refused, 2 confirmed', { timeout: 30_000 });
  await expect(second).toHaveAttribute('aria-checked', String(was.second));
  await expect(second).toHaveAttribute('aria-description', /Closed for the audit.*Nothing was changed/);
  await expect(second.locator('xpath=..')).toHaveAttribute('data-mark', 'refused');
  await expect(third).toHaveAttribute('aria-checked', String(!was.third));
  await expect(third.locator('xpath=..')).not.toHaveAttribute('data-mark', /refused|conflict/);
  await expect(page.getByRole('alert').filter({ hasText: 'of the change set' })).toHaveCount(0);
  await ended.getByRole('link').click();
  await expect(page.getByText('Closed for the audit').first()).toBeVisible();
});

test('what a change set has not come to yet is marked as waiting, also after a look elsewhere', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00430|C00440');
  const cells = ['100', '110', '120'].map((entity) => switchOf(page, 'C00430', entity));
  const [first, , third] = cells;
  if (!first || !third) throw new Error('There are three.');
  await expect(first).toBeVisible();
  const was = await Promise.all(cells.map(isOn));
  await draw(page, first, third);
  await page.getByRole('button', { name: 'Invert' }).click();
  // The service takes nothing for now, and says when to ask again.
  await console.control('PUT', '/faults', [{ kind: 'status', status: 429, method: 'POST', retryAfter: 1 }]);
  await applyButton(
    page,
    was.map((on) => !on),
  ).click();
  const waits = async () => {
    for (const [at, control] of cells.entries()) {
      const words = `To be ${was[at] === true ? 'removed' : 'given'} by your change set`;
      await expect(control).toHaveAttribute('aria-description', new RegExp(words));
      await expect(control).toHaveAttribute('aria-checked', String(was[at]));
    }
  };
  await waits();
  await page.getByLabel('Rows', { exact: true }).selectOption('Pending or not made');
  await expect(page.getByRole('rowheader', { name: 'C00440' })).toBeHidden();
  await page.getByRole('navigation').getByRole('link', { name: 'Changes' }).first().click();
  await expect(page).toHaveURL(/\/changes/);
  await page.goBack();
  await waits();
  await console.control('PUT', '/faults', []);
  for (const [at, control] of cells.entries()) {
    await expect(control).toHaveAttribute('aria-checked', String(was[at] !== true), { timeout: 30_000 });
    await expect(control).toHaveAttribute('aria-description', /read back/);
  }
});
