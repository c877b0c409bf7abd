import type { Locator } from '@playwright/test';
import { violations } from '@/tests/support/browser/axe';
import {
  expect,
  overflowsSideways,
  signInBy,
  test,
  waitingUntilAlive,
} from '@/tests/support/browser/console-test';
import { inkOf } from '@/tests/support/browser/ink';
import { applyButton, tickedValues } from '@/tests/support/browser/parts-of-pages';

/** Whether a person gets to it: nothing lies over it, it is whole in view, and nothing that one cannot scroll had to. */
async function expectReachable(...controls: Locator[]): Promise<void> {
  for (const control of controls) {
    await control.click({ trial: true });
    await expect(control).toBeInViewport({ ratio: 0.99 });
    const isForced = await control.evaluate((own) => {
      for (
        let at = own.parentElement;
        at !== null && at !== document.documentElement;
        at = at.parentElement
      ) {
        const { overflowX, overflowY } = getComputedStyle(at);
        if (at.scrollTop > 0 && ['hidden', 'clip'].includes(overflowY)) return true;
        if (at.scrollLeft > 0 && ['hidden', 'clip'].includes(overflowX)) return true;
      }
      return false;
    });
    expect(isForced).toBe(false);
  }
}

for (const [look, options] of Object.entries({
  'at 200 % of a window of 1440 px': { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  'at 320 px': { viewport: { width: 320, height: 700 } },
})) {
  test.describe(look, () => {
    test.use(options);

    test('what opens over the matrix fits, and all its controls are reached', async ({ page, signIn }) => {
      await signIn('security-administrator');
      await page.goto('/access?type=Customer&stage=true');
      const fits = async (...controls: Locator[]) => {
        await expectReachable(...controls);
        expect(await overflowsSideways(page)).toBe(false);
        expect(await violations(page)).toEqual([]);
      };
      await page.getByRole('switch').first().click();
      await page.getByRole('button', { name: 'Review…' }).click();
      const review = page.getByRole('dialog', { name: 'Review 1 assignment' });
      const button = (inside: Locator, name: string | RegExp) => inside.getByRole('button', { name });
      await fits(
        applyButton(page, await tickedValues(page, 1)),
        review.getByRole('checkbox', { name: /^Customer 10000, entity/ }),
        review.getByLabel('Reason (optional)'),
        button(review, 'Back'),
      );
      await button(review, 'Back').click();
      await button(page.locator('body'), 'Discard').click();

      await button(page.locator('body'), 'Views').click();
      const views = page.getByRole('dialog', { name: 'Views' });
      await views.getByLabel('Save what is shown as').fill('What is seen closely');
      await fits(
        views.getByLabel('Save what is shown as'),
        views.getByText('Share with everybody here'),
        button(views, 'Save'),
      );
      await page.keyboard.press('Escape');

      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Commands' });
      await fits(palette.getByRole('option').last(), palette.getByRole('combobox'));
      await page.keyboard.press('Escape');

      await page.goto('/access?type=Customer&compare=entities,100,200');
      const compare = page.getByRole('dialog', { name: 'Compare' });
      await fits(
        compare.getByLabel('First'),
        compare.getByLabel('Second'),
        button(compare, 'Make 100 like 200'),
        button(compare, 'Close'),
      );
    });
  });
}

const granted = { middle: 100, left: 100, right: 0 };
/** A ring on the left, with nothing in it. */
const denied = { middle: 0, left: 0, ring: 100, right: 0 };

for (const forcedColors of ['none', 'active'] as const)
  for (const deviceScaleFactor of [1, 2])
    test(`switches show their value by shape, ${forcedColors === 'active' ? 'colours forced' : 'as pictures'}, at ${String(deviceScaleFactor)} pixels a px`, async ({
      browser,
      console,
    }) => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const role of ['security-administrator', 'auditor'] as const) {
          const look = { deviceScaleFactor, colorScheme, forcedColors };
          const context = await browser.newContext({ baseURL: console.url, ...look });
          await signInBy(context.request, console.url, role);
          const page = waitingUntilAlive(await context.newPage());
          await page.goto('/access?type=Customer');
          await expect(page.getByRole('switch').first()).toBeVisible();
          await page.getByRole('grid').hover({ position: { x: 5, y: 5 } }); // for which the pictures come
          if (forcedColors === 'none')
            await page.waitForFunction(() =>
              document.adoptedStyleSheets.some(({ cssRules }) => cssRules.length > 0),
            );
          const seen = async (checked: boolean) => inkOf(page.getByRole('switch', { checked }).nth(3));
          const round = role === 'auditor' ? {} : { corner: 0 }; // what is only looked at is nearly square
          expect(await seen(true), `${colorScheme}, ${role}`).toMatchObject({ ...granted, ...round });
          expect(await seen(false), `${colorScheme}, ${role}`).toMatchObject({ ...denied, ...round });
          await context.close();
        }
    });

test('switches are pictures at resolutions between whole pixels too', async ({ browser, console }) => {
  for (const deviceScaleFactor of [1.25, 1.5])
    for (const role of ['security-administrator', 'auditor'] as const) {
      const context = await browser.newContext({ baseURL: console.url, deviceScaleFactor });
      await signInBy(context.request, console.url, role);
      const page = waitingUntilAlive(await context.newPage());
      await page.goto('/access?type=Customer');
      await page.getByRole('grid').hover({ position: { x: 5, y: 5 } });
      await page.waitForFunction(() =>
        document.adoptedStyleSheets.some(({ cssRules }) => cssRules.length > 0),
      );
      await context.close();
    }
});

test('a proven change is ringed for a moment, and then not', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/access?type=Customer');
  const control = page.getByRole('switch').first();
  await expect(control).toBeVisible();
  const rings = await control.evaluate((own) => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--color-success)';
    document.body.append(probe);
    const success = getComputedStyle(probe).color;
    probe.remove();
    if (own.parentElement === null) throw new Error('It lies in a cell.');
    own.parentElement.dataset.mark = 'just-proven';
    const [ring] = own.getAnimations();
    if (ring === undefined) throw new Error('Nothing is animated.');
    ring.pause();
    return [300, 700].map((ms) => {
      ring.currentTime = ms;
      return getComputedStyle(own).outlineColor === success;
    });
  });
  expect(rings).toEqual([true, false]);
});

test('with forced colours a share is read on the plain ground, and boxes are the browser’s own', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/access');
  const share = page.getByRole('gridcell', { name: /^Customer, entity 000: / });
  await expect(share).toHaveText(/%$/);
  await expect(share).toHaveCSS('background-image', 'none');
  const box = page.getByRole('checkbox', { name: 'Hide empty columns' });
  await expect(box).toHaveCSS('appearance', 'auto'); // drawn by us, its tick would be a ground that is not there
});

test('nothing moves for those who want it so, not even a switch that waits', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await page.goto('/access?type=Customer&q=C00470');
  const control = page.getByRole('switch').first();
  await expect(control).toBeVisible();
  await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 10_000, method: 'POST' }]);
  try {
    await control.press('Space');
    await expect(control.locator('xpath=..')).toHaveAttribute('data-mark', 'pending');
    expect(await moving()).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await moving()).toBeGreaterThan(0); // there is something to keep still
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await moving()).toBe(0);
    await page.getByRole('button', { name: 'Compare…' }).click();
    await expect(page.getByRole('complementary', { name: 'Compare' })).toBeVisible();
    expect(await moving()).toBe(0);
    // It ends with the test, not in the next one; nor does the ring of its proof move.
    await expect(control.locator('xpath=..')).toHaveAttribute('data-mark', 'just-proven', {
      timeout: 20_000,
    });
    expect(await moving()).toBe(0);
  } finally {
    await console.control('PUT', '/faults', []);
  }
});

test('the sign of a banner stands on its first line, also where that has a button in it', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&stage=true');
  await page.getByRole('switch').first().click();
  await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const restore = page.getByRole('button', { name: 'Restore' });
  await expect(restore).toBeVisible();
  const middle = async (one: Locator) => {
    const box = await one.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  const sign = page.getByRole('status').filter({ has: restore }).locator('svg').first();
  expect(Math.abs((await middle(sign)) - (await middle(restore)))).toBeLessThanOrEqual(1.5);
});
