import type { Page } from '@playwright/test';
import { colleague } from './colleague';
import { heard } from './heard';
import { hold } from '@/tests/support/browser/hold';
import { leaveNothingRunning } from '@/tests/support/changes/asked-sets';
import { expect, test } from '@/tests/support/browser/console-test';
import { switchOf } from '@/tests/support/browser/parts-of-pages';

const customer = (recordId: string, entityId: string) => ({ recordType: 'Customer', recordId, entityId });

const records = (page: Page) => page.getByRole('status').filter({ hasText: /records?, / });

test.beforeEach(({ console }) => console.control('DELETE', '/counters'));

test('a press changes the service once, says so and is taken back, also of an ID full of marks', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const cell = customer("O'BRIEN & CO", '120');
  await page.goto(`/access?q=${encodeURIComponent(cell.recordId)}`);
  const control = switchOf(page, cell.recordId, cell.entityId);
  const wasOn = (await control.getAttribute('aria-checked')) === 'true';
  const letGo = await hold(page, /\/api\/access(\?|$)/);
  await control.click();
  await expect(control).toHaveAttribute('aria-checked', String(!wasOn));
  await expect(control).toHaveAttribute('aria-description', wasOn ? /being removed/ : /being given/);
  await control.click();
  await expect(page.getByText(/the change before is still on its way/)).toBeAttached();
  letGo();
  await expect(control).toHaveAttribute('aria-description', /read back/);
  await expect(control).toHaveAttribute('aria-checked', String(!wasOn));
  await expect(page.locator('#cell-readout')).toContainText('read back');
  expect(await console.truth(cell)).toBe(!wasOn);
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 1 });

  const last = page.getByRole('group', { name: 'What you did last' });
  await last.getByRole('button', { name: 'Undo' }).click();
  await expect(control).toHaveAttribute('aria-checked', String(wasOn));
  await expect(control).toHaveAttribute('aria-description', /read back/);
  expect(await console.truth(cell)).toBe(wasOn);
  await expect(last.getByRole('button')).toHaveAccessibleName('Undo last change…'); // the one before, after a question
});

test('a refusal rolls back, with the reason at the switch until it is cleared', async ({
  page,
  signIn,
  console,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/422/);
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const control = switchOf(page, '40000', '100');
  const before = (await control.getAttribute('aria-checked')) ?? '';
  await console.control('PUT', '/faults', [
    { kind: 'status', status: 400, method: 'POST', message: 'Customer 40000 is locked.' },
  ]);
  await control.click();
  const reason = /Customer 40000 is locked\./;
  await expect(control).toHaveAttribute('aria-description', reason);
  await expect(control).toHaveAttribute('aria-checked', before);
  await expect(page.locator('#cell-readout')).toHaveText(reason);
  await expect.poll(async () => (await heard(page)).live.join()).toMatch(reason);
  const message = page.getByRole('alert').filter({ hasText: reason });
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: '1 not made' }).click();
  await expect(records(page)).toHaveText(/^(1 × 24)?1 of 1,200 records/); // a crowded line has short words too
  await expect(control).toHaveAttribute('aria-description', reason);
  await control.click();
  await expect(message).toHaveCount(1); // the newer one takes the place of the older one
  await page.getByRole('button', { name: 'Clear marks' }).click();
  await expect(message).toHaveCount(0);
  await expect(control).not.toHaveAttribute('aria-description');
});

test('a change without proof stays marked for everybody, and unpressable, until the service shows it', async ({
  page,
  signIn,
  browser,
  console,
}) => {
  await signIn('auditor');
  const open = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events');
  await page.goto('/access?type=Customer');
  await open;
  const cell = customer('40000', '130');
  const seen = switchOf(page, cell.recordId, cell.entityId);
  const wanted = (await seen.getAttribute('aria-checked')) !== 'true';
  const { page: theirs, context } = await colleague(browser, console);
  await theirs.goto('/access?type=Customer');
  const pressed = switchOf(theirs, cell.recordId, cell.entityId);
  await console.control('PUT', '/faults', [{ kind: 'status', status: 500, method: 'POST', cell }]);
  await pressed.click();
  for (const control of [pressed, seen])
    await expect(control.locator('xpath=..')).toHaveAttribute('data-mark', 'unconfirmed', {
      timeout: 30_000,
    });
  await pressed.click();
  await expect(theirs.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(1);
  await console.control('PUT', '/faults', []);
  await console.control('POST', '/outside-change', { ...cell, accessible: wanted }); // it happens after all
  for (const control of [pressed, seen]) {
    await expect(control).toHaveAttribute('aria-description', /read back/, { timeout: 30_000 });
    await expect(control).toHaveAttribute('aria-checked', String(wanted));
  }
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 1 });
  await context.close();
  await leaveNothingRunning(page.request, console);
});

test('a reader sees the same and changes nothing, and a refresh that fails leaves what is on the screen', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  const control = switchOf(page, '40000', '120');
  await expect(control).toHaveAttribute('aria-readonly', 'true');
  const before = (await control.getAttribute('aria-checked')) ?? '';
  await control.click();
  await expect(page.getByText(/^Your role may read access/)).toBeVisible();
  await expect(control).toHaveAttribute('aria-checked', before);
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 0 });

  const shown = (await records(page).textContent()) ?? '';
  await console.control('PUT', '/faults', [{ kind: 'status', status: 403, resource: 'security' }]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const isOld = page.getByText('The matrix could not be read again.');
  await expect(isOld).toBeVisible();
  await expect(records(page)).toHaveText(shown);
  await console.control('PUT', '/faults', []);
  await expect(isOld).toBeHidden({ timeout: 30_000 });
});
