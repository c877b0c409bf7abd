import { expect, test, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { startReferenceService, type RunningReference } from '@/lib/reference/service';
import { controlOf } from '@/tests/support/console/control-port';
import { connectionSettings } from '@/tests/support/console/connections-file';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { signInBy, waitingUntilAlive } from '@/tests/support/browser/console-test';

/** Faults of the service, and words every page must show for it; a page that shows rows all the same would lie. */
const faults: [string, Record<string, unknown>, RegExp][] = [
  ['cuts every connection', { kind: 'dropBefore' }, /cannot be reached/i],
  ['refuses our credentials', { kind: 'status', status: 401 }, /refused our credentials/i],
  ['lacks permission', { kind: 'status', status: 403 }, /permission/i],
  ['has moved away', { kind: 'vanish' }, /does not have this|not found/i],
  ['fails', { kind: 'status', status: 500 }, /does not respond as it should/i],
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
  ['/access', (page) => page.getByRole('gridcell').first()],
  ['/journal', (page) => page.getByRole('grid').getByRole('rowheader').first()],
  ['/metadata', (page) => page.getByText('JournalTemplateName').first()],
];

/** Faults of the links between pages, which show only once some rows have arrived. */
const linkFaults: [string, Record<string, unknown>][] = [
  ['loops its links', { kind: 'repeatNextLink' }],
  ['links to another place', { kind: 'foreignNextLink', variant: 'origin' }],
  ['cuts a later page', { kind: 'truncate', variant: 'json', afterPage: 1 }],
];

/** One console with a connection for each fault, so that no fault meets what another left. */
let console: ConsoleProcess;
const services = new Map<string, RunningReference>();

test.beforeAll(async () => {
  const all = [...faults, ...linkFaults].map(([name, fault]) => ({ name, fault }));
  for (const { name, fault } of all) {
    const service = await startReferenceService({ size: 'records=90,entities=6,lines=160', stateFile: null });
    services.set(name, service);
    await controlOf(service, 'PUT', '/modes', { pageSize: 50 });
    await controlOf(service, 'PUT', '/faults', [{ ...fault, resource: 'any' }]);
  }
  console = await startConsole(
    connectionSettings(
      all.map(({ name, fault }) => ({
        label: keyOf(name),
        place: serviceThat(name),
        timeoutSeconds: fault.kind === 'gzipBomb' ? 20 : 4, // unpacking takes a busy machine seconds
      })),
    ),
  );
});
test.afterAll(async () => {
  await console.stop();
  for (const service of services.values()) await service.close();
});

const keyOf = (name: string): string => name.replaceAll(' ', '-');

function serviceThat(name: string): RunningReference {
  const service = services.get(name);
  if (!service) throw new Error(`No service ${name}.`);
  return service;
}

/** A browser for one fault: browsers open six connections to one place at once, and each page keeps one for events. */
async function signedIn(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await signInBy(context.request, console.url, 'security-administrator');
  return context;
}

/** Opens a page of the connection whose service has that fault. */
async function open(context: BrowserContext, path: string, name: string): Promise<Page> {
  const page = waitingUntilAlive(await context.newPage());
  await page.goto(`${console.url}${path}${path.includes('?') ? '&' : '?'}connection=${keyOf(name)}`);
  return page;
}

// A few at once, because most of the time goes by waiting for answers that do not come.
for (const some of inGroupsOf(4, faults)) {
  const names = some.map(([name]) => name).join(', ');
  test(`when the service ${names}, each page says so, shows nothing as whole, and recovers by itself`, async ({
    browser,
  }) => {
    const browsers = await Promise.all(
      some.map(async (fault) => ({ fault, context: await signedIn(browser) })),
    );
    const opened = await Promise.all(
      browsers.flatMap(({ fault: [name, , words], context }) =>
        places.map(async ([path, rows]) => {
          const page = await open(context, path, name);
          return { what: `${path} when it ${name}`, page, words, rows: rows(page) };
        }),
      ),
    );
    for (const { what, page, words, rows } of opened) {
      await expect(page.getByRole('alert').filter({ hasText: words }).first(), what).toBeVisible({
        timeout: 60_000,
      });
      await expect(rows, what).toBeHidden();
    }
    for (const [name] of some) await controlOf(serviceThat(name), 'PUT', '/faults', []);
    for (const { what, rows } of opened) await expect(rows, what).toBeVisible({ timeout: 40_000 });
    for (const { context } of browsers) await context.close();
  });
}

test('when links between pages go wrong, what has arrived is never called whole, and the pages recover', async ({
  browser,
}) => {
  const opened = await Promise.all(
    linkFaults.map(async ([name]) => {
      const context = await signedIn(browser);
      const access = await open(context, '/access', name);
      // A search over several fields needs all lines, so it follows the links.
      const journal = await open(context, '/journal?q=e', name);
      const whole = access.getByRole('status').filter({ hasText: /^90 records, 6 entities$/ });
      return { name, context, access, journal, whole };
    }),
  );
  for (const { name, access, journal, whole } of opened) {
    for (const page of [access, journal]) {
      const alert = page.getByRole('alert').filter({ hasText: /service/i });
      await expect(alert.first(), name).toBeVisible({ timeout: 30_000 });
    }
    await expect(whole, name).toBeHidden();
    await expect(journal.getByRole('grid').getByRole('rowheader'), name).toHaveCount(0);
  }
  for (const [name] of linkFaults) await controlOf(serviceThat(name), 'PUT', '/faults', []);
  for (const { name, context, journal, whole } of opened) {
    await expect(whole, name).toBeVisible({ timeout: 40_000 });
    await expect(journal.getByRole('grid').getByRole('rowheader').first(), name).toBeVisible({
      timeout: 40_000,
    });
    await context.close();
  }
});

function inGroupsOf<T>(size: number, all: readonly T[]): T[][] {
  const starts = Array.from({ length: Math.ceil(all.length / size) }, (_, group) => group * size);
  return starts.map((start) => all.slice(start, start + size));
}

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
    await page.goto(console.url);
    const without = page.getByRole('link', { name: /^Records no entity may use/ });
    await expect(without).toContainText('–Still loading');
    await page.goto(`${console.url}/access`);
    await expect(page.getByText(/assignments have arrived; the list is not complete yet/)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /records so far/ })).toBeVisible({
      timeout: 15_000,
    });
    await expect(page.getByRole('status').filter({ hasText: /^400 records, 10 entities$/ })).toBeVisible({
      timeout: 40_000,
    });
    await expect(page.getByText(/not complete yet/)).toBeHidden();
    await page.goto(console.url);
    await expect(without).toContainText(/\d/);
  } finally {
    await console.stop();
  }
});
