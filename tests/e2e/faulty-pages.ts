import type { Browser, Locator, Page } from '@playwright/test';
import { connectionSettings } from '@/tests/support/console/connections-file';
import { startConsole } from '@/tests/support/console/console-process';
import { startService, type ReferenceService } from '@/tests/support/console/reference-service';
import { expect, signInBy, waitingUntilAlive } from '@/tests/support/browser/console-test';

/** A place, and what is on it only when rows are shown as they are, or as whole. */
type Place = readonly [path: string, rows: (page: Page) => Locator];

/** A fault of the service, and words every page must show for it; rows all the same would be a lie. */
export interface FaultOnPages {
  name: string;
  fault: Record<string, unknown>;
  words: RegExp;
  places: readonly Place[];
}

const lines = (page: Page) => page.getByRole('grid').getByRole('rowheader').first();

const everywhere: readonly Place[] = [
  ['/access', (page) => page.getByRole('gridcell').first()],
  ['/journal', lines],
  ['/metadata', (page) => page.getByText('JournalTemplateName').first()],
];

/** Where links between pages of rows are followed. Lines that arrived before the fault are shown as a part. */
const wholePlaces: readonly Place[] = [
  ['/access', (page) => page.getByRole('status').filter({ hasText: /^90 records, 6 entities$/ })],
  ['/journal?q=e', (page) => page.locator('[data-shown]').filter({ hasText: /\d( lines)?$/ })],
];

export const faultOf = (name: string, fault: FaultOnPages['fault'], words: RegExp): FaultOnPages => ({
  ...{ name, fault, words },
  places: everywhere,
});

/** Of the links, which shows only once some rows have arrived: those are never called whole. */
export const faultOfLinks = (name: string, fault: FaultOnPages['fault']): FaultOnPages => ({
  ...{ name, fault, words: /service/i },
  places: wholePlaces,
});

const keyOf = ({ name }: FaultOnPages): string => name.replaceAll(' ', '-');

/** One console with a connection for each fault, so that no fault meets what another left. */
export async function startFaulty(faults: readonly FaultOnPages[]) {
  const services = new Map<FaultOnPages, ReferenceService>();
  for (const one of faults) {
    const service = await startService({ size: 'records=90,entities=6,lines=160' });
    services.set(one, service);
    await service.control('PUT', '/modes', { pageSize: 50 });
    await service.faults({ ...one.fault, resource: 'any' });
  }
  const connections = [...services].map(([one, { reference }]) => ({
    label: keyOf(one),
    place: reference,
    timeoutSeconds: one.fault.kind === 'gzipBomb' ? 20 : 4, // unpacking takes a busy machine seconds
  }));
  const console = await startConsole(connectionSettings(connections));
  return {
    url: console.url,
    /** Takes the fault away. */
    mend: (one: FaultOnPages) => services.get(one)?.faults(),
    stop: async () => {
      await console.stop();
      for (const { reference } of services.values()) await reference.close();
    },
  };
}

/** Each page says what is wrong, shows nothing as whole, and recovers by itself. */
export async function expectPagesToTell(
  browser: Browser,
  { url, mend }: Awaited<ReturnType<typeof startFaulty>>,
  faults: readonly FaultOnPages[],
): Promise<void> {
  // A browser for each fault: they open six connections to one place at once, and each page keeps one for events.
  const contexts = await Promise.all(faults.map(() => browser.newContext({ reducedMotion: 'reduce' })));
  const opened = await Promise.all(
    contexts.map(async (context, at) => {
      const one = faults[at] as FaultOnPages; // there are as many
      await signInBy(context.request, url, 'security-administrator');
      return Promise.all(
        one.places.map(async ([path, rows]) => {
          const page = waitingUntilAlive(await context.newPage());
          await page.goto(`${url}${path}${path.includes('?') ? '&' : '?'}connection=${keyOf(one)}`);
          return { what: `${path} when it ${one.name}`, page, words: one.words, rows: rows(page) };
        }),
      );
    }),
  );
  for (const { what, page, words, rows } of opened.flat()) {
    const part = page.getByRole('status').filter({ hasText: 'could not be read to the end' });
    const told = page.getByRole('alert').filter({ hasText: words }).or(part);
    await expect(told.first(), what).toBeVisible({ timeout: 60_000 });
    await expect(rows, what).toBeHidden();
  }
  for (const one of faults) await mend(one);
  for (const { what, rows } of opened.flat()) await expect(rows, what).toBeVisible({ timeout: 40_000 });
  for (const context of contexts) await context.close();
}
