import { selection, switchOf } from '@/tests/support/browser/parts-of-pages';
import { expect, signInBy, test, waitingUntilAlive } from '@/tests/support/browser/console-test';
import { opposites } from '@/tests/support/changes/asked-sets';
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
  const check = record.getByRole('button', { name: 'Check in Business Central' });
  await check.click();
  await expect(record.getByText(/^The service says the same of all /)).toBeVisible();

  // Somebody changes one of them in the service, past the console.
  const [one] = await opposites(page.request, console.url, ['C00340']);
  if (one === undefined) throw new Error('The reference service has no assignment of C00340.');
  const { expected, ...change } = one;
  expect(change.accessible).toBe(!expected);
  await console.control('POST', '/outside-change', change);
  await check.click();
  await expect(record.getByText(`differs for entity ${one.entityId} (`)).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('columnheader', { name: /^100,/ }).click();
  await page.getByRole('button', { name: 'Details…' }).click();
  const entity = page.getByRole('complementary', { name: 'Entity 100', exact: true });
  await expect(entity.getByText(/^It may use [\d,]+ of [\d,]+ records$/)).toBeVisible();
  await entity.getByRole('button', { name: 'Copy access from…' }).click();
  const copy = page.getByRole('complementary', { name: 'Copy access' });
  await expect(copy.getByRole('combobox', { name: 'To' })).toHaveValue('100');
  await copy.getByRole('button', { name: 'Close' }).click();

  // What this console changes in the entity is told there, with who did it.
  const other = one.entityId === '120' ? '130' : '120';
  await switchOf(page, 'C00340', other).click();
  await page.getByRole('columnheader', { name: new RegExp(`^${other},`) }).click();
  await page.getByRole('button', { name: 'Details…' }).click();
  const changed = page.getByRole('complementary', { name: `Entity ${other}`, exact: true });
  const told = new RegExp(`^(Given|Removed): Customer C00340 (in|from) entity ${other}$`);
  await expect(changed.getByText(told).first()).toBeVisible();
  await expect(changed.getByText(/· Maya Lindqvist/).first()).toBeVisible();
  await changed.getByRole('link', { name: 'All changes of the entity' }).click();
  await expect(page.getByText(told).first()).toBeVisible();
});

test('keys lead from a cell to its details and back, what these tell is changed from there, and a reader is offered no change', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C00290|C00300');
  const cell = switchOf(page, 'C00290', '100');
  const isGiven = (await cell.getAttribute('aria-checked')) === 'true';
  const details = page.getByRole('complementary', { name: 'Customer C00290, entity 100' });
  const changes = details.getByRole('button', { name: /^(Give|Remove) access…$/ });
  for (const [more, title] of [
    ['Record details', /C00290$/],
    ['Entity details', /^Entity .*100$/],
  ] as const) {
    await cell.press('h');
    await details.getByRole('button', { name: more }).press('Enter');
    await expect(page.getByRole('heading', { name: title })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(cell).toBeFocused();
  }
  await cell.press('h');
  await changes.click();
  const review = page.getByRole('dialog', { name: 'Review 1 assignment' });
  // Left, it stays staged; asked for again, it is not staged twice.
  await review.getByRole('button', { name: 'Back' }).click();
  await expect(details.getByText(/\(staged\)/)).toBeVisible();
  await changes.click();
  await review.getByRole('button', { name: isGiven ? 'Remove 1' : 'Give 1' }).click();
  await expect(cell).toHaveAttribute('aria-checked', String(!isGiven));
  await expect(changes).toHaveText(isGiven ? /^Give/ : /^Remove/);
  // Details that come again take the keys from nobody who is at another cell.
  const other = switchOf(page, 'C00300', '100');
  await other.focus();
  await page.goBack();
  await expect(details).toBeHidden();
  await page.goForward();
  await expect(details).toBeVisible();
  await expect(other).toBeFocused();

  const address = page.url();
  await page.goto('about:blank'); // nothing is asked with the session that ends
  await signIn('auditor');
  await page.goto(address);
  await expect(details.getByRole('button', { name: 'Check in Business Central' })).toBeVisible();
  await expect(changes).toHaveCount(0);
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
  await expect(selection(page)).toContainText('1 selected');
  await rest(/^Customer 20000, entity 110,/);
  await expect(selection(page)).toContainText('4 selected');
  await context.close();
});

test('the map stands beside the grid and leads to any place in it, by a press and by keys', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('auditor');
  await page.goto('/access?unfold=*');
  await page.getByRole('button', { name: 'Map' }).click();
  const map = page.getByRole('complementary', { name: 'Map' });
  const place = map.getByRole('application');
  await expect(place).toBeVisible();
  const last = page.locator(
    `[aria-rowindex="${(await page.getByRole('grid').getAttribute('aria-rowcount')) ?? ''}"]`,
  );
  await expect(last).toHaveCount(0);
  await place.press('Control+End');
  await place.press('Enter');
  await expect(last).toBeVisible();
  await place.click({ position: { x: 4, y: 4 } });
  await expect(last).toBeHidden();
  await map.getByRole('button', { name: 'Close' }).click();
  await expect(map).toBeHidden();
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1);
});
