import { expect, test } from '@/tests/support/browser/console-test';
import { movedWhileComing } from './layout-shifts';
import { isNightly } from '@/tests/support/run/nightly';

/* As first-sight.spec.ts, at other widths, in both themes, and from the day of UTC. */

test.skip(!isNightly, 'at night: npm run test:all');

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
