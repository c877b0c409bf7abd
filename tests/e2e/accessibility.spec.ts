import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { startConsole } from '@/tests/support/console-process';
import { expect, overflowsSideways, signInBy, test } from '@/tests/support/console-test';

/** Each place, and what must be on it before it counts as loaded. */
const places = {
  '/access': (page: Page) => page.getByRole('switch').first(),
  '/journal': (page: Page) => page.getByText(/^1\D25 of/).first(),
  '/metadata': (page: Page) => page.getByText('JournalTemplateName').first(),
};

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${colorScheme}, ${String(width)} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test('axe finds nothing on the sign-in page', async ({ page }) => {
        await page.goto('/sign-in');
        await expect(page.getByRole('button', { name: /^Auditor/ })).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });

      for (const [path, loaded] of Object.entries(places)) {
        test(`axe finds nothing on ${path}`, async ({ page, signIn }) => {
          await signIn('security-administrator');
          await page.goto(path === '/journal' ? '/journal?pageSize=25' : path);
          await expect(loaded(page)).toBeVisible();
          expect(await violations(page)).toEqual([]);
        });
      }
    });
  }
}

test('axe finds nothing on any page while the service is down, in both themes', async ({ browser }) => {
  test.setTimeout(120_000);
  const console = await startConsole({ MEM_TIMEOUT_SECONDS: '4' });
  try {
    await console.control('PUT', '/faults', [{ kind: 'status', status: 403, resource: 'any' }]);
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme });
      await signInBy(context.request, console.url, 'security-administrator');
      for (const path of Object.keys(places)) {
        const page = await context.newPage();
        await page.goto(console.url + path);
        await expect(page.getByRole('alert').filter({ hasText: /permi/i }).first()).toBeVisible({
          timeout: 30_000,
        });
        expect(await violations(page)).toEqual([]);
      }
      await context.close();
    }
  } finally {
    await console.stop();
  }
});

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 700 } });
  for (const [path, loaded] of Object.entries(places)) {
    test(`${path} does not scroll sideways`, async ({ page, signIn }) => {
      await signIn('security-administrator');
      await page.goto(path === '/journal' ? '/journal?pageSize=25' : path);
      await expect(loaded(page)).toBeVisible();
      expect(await overflowsSideways(page)).toBe(false);
    });
  }
});
