import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { ConsoleProcess } from '@/tests/support/console/console-process';
import { waitingUntilAlive } from '@/tests/support/browser/console-test';
import { writeSession } from '@/tests/support/console/written-session';

/** A second browser, signed in as a security administrator of its own, on an empty page. */
export async function colleague(
  browser: Browser,
  console: ConsoleProcess,
  more: BrowserContextOptions = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: console.url, ...more });
  const { cookie } = writeSession(console, 'demo', ['security-administrator']);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: console.url }]);
  return { page: waitingUntilAlive(await context.newPage()), context };
}
