import type { Page } from '@playwright/test';
import { leaveNothingRunning } from '@/tests/support/changes/asked-sets';
import { colleague } from './colleague';
import { heard } from './heard';
import { hold } from '@/tests/support/browser/hold';
import { expect, test } from '@/tests/support/browser/console-test';
import { switchOf } from '@/tests/support/browser/parts-of-pages';

test.afterEach(({ request, console }) => leaveNothingRunning(request, console));

const cell = { recordType: 'Customer', recordId: 'C00460', entityId: '100' };
const switchIn = (page: Page) => switchOf(page, 'C00460', '100');

/** Opens the access page, and gathers what it says and shows for a moment from then on. */
async function listenAt(page: Page): Promise<string[]> {
  const said: string[] = [];
  await page.exposeFunction('hear', (words: string) => said.push(words));
  const open = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events');
  await page.goto('/access?type=Customer&q=C00460');
  await open;
  await expect(switchIn(page)).toBeVisible();
  await page.evaluate(() => {
    const hear = Reflect.get(window, 'hear') as (words: string) => void;
    const regions = '[role="status"], [role="alert"], [aria-hidden="true"]'; // what is spoken is shown as well
    new MutationObserver((mutations) => {
      for (const { target, addedNodes } of mutations) {
        const of = target instanceof Element ? target : target.parentElement;
        const within = [...addedNodes].flatMap((node) =>
          node instanceof Element
            ? [node, ...node.querySelectorAll('*')].filter((one) => one.matches(regions))
            : [],
        );
        for (const region of new Set([of?.closest(regions), ...within]))
          if (region) hear(region.textContent ?? '');
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return said;
}

test('two people see each other switch, and a press of both at once is sent once and told to both', async ({
  page,
  signIn,
  browser,
  console,
}) => {
  await signIn('security-administrator');
  const { page: theirs, context } = await colleague(browser, console);
  const [heardHere, heardThere] = [await listenAt(page), await listenAt(theirs)];
  const [here, there] = [switchIn(page), switchIn(theirs)];
  const was = await here.getAttribute('aria-checked');
  const now = was === 'true' ? 'false' : 'true';
  await here.press('Space');
  await expect(there).toHaveAttribute('aria-checked', now);
  await there.press('Space');
  await expect(here).toHaveAttribute('aria-checked', String(was));

  await console.control('DELETE', '/counters');
  await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 1_000, method: 'POST', cell }]);
  heardHere.length = heardThere.length = 0;
  // Neither leaves its browser before both are pressed.
  const letGo = await Promise.all([page, theirs].map((each) => hold(each, /\/api\/access(\?|$)/)));
  for (const control of [here, there]) {
    await control.press('Space');
    await expect(control.locator('xpath=..')).toHaveAttribute('data-mark', 'pending');
  }
  for (const go of letGo) go();
  const done = `Entity 100 can ${now === 'true' ? 'now' : 'no longer'} use Customer C00460`;
  const late = `${done}: it was changed elsewhere meanwhile, so nothing was sent.`;
  const areLate = () => [heardHere, heardThere].filter((said) => said.includes(late)).length;
  await expect.poll(areLate).toBe(1);
  const isLate = heardHere.includes(late);
  // The switch shows that it was made; the page only says it.
  await expect.poll(async () => (await heard(isLate ? theirs : page)).live.join()).toContain(`${done}.`);
  const who = isLate ? /^Person \w{4} / : /^Maya Lindqvist /;
  await expect.poll(() => (isLate ? heardHere : heardThere).some((words) => who.test(words))).toBe(true);
  for (const control of [here, there]) {
    await expect(control).toHaveAttribute('aria-checked', now);
    await expect(control).toHaveAttribute('aria-description', /read back/);
  }
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 1 });
  await context.close();
});

test('of two people who want opposite values the later one is told who was first, and what it is now', async ({
  page,
  signIn,
  browser,
  console,
}) => {
  await signIn('security-administrator');
  const { page: theirs, context } = await colleague(browser, console);
  await listenAt(page);
  await listenAt(theirs);
  const [here, there] = [switchIn(page), switchIn(theirs)];
  const was = (await here.getAttribute('aria-checked')) === 'true';
  await console.control('DELETE', '/counters');
  // A press always asks for the other value than it saw, which is what the first one made it: only a script wants the
  // value kept that it saw, so that is what this press is made into.
  await theirs.route('**/api/access?*', (route) =>
    route.continue({ postData: JSON.stringify({ ...cell, accessible: was, expected: was }) }),
  );
  await here.press('Space');
  await expect(here).toHaveAttribute('aria-description', /read back/);
  await there.press('Space');
  const now = was ? 'no access' : 'access';
  const why = new RegExp(`Maya Lindqvist changed it at .*; it has ${now} now\\. Nothing was changed\\.`);
  await expect(theirs.locator('#cell-readout')).toHaveText(why);
  await expect.poll(async () => (await heard(theirs)).live.join()).toMatch(why);
  await expect(there).toHaveAttribute('aria-description', /^Maya Lindqvist changed it/);
  await expect(there.locator('xpath=..')).toHaveAttribute('data-mark', 'conflict');
  for (const control of [here, there]) await expect(control).toHaveAttribute('aria-checked', String(!was));
  await expect(here).toHaveAttribute('aria-description', /read back/);
  await expect(page.getByText('changed by somebody else')).toHaveCount(0);
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 1 });
  await context.close();
});
