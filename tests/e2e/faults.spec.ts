import { expect, test } from '@playwright/test';
import { startConsole } from '@/tests/support/console/console-process';
import { signInBy } from '@/tests/support/browser/console-test';
import { expectPagesToTell, faultOf, faultOfLinks, startFaulty } from './faulty-pages';

/* What pages make of a failing service: a fault of each kind. All of them are in faults.nightly.spec.ts. */

const faults = [
  faultOf('cuts every connection', { kind: 'dropBefore' }, /cannot be reached/i),
  faultOf('lacks permission', { kind: 'status', status: 403 }, /permission/i),
  faultOf('answers with a web page', { kind: 'html200' }, /something else/i),
  faultOfLinks('cuts a later page', { kind: 'truncate', variant: 'json', afterPage: 1 }),
];

test('when the service fails, each page says so, shows nothing as whole, and recovers by itself', async ({
  browser,
}) => {
  const faulty = await startFaulty(faults);
  try {
    await expectPagesToTell(browser, faulty, faults);
  } finally {
    await faulty.stop();
  }
});

test('a matrix that is still arriving says so, and calls nothing complete before the end', async ({
  page,
}) => {
  const console = await startConsole({
    REFERENCE_SIZE: 'records=400,entities=10,lines=10',
    MEM_RATE_PER_SECOND: '2',
  });
  try {
    await console.control('PUT', '/modes', { pageSize: 300 });
    await signInBy(page.request, console.url, 'auditor');
    await page.goto(console.url);
    const without = page.getByRole('link', { name: /^Records no entity may use/ });
    await expect(without).toContainText('–Still loading');
    await page.goto(`${console.url}/access`);
    await expect(page.getByText(/assignments have arrived; the list is not complete yet/)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /records so far/ })).toBeVisible({
      timeout: 15_000,
    });
    await expect(page.getByRole('status').filter({ hasText: /^400 records, 10 entities$/ })).toBeVisible({
      timeout: 40_000,
    });
    await expect(page.getByText(/not complete yet/)).toBeHidden();
    await page.goto(console.url);
    await expect(without).toContainText(/\d/);
  } finally {
    await console.stop();
  }
});
