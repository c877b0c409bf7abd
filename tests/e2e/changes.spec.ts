import type { Page } from '@playwright/test';
import { matrixStatusSchema } from '@/lib/contract/access/access';
import {
  askForSet,
  leaveNothingRunning,
  opposites,
  setNow,
  untilDone,
} from '@/tests/support/changes/asked-sets';
import { setTitle } from '@/lib/domain/changes/change-words';
import { expect, test } from '@/tests/support/browser/console-test';

const strip = (page: Page) => page.getByRole('region', { name: 'Running changes' });
/** So that a set still runs when a slow machine has drawn its page. */
const slowly = [{ kind: 'slow', delayMs: 2_000, method: 'POST' }];

test.afterEach(({ request, console }) => leaveNothingRunning(request, console));

test('a change set is watched while it runs, paused, found again after a reload, and resumed', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, ['C00010', 'C00020', 'C00030', 'C00040']);
  await console.control('PUT', '/faults', slowly);
  const id = await askForSet(page.request, console.url, cells, { reason: 'Opening of the north' });
  await page.goto(`/changes/${id}`);
  const title = setTitle({ ...(await setNow(page.request, console.url, id)), state: 'running' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText('Opening of the north')).toBeVisible();
  await expect(strip(page)).toContainText(title);

  await page.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  const isPaused = async () => (await setNow(page.request, console.url, id)).state === 'paused';
  await expect.poll(isPaused).toBe(true); // once what was on its way has ended
  const { counts } = await setNow(page.request, console.url, id);
  expect(counts.pending).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByText(/Paused by Maya Lindqvist/)).toBeVisible();
  await expect(strip(page)).toContainText('paused');
  expect((await setNow(page.request, console.url, id)).counts).toEqual(counts);

  await page.goto('/journal');
  await strip(page).getByRole('link', { name: title }).click();
  await console.control('PUT', '/faults', []);
  await page.getByRole('button', { name: 'Resume' }).click();
  const total = String(cells.length);
  await expect(page.getByText(`${total} of ${total} finished`)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('radio', { name: `Confirmed ${total}` })).toBeAttached();
  await expect(strip(page)).toHaveCount(0);
  const steps = page.getByRole('list', { name: 'Steps, oldest first' });
  await expect(steps.getByRole('listitem').first()).toContainText('Maya Lindqvist');
});

test('a cancelled set says what was not sent, and its undo takes back what was', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, ['C00050', 'C00060', 'C00070', 'C00080']);
  await console.control('PUT', '/faults', slowly);
  await console.control('DELETE', '/counters');
  const id = await askForSet(page.request, console.url, cells);
  await expect.poll(() => console.control('GET', '/counters')).not.toMatchObject({ totalPosts: 0 });
  await page.goto(`/changes/${id}`);
  const cancel = page.getByRole('button', { name: 'Cancel…' });
  await cancel.click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this change set?' });
  await expect(dialog.getByRole('button', { name: 'Leave as it is' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cancel).toBeFocused();
  await cancel.click();
  await dialog.getByRole('button', { name: 'Cancel the set' }).click();
  await expect(page.getByText(/^Cancelled, \d+ confirmed$/)).toBeVisible({ timeout: 40_000 });
  await expect(page.locator('body')).not.toBeFocused();
  const { counts } = await setNow(page.request, console.url, id);
  await expect(page.getByText(`${String(counts.applied)} of ${String(counts.total)} finished`)).toBeVisible();
  expect(counts.applied + counts.cancelled).toBe(counts.total);
  expect(counts.cancelled).toBeGreaterThan(0);
  await page.getByText(`Not done${String(counts.cancelled)}`).click();
  await expect(page).toHaveURL(/outcome=cancelled/);

  await console.control('PUT', '/faults', []);
  // A console whose matrix nobody has asked for counts by its log, and says so.
  const isRead = async () => {
    const status = await page.request.get(`${console.url}/api/access/matrix`, {
      headers: { Accept: 'application/json' },
    });
    return matrixStatusSchema.parse(await status.json()).complete;
  };
  await expect.poll(isRead).toBe(true);
  await page.getByRole('button', { name: 'Undo…' }).click();
  const question = page.getByRole('dialog', { name: 'Undo this change?' });
  await question.getByLabel('Reason').fill('It was the wrong quarter');
  await question.getByRole('button', { name: `Undo ${String(counts.applied)}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Will undo|Undoing|Undo of): /);
  await expect(page.getByText('It was the wrong quarter')).toBeVisible();
  await expect(page.getByText(`${String(counts.applied)} of ${String(counts.applied)} finished`)).toBeVisible(
    {
      timeout: 40_000,
    },
  );
  await page.getByRole('link', { name: /^Partly (given|removed)/ }).click();
  await expect(page).toHaveURL(new RegExp(id));
  await expect(page.getByRole('link', { name: /^Undo of: / })).toBeVisible();
  for (const cell of cells.slice(0, counts.applied)) expect(await console.truth(cell)).toBe(!cell.accessible);
});

test('refused changes stand with their reason, and are tried again when asked', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const cells = (await opposites(page.request, console.url, ['C00090'])).slice(0, 3);
  const { recordType, recordId, entityId } = cells[1] ?? {};
  await console.control('PUT', '/faults', [
    {
      kind: 'status',
      status: 400,
      method: 'POST',
      message: 'It is locked.',
      cell: { recordType, recordId, entityId },
    },
  ]);
  const id = await askForSet(page.request, console.url, cells);
  const { counts } = await untilDone(page.request, console.url, id);
  expect(counts).toMatchObject({ total: 3, applied: 2, rejected: 1 });
  await page.goto(`/changes/${id}?outcome=rejected`);
  const table = page.getByRole('region', { name: 'List of assignments' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('link', { name: `Customer C00090, entity ${entityId ?? ''}` })).toBeVisible();
  await expect(table).toContainText('It is locked.');

  await console.control('PUT', '/faults', []);
  await page.getByRole('button', { name: 'Try 1 again…' }).click();
  await page.getByRole('dialog', { name: 'Try again?' }).getByRole('button', { name: 'Try 1 again' }).click();
  await expect(page.getByRole('radio', { name: 'Confirmed 3' })).toBeAttached({ timeout: 40_000 });
  await expect(page.getByRole('button', { name: /again…/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(page.getByText(/has all 3 values proven by this change set/)).toBeVisible();

  // Somebody changes one of them elsewhere.
  const [gone] = cells;
  await console.control('POST', '/outside-change', {
    ...gone,
    accessible: gone?.accessible !== true,
    expected: undefined,
  });
  await page.request.post(`${console.url}/api/access/refresh`, { headers: { Origin: console.url } });
  await expect(page.getByText(/another value for 1 of 3 assignments/)).toBeVisible({ timeout: 40_000 });
  await table.getByRole('link', { name: `entity ${gone?.entityId ?? ''}` }).click();
  await page.getByRole('link', { name: 'Show in Access' }).click();
  await expect(page.getByRole('switch')).toHaveCount(1); // the cell itself
  await page.goBack();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changes');
});

test('the list is filtered in its address, and a link shows a colleague the same', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const [cell, ...others] = await opposites(page.request, console.url, ['C00100', 'C00160']);
  const id = await askForSet(page.request, console.url, [cell ?? {}], { reason: 'For the list' });
  const { only } = await untilDone(page.request, console.url, id);
  const ofTwo = [others[0] ?? {}, others.at(-1) ?? {}];
  const two = await askForSet(page.request, console.url, ofTwo, { reason: 'Of two records' });
  await untilDone(page.request, console.url, two);
  await page.goto('/changes');
  const did = only?.accessible === true ? 'Given: Customer C00100 in' : 'Removed: Customer C00100 from';
  const words = `${did} entity ${only?.entityId ?? ''}`;
  const link = page.getByRole('link', { name: words });
  await expect(link).toBeVisible();
  await page.getByRole('searchbox', { name: 'Record ID' }).fill('C00100');
  await expect(page).toHaveURL(/recordId=C00100/);
  const more = page.getByRole('button', { name: 'Add filter' });
  await more.click();
  await page.getByRole('combobox', { name: 'With outcome' }).selectOption('Confirmed');
  await expect(page).toHaveURL(/outcome=applied/);
  await expect(page.getByRole('listitem').filter({ has: link })).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Record ID' })).toHaveValue('C00100');
  await expect(link).toBeVisible();
  await more.click();
  await page.getByRole('combobox', { name: 'With outcome' }).selectOption('Refused or failed');
  await expect(page.getByRole('heading', { name: 'No change matches' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show outside changes' })).toHaveAttribute(
    'href',
    '/changes?kind=outside&recordId=C00100',
  );
  await page.goBack();
  await expect(link).toBeVisible();
  await link.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible();
  await page.getByRole('link', { name: /^Customer C00100, entity/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('History of Customer C00100, entity');
  await expect(page.getByRole('listitem').filter({ hasText: 'For the list' })).toContainText('Confirmed');
  await page.getByRole('link', { name: 'All entities' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of Customer C00100');
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Of two records' }).getByRole('link'),
  ).toHaveAttribute('href', `/changes/${two}?q=C00100`);
  // The way back is to the list as it was left.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
  await expect(page).toHaveURL(/recordId=C00100&outcome=applied/);
  await expect(link).toBeVisible();
});

test('an auditor sees and verifies, and is offered no change; an accountant sees nothing', async ({
  page,
  signIn,
  console,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/404/); // of a set that is not there
  await signIn('security-administrator');
  const [cell] = await opposites(page.request, console.url, ['C00120']);
  const id = await askForSet(page.request, console.url, [cell ?? {}]);
  await untilDone(page.request, console.url, id);
  await signIn('auditor');
  await page.goto(`/changes/${id}`);
  await expect(page.getByText('1 of 1 finished')).toBeVisible();
  await expect(page.getByRole('button', { name: /Undo|Pause|Cancel/ })).toHaveCount(0);
  await page.goto('/changes');
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByRole('region', { name: 'Log' })).toContainText(/none altered or removed/, {
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('combobox', { name: 'Source' }).selectOption('Outside');
  await expect(page).toHaveURL(/kind=outside/);
  await page.goto('/changes/some-set');
  await expect(page.getByRole('heading', { name: 'There is no such change' })).toBeVisible();
  await page.goto('about:blank'); // what the page still asks for would meet the change of person
  await signIn('accountant');
  await page.goto('/changes');
  await expect(page.getByRole('heading', { name: 'You don’t have permission to see changes' })).toBeVisible();
  await page.getByRole('link', { name: 'Open journal lines' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Journal lines' })).toBeVisible();
});
