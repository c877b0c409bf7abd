import type { Page } from '@playwright/test';

/** What of the texts on the page is cut: wider or higher than its box, where that lets nothing out. */
export const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => {
        const { overflowX, overflowY, display, position } = getComputedStyle(element);
        const isShown = element.checkVisibility() && display !== 'inline' && position !== 'absolute';
        if (!isShown || element.textContent.trim() === '') return false;
        const cutsAcross = overflowX !== 'visible' && element.scrollWidth > element.clientWidth;
        const cutsBelow = overflowY !== 'visible' && element.scrollHeight > element.clientHeight;
        return cutsAcross || cutsBelow;
      })
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent.slice(0, 60)}`),
  );

/** As a sheet of A4 is laid out: so many CSS px lie between its margins. */
export async function onPaper(page: Page, side: 'upright' | 'across'): Promise<void> {
  await page.setViewportSize(
    side === 'upright' ? { width: 718, height: 1_047 } : { width: 1_047, height: 718 },
  );
  await page.emulateMedia({ media: 'print' });
}

/** Has a page note that it was to be printed, in place of the browser's own window. */
export const notePrinting = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-asked-to-print', '');
  });

/** IDs of customers from a number on, by tens. */
export const customers = (from: number, count: number) =>
  [...Array(count).keys()].map((at) => `C00${String(from + 10 * at)}`);
