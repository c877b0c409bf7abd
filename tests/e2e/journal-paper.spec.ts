import { expect, test } from '@/tests/support/browser/console-test';

test.use({ viewport: { width: 1280, height: 800 } });

test('an accountant prints one batch: all its lines, or those of the page', async ({ page, signIn }) => {
  await signIn('accountant');
  await page.addInitScript(() => {
    Object.assign(window, { prints: 0, print: () => Object.assign(window, { prints: 1 }) });
  });
  const batch = 'batch=ITEM%2FDEFAULT';
  await page.goto(`/journal?${batch}`);
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('button', { name: 'Print…' }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { prints: number }).prints)).toBe(1);
  const { total } = (await (await page.request.get(`/api/journal?${batch}`)).json()) as { total: number };
  expect(total).toBeGreaterThan(100); // or the page has all of them too
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('region', { name: 'Lines on paper' });
  await expect(sheet).toContainText(`All ${total.toLocaleString('en-GB')} lines: Batch`);
  await expect(sheet.getByRole('table', { name: /^Totals of all/ })).toContainText('Amount net');
  const first = sheet.getByRole('table', { name: /part 1/ });
  await expect(first.locator('tbody tr')).toHaveCount(Math.min(total, 2_000));
  await expect(page.getByRole('heading', { name: 'Journal lines', exact: true })).toBeHidden();

  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(sheet).toContainText(/^Item journal lines.*Lines 1 to 100 of /s);
  await expect(first.locator('tbody tr')).toHaveCount(100);
  await page.emulateMedia({ media: 'screen' });
  await expect(sheet).toHaveCount(0);
});
