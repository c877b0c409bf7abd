import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';

/* What of the journal finds room on a screen, and what lies over what. */

const grid = (page: Page) => page.getByRole('grid', { name: 'Item journal lines' });
const cell = (page: Page, row: number) =>
  grid(page).locator(`[aria-rowindex="${String(row + 1)}"] [role="gridcell"][aria-colindex="3"]`);
const statusBar = (page: Page) => page.getByRole('region', { name: 'Status bar' });

test.beforeEach(async ({ signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('accountant');
});

test('the status bar goes on saying something when cells are selected for the first time', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal');
  await expect(statusBar(page)).toContainText('3,000 lines');
  const said = await statusBar(page).evaluateHandle((bar) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(bar.textContent ?? '')).observe(bar, {
      ...{ childList: true, characterData: true, subtree: true },
    });
    return texts;
  });
  await cell(page, 3).click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(statusBar(page)).toContainText('2 cells selected');
  expect((await said.jsonValue()).filter((text) => !/\d (lines|cells selected)/.test(text))).toEqual([]);
});

test('a line tells where the columns end', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/journal?columns=ItemNo,Amount');
  for (const row of [1, 2, 3]) {
    const ends = grid(page).locator(`[aria-rowindex="${String(row)}"]`);
    const end = await ends.evaluate((element) => {
      const { content, width, insetInlineEnd, backgroundColor } = getComputedStyle(element, '::after');
      return { content, width, insetInlineEnd, isSeen: backgroundColor !== 'rgba(0, 0, 0, 0)' };
    });
    expect(end).toEqual({ content: '""', width: '1px', insetInlineEnd: '0px', isSeen: true });
  }
});
