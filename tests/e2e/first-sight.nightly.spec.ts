import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';
import { hold } from '@/tests/support/browser/hold';
import { movedWhileComing } from './layout-shifts';
import { isNightly } from '@/tests/support/run/nightly';

/* As first-sight.spec.ts, at other widths, in both themes, and from the day of UTC. */

test.skip(!isNightly, 'at night: npm run test:all');

/** The share of the channels of two pictures of a page that differ by more than so much of 255. */
function shareOfOthers(page: Page, pictures: readonly [Buffer, Buffer], tolerance: number): Promise<number> {
  return page.evaluate(
    async ({ texts, most }) => {
      const pixels = await Promise.all(
        texts.map(async (picture) => {
          const image = new Image();
          image.src = `data:image/png;base64,${picture}`;
          await image.decode();
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
        }),
      );
      const [a = new Uint8ClampedArray(), b = new Uint8ClampedArray()] = pixels;
      const others = a.filter((value, at) => Math.abs(value - (b[at] ?? 0)) > most).length;
      return others / Math.max(1, a.length);
    },
    { texts: pictures.map((picture) => picture.toString('base64')), most: tolerance },
  );
}

const matrix = /\/api\/access\/matrix/;
const first = '#first-matrix';

for (const [width, height, entity] of [
  [1440, 900, ''],
  [390, 844, ''],
  [1920, 900, ''],
  [1440, 900, '1*'],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the grid takes the first view over without a difference, ${String(width)} px, ${colorScheme}, entities ${entity}`, async ({
      page,
      signIn,
    }) => {
      await signIn('security-administrator');
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.goto('/sign-in'); // which notes the time zone
      const letGo = await hold(page, matrix);
      await page.goto(`/access?q=1*&sort=granted&entity=${entity}`, { waitUntil: 'load' });
      const grid = page.locator(first);
      await expect(grid).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const before = await grid.screenshot();
      letGo();
      await expect(page.locator(first)).toHaveCount(0);
      const after = await page.getByRole('grid').screenshot();
      expect(await shareOfOthers(page, [before, after], 4)).toBe(0);
    });

for (const width of [1440, 390])
  test(`nothing on any page moves while it comes, ${String(width)} px`, async ({
    page,
    signIn,
    expectConsoleErrors,
  }) => {
    expectConsoleErrors(/ERR_FAILED|404/); // the font is not let in, and one page is not there
    await signIn('security-administrator');
    await page.goto('/sign-in'); // which notes the time zone
    expect(await movedWhileComing(page, width)).toEqual({});
  });

test('the matrix stays in its place on a phone when the network goes and comes back', async ({
  page,
  context,
  signIn,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
  await signIn('security-administrator');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/access');
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
  await expect(refresh).toBeVisible();
  const top = async () => (await page.getByRole('grid').boundingBox())?.y;
  const before = await top();
  await context.setOffline(true);
  const older = page.getByText('The matrix could not be read again.');
  await expect(older).toBeVisible({ timeout: 60_000 });
  await expect(refresh).toBeVisible();
  expect(await top()).toBe(before);
  await context.setOffline(false);
  await expect(older).toHaveCount(0, { timeout: 60_000 });
  expect(await top()).toBe(before);
});
