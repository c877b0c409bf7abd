import {
  test as base,
  expect,
  request,
  type APIRequestContext,
  type Browser,
  type Page,
} from '@playwright/test';
import type { Role } from '@/lib/contract/session/roles';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';

interface Fixtures {
  /** Signs the page's browser in. */
  signIn: (role: Role) => Promise<void>;
  /** Faults in the console's own pages that a test expects; everything else on console.error fails it. */
  expectConsoleErrors: (pattern: RegExp) => void;
  /** Starts one more console, with other settings; it ends with the test. */
  startAside: typeof startConsole;
  watchConsole: undefined;
  noFaults: undefined;
}

interface WorkerFixtures {
  console: ConsoleProcess;
}

/** Playwright's test with a running console; a console.error or an uncaught error in the page fails the test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  console: [
    async ({}, use) => {
      const running = await startConsole();
      try {
        await untilRead(running.url);
        await use(running);
      } finally {
        await running.stop();
      }
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ console }, use) => use(console.url),
  page: async ({ page, javaScriptEnabled }, use) => {
    await use(javaScriptEnabled ? waitingUntilAlive(page) : page);
  },
  signIn: async ({ page, console }, use) => use((role) => signInBy(page.request, console.url, role)),
  expectConsoleErrors: async ({}, use, info) => {
    await use((pattern) =>
      info.annotations.push({ type: 'expected console error', description: pattern.source }),
    );
  },
  startAside: async ({ browser }, use) => {
    const started: ConsoleProcess[] = [];
    await use(async (...how) => {
      const running = await startConsole(...how);
      started.push(running);
      return running;
    });
    for (const { url } of started) await leavePages(browser, url);
    await Promise.all(started.map((running) => running.stop()));
  },
  noFaults: [
    async ({ console }, use) => {
      await console.control('PUT', '/faults', []); // a test that failed may have left some
      await use(undefined);
    },
    { auto: true },
  ],
  watchConsole: [
    async ({ page }, use, info) => {
      const errors: { text: string; url: string }[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push({ text: message.text(), url: message.location().url });
      });
      page.on('pageerror', (error) => errors.push({ text: error.message, url: page.url() }));
      page.on('framenavigated', (frame) => {
        if (frame !== page.mainFrame()) return;
        // React in the page that was left: its document ended before it was whole, for the next one was asked for.
        const cut = errors.findIndex(({ text }) => text.includes('React error #412'));
        if (cut >= 0) errors.splice(cut, 1);
      });
      await use(undefined);
      const expected = info.annotations
        .filter(({ type }) => type === 'expected console error')
        .map(({ description }) => new RegExp(description ?? ''));
      const unexpected = errors.filter(({ text }) => !expected.some((pattern) => pattern.test(text)));
      if (unexpected.length > 0)
        throw new Error(
          `The page wrote errors to its console:\n${unexpected.map(({ text, url }) => `${text} ${url}`).join('\n')}`,
        );
    },
    { auto: true },
  ],
});

export { expect };

/** The page, whose visits and reloads are over once it is alive; not those asked for with `waitUntil`. */
export function waitingUntilAlive(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil === undefined) await untilAlive(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await untilAlive(page);
    return response;
  };
  return page;
}

/** Waits until the page has mounted, and its matrix has come: no key or press means anything before. */
async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.loading === undefined &&
      document.querySelector('#content div[aria-busy="true"]') === null,
  );
}

/** Sends the pages of a console elsewhere: what they still ask for would be refused by one that stops. */
async function leavePages(browser: Browser, url: string): Promise<void> {
  const { port } = new URL(url); // by whatever name of this machine
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const page of pages)
    if (page.url() !== 'about:blank' && new URL(page.url()).port === port) await page.goto('about:blank');
}

/** Waits until the console has the whole matrix: what is drawn over or asked for in a part of it is another thing. */
async function untilRead(url: string): Promise<void> {
  const context = await request.newContext();
  await signInBy(context, url, 'auditor');
  const status = async () => {
    const response = await context.get(`${url}/api/access/matrix`, {
      headers: { Accept: 'application/json' },
    });
    return (await response.json()) as { complete?: boolean };
  };
  await expect.poll(status, { timeout: 30_000 }).toMatchObject({ complete: true });
  await context.dispose();
}

/** Signs in by the same request the sign-in page sends. */
export async function signInBy(request: APIRequestContext, url: string, role: Role): Promise<void> {
  const response = await request.post(`${url}/api/session/demo`, {
    data: { role },
    headers: { Origin: url },
    maxRetries: 2, // a connection kept alive may be closed by the server in the moment it is used again
  });
  if (!response.ok())
    throw new Error(`Sign-in answered ${String(response.status())}: ${await response.text()}`);
}

/** Whether the page itself would scroll sideways. */
export function overflowsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}
