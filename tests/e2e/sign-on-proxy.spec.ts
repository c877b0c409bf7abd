import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { signOnProxy } from './sign-on-proxy';

test('behind a sign-on proxy with the usual limits a long list works, and what was staged outlasts the proxy’s session', async ({
  page,
  startAside,
  expectConsoleErrors,
}) => {
  // A script that the proxy redirects is refused by the page's policy.
  expectConsoleErrors(/CORS|Failed to load resource|ERR_|EventSource|MIME|Content Security Policy/);
  const proxy = await signOnProxy(async (url) => (await startAside({ PUBLIC_URL: url })).url);
  page.on('dialog', (dialog) => void dialog.accept()); // the browser asks before staged changes are left
  try {
    await signInBy(page.request, proxy.url, 'security-administrator');
    await page.goto(`${proxy.url}/access?stage=true`);
    const search = page.getByRole('searchbox', { name: /Record ID/ });
    const ids = (count: number) =>
      Array.from({ length: count }, (_, at) => `C0${at % 10}${1000 + at}`).join('|');
    await search.fill(ids(1_100));
    await expect(page.getByText(/The first [\d,]+ of these 1,100 values fit into an address/)).toBeVisible();
    await expect(search).toHaveValue('');
    const list = `C00330|C00340|${ids(500)}`;
    await search.fill(list);
    await search.blur();
    await expect(page).toHaveURL(/q=C00330/);
    await page.reload();
    await expect(search).toHaveValue(list);
    await expect(page.getByRole('switch').first()).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^(Files|Export)/ }).click();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/^access.*\.xlsx$/);
    await page.keyboard.press('Escape');

    for (const at of [0, 1, 2]) await page.getByRole('switch').nth(at).click();
    await expect(page.getByText('3 staged', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Review…' }).click();
    const apply = page.getByRole('button', { name: /^(Give|Change|Remove) 3$/ });
    await expect(apply).toBeVisible();
    proxy.endSession();
    await apply.click();
    await expect(page.getByText(/asks you to sign in/).first()).toBeVisible();
    await expect(page.getByText(/could not be reached|older than the console/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Reload' }).first().click();
    await page.getByRole('button', { name: 'Restore 3' }).click();
    await expect(page.getByText('3 staged', { exact: true })).toBeVisible();
  } finally {
    await page.goto('about:blank');
    proxy.close();
  }
});
