import type { Page } from '@playwright/test';
import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { expect, signInBy, test, waitingUntilAlive } from '@/tests/support/browser/console-test';
import { switchOf } from '@/tests/support/browser/parts-of-pages';

/** The demo as it comes, with its history and its names. */
const demo = { MEM_DEMO_HISTORY: 'on', MEM_LABELS_FILE: '' };

const panelOn = (page: Page) => page.getByRole('region', { name: 'Presenter' });
/** A browser that was offered the tour before; a blank page has no storage. */
const noOffer = `if (location.protocol !== 'about:') localStorage.setItem('mem-console-tour', 'seen')`;

async function openBy(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.getByRole('combobox').fill(command);
  await expect(palette.getByRole('option', { selected: true })).toHaveText(command);
  await page.keyboard.press('Enter');
}

/** Plays the next step, and waits until that was done. */
async function play(page: Page, step: number): Promise<void> {
  const panel = panelOn(page);
  await panel.getByRole('button', { name: `Play step ${String(step)}` }).click();
  await expect(panel.getByRole('button', { name: `Play step ${String(step)}` })).toHaveCount(0, {
    timeout: 30_000,
  });
}

test('the story plays from start to end, other tabs see how far it is, and the log is whole afterwards', async ({
  page,
  context,
  startAside,
}) => {
  const { url, truth } = await startAside(demo);
  await context.addInitScript(noOffer);
  await signInBy(page.request, url, 'security-administrator');
  await page.goto(`${url}/access?type=Customer`);
  const panel = panelOn(page);
  await openBy(page, 'Present the demo');
  await expect(panel).toContainText('0 of 4 played');
  expect(await violationsInEveryLook(page)).toEqual([]);
  const other = waitingUntilAlive(await context.newPage());
  await other.goto(`${url}/changes`);
  await openBy(other, 'Present the demo');
  await expect(panelOn(other)).toContainText('0 of 4 played');

  await page.bringToFront();
  await expect(switchOf(page, '10000', '100')).toHaveAttribute('aria-checked', 'false');
  await play(page, 1);
  await expect(switchOf(page, '10000', '100')).toHaveAttribute('aria-checked', 'true');
  await expect(switchOf(page, '10000', '100')).toHaveAccessibleDescription(/^Was changed in the service/);
  await expect(panelOn(other)).toContainText('1 of 4 played');
  await other.close();

  await play(page, 2);
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Done: 96 confirmed', {
    timeout: 30_000,
  });

  await play(page, 3);
  await expect(panel.getByRole('button', { name: 'Waiting for you' })).toBeVisible();
  await switchOf(page, '40000', '110').click();
  await expect(panel).toContainText('3 of 4 played');
  await expect(page.getByText(/^Confirmed: /)).toBeVisible({ timeout: 30_000 });
  await expect(switchOf(page, '40000', '110')).toHaveAttribute('aria-checked', 'true');

  await play(page, 4);
  await expect(switchOf(page, '40000', '100')).toHaveAttribute('aria-checked', 'true');
  await panel.getByRole('link', { name: 'Show the change set' }).click();
  await expect(page).toHaveURL(/\/changes\/[0-9a-f-]{36}/);
  await expect(page.getByText(/Maya Lindqvist changed this .* Nothing was changed/)).toBeVisible();

  await panel.getByRole('button', { name: 'Reset…' }).click();
  await expect(panel.getByRole('status').last()).toContainText('Takes back 99 assignments');
  await panel.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Play step 1' })).toBeEnabled({ timeout: 40_000 });
  await expect(panel).toContainText('0 of 4 played');
  for (const [recordId, entityId] of [
    ['10000', '100'],
    ['40000', '110'],
    ['C00040', '100'],
  ] as const) {
    expect(await truth({ recordType: 'Customer', recordId, entityId })).toBe(false);
  }
  await page.goto(url);
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText(/entries, none altered or removed/)).toBeVisible({ timeout: 30_000 });
});

test('the tour is offered once, shows five things where they are, and stays away afterwards', async ({
  page,
  startAside,
}) => {
  const { url } = await startAside(demo);
  await signInBy(page.request, url, 'auditor');
  const offer = page.getByRole('region', { name: 'New here?' });
  const tour = page.getByRole('region', { name: 'Tour' });
  await page.goto(url);
  await offer.getByRole('button', { name: 'Take the tour' }).click();
  for (const title of [
    'How things stand',
    'Who may use what',
    'What needs your attention',
    'Proof',
    'One switch',
  ]) {
    await expect(tour.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.locator('[data-ring]')).toBeVisible(); // round what is spoken of
    if (title === 'What needs your attention') expect(await violationsInEveryLook(page)).toEqual([]);
    if (title !== 'One switch') await tour.getByRole('button', { name: 'Next' }).click();
  }
  await expect(page).toHaveURL(/\/access\?type=Customer$/);
  await tour.getByRole('button', { name: 'Done' }).click();
  await expect(tour).toHaveCount(0);

  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await expect(offer).toHaveCount(0);
});
