import type { Locator, Page } from '@playwright/test';

/** Where the journal's status bar says which of how many lines it shows. */
export function linesShown(page: Page): Locator {
  const pages = page.getByRole('region', { name: 'Status bar' }).getByRole('navigation', { name: 'Pages' });
  return pages.locator('[data-shown]');
}

/** What it says on the first page of so many lines. */
export function shownOf(total: number, pageSize = 100): string {
  const digits = total.toLocaleString('en-US');
  if (total > pageSize) return `Lines 1–${String(pageSize)} of ${digits}`;
  return `${digits} ${total === 1 ? 'line' : 'lines'}`;
}
