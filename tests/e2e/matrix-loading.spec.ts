import { expect, test } from '@/tests/support/console-test';

test('from the second load on, the record types looked at come first where the whole is large', async ({
  page,
  signIn,
}) => {
  test.setTimeout(90_000);
  await signIn('auditor');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/access/matrix' && request.headers()['accept']?.includes('octet-stream') === true)
      asked.push(searchParams.getAll('type').join());
  });
  const records = page.getByRole('status').filter({ hasText: /records?.*, / });
  await page.goto('/access?type=Vendor&type=');
  await expect(page.getByText(/^As of/)).toBeVisible();
  await expect(records).toHaveText(/^\d+ of 1,200 records, 24 entities$/);
  asked.length = 0;
  await page.reload();
  await expect(records).toHaveText(/^\d+ of 1,200 records, 24 entities$/);
  expect(asked).toEqual(['']); // once, and whole: it was not large when it was read last

  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('mem-looked-at:') ?? '') as object; // as the console wrote it
    localStorage.setItem('mem-looked-at:', JSON.stringify({ ...kept, combinations: 20_000_000 }));
  });
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2_500,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  asked.length = 0;
  await page.addInitScript(() => {
    const seen: string[] = [];
    Reflect.set(window, 'seen', seen);
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)].map((one) => one.textContent);
    new MutationObserver(() => {
      const status = texts('[role="status"]').find((text) => / records?.*, /.test(text)) ?? '';
      const isPart = document.body?.textContent.includes('The other record types are on their way.');
      const now = `${status}${isPart ? ' (a part)' : ''}`;
      if (now !== seen.at(-1)) seen.push(now);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const first = page.locator('[role="row"]:has([role="switch"])').first();
  await page.goto('/access');
  await expect(first).toHaveAccessibleName(/^Vendor /);
  const name = await first.getByRole('rowheader').nth(1).textContent();
  await expect(records).toHaveText('1,200 records, 24 entities');
  await expect(page.getByText(/^As of/)).toBeVisible();
  expect(asked).toEqual(['Vendor', '']);
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[]);
  expect(seen).toContainEqual(expect.stringMatching(/^\d+ records so far, 24 entities so far \(a part\)$/));
  // What was at the top is there still, whatever came before it: somebody may be about to press it.
  await expect(page.getByRole('grid').getByText(name ?? '', { exact: true })).toBeInViewport();
  expect(await page.getByRole('grid').evaluate((grid) => grid.scrollTop)).toBeGreaterThan(0);
});
