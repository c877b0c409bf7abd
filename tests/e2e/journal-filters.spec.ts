import type { Page } from '@playwright/test';
import { expect, test } from '@/tests/support/browser/console-test';
import { linesShown, shownOf } from './lines-shown';

const rows = (page: Page) => page.getByRole('grid').getByRole('rowheader');
const postingDate = (page: Page) => page.getByLabel('Posting date', { exact: true });

test.beforeEach(async ({ signIn }) => signIn('accountant'));

test('a link that is half understood shows no lines, says what, and leads out', async ({ page }) => {
  const faulty = ['from=2026-10-1', 'filter=Amount~lt~much', 'entitty=420'];
  await page.goto(`/journal?entity=420&filter=Amount~ge~20&${faulty.join('&')}&connection=default`);
  const banner = page.getByRole('alert').filter({ hasText: 'not understood' });
  for (const part of faulty) await expect(banner).toContainText(part);
  await expect(banner.getByRole('listitem')).toHaveCount(faulty.length);
  await expect(banner).toContainText('“entity”'); // which the page knows
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove them from the address' }).click();
  await expect(page).toHaveURL(/\?connection=default&entity=420&filter=Amount~ge~20$/);
  await expect(rows(page).first()).toBeVisible();
  await expect(banner).toBeHidden();
  await page.goBack();
  await expect(banner).toContainText('entitty=420');
});

test('lines are filtered by a period, by the values of a column and by a set of columns', async ({
  page,
}) => {
  await page.goto('/journal');
  await postingDate(page).selectOption('This year');
  await expect(page).toHaveURL(/period=this-year/);
  await postingDate(page).selectOption('Chosen days');
  await expect(page).toHaveURL(/from=\d{4}-01-01/);
  await expect(page).not.toHaveURL(/period=/);
  await page.goto('/journal?from=2026-11-10&to=2026-11-01'); // the wrong way round
  await page.getByRole('button', { name: 'Remove posting date to' }).click();
  await expect(rows(page).first()).toBeVisible();
  await postingDate(page).selectOption('Any');
  await expect(linesShown(page)).toHaveText(shownOf(3_000));

  const head = page.getByRole('columnheader', { name: /^Entry Type/ });
  await head.hover();
  await head.getByRole('button').click();
  const sale = page
    .getByRole('dialog', { name: 'Column Entry Type' })
    .getByRole('checkbox', { name: /^Sale/ });
  const label = (await sale.locator('xpath=ancestor::label').innerText()).trim();
  await sale.check();
  await expect(page).toHaveURL(/filter=EntryType~in~Sale/);
  await expect(linesShown(page)).toHaveText(shownOf(Number(/[\d,]+$/.exec(label)?.[0].replaceAll(',', ''))));

  await page.goto('/journal?view=physical-inventory');
  const only = page.getByRole('button', { name: /^Only physical inventory \(\d+\)$/ });
  const lines = /\((\d+)\)/.exec(await only.innerText())?.[1] ?? '';
  await only.click();
  await expect(only).toHaveAttribute('aria-pressed', 'true');
  await expect(linesShown(page)).toHaveText(shownOf(Number(lines)));
  await only.click();
  await expect(linesShown(page)).toHaveText(shownOf(3_000));
});

test('the search of a choice has the focus, and Enter chooses what it names', async ({ page }) => {
  await page.goto('/journal');
  const entity = page.getByRole('button', { name: /^Entity:/ });
  await expect(entity).toBeVisible();
  await entity.focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('searchbox', { name: 'Search entity' });
  await expect(search).toBeFocused();
  await page.keyboard.type('4');
  await page.keyboard.press('Enter'); // names none: nothing is chosen by it
  await expect(search).toHaveValue('4');
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/entity=420$/);
});
