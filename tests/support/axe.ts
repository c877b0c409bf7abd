import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What WCAG 2.2 AA and axe's best practices find wrong on a page as it stands, one line a place. */
export async function violations(page: Page): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .options({ resultTypes: ['violations'] })
    // One run inside the page, which has no frames: carrying every element out and in again takes 20 times as long.
    .setLegacyMode();
  const { violations: found } = await builder.analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
