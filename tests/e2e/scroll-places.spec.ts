import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';
import { hold, scripts, untilPainted } from '@/tests/support/browser/hold';

/* Back, Forward and reload show a page as it was left, scrolled to the same place. */

/** The row that is seen below what stays at the top of the grid, by its place and its words; null: there is none. */
const firstRow = (page: Page) =>
  page.evaluate(() => {
    const grid = document.querySelector('[role="grid"]');
    const head = grid?.querySelector('[role="columnheader"],thead th');
    if (!grid || !head) return null;
    const scroller = grid instanceof HTMLTableElement ? (grid.parentElement ?? grid) : grid;
    const [{ left }, { bottom }] = [scroller.getBoundingClientRect(), head.getBoundingClientRect()];
    const row = document
      .elementsFromPoint(left + 10, bottom + 3)
      .flatMap((element) => element.closest<HTMLElement>('[role="row"],tr') ?? [])
      .find((one) => one.closest('[aria-hidden="true"]') === null);
    return row ? `${row.ariaRowIndex ?? ''} ${row.innerText.split('\n')[0] ?? ''}` : null;
  });

async function scrollTo(page: Page, top: number, left: number): Promise<void> {
  await page.getByRole('grid').evaluate((grid, at) => grid.scrollTo(at.left, at.top), { top, left });
  await expect.poll(() => firstRow(page)).not.toBeNull();
}

const leftOf = (page: Page) => page.getByRole('grid').evaluate(({ scrollLeft }) => scrollLeft);
const toOverview = (page: Page) => page.getByRole('link', { name: 'Overview', exact: true }).click();

test('the matrix is where it was left', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.setViewportSize({ width: 1_100, height: 600 });
  await page.goto('/access?unfold=*');
  const atTop = await firstRow(page);
  await scrollTo(page, 5_017, 100);
  const shown = await firstRow(page);
  expect(shown).not.toBe(atTop);

  await toOverview(page);
  await expect(page.getByRole('grid', { name: 'Access' })).toHaveCount(0);
  await page.goBack();
  await expect.poll(() => firstRow(page)).toBe(shown);
  expect(await leftOf(page)).toBe(100);

  await page.reload();
  await expect.poll(() => firstRow(page)).toBe(shown);
  expect(await leftOf(page)).toBe(100);

  // What is reviewed over it is scrolled for itself.
  await page.getByRole('radio', { name: 'Stage' }).click({ force: true });
  for (const at of [0, 1]) await page.getByRole('switch').nth(at).click();
  const staged = await firstRow(page);
  await page.getByRole('button', { name: 'Review…' }).click();
  await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible();
  await page.reload();
  await expect.poll(() => firstRow(page)).toBe(staged);

  // Another list of the same visit begins at its top, and so does the one before when it comes again.
  const search = page.getByRole('searchbox', { name: 'Record ID' });
  await search.fill('1');
  await expect.poll(() => firstRow(page)).not.toBe(shown);
  await expect(page).toHaveURL(/q=1/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => firstRow(page)).toBe(atTop);
});

test('the lines of a page are where they were left', async ({ page, signIn }) => {
  await signIn('accountant');
  await page.goto('/journal?page=13');
  const lines = page.getByRole('grid', { name: 'Item journal lines' });
  const scroller = lines.locator('..');
  await expect(lines.getByRole('rowheader').first()).toBeVisible();
  const atTop = await firstRow(page);
  await scroller.evaluate((element) => element.scrollTo(150, 1_517));
  let shown: string | null = null;
  await expect.poll(async () => (shown = await firstRow(page)) !== null && shown !== atTop).toBe(true);
  const isAsLeft = async () => {
    await expect.poll(() => firstRow(page)).toBe(shown);
    expect(await scroller.evaluate(({ scrollLeft }) => scrollLeft)).toBe(150);
  };

  await toOverview(page);
  await expect(lines).toHaveCount(0);
  await page.goBack();
  await isAsLeft();
  await page.reload();
  await isAsLeft();

  // A head that no pinned column covers: the driver would scroll to it.
  await page.getByRole('columnheader', { name: /^Description/ }).click();
  await expect(page).toHaveURL(/sort=/);
  await expect.poll(() => firstRow(page)).not.toBe(shown);
  await page.goBack();
  await expect.poll(() => firstRow(page)).toBe(shown);
});

test('a long page is where it was left, but where somebody scrolls before its code has come', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.setViewportSize({ width: 1_100, height: 240 });
  await page.goto('/changes');
  const content = page.getByRole('main');
  const top = () => content.evaluate(({ scrollTop }) => scrollTop);
  const heading = page.getByRole('heading', { name: 'Changes', level: 1 });
  const scroll = async (to: number) => {
    await content.evaluate((main, px) => main.scrollTo(0, px), to);
    await expect.poll(top).toBe(to);
  };
  await scroll(57);
  await page.evaluate(() => window.history.pushState(null, '', '/changes?kind=outside')); // as a link of the page
  const isOutside = page.getByText('What changed in the service without this console.');
  await expect(isOutside).toBeVisible();
  await scroll(10);
  await page.goBack();
  await expect(isOutside).toHaveCount(0);
  await expect.poll(top).toBe(57);
  await toOverview(page);
  await expect(heading).toHaveCount(0);
  await scroll(200);
  await page.goBack();
  await expect(heading).toHaveCount(1);
  await expect.poll(top).toBe(57);
  await page.reload();
  await expect.poll(top).toBe(57);
  await page.goForward();
  await expect.poll(top).toBe(200);

  const letGo = await hold(page, scripts);
  await page.reload({ waitUntil: 'commit' });
  await content.evaluate((main) => main.scrollTo(0, 20));
  await untilPainted(page);
  letGo();
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible({ timeout: 500 }); // the page works
  }).toPass();
  expect(await top()).toBe(20);
});
