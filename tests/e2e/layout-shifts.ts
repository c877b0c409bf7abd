import type { Page } from '@playwright/test';
import { consolePages, type ConsolePage } from './console-pages';
import { expect } from '@/tests/support/browser/console-test';

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean;
  value: number;
  sources: { node: Node | null }[];
}

/**
 * Keeps what moves on the pages that come, with its markup. Where the browser has so little time that it paints half of
 * a page's text, what stands at the right moves by a hair while it reads on: that is not counted, unlike anything larger.
 */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, startTime, value, sources } of list.getEntries() as LayoutShift[]) {
        const [{ domInteractive }] = performance.getEntriesByType('navigation') as [
          PerformanceNavigationTiming,
        ];
        const isWhileRead = domInteractive === 0 || startTime < domInteractive;
        // Less is progress that grows, or a row of links of which the first was painted before the rest had come.
        if (hadRecentInput || value < (isWhileRead ? 0.02 : 0.0001)) continue;
        const moved = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML : node?.textContent,
        );
        shifts.push(`${String(value)} ${moved.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    await page.evaluate(
      () => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(done)))),
    );
    return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
  };
}

/** A panel that the address opens beside a page takes its room when its code has come. */
const pages: readonly ConsolePage[] = [
  ...consolePages.filter(({ path }) => !/[?&](line|history)=/.test(path)),
  {
    path: '/journal?q=CON0&entity=210',
    loaded: (page) => page.getByRole('grid').getByRole('rowheader').first(),
  },
  { path: '/sign-in', loaded: (page) => page.getByRole('main') },
  { path: '/nothing/here', loaded: (page) => page.getByRole('heading').first() },
];

/**
 * What moved on which page while it came, in a window of such a width. Without the page's own font: on a loaded machine
 * that may come after the first paint, and words are as wide as in it from then on.
 */
export async function movedWhileComing(
  page: Page,
  width: number,
  before?: () => Promise<void>,
): Promise<Record<string, string[]>> {
  const shifts = await watchShifts(page);
  await page.route('**/*.woff2', (route) => route.abort());
  await page.setViewportSize({ width, height: 900 });
  const seen: [string, string[]][] = [];
  for (const { path, loaded } of pages) {
    await before?.();
    await page.goto(path);
    await expect(loaded(page), path).toBeVisible();
    await page.waitForLoadState('networkidle');
    seen.push([`${path} ${String(width)}`, await shifts()]);
  }
  return Object.fromEntries(seen.filter(([, moved]) => moved.length > 0));
}
