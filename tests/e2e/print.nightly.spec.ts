import { askForSet, opposites, untilDone } from '@/tests/support/changes/asked-sets';
import { expect, test } from '@/tests/support/browser/console-test';
import { customers, notePrinting } from './paper';
import { isNightly } from '@/tests/support/run/nightly';

/* As print.spec.ts, with more on the paper, and with what happens meanwhile. */

test.skip(!isNightly, 'at night: npm run test:all');

test('unfolded types print whole', async ({ page, signIn }) => {
  await signIn('auditor');
  const table = page.getByRole('region', { name: 'Access on paper' });
  await page.goto('/access?unfold=*');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(table.getByRole('rowheader')).toHaveCount(1_210);
  await expect(table).not.toContainText('These are the first');
});

test('a set that runs is read for paper once, whatever happens to it meanwhile', async ({
  page,
  signIn,
  console,
}) => {
  await notePrinting(page);
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, customers(710, 3));
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('pageSize=500')) reads.push(request.url());
  });
  await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 700, method: 'POST' }]);
  try {
    const id = await askForSet(page.request, console.url, cells);
    await page.goto(`/changes/${id}`);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-asked-to-print', '');
    await console.control('PUT', '/faults', []);
    await untilDone(page.request, console.url, id);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('customers');
    await expect(page.getByRole('main')).toContainText(`${String(cells.length)} confirmed`, {
      ignoreCase: true,
    });
    expect(reads).toHaveLength(1);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect.poll(() => reads.length).toBe(2);
  } finally {
    await console.control('PUT', '/faults', []);
  }
});
