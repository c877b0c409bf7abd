import type { Locator, Page } from '@playwright/test';
import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { expect, signInBy, test, waitingUntilAlive } from '@/tests/support/browser/console-test';
import { startReferenceProcess } from '@/tests/support/console/reference-process';

/** The demo as it comes, with its history and its names. */
const demo = { MEM_DEMO_HISTORY: 'on', MEM_LABELS_FILE: '' };

const panelOn = (page: Page) => page.getByRole('region', { name: 'Presenter' });
const switchOn = (page: Page, recordId: string, entityId: string) =>
  page.getByRole('switch', { name: `Customer ${recordId}, entity ${entityId},` });

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

/** The whole story on the access page, from its first step to its reset. */
async function playStory(page: Page, isFirst: boolean): Promise<void> {
  const panel = panelOn(page);
  await openBy(page, 'Present the demo');
  await expect(panel).toContainText('0 of 4 played');
  if (isFirst) expect(await violationsInEveryLook(page)).toEqual([]);

  await expect(switchOn(page, '10000', '100')).toHaveAttribute('aria-checked', 'false');
  await play(page, 1);
  await expect(switchOn(page, '10000', '100')).toHaveAttribute('aria-checked', 'true');
  await expect(switchOn(page, '10000', '100')).toHaveAccessibleDescription(/^Was changed in the service/);
  await expect(panel.getByRole('status')).toContainText('has turned on by itself');

  await play(page, 2);
  const running = page.getByRole('region', { name: 'Running changes' });
  await expect(running).toContainText('50%'); // it stands there while the service wants to be left alone
  await expect(page.getByRole('region', { name: 'Ended changes' })).toContainText('Done: 96 confirmed', {
    timeout: 30_000,
  });

  await play(page, 3);
  await expect(panel.getByText('Now press the switch of Alpine Ski House (40000)')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Waiting for you' })).toBeVisible();
  await switchOn(page, '40000', '110').click();
  const notKnown = page.getByRole('alert').filter({ hasText: 'not known yet' });
  await expect(notKnown).toContainText('The console goes on asking.');
  await expect(panel).toContainText('3 of 4 played');
  await expect(switchOn(page, '40000', '110').locator('xpath=..')).toHaveAttribute(
    'data-mark',
    'unconfirmed',
  );
  await expect(page.getByText(/^Confirmed: /)).toBeVisible({ timeout: 30_000 });
  await expect(notKnown).toHaveCount(0);
  await expect(switchOn(page, '40000', '110')).toHaveAttribute('aria-checked', 'true');

  await play(page, 4);
  await expect(panel).toContainText('That was the story');
  await expect(switchOn(page, '40000', '100')).toHaveAttribute('aria-checked', 'true');
  await expect(switchOn(page, '40000', '110')).toHaveAttribute('aria-checked', 'true');
  await panel.getByRole('link', { name: 'Show the change set' }).click();
  await expect(page).toHaveURL(/\/changes\/[0-9a-f-]{36}/);
  await expect(page.getByText(/Maya Lindqvist changed this .* Nothing was changed/)).toBeVisible();
  const outcome = page.getByText('Changed meanwhile', { exact: true }).first();
  await expect(outcome).toBeVisible();

  await panel.getByRole('button', { name: 'Reset…' }).click();
  await expect(panel.getByRole('status').last()).toContainText('Takes back 99 assignments');
  if (isFirst) expect(await violationsInEveryLook(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Play step 1' })).toBeEnabled({ timeout: 40_000 });
  await expect(panel).toContainText('0 of 4 played');
}

test('the story plays three times from start to end, and the log is whole afterwards', async ({
  page,
  startAside,
}) => {
  test.setTimeout(300_000);
  const { url, control } = await startAside(demo);
  await page.addInitScript(noOffer);
  await signInBy(page.request, url, 'security-administrator');
  for (const round of [1, 2, 3]) {
    await page.goto(`${url}/access?type=Customer`);
    await playStory(page, round === 1);
  }
  for (const [recordId, entityId] of [
    ['10000', '100'],
    ['40000', '110'],
    ['C00040', '100'],
  ] as const) {
    const cell = new URLSearchParams({ recordType: 'Customer', recordId, entityId }).toString();
    expect(await control('GET', `/cell?${cell}`)).toMatchObject({ accessible: false });
  }
  await page.goto(url);
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText(/entries, none altered or removed/)).toBeVisible({ timeout: 30_000 });
});

test('two tabs agree how far the story is, and the chip leads to it', async ({
  page,
  context,
  startAside,
}) => {
  const { url } = await startAside(demo);
  await context.addInitScript(noOffer);
  await signInBy(page.request, url, 'security-administrator');
  await page.goto(url);
  await page.getByRole('button', { name: 'Present the Demo' }).click();
  await expect(page.getByRole('heading', { name: 'Presenter' })).toBeFocused();
  const there = panelOn(page).getByRole('link', { name: 'Show the matrix' });
  await there.click();
  await expect(page).toHaveURL(/\/access\?type=Customer$/);
  await expect(switchOn(page, '10000', '100')).toBeVisible();
  await expect(there).toHaveCount(0);
  const other = waitingUntilAlive(await context.newPage());
  await other.goto(`${url}/changes`);
  await openBy(other, 'Present the demo');
  await expect(panelOn(other)).toContainText('0 of 4 played');
  await play(page, 1);
  await expect(panelOn(other)).toContainText('1 of 4 played');
  await page.keyboard.press('Escape');
  await expect(panelOn(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Present the Demo' })).toBeFocused();
});

test('the tour is offered once, shows five things where they are, and stays away afterwards', async ({
  page,
  startAside,
}) => {
  const { url } = await startAside(demo);
  await signInBy(page.request, url, 'auditor');
  const offer = page.getByRole('region', { name: 'New here?' });
  const tour = page.getByRole('region', { name: 'Tour' });
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(url);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await expect(offer).toHaveCount(0); // a phone has no room for it, and it counts as not seen
  await page.setViewportSize({ width: 1_440, height: 900 });
  await expect(offer).toBeVisible();
  await page.setViewportSize({ width: 390, height: 900 });
  await expect(offer).toHaveCount(0);
  await page.setViewportSize({ width: 1_440, height: 900 });
  expect(await offer.evaluate((one) => one.scrollWidth <= (one.parentElement?.clientWidth ?? 0))).toBe(true);
  expect(await isInFlow(offer)).toBe(true); // it lies over nothing
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
  const [ring, one] = [page.locator('[data-ring]'), page.getByRole('switch').first()];
  await expect(async () => {
    const [outer, inner] = [await ring.boundingBox(), await one.boundingBox()];
    const middle = (box: typeof outer) =>
      box && [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
    expect(middle(outer)).toEqual(middle(inner));
  }).toPass({ timeout: 5_000 });
  await tour.getByRole('button', { name: 'Done' }).click();
  await expect(tour).toHaveCount(0);

  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await expect(offer).toHaveCount(0);

  // Whoever walks to the last step's page by themselves, where record types are folded, sees where it is all the same.
  await openBy(page, 'Take the tour');
  for (let step = 0; step < 4; step++) await tour.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await expect(page.locator('[data-ring]')).toHaveCount(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Access', exact: true }).click();
  await expect(page.locator('[data-ring]')).toBeVisible();
  await tour.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Access', exact: true }).click();
  await tour.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/access\?type=Customer$/);
  await expect(page.locator('[data-ring]')).toBeVisible();
  await tour.getByRole('button', { name: 'Done' }).click();
  await expect(tour).toHaveCount(0);
});

/** Whether an element takes room of its own in the page, with nothing of it over what stands there. */
function isInFlow(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    for (let at: Element | null = one; at !== null && at.id !== 'content'; at = at.parentElement)
      if (['fixed', 'absolute'].includes(getComputedStyle(at).position)) return false;
    return true;
  });
}

test('in front of a real service nothing is left of the demo, and nothing brings it back', async ({
  page,
  startAside,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/status of 404/);
  const service = await startReferenceProcess('demo');
  try {
    const { url } = await startAside({ ...service.settings, SIGN_IN: 'demo', MEM_DEMO_HISTORY: '' });
    await signInBy(page.request, url, 'security-administrator');
    await page.goto(`${url}/access?type=Customer`);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('combobox').fill('demo');
    await expect(palette.getByRole('option', { name: 'Present the demo' })).toHaveCount(0);
    await palette.getByRole('combobox').fill('tour');
    await expect(palette.getByRole('option', { name: 'Take the tour' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Present the Demo' })).toHaveCount(0);
    const headers = { Origin: url };
    const answers = [
      await page.request.get(`${url}/api/demo/presenter`),
      await page.request.post(`${url}/api/demo/presenter`, { headers, data: { step: 'outside' } }),
      await page.request.get(`${url}/api/demo/presenter/reset`),
      await page.request.post(`${url}/api/demo/presenter/reset`, { headers, data: {} }),
    ];
    for (const answer of answers) {
      expect(answer.status()).toBe(404);
      expect(await answer.json()).toMatchObject({
        code: 'not-found',
        detail: expect.stringContaining('Nothing was changed'),
      });
    }
    const faults = await fetch(`${service.controlUrl}/faults`);
    expect(await faults.json()).toEqual({ faults: [] });
  } finally {
    await service.stop();
  }
});
