import type { Page } from '@playwright/test';
import { waitForAllWords } from '@/lib/domain/access/access-words';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { switchOf } from '@/tests/support/browser/parts-of-pages';

const grid = (page: Page) => page.getByRole('grid');
const head = (page: Page, type: string) =>
  grid(page).getByRole('rowheader', { name: new RegExp(`^${type}`) });
const bandCell = (page: Page, type: string, entity: string) =>
  grid(page).getByRole('gridcell', { name: new RegExp(`^${type}, entity ${entity}: `) });

test('the page opens with switches, and names the bands below that do not fit', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/access');
  await expect(page.getByRole('switch').first()).toBeInViewport();
  const heads = grid(page).getByRole('rowheader').and(page.locator('[aria-expanded]'));
  await expect(heads.first()).toHaveAttribute('aria-expanded', 'true');
  await expect(head(page, 'Customer')).toHaveAttribute('aria-expanded', 'false');
  const jumps = page.getByRole('navigation', { name: 'Record types' }).getByRole('button');
  await expect(jumps).toHaveCount(10);
  for (const one of await jumps.all()) await expect(one).toBeInViewport({ ratio: 1 });
  // The first fold writes down all that is unfolded then.
  const first = (await heads.first().textContent())?.replace(/[\d\s]+$/, '') ?? '';
  await head(page, 'Customer').click();
  await expect(page).toHaveURL(/[?&]unfold=Customer(&|$)/);
  expect(new URL(page.url()).searchParams.getAll('unfold')).toContain(first);
  // A name below unfolds its band and brings it to the top.
  await jumps.filter({ hasText: 'Vendor' }).click();
  await expect(head(page, 'Vendor')).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('switch', { name: /^Vendor/ }).first()).toBeInViewport();
  await expect(grid(page).locator(':focus')).toHaveAccessibleName(/^Vendor, entity 000: /);
  // An address decides for everybody, however large the window is.
  const rows = (await grid(page).getAttribute('aria-rowcount')) ?? '';
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.reload();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', rows);
});

test('bands fold by mouse and by keys, and the address says which are unfolded', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/access?unfold=-');
  await expect(head(page, 'Customer')).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('switch')).toHaveCount(0);
  await head(page, 'Customer').click();
  await expect(head(page, 'Customer')).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL(/\/access\?unfold=Customer$/);
  await page.reload();
  await expect(switchOf(page, '10000', '000')).toBeVisible();
  await bandCell(page, 'Customer', '100').click(); // selects, of an unfolded band: nothing goes away
  await expect(bandCell(page, 'Customer', '100')).toBeFocused();
  await expect(switchOf(page, '10000', '000')).toBeVisible();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(page).toHaveURL(/\/access\?unfold=-$/);
  await expect(bandCell(page, 'Customer', '100')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(switchOf(page, '10000', '100')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(switchOf(page, '10000', '100')).toBeFocused();

  await page.getByRole('button', { name: 'Fold all' }).click();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await page.getByRole('button', { name: 'Unfold all' }).click();
  await expect(page).toHaveURL(/unfold=\*/);
  await expect(page.getByRole('switch').first()).toBeVisible();
});

test('nothing is done to a whole band while the matrix is still being read', async ({ page, startAside }) => {
  const console = await startAside({
    REFERENCE_SIZE: 'records=400,entities=10,lines=10',
    MEM_RATE_PER_SECOND: '1',
  });
  await console.control('PUT', '/modes', { pageSize: 50 }); // more than a minute of pages
  await signInBy(page.request, console.url, 'security-administrator');
  await page.goto(`${console.url}/access?unfold=-`);
  await expect(page.getByRole('status').filter({ hasText: /records so far/ })).toBeVisible();
  await grid(page).getByRole('gridcell', { expanded: false }).first().focus();
  await page.keyboard.press('i');
  await expect(page.getByText(waitForAllWords)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
