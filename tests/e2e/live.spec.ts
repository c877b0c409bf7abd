import type { Page } from '@playwright/test';
import { colleague } from '@/tests/support/browser/colleague';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';

const cell = (recordId: string, entityId: string) => ({ recordType: 'Customer', recordId, entityId });

const switchOf = (page: Page, { recordType, recordId, entityId }: ReturnType<typeof cell>) =>
  page.getByRole('switch', { name: `${recordType} ${recordId}, entity ${entityId},` });

/** A colleague's browser on the access page. */
async function colleagueAtMatrix(...who: Parameters<typeof colleague>) {
  const { page, context } = await colleague(...who);
  await page.goto('/access?type=Customer');
  return { page, context };
}

/** Resolves when the page's stream of events is open. */
function streaming(page: Page): Promise<unknown> {
  return page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events');
}

test("a colleague's switch shows without a reload, with who did it", async ({
  page,
  signIn,
  browser,
  console,
}) => {
  await signIn('auditor');
  const open = streaming(page);
  await page.goto('/access?type=Customer');
  const mine = switchOf(page, cell('50000', '100'));
  await expect(mine).toHaveAttribute('aria-checked', 'false');
  await open;
  const { page: theirs, context } = await colleagueAtMatrix(browser, console);
  await switchOf(theirs, cell('50000', '100')).click();
  await expect(theirs.getByText('Entity 100 can now use Customer 50000.')).toBeAttached();
  await expect(mine).toHaveAttribute('aria-checked', 'true', { timeout: 5_000 });
  await expect(page.getByText(/^Person .* gave entity 100 access to Customer 50000\.$/)).toBeAttached();
  await expect(theirs.getByText(/^Person .* gave/)).toHaveCount(0); // one's own deeds are not news
  await context.close();
});

test("a colleague's switch without proof is marked, and its outcome takes the mark off", async ({
  page,
  signIn,
  browser,
  console,
}) => {
  await signIn('security-administrator');
  const open = streaming(page);
  await page.goto('/access?type=Customer');
  const at = cell('50000', '130');
  const mine = switchOf(page, at);
  await expect(mine).toHaveAttribute('aria-checked', 'false');
  await open;
  const { page: theirs, context } = await colleagueAtMatrix(browser, console);
  await expect(switchOf(theirs, at)).toBeVisible();
  // The POST takes a moment: time to break the reading that is to prove it.
  await console.control('DELETE', '/counters');
  await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 2_000, method: 'POST', cell: at }]);
  await switchOf(theirs, at).click();
  await expect.poll(() => console.control('GET', '/counters')).toMatchObject({ open: 1 });
  await console.control('PUT', '/faults', [{ kind: 'status', status: 403, method: 'GET', cell: at }]);
  await expect(mine).toHaveAttribute('aria-description', /not known yet/, { timeout: 45_000 });
  await console.control('PUT', '/faults', []);
  await expect(mine).toHaveAttribute('aria-description', /read back/, { timeout: 45_000 });
  await expect(mine).toHaveAttribute('aria-checked', 'true');
  await context.close();
});

test('what was changed outside is told after a refresh, with a link, until it is reviewed', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  const at = cell('50000', '110');
  const control = switchOf(page, at);
  const wasGranted = (await control.getAttribute('aria-checked')) === 'true';
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await console.control('POST', '/outside-change', { ...at, accessible: !wasGranted });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(control).toHaveAttribute('aria-checked', String(!wasGranted));
  const link = page.getByRole('link', { name: /^\d+ changes? from outside$/ });
  await expect(link).toHaveAttribute('href', '/changes?kind=outside');
  await expect(control).toHaveAccessibleDescription(/^Was changed in the service, not by this console/);
  await page.reload(); // nobody has looked at it
  await expect(control).toHaveAccessibleDescription(/^Was changed in the service, not by this console/);
  await page.getByLabel('Rows').selectOption('Changed outside lately');
  await expect(page).toHaveURL(/rows=outside/);
  await expect(control).toBeVisible();
  await expect(page.getByText(/^\d{1,2} of 1,200 records, 24 entities$/)).toBeVisible();
});

test('without a network the page does not say that changes still come to it', async ({
  page,
  context,
  signIn,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
  await signIn('auditor');
  await page.goto('/access');
  const still = page.getByText(', plus changes since');
  await expect(still).toBeVisible();
  await context.setOffline(true);
  await expect(still).toBeHidden({ timeout: 2_000 });
  await context.setOffline(false);
  await expect(still).toBeVisible();
});

test('a stream that ends with its session takes the page to the sign-in', async ({
  page,
  console,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/401/);
  await signInBy(page.request, console.url, 'auditor');
  const open = streaming(page);
  await page.goto('/access');
  await open;
  await page.request.delete(`${console.url}/api/session`, { headers: { Origin: console.url } });
  await expect(page).toHaveURL(/sign-in/, { timeout: 20_000 });
});
