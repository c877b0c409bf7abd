import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { startReferenceService, type RunningReference } from '@/lib/reference/service';
import { controlOf } from '@/tests/support/console/reference-service';
import { connectionSettings } from '@/tests/support/console/connections-file';
import { startConsole } from '@/tests/support/console/console-process';
import { expect, signInBy, waitingUntilAlive } from './console-test';

/** A fault of the service, and words every page must show for it; rows all the same would be a lie. */
export type FaultOnPages = readonly [name: string, fault: Record<string, unknown>, words: RegExp];

/** Of the links between pages, which shows only once some rows have arrived. */
export type FaultOfLinks = readonly [name: string, fault: Record<string, unknown>];

/** Each place, and what is on it only when rows are shown. */
const places: [string, (page: Page) => Locator][] = [
  ['/access', (page) => page.getByRole('gridcell').first()],
  ['/journal', (page) => page.getByRole('grid').getByRole('rowheader').first()],
  ['/metadata', (page) => page.getByText('JournalTemplateName').first()],
];

/** One console with a connection for each fault, so that no fault meets what another left. */
export async function startFaulty(all: readonly (FaultOnPages | FaultOfLinks)[]) {
  const services = new Map<string, RunningReference>();
  for (const [name, fault] of all) {
    const service = await startReferenceService({ size: 'records=90,entities=6,lines=160', stateFile: null });
    services.set(name, service);
    await controlOf(service, 'PUT', '/modes', { pageSize: 50 });
    await controlOf(service, 'PUT', '/faults', [{ ...fault, resource: 'any' }]);
  }
  const serviceThat = (name: string): RunningReference => {
    const service = services.get(name);
    if (!service) throw new Error(`No service ${name}.`);
    return service;
  };
  const console = await startConsole(
    connectionSettings(
      all.map(([name, fault]) => ({
        label: keyOf(name),
        place: serviceThat(name),
        timeoutSeconds: fault.kind === 'gzipBomb' ? 20 : 4, // unpacking takes a busy machine seconds
      })),
    ),
  );
  return {
    url: console.url,
    /** Takes the faults away. */
    mend: async (some: readonly (FaultOnPages | FaultOfLinks)[]) => {
      for (const [name] of some) await controlOf(serviceThat(name), 'PUT', '/faults', []);
    },
    stop: async () => {
      await console.stop();
      for (const service of services.values()) await service.close();
    },
  };
}

type Faulty = Awaited<ReturnType<typeof startFaulty>>;

const keyOf = (name: string): string => name.replaceAll(' ', '-');

/** A browser for one fault: browsers open six connections to one place at once, and each page keeps one for events. */
async function signedIn(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await signInBy(context.request, url, 'security-administrator');
  return context;
}

/** Opens a page of the connection whose service has that fault. */
async function open(context: BrowserContext, url: string, path: string, name: string): Promise<Page> {
  const page = waitingUntilAlive(await context.newPage());
  await page.goto(`${url}${path}${path.includes('?') ? '&' : '?'}connection=${keyOf(name)}`);
  return page;
}

/** Each page says what is wrong, shows nothing as whole, and recovers by itself. */
export async function expectPagesToTell(
  browser: Browser,
  faulty: Faulty,
  some: readonly FaultOnPages[],
): Promise<void> {
  const browsers = await Promise.all(
    some.map(async (fault) => ({ fault, context: await signedIn(browser, faulty.url) })),
  );
  const opened = await Promise.all(
    browsers.flatMap(({ fault: [name, , words], context }) =>
      places.map(async ([path, rows]) => {
        const page = await open(context, faulty.url, path, name);
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
  await faulty.mend(some);
  for (const { what, rows } of opened) await expect(rows, what).toBeVisible({ timeout: 40_000 });
  for (const { context } of browsers) await context.close();
}

/** What has arrived is never called whole, and the pages recover. */
export async function expectNothingCalledWhole(
  browser: Browser,
  faulty: Faulty,
  some: readonly FaultOfLinks[],
): Promise<void> {
  const opened = await Promise.all(
    some.map(async ([name]) => {
      const context = await signedIn(browser, faulty.url);
      const access = await open(context, faulty.url, '/access', name);
      // A search over several fields needs all lines, so it follows the links.
      const journal = await open(context, faulty.url, '/journal?q=e', name);
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
  await faulty.mend(some);
  for (const { name, context, journal, whole } of opened) {
    await expect(whole, name).toBeVisible({ timeout: 40_000 });
    await expect(journal.getByRole('grid').getByRole('rowheader').first(), name).toBeVisible({
      timeout: 40_000,
    });
    await context.close();
  }
}
