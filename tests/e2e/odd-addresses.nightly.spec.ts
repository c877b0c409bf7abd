import { expect, test } from '@/tests/support/browser/console-test';
import { isNightly } from '@/tests/support/run/nightly';

test.skip(!isNightly, 'at night: npm run test:all');

test('an address with marks that no text should hold is drawn by the browser as by the server', async ({
  page,
  signIn,
}) => {
  // React tells on console.error where the two differ, which fails the test.
  await signIn('auditor');
  const odd = [
    '/access?type=%00&q=%E2%80%AEabc&sort=%00&compare=records,%00,1',
    '/access?entity=%0D%00&rows=%00',
    '/journal?q=%00&item=%0D',
    '/changes?person=%00&recordId=a%0Db',
    '/changes/history?recordType=Customer%0D&recordId=10000',
    '/metadata?q=%00&type=%0D&set=%00',
    '/sessions?name=%00',
    '/metadata?connection=%00',
  ];
  for (const path of odd) {
    await page.goto(path);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Ines Keller' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/access?q=%E2%80%AEC0033');
  await expect(page.getByRole('searchbox', { name: 'Record ID' })).toHaveValue('C0033');
});
