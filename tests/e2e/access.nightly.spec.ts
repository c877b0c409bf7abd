import { expect, test } from '@/tests/support/browser/console-test';
import { isNightly } from '@/tests/support/run/nightly';

test.skip(!isNightly, 'at night: npm run test:all');

for (const part of ["'", '&', '%', '/', '+', '#', '北京', '. L'])
  test(`a record whose ID has ${JSON.stringify(part)} is found by a link, and changed`, async ({
    page,
    signIn,
  }) => {
    await signIn('security-administrator');
    await page.goto(`/access?q=${encodeURIComponent(part)}`);
    const name = await page.getByRole('switch').first().getAttribute('aria-label');
    expect(name).toContain(part);
    const control = page.getByRole('switch', { name: (name ?? '').replace(/[^,]*$/, '') });
    const before = await control.getAttribute('aria-checked');
    await control.press('Space');
    await expect(control).toHaveAttribute('aria-description', /read back/);
    await expect(control).toHaveAttribute('aria-checked', String(before !== 'true'));
  });

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
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(picture).toBe(light);
});
