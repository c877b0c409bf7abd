import { selection } from '@/tests/support/browser/parts-of-pages';
import { shareOfOthers } from '@/tests/support/browser/pixels';
import { expect, signInBy, test, waitingUntilAlive } from '@/tests/support/browser/console-test';
import { leaveNothingRunning, opposites } from '@/tests/support/changes/asked-sets';
import { violationsInEveryLook } from '@/tests/support/browser/axe';

test('a record, an entity and an assignment are told about beside the matrix, and the service is asked', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C0034');
  await page.getByRole('link', { name: 'C00340', exact: true }).click();
  const record = page.getByRole('complementary', { name: 'Customer C00340', exact: true });
  await expect(record.getByText(/^\d+ of \d+ entities may use it$/)).toBeVisible();
  // Each entity has a line in its group; hundreds are not drawn at once.
  const given = record.getByRole('list', { name: 'Has access' }).getByRole('listitem');
  const all = Number(/\((\d+)\)/.exec(await record.getByText(/^Has access/).innerText())?.[1]);
  expect(all).toBeGreaterThan(0);
  await expect(given).toHaveCount(all > 13 ? 12 : all);
  await expect(given.first()).toHaveText(/^\d{3}/);
  await record.getByRole('button', { name: 'Check in Business Central' }).click();
  await expect(
    record.getByText(/^The service says the same of all \d+ assignments\. Checked at /),
  ).toBeVisible();

  // Somebody changes one of them in the service, past the console.
  const [one] = await opposites(page.request, console.url, ['C00340']);
  if (one === undefined) throw new Error('The reference service has no assignment of C00340.');
  const { expected, ...change } = one;
  expect(change.accessible).toBe(!expected);
  await console.control('POST', '/outside-change', change);
  await record.getByRole('button', { name: 'Check in Business Central' }).click();
  await expect(record.getByText(`says otherwise of entity ${one.entityId} (`)).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // From here on the matrix has it too.
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(
    page.getByRole('switch', { name: `Customer C00340, entity ${one.entityId},` }),
  ).toHaveAttribute('aria-checked', String(change.accessible));

  const head = page.getByRole('columnheader', { name: /^100,/ });
  await head.click();
  await page.getByRole('button', { name: 'Details…' }).click();
  const entity = page.getByRole('complementary', { name: 'Entity 100', exact: true });
  await expect(entity.getByText(/^It may use [\d,]+ of [\d,]+ records$/)).toBeVisible();
  await expect(entity.getByRole('row', { name: /^Customer / })).toBeVisible();
  await expect(page).toHaveURL(/history=%2F%2F100|history=\/\/100/);
  await entity.getByRole('button', { name: 'Check in Business Central' }).click();
  await expect(
    entity.getByText(/^The service says the same of all [\d,]+ assignments\. Checked/),
  ).toBeVisible();
  await entity.getByRole('button', { name: 'Copy access from…' }).click();
  const copy = page.getByRole('complementary', { name: 'Copy access' });
  await expect(copy.getByRole('combobox', { name: 'To' })).toHaveValue('100');
  await expect(entity).toBeHidden(); // one of the two stands beside the matrix
  await copy.getByRole('button', { name: 'Close' }).click();
  await expect(copy).toBeHidden();

  // What this console changes in the entity is told there, with who did it.
  const other = one.entityId === '120' ? '130' : '120';
  await page.getByRole('switch', { name: `Customer C00340, entity ${other},` }).click();
  await page.getByRole('columnheader', { name: new RegExp(`^${other},`) }).click();
  await page.getByRole('button', { name: 'Details…' }).click();
  const changed = page.getByRole('complementary', { name: `Entity ${other}`, exact: true });
  const told = new RegExp(`^(Given|Removed): Customer C00340 (in|from) entity ${other}$`);
  await expect(changed.getByText(told).first()).toBeVisible();
  await expect(changed.getByText(/· Maya Lindqvist/).first()).toBeVisible();
  await changed.getByRole('link', { name: 'All changes of the entity' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `History of entity ${other}` })).toBeVisible();
  await expect(page.getByText(told).first()).toBeVisible();
});

test('what an assignment’s details tell is changed from there, after a review, and they lead to its entity', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00290');
  const cell = page.getByRole('switch', { name: 'Customer C00290, entity 100,' });
  const isGiven = (await cell.getAttribute('aria-checked')) === 'true';
  await cell.press('h');
  const details = page.getByRole('complementary', {
    name: 'Customer C00290, entity 100',
  });
  const act = details.getByRole('button', { name: isGiven ? 'Remove access…' : 'Give access…' });
  await act.click();
  const review = page.getByRole('dialog', { name: 'Review 1 assignment' });
  await expect(review).toBeVisible();
  expect(new URL(page.url()).searchParams.has('review')).toBe(false);
  // Left, it stays staged; asked for again, it is not staged twice.
  await review.getByRole('button', { name: 'Back' }).click();
  await expect(details.getByText(isGiven ? 'to be removed (staged)' : 'to be given (staged)')).toBeVisible();
  await act.click();
  await review.getByRole('button', { name: isGiven ? 'Remove 1' : 'Give 1' }).click();
  await expect(cell).toHaveAttribute('aria-checked', String(!isGiven));
  await expect(
    details.getByRole('button', { name: isGiven ? 'Give access…' : 'Remove access…' }),
  ).toBeVisible();
  await details.getByRole('button', { name: 'Entity details' }).click();
  await expect(page.getByRole('complementary', { name: 'Entity 100', exact: true })).toBeVisible();
  await page.goBack();
  await details.getByRole('button', { name: 'Record details' }).click();
  await expect(page.getByRole('complementary', { name: 'Customer C00290', exact: true })).toBeVisible();
});

test('whoever may only read is offered no change in the details', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  await page.getByRole('switch', { name: 'Customer 20000, entity 100,' }).press('h');
  const details = page.getByRole('complementary', { name: /20000, entity/ });
  await expect(details.getByRole('button', { name: 'Check in Business Central' })).toBeVisible();
  await expect(details.getByRole('button', { name: /access…$/ })).toBeHidden();
});

test('keys that lead from details to others stay in the panel, and come back to the cell', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const cell = page.getByRole('switch', { name: 'Customer 20000, entity 100,' });
  for (const [more, title] of [
    ['Record details', /20000$/],
    ['Entity details', /^Entity .*100$/],
  ] as const) {
    await cell.press('h');
    await page.getByRole('complementary').getByRole('button', { name: more }).press('Enter');
    await expect(page.getByRole('heading', { name: title })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(cell).toBeFocused();
  }
});

test('details that come again take the keys from nobody who is at another cell', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const told = page.getByRole('switch', { name: 'Customer 20000, entity 100,' });
  await told.press('h');
  const details = page.getByRole('complementary', { name: 'Customer 20000, entity 100' });
  await expect(details).toBeVisible();
  await told.press('ArrowDown');
  const other = page.getByRole('switch', { name: 'Customer 30000, entity 100,' });
  await expect(other).toBeFocused();
  await page.goBack();
  await expect(details).toBeHidden();
  await page.goForward();
  await expect(details).toBeVisible();
  await expect(other).toBeFocused();
});

test('a finger that rests on an assignment selects it, and then all up to the next it rests on', async ({
  browser,
  console,
}) => {
  const context = await browser.newContext({
    baseURL: console.url,
    hasTouch: true,
    viewport: { width: 390, height: 780 },
  });
  const page = waitingUntilAlive(await context.newPage());
  await signInBy(context.request, console.url, 'security-administrator');
  await page.goto('/access?type=Customer');
  const touch = await context.newCDPSession(page);
  const middleOf = async (name: RegExp) => {
    const box = await page.getByRole('switch', { name }).boundingBox();
    if (box === null) throw new Error(`${String(name)} is not on the page.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const rest = async (name: RegExp) => {
    const before = await page.getByRole('switch', { name }).getAttribute('aria-checked');
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await middleOf(name)] });
    // Until the rest has selected: a finger lifted sooner has tapped.
    await expect(page.getByRole('switch', { name }).locator('xpath=..')).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page.getByRole('switch', { name })).toHaveAttribute('aria-checked', before ?? '');
  };
  await expect(page.getByText(/^As of/)).toBeVisible(); // no rows come any more
  await rest(/^Customer 10000, entity 100,/);
  await expect(selection(page).getByText('1 selected: 1 record, entity 100')).toBeVisible();
  await rest(/^Customer 20000, entity 110,/);
  await expect(selection(page).getByText('4 selected: 2 records, 2 entities')).toBeVisible();
  await context.close();
});

test('the overview stands beside the grid, follows it and leads to any place in it', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('auditor');
  await page.goto('/access?unfold=*');
  await expect(page.getByRole('switch').first()).toBeVisible();
  const open = page.getByRole('button', { name: 'Map' });
  await open.click();
  const picture = page.getByRole('complementary', { name: 'Map' });
  await expect(picture.getByText('Customer', { exact: true })).toBeVisible();
  const [beside, grid] = [await picture.boundingBox(), await page.getByRole('grid').boundingBox()];
  expect((grid?.x ?? 0) + (grid?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
  const box = await picture.locator('canvas').first().boundingBox();
  await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + (box?.height ?? 0) - 2);
  await expect(page.getByRole('rowheader', { name: /^V01\d+$/ }).last()).toBeVisible();
  await expect(open).toHaveAttribute('aria-expanded', 'true');
  await picture.getByRole('button', { name: 'Close' }).click();
  await expect(picture).toBeHidden();
  await expect(page).not.toHaveURL(/overview/);
});

test('all 24 entities are seen beside the overview in a window of 1440 px', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('auditor');
  await page.goto('/access?overview=true');
  const map = page.getByRole('complementary', { name: 'Map' });
  await expect(map.getByText('Vendor', { exact: true })).toBeVisible();
  const grid = page.getByRole('grid');
  const beyond = () => grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(beyond).toBe(0);
  await expect(page.getByRole('columnheader', { name: /^520,/ })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('columnheader', { name: /^\w+, \d+%/ })).toHaveCount(24);

  // What a place is, is told beside it while one points there, and then covers nothing.
  const words = page.getByText(/^Rows .*, entity \w+: /).and(page.locator('[aria-hidden]'));
  const overGrid = await page.getByRole('gridcell').last().boundingBox();
  await map.getByRole('application').hover({ position: { x: 30, y: 200 } });
  await expect(words).toBeVisible();
  await page.mouse.move(overGrid?.x ?? 0, overGrid?.y ?? 0);
  await expect(words).toBeHidden();
  await map.getByRole('application').press('PageDown');
  await expect(words).toBeVisible();
  await map.getByRole('button', { name: 'Close' }).focus();
  await expect(words).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(map).toBeHidden();
});

test('what is staged is drawn in the overview, step by step taken back', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=10000%7C20000%7C30000&stage=true');
  const cells = page.getByRole('switch', { name: /^Customer (10000|20000|30000), entity 100,/ });
  await cells.first().click();
  await cells.nth(1).click({ modifiers: ['Control'] });
  await cells.nth(2).click({ modifiers: ['Control'] });
  await page.keyboard.press('i');
  await expect(page.getByText('3 staged', { exact: true })).toBeVisible();
  const openButton = page.getByRole('button', { name: 'Map' });
  await openButton.click();
  const inks = page.getByRole('list', { name: 'Colours' });
  await expect(inks.getByText('staged or pending')).toBeVisible();
  const drawn = () =>
    page
      .getByRole('complementary', { name: 'Map' })
      .locator('canvas')
      .last()
      .evaluate((canvas: HTMLCanvasElement) => {
        const ink = canvas.ownerDocument.querySelector('[data-ink=pending]');
        const [red, green, blue] = ink ? (getComputedStyle(ink).backgroundColor.match(/\d+/g) ?? []) : [];
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
        let count = 0;
        for (let at = 0; at < (data?.length ?? 0); at += 4)
          if (`${data?.[at]} ${data?.[at + 1]} ${data?.[at + 2]}` === `${red} ${green} ${blue}`) count++;
        return count;
      });
  await expect.poll(drawn).toBe(3);
  await page.keyboard.press('Escape');
  await cells.nth(1).click({ modifiers: ['Control'] });
  await page.keyboard.press('z');
  await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText(/staged$/)).toHaveCount(0);
});

for (const role of ['security-administrator', 'auditor'] as const) {
  test(`switches painted from pictures look as those drawn by CSS (${role})`, async ({ page, signIn }) => {
    await signIn(role);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/access?type=Customer');
      for (const state of ['no access', 'has access']) {
        const control = page.getByRole('switch', { name: new RegExp(`^Customer .*, ${state}$`) }).first();
        await expect(control).toHaveCSS('background-image', /radial-gradient/);
        await page.getByRole('grid').hover({ position: { x: 5, y: 5 } });
        await expect(control).toHaveCSS('background-image', /^url/);
        const painted = await control.screenshot();
        await page.evaluate(() => (document.adoptedStyleSheets = []));
        await expect(control).toHaveCSS('background-image', /radial-gradient/);
        expect(await shareOfOthers(page, [painted, await control.screenshot()], 64)).toBeLessThan(0.06);
        await page.reload();
      }
    }
  });
}

test('switches are painted anew when the theme changes on the page', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/access?type=Customer');
  const control = page.getByRole('switch', { name: /, has access$/ }).first();
  const picture = () => control.evaluate((element) => getComputedStyle(element).backgroundImage);
  await page.getByRole('grid').hover({ position: { x: 5, y: 5 } });
  await expect.poll(picture).toMatch(/^url/);
  const light = await picture();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(picture).not.toBe(light);
  const dark = await picture();
  await page.evaluate(() => {
    const chosen = { key: 'mem-console-theme', newValue: 'light' }; // in another tab
    window.dispatchEvent(new StorageEvent('storage', chosen));
  });
  await expect.poll(picture).toBe(light);
  expect(dark).toMatch(/^url/);
});

test('details claim nothing of a change that is not confirmed, and the check says what the service has', async ({
  page,
  signIn,
  console,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/50\d/);
  await signIn('security-administrator');
  const [one] = await opposites(page.request, console.url, ['C00380']);
  if (one === undefined) throw new Error('The reference service has no assignment of C00380.');
  const { recordType, recordId, entityId, expected } = one;
  const cell = { recordType, recordId, entityId };
  await console.control('PUT', '/faults', [{ kind: 'status', status: 500, method: 'POST', cell }]);
  await page.goto('/access?type=Customer&q=C00380');
  await page.getByRole('switch', { name: `Customer C00380, entity ${entityId},` }).press('Space');
  const unconfirmed = page.getByRole('switch', {
    name: `Customer C00380, entity ${entityId}, access not confirmed yet`,
  });
  await expect(unconfirmed).toBeVisible({ timeout: 30_000 });
  await unconfirmed.press('h');
  const details = page.getByRole('complementary', { name: `Customer C00380, entity ${entityId}` });
  await expect(details.getByText('Not known yet', { exact: true })).toBeVisible();
  await details.getByRole('button', { name: 'Check in Business Central' }).click();
  await expect(
    details.getByText(`The service has it now: ${expected ? 'has access' : 'no access'}.`),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'C00380', exact: true }).click();
  const record = page.getByRole('complementary', { name: 'Customer C00380', exact: true });
  await expect(record.getByText(/ may use it; of 1 it is not known yet$/)).toBeVisible();
  // For a minute the old value is not believed: the next test would find the switch running.
  await leaveNothingRunning(page.request, console, 100_000);
});
