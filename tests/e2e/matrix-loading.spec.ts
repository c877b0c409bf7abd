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
  await page.goto('/access?type=Bank+Account&type=');
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
  await page.goto('/access');
  await expect(records).toHaveText(/^\d+ records so far, 24 entities so far$/);
  await expect(page.getByRole('switch', { name: 'Bank Account CHECKING, entity 000,' })).toBeVisible();
  await expect(page.getByText('The other record types are on their way.')).toBeVisible();
  await expect(records).toHaveText('1,200 records, 24 entities');
  await expect(page.getByText(/^As of/)).toBeVisible();
  expect(asked).toEqual(['Bank Account', '']);
});
