import type { Page } from '@playwright/test';

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
