import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { overflowsSideways } from './console-test';

/**
 * One look for each theme and each width. A theme changes colours and nothing else, and the contrast of every pair of
 * colours is computed in both themes (`tests/unit/ui/contrast.test.ts`).
 */
const looks = [
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 1440 },
] as const;

/**
 * As `violations`, in both themes and both widths, and whether the page scrolls sideways in any of them. The page stays
 * as it is, so that what led there is done once, and ends light and wide.
 */
export async function violationsInEveryLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))), // after its resize
    );
    const here = await violations(page);
    if (await overflowsSideways(page)) here.push('scrolls sideways');
    found.push(...here.map((line) => `${colorScheme}, ${String(width)} px: ${line}`));
  }
  return found;
}

/** Targets of less than 24 px that have not as much room around them either (WCAG 2.5.8), one line a place. */
export async function smallTargets(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withRules(['target-size'])
    .setLegacyMode()
    .analyze();
  return found.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')));
}

/** What WCAG 2.2 AA and axe's best practices find wrong on a page as it stands, one line a place. */
export async function violations(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] }) // first: it takes the place of whatever was set before
    .withTags(tags)
    // One run inside the page, which has no frames: carrying every element out and in again takes 20 times as long.
    .setLegacyMode();
  const { violations: found } = await builder.analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
