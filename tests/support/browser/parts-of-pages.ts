import type { Locator, Page } from '@playwright/test';

/** The part of the bar that says what is selected; the page says the same for a while. */
export function selection(page: Page): Locator {
  return page.getByRole('group', { name: 'What is selected' });
}

/** What a review or an import would change, as a block of records by entities. */
export function block(page: Page): Locator {
  return page.getByRole('grid', { name: 'Assignments' });
}
