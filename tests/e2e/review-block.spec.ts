import type { Locator, Page } from '@playwright/test';
import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { expect, signInBy, test, waitingUntilAlive } from '@/tests/support/browser/console-test';
import { heard } from '@/tests/support/browser/heard';
import { inkOf } from '@/tests/support/browser/ink';
import { applyButton, block, tickedValues } from '@/tests/support/browser/parts-of-pages';

const reviewOf = (page: Page) => page.getByRole('dialog', { name: /^Review [\d,]+ assignments?$/ });
const focusOf = async (page: Page) => (await heard(page)).focus;

/** Selects records by entities from the first switch that is shown, and asks for a review of inverting them, or of `key`. */
async function reviewInverted(
  page: Page,
  address: string,
  rows: number,
  columns: number,
  key = 'i',
): Promise<Locator> {
  await page.goto(address);
  const first = page.getByRole('switch').first();
  await expect(first).toBeVisible();
  await first.focus();
  for (let row = 1; row < rows; row++) await page.keyboard.press('Shift+ArrowDown');
  for (let column = 1; column < columns; column++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press(key);
  const review = reviewOf(page);
  await expect(review).toBeVisible();
  return review;
}

test('by the keyboard cells, rows, columns and what is drawn over are left out of a review', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  const review = await reviewInverted(page, '/access?type=Customer&q=C0050|C00510|C00520|C00530', 3, 3);
  const grid = block(page);
  const left = (count: number) =>
    expect(review.getByRole('checkbox', { name: /^All of them/ })).toHaveAccessibleName(
      `All of them: ${String(count)} of 9 ticked`,
    );
  await left(9);
  // It is read from its title on, and everything of the block is one stop.
  expect(await focusOf(page)).toBe('heading Review 9 assignments');
  await review.getByRole('checkbox', { name: /^All of them/ }).focus();
  await page.keyboard.press('Tab');
  expect(await focusOf(page)).toBe('checkbox Customer, all 9 assignments, checked');
  await page.keyboard.press('Tab');
  expect(await focusOf(page)).toBe('textbox Reason (optional)');
  await page.keyboard.press('Shift+Tab');

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  expect(await focusOf(page)).toMatch(
    /^checkbox Customer C00510, entity 000, (give|remove) access, checked$/,
  );
  await page.keyboard.press('Space');
  await left(8);
  await expect(grid.getByRole('checkbox', { name: 'Customer C00510, all 3 assignments' })).toHaveAttribute(
    'aria-checked',
    'mixed',
  );
  await page.keyboard.press('Space');
  await left(9);
  // The row.
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await left(6);
  await page.keyboard.press('Space');
  await left(9);
  // The column: its head lies above the first row.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(grid.getByRole('columnheader', { name: '000' })).toBeFocused();
  await expect(grid.getByRole('columnheader', { name: '000' })).toHaveAccessibleDescription(
    'entity 000: 3 of 3 ticked',
  );
  await page.keyboard.press('Space');
  await left(6);
  await expect(grid.getByRole('columnheader', { name: '000' })).toHaveAccessibleDescription(
    'entity 000: 0 of 3 ticked',
  );
  await page.keyboard.press('Enter');
  await left(9);
  // Four together.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Space');
  await left(5);
  await expect(applyButton(page, await tickedValues(page, 5))).toBeEnabled();
});

for (const [width, height] of [
  [1440, 900],
  [1280, 667],
  [390, 667],
] as const)
  test(`the whole matrix opens for review at ${String(width)} x ${String(height)}, a window of it drawn, its foot in view`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn('security-administrator');
    await page.goto('/access?unfold=*');
    await expect(page.getByRole('switch').first()).toBeVisible();
    await page.getByRole('button', { name: 'Select all shown' }).click();
    await page.keyboard.press('i');
    const review = reviewOf(page);
    const grid = block(page);
    await expect(grid).toBeVisible();
    expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(1_000);
    expect(await grid.getByRole('row').count()).toBeLessThan(50);
    const count = /\d[\d,]*/.exec((await review.getByRole('heading').textContent()) ?? '')?.[0] ?? '';
    const alwaysInView = [
      review.getByText(/^Give [\d,]+, remove [\d,]+, across/),
      review.getByLabel('Reason (optional)'),
      review.getByLabel(`Type ${count} to continue`),
      review.getByRole('button', { name: 'Back' }),
      review.getByRole('button', { name: `Change ${count}` }),
      review.getByText(/records? would be left without any entity\./),
      grid.getByRole('columnheader', { name: 'All' }),
    ];
    for (const part of alwaysInView) await expect(part).toBeInViewport({ ratio: 0.95 });
    // A warning leads to its row; the heads stay above and beside it.
    const closed = review.getByRole('button', { name: /^Customer / }).first();
    const name = ((await closed.textContent()) ?? '').replace(/,$/, '');
    await closed.click();
    const box = grid.getByRole('checkbox', { name: new RegExp(`^${name}, all \\d+ assignments`) });
    await expect(box).toBeFocused();
    await expect(box).toBeInViewport({ ratio: 0.95 });
    await page.keyboard.press('Control+End');
    for (const part of alwaysInView) await expect(part).toBeInViewport({ ratio: 0.95 });
    await expect(grid.getByRole('checkbox', { name: /, entity / }).last()).toBeInViewport({ ratio: 0.9 });
  });

test('what is scattered is listed by its records, and axe finds nothing on it', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C006*&stage=true');
  const first = page.getByRole('switch').first();
  await expect(first).toBeVisible();
  await first.focus();
  for (let at = 0; at < 6; at++) {
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
  }
  await page.getByRole('button', { name: 'Review…' }).click();
  const grid = block(page);
  await expect(grid.getByRole('columnheader')).toHaveText(['Record', 'All', 'Entity']);
  await expect(grid.getByRole('checkbox', { name: /^Customer C00\d+, entity / })).toHaveCount(6);
  await grid.getByRole('checkbox', { name: /, entity 100, / }).click();
  await expect(applyButton(page, await tickedValues(page, 5))).toBeEnabled();
  expect(await violationsInEveryLook(page)).toEqual([]);
});

test('axe finds nothing on a block, in both themes, wide and narrow', async ({ page, signIn }) => {
  await signIn('security-administrator');
  const review = await reviewInverted(page, '/access?unfold=*', 12, 9);
  await block(page)
    .getByRole('checkbox', { name: /, entity / })
    .nth(2)
    .click();
  await expect(review.getByText('Not changed:')).toBeHidden(); // all of it is
  expect(await violationsInEveryLook(page)).toEqual([]);
});

for (const forcedColors of ['none', 'active'] as const)
  test(`what is not changed shows its value by shape, ${forcedColors === 'active' ? 'colours forced' : 'in the colours of the console'}`, async ({
    browser,
    console,
  }) => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [key, value, ink, told] of [
        ['g', 'granted', { middle: 100 }, '● has access'],
        ['r', 'denied', { middle: 0 }, '○ no access'],
      ] as const) {
        const context = await browser.newContext({ baseURL: console.url, colorScheme, forcedColors });
        await signInBy(context.request, console.url, 'security-administrator');
        const page = waitingUntilAlive(await context.newPage());
        const review = await reviewInverted(page, '/access?type=Customer', 12, 9, key);
        await expect(review.getByText(`Not changed: ${told}`, { exact: true })).toBeVisible();
        const cell = block(page).locator(`[data-value='${value}']`).first();
        await expect(cell).toBeVisible();
        expect(await inkOf(cell.locator('span')), `${colorScheme}, ${value}`).toMatchObject(ink);
        await context.close();
      }
  });

test('what is filled in below a review and its buttons stand in one line', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('security-administrator');
  const review = await reviewInverted(page, '/access?type=Customer&unfold=*', 80, 16);
  const back = await review.getByRole('button', { name: 'Back' }).boundingBox();
  expect(back?.height).toBe(32);
  for (const field of [review.getByLabel(/^Reason/), review.getByLabel(/^Type [\d,]+ to continue$/)])
    expect(await field.boundingBox()).toMatchObject({ y: back?.y, height: 32 });
});

test('every check box of a review is drawn alike', async ({ page, signIn }) => {
  await signIn('security-administrator');
  const review = await reviewInverted(page, '/access?type=Customer&unfold=*', 12, 3);
  const all = review.getByRole('checkbox', { name: /^All of them/ });
  const boxes = block(page).locator('[data-kind="sum"] > [aria-checked="true"], [data-ticked="true"] > span');
  await expect(boxes.first()).toBeVisible();
  const ofInput = await all.evaluate(drawingOf, ['', '::before']);
  for (const box of await boxes.all())
    expect(await box.evaluate(drawingOf, ['::before', '::after'])).toEqual(ofInput);
  await block(page)
    .getByRole('checkbox', { name: /, (give|remove) access$/ })
    .first()
    .click();
  await expect(all).toHaveJSProperty('indeterminate', true);
  const half = block(page).locator('[data-kind="sum"] > [aria-checked="mixed"]').first();
  expect(await half.evaluate(drawingOf, ['::before', '::after'])).toEqual(
    await all.evaluate(drawingOf, ['', '::before']),
  );
});

/** What a box and the tick in it look like, each an element or a part that its style makes. */
function drawingOf(element: Element, [box, tick]: readonly string[]): string[] {
  const own = getComputedStyle(element, box === '' ? null : box);
  const mark = getComputedStyle(element, tick);
  return [
    ...[own.width, own.height, own.borderTop, own.borderRadius, own.backgroundColor],
    ...[mark.width, mark.height, mark.backgroundColor, mark.clipPath],
  ];
}
