import type { Locator } from '@playwright/test';
import { expect, overflowsSideways, test } from '@/tests/support/browser/console-test';
import { hold } from '@/tests/support/browser/hold';
import { applyButton, block, tickedValues } from '@/tests/support/browser/parts-of-pages';

/** How much of places of a switch, in hundredths, stands out from the ground around it by 3:1 (WCAG 1.4.11). */
interface Ink {
  middle: number;
  /** Where the knob is with access. */
  right: number;
  /** The most of where the line around the knob may be without access: a browser puts it on whole pixels. */
  ring: number;
}

/** Looks at a switch, or what stands for one, as it is painted, whatever paints it. */
async function inkOf(control: Locator): Promise<Ink> {
  const picture = (await control.locator('xpath=..').screenshot()).toString('base64');
  return control.evaluate(async (_, source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (context === null) throw new Error('A canvas has a context.');
    context.drawImage(image, 0, 0);
    const luminance = (x: number, y: number) => {
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(x, y, 1, 1).data].map((part) =>
        part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const scale = devicePixelRatio;
    const ground = luminance(Math.round(image.width / 2), Math.round(4 * scale));
    /** Of a square; in CSS px from the middle of the switch. */
    const share = (atX: number, atY: number, size: number) => {
      let [out, all] = [0, 0];
      for (let x = -size / 2; x < size / 2; x += 1 / scale)
        for (let y = -size / 2; y < size / 2; y += 1 / scale) {
          const [left, top] = [image.width / 2 + (atX + x) * scale, image.height / 2 + (atY + y) * scale];
          const own = luminance(Math.round(left), Math.round(top));
          if (Math.max(own, ground) / Math.min(own, ground) >= 3) out++;
          all++;
        }
      return Math.round((out / all) * 100);
    };
    return {
      middle: share(0, 0, 2),
      right: share(5, 0, 4),
      ring: Math.max(...[-9.5, -9, -8.5, -8, -7.5].map((at) => share(at, 0, 0.5))),
    };
  }, `data:image/png;base64,${picture}`);
}

/** Whether a person gets to it: nothing lies over it, and it is whole in view. */
async function expectReachable(...controls: Locator[]): Promise<void> {
  for (const control of controls) {
    await control.click({ trial: true });
    await expect(control).toBeInViewport({ ratio: 0.99 });
  }
}

test('what opens over the matrix fits at 320 px and at 200 %, and all its controls are reached', async ({
  page,
  signIn,
}) => {
  const narrow = { width: 320, height: 700 };
  await page.setViewportSize(narrow);
  await signIn('security-administrator');
  await page.goto('/access?type=Customer&stage=true');
  const fits = async (...controls: Locator[]) => {
    // A window of 1440 px at 200 %, and back.
    for (const size of [{ width: 720, height: 450 }, narrow]) {
      await page.setViewportSize(size);
      await expectReachable(...controls);
      expect(await overflowsSideways(page)).toBe(false);
    }
  };
  await page.getByRole('switch').first().click();
  await page.getByRole('button', { name: 'Review…' }).click();
  const review = page.getByRole('dialog', { name: 'Review 1 assignment' });
  await fits(
    applyButton(page, await tickedValues(page, 1)),
    review.getByRole('checkbox', { name: /^Customer 10000, entity / }),
    review.getByLabel('Reason (optional)'),
    review.getByRole('button', { name: 'Back' }),
  );
  await review.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: 'Views' }).click();
  const views = page.getByRole('dialog', { name: 'Views' });
  await views.getByLabel('Save what is shown as').fill('What is seen closely');
  await fits(
    views.getByLabel('Save what is shown as'),
    views.getByText('Share with everybody here'),
    views.getByRole('button', { name: 'Save' }),
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
    compare.getByRole('button', { name: 'Make 100 like 200' }),
    compare.getByRole('button', { name: 'Close' }),
  );
});

test('with forced colours values are read by shape, shares on the plain ground, and boxes are the browser’s own', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const role of ['auditor', 'security-administrator'] as const) {
    await page.goto('about:blank'); // nothing is asked with the session that ends
    await signIn(role);
    await page.goto('/access?type=Customer');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      const seen = (checked: boolean) => inkOf(page.getByRole('switch', { checked }).nth(3));
      await expect.poll(() => seen(true), colorScheme).toMatchObject({ middle: 100, right: 0 });
      await expect.poll(() => seen(false), colorScheme).toMatchObject({ middle: 0, ring: 100, right: 0 });
    }
  }
  const first = page.getByRole('switch').first();
  await first.focus();
  for (let more = 0; more < 8; more++) await page.keyboard.press('Shift+ArrowRight');
  for (let more = 0; more < 11; more++) await page.keyboard.press('Shift+ArrowDown');
  for (const [key, value, middle] of [
    ['g', 'granted', 100],
    ['r', 'denied', 0],
  ] as const) {
    await page.keyboard.press(key);
    const review = page.getByRole('dialog', { name: /^Review \d+ assignments$/ });
    const left = block(page).locator(`[data-value='${value}'] span`).first();
    await expect(left).toBeVisible();
    await expect.poll(() => inkOf(left)).toMatchObject({ middle });
    await review.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
  }
  await page.goto('/access');
  const share = page.getByRole('gridcell', { name: /^Customer, entity 000: / });
  await expect(share).toHaveCSS('background-image', 'none');
  const box = page.getByRole('checkbox', { name: 'Hide empty columns' });
  await expect(box).toHaveCSS('appearance', 'auto'); // drawn by us, its tick would be a ground that is not there
});

test('nothing moves for those who want it so, not even a switch that waits', async ({ page, signIn }) => {
  await signIn('security-administrator');
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await page.goto('/access?type=Customer&q=C00470');
  const control = page.getByRole('switch').first();
  const letGo = await hold(page, /\/api\/access(\?|$)/);
  await control.press('Space');
  await expect(control.locator('xpath=..')).toHaveAttribute('data-mark', 'pending');
  expect(await moving()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(moving).toBeGreaterThan(0); // there is something to keep still
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(moving).toBe(0);
  await page.getByRole('button', { name: 'Compare…' }).click();
  await expect(page.getByRole('complementary', { name: 'Compare' })).toBeVisible();
  expect(await moving()).toBe(0);
  letGo();
  await expect(control.locator('xpath=..')).toHaveAttribute('data-mark', 'just-proven');
  expect(await moving()).toBe(0);
});
