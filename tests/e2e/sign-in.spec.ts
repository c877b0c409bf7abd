import { violations } from '@/tests/support/browser/axe';
import { expect, test } from '@/tests/support/browser/console-test';
import { hold } from '@/tests/support/browser/hold';

test('a deep link survives sign-in, and signing out leads back to sign-in', async ({
  page,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/401/); // what the page still reads when its session ends
  await page.goto('/journal?batch=ITEM%2FDEFAULT');
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByRole('button', { name: /^Accountant/ }).click();
  await expect(page).toHaveURL(/\/journal\?batch=ITEM(%2F|\/)DEFAULT/);
  await expect(page.getByRole('heading', { level: 1, name: 'Journal lines' })).toBeVisible();
  await page.getByRole('button', { name: /account|Jonas Weber/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in\?left=1$/);
  await expect(page.getByText('You are signed out of the console')).toBeVisible();
  await page.goto('/journal');
  await expect(page).toHaveURL(/\/sign-in/);
});

test('dark and light, and the height of rows, are chosen in the account menu and kept', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  const row = page.getByRole('grid').getByRole('row').nth(3);
  const height = async () => (await row.boundingBox())?.height ?? 0;
  await expect.poll(height).toBeGreaterThan(0);
  const compact = await height();
  const account = page.getByRole('button', { name: /Ines Keller/ });
  await account.click();
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).click();
  await expect.poll(height).toBeGreaterThan(compact);
  await account.click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(height).toBeGreaterThan(compact);
});

test('the demo’s shares of access are read in forced colours: each cell has its figure and an edge', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/sign-in');
  const cell = page
    .getByRole('row', { name: /^Item / })
    .getByRole('cell')
    .first();
  await expect(cell).toHaveText(/%/);
  expect(await cell.evaluate((of) => getComputedStyle(of).outlineStyle)).toBe('solid');
  expect(await violations(page)).toEqual([]);
});

test('a menu that a press opens before the page has mounted is closed when it has', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const [, trigger] = document.querySelectorAll<HTMLElement>('[popovertarget][aria-haspopup="menu"]'); // of wide windows
      const panel = trigger && document.getElementById(trigger.getAttribute('popovertarget') ?? '');
      if (!panel) return;
      observer.disconnect();
      trigger.click();
      document.documentElement.dataset.openedEarly = String(panel.textContent === '');
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/metadata');
  await expect(page.locator('html')).toHaveAttribute('data-opened-early', 'true');
  await expect(page.locator('html')).not.toHaveAttribute('data-loading');
  await expect(page.locator(':popover-open')).toHaveCount(0);
});

test.describe('a page that was made for one person', () => {
  test('shows nothing of theirs a moment after somebody else has signed in in another tab', async ({
    page,
    signIn,
    expectConsoleErrors,
  }) => {
    expectConsoleErrors(/401/);
    await signIn('security-administrator');
    await page.goto('/access?type=Customer&q=C00330');
    await page.getByText('Stage', { exact: true }).click();
    await page.getByRole('switch').first().click();
    await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/sign-in');
    // Of all that could tell the page but the session itself, whose poll comes after 30 s: the word from the other tab is left.
    await hold(page, /\/api\/(?!session)/);
    await other.getByRole('button', { name: /^Auditor/ }).click();
    await expect(other.getByRole('button', { name: 'Ines Keller' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ines Keller' })).toBeVisible();
    await expect(page.getByText('You are now signed in as Ines Keller')).toBeVisible();
    await expect(page.getByText('1 staged', { exact: true })).toHaveCount(0);
    await expect(page.getByText('Maya Lindqvist')).toHaveCount(0);
  });

  test('changes nothing in the session of another, who is told so', async ({
    page,
    signIn,
    console,
    expectConsoleErrors,
  }) => {
    expectConsoleErrors(/40[13]/); // the page of access is not for the one who signs in
    await signIn('security-administrator');
    await page.goto('/access?type=Customer&q=C00330');
    const one = page.getByRole('switch').first();
    await expect(one).toBeVisible();
    await console.control('DELETE', '/counters');
    await signIn('accountant');
    await one.click();
    await expect(page.getByText('You are now signed in as Jonas Weber')).toBeVisible();
    await expect(page.getByText('Your last request was not carried out.')).toBeVisible();
    expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 0 });
  });

  test('signs nobody else out', async ({ page, signIn, expectConsoleErrors }) => {
    expectConsoleErrors(/401/);
    await signIn('auditor');
    await page.goto('/metadata');
    await page.getByRole('button', { name: 'Ines Keller' }).click();
    await signIn('accountant');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText('You are now signed in as Jonas Weber')).toBeVisible();
    expect((await page.request.get('/api/session')).status()).toBe(200);
  });
});
