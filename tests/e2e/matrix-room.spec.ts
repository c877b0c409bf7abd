import type { Locator, Page } from '@playwright/test';
import { selection } from '@/tests/support/browser/parts-of-pages';
import { expect, test } from '@/tests/support/browser/console-test';

/* What has room beside, above and below the matrix, and that it stays where it is for any of that. */

const boxOf = (page: Page) =>
  page.getByRole('grid').evaluate((grid) => {
    const { top, bottom } = grid.getBoundingClientRect();
    return { top, bottom };
  });

/** Whether all that is seen in a bar stands in one row, inside of it. */
const isOneRow = (page: Page, bar: string) =>
  page.locator(bar).evaluate((element) => {
    const box = element.getBoundingClientRect();
    const parts = [...element.querySelectorAll('button, input, select, [role="radiogroup"]')]
      .filter((part) => part.checkVisibility() && part.closest(':popover-open, label > .sr-only') === null)
      .map((part) => part.getBoundingClientRect())
      .filter(({ width }) => width > 1);
    return (
      parts.length > 1 &&
      parts.every(
        ({ top, bottom, right }) => top >= box.top - 1 && bottom <= box.bottom + 1 && right <= box.right + 1,
      )
    );
  });

for (const width of [1600, 1440, 1280, 1024, 700, 390])
  test(`the matrix stays where it is while the service is read again, ${String(width)} px`, async ({
    page,
    signIn,
    console,
  }) => {
    await signIn('auditor');
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/access?type=Customer');
    await expect(page.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true');
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await expect(refresh).toBeEnabled();
    // With all that the line above it may tell, and details beside it where they have room.
    const cell = { recordType: 'Customer', recordId: 'C00520', entityId: '110' };
    const now = (await console.control('GET', `/cell?${new URLSearchParams(cell).toString()}`)) as {
      accessible: boolean;
    };
    await console.control('POST', '/outside-change', { ...cell, accessible: !now.accessible });
    await refresh.click();
    await expect(page.getByRole('link', { name: /outside$/ })).toBeVisible();
    await expect(refresh).toBeEnabled();
    if (width >= 1280) {
      await page.getByRole('grid').getByRole('link').first().click();
      await expect(page.getByRole('complementary').getByText(/entities may use it$/)).toBeVisible();
    }
    const before = await boxOf(page);
    await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 1_500, resource: 'security' }]);
    await refresh.click();
    await expect(page.getByText(/^Reading again: /)).toBeAttached();
    expect(await boxOf(page)).toEqual(before);
    await console.control('PUT', '/faults', []);
  });

/** Whether none of its text is cut off. */
const isWhole = (part: Locator) =>
  part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);

const filters = '[aria-label="Filters"]';
const changes = '[data-bottom-bar]';

for (const width of [1280, 1440])
  test(`the matrix stays where it is when details dock and changes are staged, ${String(width)} px`, async ({
    page,
    signIn,
  }) => {
    await signIn('security-administrator');
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/access?type=Customer&stage=true');
    const grid = page.getByRole('grid');
    await expect(grid).toHaveAttribute('aria-multiselectable', 'true');
    await expect(page.getByLabel('Order', { exact: true })).toBeVisible();
    const before = await boxOf(page);
    await page.getByRole('switch', { name: /^Customer 20000, entity 100, / }).click();
    await expect(page.getByText('1 staged')).toBeVisible();
    await grid.getByRole('columnheader', { name: /^110/ }).click();
    await expect(selection(page).getByRole('button', { name: 'Give' })).toBeVisible();
    expect(await boxOf(page)).toEqual(before);
    expect(await isOneRow(page, changes)).toBe(true);
    await grid.getByRole('link').first().click();
    await expect(page.getByRole('complementary').filter({ hasText: 'entities may use it' })).toBeVisible();
    expect(await boxOf(page)).toEqual(before);
    expect(await isOneRow(page, filters)).toBe(true);
    expect(await isOneRow(page, changes)).toBe(true);
    expect(await isWhole(page.getByText('1 staged'))).toBe(true);
    expect(await isWhole(selection(page).getByText(/^[\d,]+ selected/))).toBe(true);
    await expect(page.getByRole('button', { name: 'Review…' })).toBeInViewport({ ratio: 1 });
    // What has no room is one press away.
    await expect(page.getByLabel('Order', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByLabel('Hide empty columns').check();
    await expect(page).toHaveURL(/used=true/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'More (1)' })).toBeFocused();
  });

test('in a narrow bar with changes staged, what may be done with a selection is told by icons', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.setViewportSize({ width: 700, height: 900 });
  await page.goto('/access?type=Customer&stage=true');
  await page.getByRole('switch', { name: /^Customer 20000, entity 100, / }).click();
  await page.getByRole('columnheader', { name: /^110/ }).click();
  for (const name of ['Give', 'Remove', 'Invert', 'More…'])
    await expect(selection(page).getByRole('button', { name }).locator('svg'), name).toBeVisible();
  expect(await isOneRow(page, changes)).toBe(true);
});

test('the room of a large window goes to the names of records and to the columns', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.goto('/access?type=Customer');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-multiselectable', 'true');
  const empty = () =>
    grid.evaluate((element) => {
      const right = Math.max(
        ...[...element.querySelectorAll('[role="columnheader"]')].map(
          (head) => head.getBoundingClientRect().right,
        ),
      );
      return element.getBoundingClientRect().right - right;
    });
  expect(await empty()).toBeLessThan(40);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(empty).toBeLessThan(40);
});

/** Whether words that wrap are all in sight, rather than below the edge of what they stand in. */
const isAllSeen = (part: Locator) =>
  part.evaluate((one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    const { bottom } = one.getBoundingClientRect();
    return [...text.getClientRects()].every((line) => line.top < bottom);
  });

for (const width of [1280, 1440])
  test(`beside details names have the room of the words “of 24”, ${String(width)} px`, async ({
    page,
    signIn,
  }) => {
    await signIn('auditor');
    await page.setViewportSize({ width: 1920, height: 900 });
    await page.goto('/access?type=Customer&sort=granted');
    const grid = page.getByRole('grid');
    await expect(grid).toHaveAttribute('aria-multiselectable', 'true');
    const figure = grid.getByRole('gridcell', { name: /^\d+\sof\s24$/ }).first();
    expect(await isAllSeen(figure)).toBe(true);
    await page.setViewportSize({ width, height: 900 });
    await grid.getByRole('link').first().click();
    await expect(page.getByRole('complementary').getByText(/entities may use it$/)).toBeVisible();
    const record = grid.getByRole('columnheader', { name: 'Record' });
    await expect.poll(async () => (await record.boundingBox())?.width).toBeGreaterThanOrEqual(220);
    // The figure is seen, with its head and the arrow of the order; the rest is said, and stands in the tooltip.
    expect(await isAllSeen(figure)).toBe(false);
    await expect(figure).toHaveAttribute('title', /^\d+\sof\s24$/);
    const head = grid.getByRole('columnheader', { name: 'Entities', exact: true });
    expect([await isWhole(head), await isAllSeen(head)]).toEqual([true, true]);
  });

test('a switch is told of once to those who see, beside its undo or where its cell is read out', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true');
  const control = page.getByRole('switch', { name: /^Customer 50000, entity 130, / });
  const isOn = (await control.getAttribute('aria-checked')) === 'true';
  await control.click();
  const undo = page.getByRole('button', {
    name: `Undo ${isOn ? 'removing' : 'giving'} Customer 50000, entity 130`,
  });
  await expect(undo).toBeVisible();
  const words = page.getByText(`Entity 130 can ${isOn ? 'no longer' : 'now'} use Customer 50000.`);
  await expect(words).toBeAttached();
  await expect(words).toBeHidden();
  await undo.click();
  const back = page.getByText(`Entity 130 can ${isOn ? 'now' : 'no longer'} use Customer 50000.`);
  await expect(back).toBeAttached();
  await expect(back).toBeHidden();
  const standing = `${isOn ? 'given' : 'removed'} by Maya Lindqvist`;
  await expect(page.locator('#cell-readout')).toContainText(standing);
});

test('a drag may begin on the line between two rows', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  const first = page.getByRole('switch', { name: /^Customer 10000, entity 100,/ });
  const box = await first.locator('xpath=..').boundingBox();
  const row = await page.getByRole('row', { name: /10000/ }).boundingBox();
  if (box === null || row === null) throw new Error('The first record is not there.');
  await page.mouse.move(box.x + box.width / 2, row.y + row.height - 1);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 2.5, row.y + row.height * 2.5, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText('9 selected: 3 records, 3 entities')).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
});
