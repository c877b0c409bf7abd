import type { Locator, Page } from '@playwright/test';
import { expect } from '@/tests/support/browser/console-test';

/** The console's own code, by its address. */
export const scripts = /_next\/static\/.*\.js/;

/** Holds what the page asks for, by the part of the address that is named, until it is let go. */
export async function hold(page: Page, part: RegExp): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const free = new Promise<void>((done) => (letGo = done));
  await page.route(part, async (route) => {
    await free;
    await route.continue();
  });
  return letGo;
}

/**
 * Opens an address whose scripts do not come until they are let go; once more where a busy machine read its data too late
 * for the page, which waits 150 ms for it.
 * @param shown what stands there with the data.
 */
export async function openWithoutScripts(page: Page, path: string, shown: Locator): Promise<() => void> {
  const letGo = await hold(page, scripts);
  await expect(async () => {
    await page.goto(path, { waitUntil: 'commit' });
    await shown.waitFor({ timeout: 2_000 });
  }).toPass();
  await untilPainted(page);
  return letGo;
}

/** Waits until the browser has drawn the page once: it drops what is pressed before, which nobody could see. */
export async function untilPainted(page: Page): Promise<void> {
  // Asked from here: with scripts off, a page has no frames in which it could wait.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('paint').length))
    .toBeGreaterThan(0);
}
