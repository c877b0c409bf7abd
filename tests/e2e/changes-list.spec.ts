import { askForSet, leaveNothingRunning, opposites, untilDone } from '@/tests/support/changes/asked-sets';
import { expect, test } from '@/tests/support/browser/console-test';

test.afterEach(({ request, console }) => leaveNothingRunning(request, console));

test('an address that is not understood shows no changes as if they were those meant, and says why', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/changes?outcome=nonsense&record=NOPE&entityId=100');
  const banner = page.getByRole('alert').filter({ hasText: 'so no changes are shown' });
  await expect(banner.getByRole('listitem')).toHaveText([/^outcome=nonsense /, /^record=NOPE /]);
  await expect(page.getByRole('region', { name: /^Changes, / })).toHaveCount(0);
  await expect(page.getByText(/No change matches|Nothing has been changed/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Download full audit evidence' })).toBeDisabled();
  await banner.getByRole('button', { name: 'Remove them from the address' }).click();
  await expect(page).toHaveURL(/\/changes\?entityId=100$/);
  await expect(banner).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  await page.goBack();
  await expect(banner).toBeVisible();
});

test('what others ask for moves no row that is read, and is shown at a press', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const cells = (await opposites(page.request, console.url, ['C00230'])).slice(0, 2);
  const ask = async (reason: string) =>
    untilDone(page.request, console.url, await askForSet(page.request, console.url, cells, { reason }));
  await ask('There before');
  await page.goto('/changes');
  const before = page.getByRole('listitem').filter({ hasText: 'There before' });
  await expect(before).toBeVisible();
  const { y } = (await before.boundingBox()) ?? {};
  await ask('Asked for meanwhile');
  const show = page.getByRole('button', { name: 'Show 1 new change' });
  await expect(show).toBeVisible();
  const meanwhile = page.getByRole('listitem').filter({ hasText: 'Asked for meanwhile' });
  await expect(meanwhile).toHaveCount(0);
  expect((await before.boundingBox())?.y).toBe(y);
  await show.press('Enter');
  await expect(meanwhile).toBeVisible();
  await expect(show).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
});

test('this week and one’s own are one choice each, kept in the address, and said also where filters are folded', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const [cell] = await opposites(page.request, console.url, ['C00210']);
  const id = await askForSet(page.request, console.url, [cell ?? {}], { reason: 'Mine and of this week' });
  await untilDone(page.request, console.url, id);
  await page.goto('/changes');
  const line = page.getByRole('listitem').filter({ hasText: 'Mine and of this week' });
  const date = page.getByRole('combobox', { name: 'Date' });
  const mine = page.getByRole('button', { name: 'Mine' });
  await date.selectOption('This week');
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d$/);
  await mine.press('Space');
  await expect(page).toHaveURL(/mine=true/);
  await expect(line).toBeVisible();
  await page.reload();
  await expect(date).toHaveValue('week');
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await expect(line).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(date).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove filter: Requested by you' })).toBeVisible();
  await page.getByRole('button', { name: /^Remove filter: From / }).press('Enter');
  await expect(page).toHaveURL(/\/changes\?mine=true$/);
  await expect(page.locator('body')).not.toBeFocused();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(date).toHaveValue('any');
  // Whoever else opens that address sees their own.
  await page.goto('about:blank');
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn('auditor');
  await page.goto('/changes?mine=true');
  await expect(page.getByRole('heading', { name: 'No change matches' })).toBeVisible();
  await expect(mine).toHaveCount(0); // an auditor can have changed nothing
});
