import type { Locator, Page } from '@playwright/test';

/** The part of the bar that says what is selected; the page says the same for a while. */
export function selection(page: Page): Locator {
  return page.getByRole('group', { name: 'What is selected' });
}
