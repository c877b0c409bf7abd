import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';
import { heard } from './heard';
import { applyButton, block, tickedValues } from '@/tests/support/browser/parts-of-pages';

const reviewOf = (page: Page) => page.getByRole('dialog', { name: /^Review [\d,]+ assignments?$/ });
const focusOf = async (page: Page) => (await heard(page)).focus;

test('by the keyboard cells, rows, columns and what is drawn over are left out of a review', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&q=C0050|C00510|C00520|C00530');
  await page.getByRole('switch').first().focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(`Shift+${key}`);
  await page.keyboard.press('i');
  const review = reviewOf(page);
  const grid = block(page);
  const left = (count: number) =>
    expect(review.getByRole('checkbox', { name: /^All of them/ })).toHaveAccessibleName(
      `All of them: ${String(count)} of 9 ticked`,
    );
  await left(9);
  // It is read from its title on, and everything of the block is one stop.
  await expect.poll(() => focusOf(page)).toBe('heading Review 9 assignments');
  await review.getByRole('checkbox', { name: /^All of them/ }).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => focusOf(page)).toBe('checkbox Customer, all 9 assignments, checked');
  await page.keyboard.press('Tab');
  await expect.poll(() => focusOf(page)).toBe('textbox Reason (optional)');
  await page.keyboard.press('Shift+Tab');

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => focusOf(page))
    .toMatch(/^checkbox Customer C00510, entity 000, (give|remove) access, checked$/);
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

test('the whole matrix opens for review in windows of any size, its foot in view, and very many have to be typed', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?unfold=*');
  await page.getByRole('button', { name: 'Select all shown' }).click();
  await page.keyboard.press('i');
  const review = reviewOf(page);
  const grid = block(page);
  await expect(grid).toBeVisible();
  const count = /\d[\d,]*/.exec((await review.getByRole('heading').textContent()) ?? '')?.[0] ?? '';
  const typed = review.getByLabel(`Type ${count} to continue`);
  const apply = review.getByRole('button', { name: `Change ${count}` });
  const alwaysInView = [
    review.getByLabel('Reason (optional)'),
    typed,
    review.getByRole('button', { name: 'Back' }),
    apply,
    review.getByText(/records? would be left without any entity\./),
    grid.getByRole('columnheader', { name: 'Record' }),
  ];
  for (const [width, height] of [
    [390, 667],
    [1280, 667],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const part of alwaysInView) await expect(part).toBeInViewport({ ratio: 0.95 });
    // A warning leads to its row; the heads stay above and beside it.
    const closed = review.getByRole('button', { name: /^Customer / }).first();
    const name = ((await closed.textContent()) ?? '').replace(/,$/, '');
    await closed.click();
    const box = grid.getByRole('checkbox', { name: new RegExp(`^${name}, all \\d+ assignments`) });
    await expect(box).toBeFocused();
    await expect(box).toBeInViewport({ ratio: 0.95 });
    await page.keyboard.press('Control+End');
    await expect(grid.getByRole('checkbox', { name: /, entity / }).last()).toBeInViewport({ ratio: 0.9 });
    for (const part of alwaysInView) await expect(part).toBeInViewport({ ratio: 0.95 });
  }
  await expect(apply).toBeDisabled();
  await typed.fill(count.replaceAll(/\D/g, ''));
  await expect(apply).toBeEnabled();
});
