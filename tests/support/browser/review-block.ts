import type { Page } from '@playwright/test';

/** What a review or an import would change, as a block of records by entities. */
export const block = (page: Page) => page.getByRole('grid', { name: 'Assignments' });
