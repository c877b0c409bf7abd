import type { Locator, Page } from '@playwright/test';
import { expect, signInBy, test } from '@/tests/support/console-test';
import { startConsole } from '@/tests/support/console-process';

/** Faults of the service, and words every page must show for it; a page that shows rows all the same would lie. */
const faults: [string, Record<string, unknown>, RegExp][] = [
  ['cuts every connection', { kind: 'dropBefore' }, /cannot be reached/i],
  ['refuses our credentials', { kind: 'status', status: 401 }, /refused our credentials/i],
  ['lacks permission', { kind: 'status', status: 403 }, /permission/i],
  ['has moved away', { kind: 'vanish' }, /does not have this|not found/i],
  ['fails', { kind: 'status', status: 500 }, /cannot be reached|failed/i],
  ['answers with a web page', { kind: 'html200' }, /something else/i],
  ['cuts its answers', { kind: 'truncate', variant: 'json' }, /something else/i],
  ['answers nothing', { kind: 'empty200' }, /something else/i],
  ['answers in another shape', { kind: 'wrongJson', variant: 'shape' }, /something else/i],
  [
    'redirects elsewhere',
    { kind: 'redirect', location: 'https://elsewhere.example/' },
    /something else|redirect/i,
  ],
  ['sends a bomb', { kind: 'gzipBomb', megabytes: 300 }, /something else/i],
];

/** Each place, and what is on it only when rows are shown. */
const places: [string, (page: Page) => Locator][] = [
  ['/access', (page) => page.getByRole('switch').first()],
  ['/journal', (page) => page.locator('[data-line-row]').first()],
  ['/metadata', (page) => page.getByText('JournalTemplateName').first()],
];

for (const [name, fault, words] of faults) {
  test(`when the service ${name}, each page says so, shows nothing as whole, and recovers by itself`, async ({
    context,
  }) => {
    test.setTimeout(180_000);
    const console = await startConsole({
      REFERENCE_SIZE: 'records=90,entities=6,lines=60',
      MEM_TIMEOUT_SECONDS: fault.kind === 'gzipBomb' ? '20' : '4', // unpacking takes a busy machine seconds
    });
    try {
      await console.control('PUT', '/modes', { pageSize: 50 });
      await console.control('PUT', '/faults', [{ ...fault, resource: 'any' }]);
      await signInBy(context.request, console.url, 'security-administrator');
      const opened = await Promise.all(
        places.map(async ([path, rows]) => {
          const page = await context.newPage();
          await page.goto(console.url + path);
          return { page, rows: rows(page) };
        }),
      );
      for (const { page, rows } of opened) {
        await expect(page.getByRole('alert').filter({ hasText: words }).first()).toBeVisible({
          timeout: 60_000,
        });
        await expect(rows).toBeHidden();
      }
      await console.control('PUT', '/faults', []);
      for (const { rows } of opened) await expect(rows).toBeVisible({ timeout: 40_000 });
    } finally {
      await console.stop();
    }
  });
}

for (const [name, fault] of [
  ['loops its links', { kind: 'repeatNextLink' }],
  ['links to another place', { kind: 'foreignNextLink', variant: 'origin' }],
  ['cuts a later page', { kind: 'truncate', variant: 'json', afterPage: 1 }],
] as const) {
  test(`when the service ${name}, what has arrived is never called whole, and the pages recover`, async ({
    context,
  }) => {
    const console = await startConsole({
      REFERENCE_SIZE: 'records=90,entities=6,lines=160',
      MEM_TIMEOUT_SECONDS: '4',
    });
    try {
      await console.control('PUT', '/modes', { pageSize: 50 });
      await console.control('PUT', '/faults', [{ ...fault, resource: 'any' }]);
      await signInBy(context.request, console.url, 'security-administrator');
      const access = await context.newPage();
      await access.goto(`${console.url}/access`);
      const journal = await context.newPage();
      // A search over several fields needs all lines, so it follows the links.
      await journal.goto(`${console.url}/journal?q=e`);
      for (const page of [access, journal])
        await expect(
          page
            .getByRole('alert')
            .filter({ hasText: /service/i })
            .first(),
        ).toBeVisible({ timeout: 30_000 });
      const whole = access.getByRole('status').filter({ hasText: /^90 records, 6 entities$/ });
      await expect(whole).toBeHidden();
      await expect(journal.locator('[data-line-row]')).toHaveCount(0);
      await console.control('PUT', '/faults', []);
      await expect(whole).toBeVisible({ timeout: 40_000 });
      await expect(journal.locator('[data-line-row]').first()).toBeVisible({ timeout: 40_000 });
    } finally {
      await console.stop();
    }
  });
}

test('a service that ignores filters is answered rightly all the same', async ({ context }) => {
  const console = await startConsole({ REFERENCE_SIZE: 'records=90,entities=6,lines=60' });
  try {
    await console.control('PUT', '/modes', { ignoreFilter: true, ignoreOptions: true, pageSize: 50 });
    await signInBy(context.request, console.url, 'auditor');
    const journal = await context.request.get(
      `${console.url}/api/journal?filter=EntryType~eq~Transfer&pageSize=500`,
    );
    const { rows, total } = (await journal.json()) as { rows: { EntryType: string }[]; total: number }; // the contract of the journal
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ EntryType }) => EntryType === 'Transfer')).toBe(true);
    expect(total).toBe(rows.length);
    const access = await context.request.get(`${console.url}/api/access?recordType=Customer`);
    const { value, filterIgnored } = (await access.json()) as {
      value: { recordType: string }[];
      filterIgnored: boolean;
    }; // as above
    expect(value.length).toBeGreaterThan(0);
    expect(value.every(({ recordType }) => recordType === 'Customer')).toBe(true);
    expect(filterIgnored).toBe(true);
  } finally {
    await console.stop();
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
    await page.goto(`${console.url}/access`);
    await expect(page.getByText(/combinations have arrived; the list is not complete yet/)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /records so far/ })).toBeVisible({
      timeout: 15_000,
    });
    await expect(page.getByRole('status').filter({ hasText: /^400 records, 10 entities$/ })).toBeVisible({
      timeout: 40_000,
    });
    await expect(page.getByText(/not complete yet/)).toBeHidden();
  } finally {
    await console.stop();
  }
});
