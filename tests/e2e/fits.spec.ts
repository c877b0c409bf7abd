import type { Page } from '@playwright/test';
import { smallTargets, violations } from '@/tests/support/browser/axe';
import { askForSet, opposites, untilDone } from '@/tests/support/changes/asked-sets';
import { consolePages } from './console-pages';
import { expect, overflowsSideways, test } from '@/tests/support/browser/console-test';

/* Each page at four widths, in one visit: what would keep a person from reading or pressing it. */

const widths = [320, 390, 720, 1440];

/**
 * What has the focus and is hidden (WCAG 2.4.11), where the focus goes forward through the page and back: a stop of which
 * no part is seen, since something else lies over it or cuts it off.
 */
const hiddenStops = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (stop: Element): boolean => {
      const { left, top, width, height } = stop.getBoundingClientRect();
      const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
      return places.some(([x, y]) => {
        const hit = document.elementFromPoint(left + x * width, top + y * height);
        const labels = [...((stop as HTMLInputElement).labels ?? [])];
        // A box that its label draws lies under that label.
        return hit !== null && [stop, ...labels].some((own) => own.contains(hit));
      });
    };
    const name = (stop: Element) =>
      `${stop.tagName} ${stop.ariaLabel ?? stop.textContent.trim().slice(0, 40)} ${stop.id}`.trim();
    const stops = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ].filter(
      (stop) =>
        stop.tabIndex >= 0 &&
        !stop.matches(':disabled, :popover-open') &&
        stop.checkVisibility({ visibilityProperty: true }),
    );
    const hidden = new Set<string>();
    for (const stop of [...stops, ...stops.toReversed()]) {
      stop.focus();
      if (document.activeElement === stop && !isSeen(stop)) hidden.add(name(stop));
    }
    (document.activeElement as HTMLElement | null)?.blur();
    return [...hidden];
  });

/** At every width; the page ends wide. */
async function expectToFit(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const at = `at ${String(width)} px`;
    await expect.poll(() => overflowsSideways(page), `scrolls sideways ${at}`).toBe(false);
    await expect.poll(() => hiddenStops(page), `is focused and not seen ${at}`).toEqual([]);
    if (width === 390)
      await expect.poll(() => smallTargets(page), `is too small to be hit ${at}`).toEqual([]);
  }
}

for (const { path, loaded } of consolePages)
  test(`${path} fits every width, and axe finds nothing on it`, async ({ page, signIn }) => {
    await signIn('security-administrator');
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.goto(path);
    await expect(loaded(page)).toBeVisible();
    await expectToFit(page);
    expect(await violations(page)).toEqual([]);
  });

test('the sign-in page fits every width, and axe finds nothing on it', async ({ page }) => {
  await page.goto('/sign-in');
  await expectToFit(page);
  expect(await violations(page)).toEqual([]);
});

test('a change set that has ended fits every width, and axe finds nothing on it', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  const cells = await opposites(page.request, console.url, ['C00220']);
  const id = await askForSet(page.request, console.url, cells, { reason: 'To see it on every width' });
  await untilDone(page.request, console.url, id);
  await page.goto(`/changes/${id}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectToFit(page);
  expect(await violations(page)).toEqual([]);
});

test('what is done with a selection fits every width', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  await page.getByRole('switch').first().focus();
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('group', { name: 'What is selected' })).toBeVisible();
  await expectToFit(page);
});

test('at 200 % of a window of 1440 px the first row of each grid is on the first screen, of the matrix four', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto('/access?type=Customer');
  const fourth = page.getByRole('grid').locator('[aria-rowindex="5"]').getByRole('rowheader');
  await expect(fourth).toBeInViewport({ ratio: 1 });
  for (const path of [
    '/journal',
    '/journal?entity=210&from=2026-11-01&to=2026-11-30',
    '/journal?by=LocationCode',
  ]) {
    await page.goto(path);
    const first = page.getByRole('grid').locator('[aria-rowindex="2"]').getByRole('rowheader');
    await expect(first, path).toBeInViewport({ ratio: 1 });
    const [row, bar] = [
      await first.boundingBox(),
      await page.getByRole('region', { name: 'Status bar' }).boundingBox(),
    ];
    expect((row?.y ?? 0) + (row?.height ?? 0), path).toBeLessThanOrEqual(bar?.y ?? 0);
    expect((bar?.y ?? 0) + (bar?.height ?? 0), path).toBeLessThanOrEqual(450);
    await expect(page.getByText(/^Lines read/), path).toBeInViewport({ ratio: 1 });
  }
});
