import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { csvRow, csvRows } from '@/lib/domain/spreadsheet/csv';

/** What the import page says that a file would do. */
export const sentence = (page: Page) =>
  page.getByRole('region', { name: 'What the file would change' }).getByRole('status').first();

/** The parts of a preview, as one chooses between them. */
export const parts = (page: Page) => page.getByRole('radiogroup', { name: 'Part' });

/** Shows a part of a preview. */
export const choosePart = (page: Page, name: RegExp) =>
  parts(page).locator('label').filter({ hasText: name }).click();

/** Saves the matrix as the page shows it, and gives its rows. */
export async function exportCsv(page: Page, shape: 'Long' | 'Wide' = 'Long') {
  await page.getByRole('button', { name: 'Files…' }).click();
  const panel = page.getByRole('dialog', { name: 'Files' });
  await panel.getByText('CSV', { exact: true }).click();
  await panel.getByText(shape, { exact: true }).click();
  const saved = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await saved;
  const text = readFileSync(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), rows: [...csvRows(text)].map(({ cells }) => [...cells]) };
}

/** Chooses a file of these rows. */
export const choose = (page: Page, name: string, rows: readonly (readonly string[])[]) =>
  page
    .getByLabel('Spreadsheet')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(rows.map(csvRow).join('')) });
