import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { overflowsSideways } from './console-test';

/** The theme changes colours and nothing else. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Both themes, each on a wide window and on a narrow one. */
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 390].map((width) => ({ colorScheme, width })),
);

/**
 * As `violations`, in both themes and both widths (the dark ones by the rules that colours decide), and whether the page scrolls sideways in any of them. The page stays
 * as it is, so that what led there is done once; the first look is its own again at the end.
 */
export async function violationsInEveryLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, width } of [...looks.slice(1), ...looks.slice(0, 1)]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))), // after its resize
    );
    const here = await violations(page, colorScheme === 'dark' ? colourRules : null);
    if (await overflowsSideways(page)) here.push('scrolls sideways');
    found.push(...here.map((line) => `${colorScheme}, ${String(width)} px: ${line}`));
  }
  return found;
}

/**
 * What WCAG 2.2 AA and axe's best practices find wrong on a page as it stands, one line a place.
 * @param rules those to look at; null: all.
 */
export async function violations(page: Page, rules: string[] | null = null): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const asked = new AxeBuilder({ page });
  const builder = (rules === null ? asked.withTags(tags) : asked.withRules(rules))
    .options({ resultTypes: ['violations'] })
    // One run inside the page, which has no frames: carrying every element out and in again takes 20 times as long.
    .setLegacyMode();
  const { violations: found } = await builder.analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
