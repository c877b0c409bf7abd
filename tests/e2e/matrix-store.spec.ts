import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { writeSession } from '@/tests/support/console/written-session';
import { switchOf } from '@/tests/support/browser/parts-of-pages';

test('the first connection is one and the same, whether the address names it or not', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  const streams: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') streams.push(request.url());
  });
  await page.goto('/access?type=Customer&q=C00470&stage=true');
  await page.getByRole('switch').first().click();
  const count = page.getByText('1 staged', { exact: true });
  await expect(count).toBeVisible();
  await page.evaluate(() => {
    const named = new URL(window.location.href);
    named.searchParams.set('connection', 'default');
    window.history.replaceState(null, '', named);
  });
  await expect(page).toHaveURL(/connection=default/);
  await expect(count).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Changes', exact: true }).first().click();
  await expect(page).toHaveURL(/\/changes$/); // what need not be said is not said
  await page.goBack();
  await expect(count).toBeVisible();
  // Who comes back by a link that says nothing of staging goes on with it: a press would be sent at once.
  await page.getByRole('navigation').getByRole('link', { name: 'Access', exact: true }).first().click();
  await expect(page).toHaveURL(/\/access\?stage=true$/);
  await expect(page.getByRole('radio', { name: 'Stage' })).toBeChecked();
  await expect(count).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Overview', exact: true }).first().click();
  await page.getByRole('region', { name: 'Who may use what' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/access\?.*stage=true$/);
  await page.getByText('Switch now', { exact: true }).click();
  await expect(page).not.toHaveURL(/stage/);
  expect(streams.map((url) => new URL(url).searchParams.get('connection'))).toEqual(['default']);
});

test('what was staged outlasts the session, is offered back to the same person, and to nobody else', async ({
  page,
  console,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/401/);
  let asked = 0; // whether to leave what is staged
  page.on('dialog', (dialog) => {
    asked++;
    void dialog.accept();
  });
  const address = `${console.url}/access?type=Customer&q=C00480&stage=true`;
  await signInBy(page.request, console.url, 'security-administrator');
  await page.goto(address);
  const control = switchOf(page, 'C00480', '100');
  await control.click();
  await switchOf(page, 'C00480', '110').click();
  await expect(page.getByText('2 staged', { exact: true })).toBeVisible();
  const was = await control.getAttribute('aria-checked');
  await page.request.delete(`${console.url}/api/session`, { headers: { Origin: console.url } });
  await expect(page).toHaveURL(/sign-in/, { timeout: 20_000 });
  expect(asked).toBe(0); // the session is over, and nothing is lost

  const offer = page.getByText('You had 2 staged changes');
  const [name = '', value = ''] = writeSession(console, 'demo', ['security-administrator']).cookie.split('=');
  await page.context().addCookies([{ name, value, url: console.url }]);
  await page.goto(address);
  await expect(control).toBeVisible();
  await expect(page.getByText(/^As of \d\d:\d\d, plus changes since/)).toBeVisible();
  await expect(offer).toHaveCount(0);

  await signInBy(page.request, console.url, 'security-administrator');
  await page.goto(address.replace('&stage=true', ''));
  await expect(offer).toBeVisible();
  await expect(page.getByText(/\d staged$/)).toHaveCount(0);
  await page.getByText('Switch now', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Stage' })).toBeChecked(); // a press beside them is meant as they were
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('2 staged', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Stage' })).toBeChecked();
  await expect(control).toHaveAttribute('aria-checked', String(was));
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.goto(address);
  await expect(control).toBeVisible();
  await expect(page.getByText(/^As of \d\d:\d\d, plus changes since/)).toBeVisible();
  await expect(offer).toHaveCount(0);

  await page.evaluate(() => {
    for (const size of [1_000_000, 10_000, 100, 1])
      for (let i = 0; ; i++)
        try {
          sessionStorage.setItem(`full ${String(size)} ${String(i)}`, 'x'.repeat(size));
        } catch {
          break;
        }
  });
  await control.click();
  await expect(page.getByText('1 staged, not kept when you leave', { exact: true })).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  await switchOf(page, 'C00480', '110').click();
  await expect(page.getByText('2 staged', { exact: true })).toBeVisible();
});
