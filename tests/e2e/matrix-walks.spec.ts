import type { Page } from '@playwright/test';
import { leaveNothingRunning } from '@/tests/support/changes/asked-sets';
import { expect, test } from '@/tests/support/browser/console-test';
import { heard, type Heard } from './heard';
import { switchOf } from '@/tests/support/browser/parts-of-pages';

test.afterEach(({ request, console }) => leaveNothingRunning(request, console));

const focusOf = async (page: Page) => (await heard(page)).focus;
const liveOf = async (page: Page) => (await heard(page)).live;

/** Presses Tab until a screen reader says that. */
async function tabTo(page: Page, said: string): Promise<void> {
  const stops = [await focusOf(page)];
  while (stops.at(-1) !== said && stops.length < 40) {
    await page.keyboard.press('Tab');
    await expect.poll(() => focusOf(page)).not.toBe(stops.at(-1));
    stops.push(await focusOf(page));
  }
  expect(stops.at(-1), stops.join('; ')).toBe(said);
}

test('a screen reader hears where it is, what a change will do, that it is done, and that it is undone', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await tabTo(page, 'link To the matrix');
  await page.keyboard.press('Enter'); // past places, actions and filters
  await expect.poll(() => focusOf(page)).toMatch(/^switch Customer /);
  await page.keyboard.press('/');
  await expect.poll(() => focusOf(page)).toBe('searchbox Record ID or name');
  await page.keyboard.type('C00450');
  await expect.poll(() => liveOf(page)).toContain('1 of 1,200 records, 24 entities');
  const grid = page.getByRole('grid', { name: 'Access of master records to entities' });
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await expect(grid).toHaveAttribute('aria-colcount', '26');
  const row = (access: string) => `
    - row /^C00450 ${access === 'no access' ? 16 : 19} of 24/:
      - rowheader "C00450"
      - gridcell "${access === 'no access' ? 16 : 19} of 24"
      - gridcell "Customer C00450, entity 000, has access":
        - switch "Customer C00450, entity 000, has access" [checked]
      ${['100', '110', '120']
        .map(
          (entity) => `- gridcell "Customer C00450, entity ${entity}, ${access}":
        - switch "Customer C00450, entity ${entity}, ${access}" [checked=${String(access === 'has access')}]`,
        )
        .join('\n      ')}`;
  await expect(grid).toMatchAriaSnapshot(row('no access'));

  await tabTo(page, 'switch Customer C00450, entity 000, has access, checked');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focusOf(page)).toBe('switch Customer C00450, entity 100, no access, not checked');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => focusOf(page)).toBe('switch Customer C00450, entity 120, no access, not checked');
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(3);
  await page.keyboard.press('g');
  const review = page.getByRole('dialog', { name: 'Review 3 assignments' });
  await expect(review).toBeVisible();
  await expect.poll(() => liveOf(page)).toContain('Give 3, across 3 entities and 1 record.');
  const block = review.getByRole('grid', { name: 'Assignments' });
  const boxes = ['Customer C00450, all 3 assignments'].concat(
    ['100', '110', '120'].map((entity) => `Customer C00450, entity ${entity}, give access`),
  );
  await expect(block).toMatchAriaSnapshot(`
    - rowgroup:
      - row "Record All 100 110 120"
    - rowgroup:
      - row /^Customer /
      - row /^C00450/:
        - rowheader "C00450"
        ${boxes.map((name) => `- gridcell "${name}":\n          - checkbox "${name}" [checked]`).join('\n        ')}`);
  await tabTo(page, 'textbox Reason (optional)');
  await page.keyboard.type('Northern offices');
  await tabTo(page, 'button Give 3');
  await page.keyboard.press('Enter');
  await expect(review).toBeHidden();
  await expect
    .poll(() => liveOf(page))
    .toContainEqual(expect.stringMatching(/^Given: Customer C00450 in 3 entities Done: 3 confirmed/));
  await expect.poll(() => focusOf(page)).toBe('switch Customer C00450, entity 120, has access, checked');
  await expect(grid).toMatchAriaSnapshot(row('has access'));

  await page.keyboard.press('z');
  await expect(page.getByRole('dialog', { name: 'Undo this change?' })).toBeVisible();
  await expect.poll(() => focusOf(page)).toBe('button Leave as it is');
  await page.keyboard.press('Escape');
  await expect.poll(() => focusOf(page)).toBe('switch Customer C00450, entity 120, has access, checked');
  await page.keyboard.press('z');
  await expect(page.getByRole('dialog', { name: 'Undo this change?' })).toBeVisible();
  await expect
    .poll(() => liveOf(page))
    .toContainEqual(
      expect.stringMatching(
        /^Given: Customer C00450 in 3 entities\.\s+Requested by .+\. Access will be removed again from 3 /,
      ),
    );
  await tabTo(page, 'button Undo 3');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => liveOf(page))
    .toContainEqual(expect.stringMatching(/^Undo of: Customer C00450 given in 3 entities Done: 3 confirmed/));
  await expect.poll(() => focusOf(page)).toBe('switch Customer C00450, entity 120, no access, not checked');
  await expect(grid).toMatchAriaSnapshot(row('no access'));
});

test('rows and columns are read in their order and told by true numbers after a walk far down and back', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  const grid = page.getByRole('grid');
  await expect(switchOf(page, '10000', '000')).toBeVisible();
  const counts = ['433 of 1,200 records, 24 entities', '434', '26'];
  const told = async () => [
    (await liveOf(page)).find((said) => said.includes('records, ')),
    await grid.getAttribute('aria-rowcount'),
    await grid.getAttribute('aria-colcount'),
  ];
  await expect.poll(told).toEqual(counts);
  await page.keyboard.press('/');
  await tabTo(page, 'switch Customer 10000, entity 000, has access, checked');
  const home = await heard(page);

  const numbered = (role: 'row' | 'columnheader', name: string) =>
    grid
      .getByRole(role)
      .evaluateAll((all, attribute) => all.map((one) => Number(one.getAttribute(attribute))), name);
  const settled = async (focus: string, check: (now: Heard) => void) => {
    await expect.poll(() => focusOf(page)).toBe(focus);
    await expect(async () => {
      const now = await heard(page);
      check(now);
      const rows = await numbered('row', 'aria-rowindex');
      expect(rows).toEqual([1, ...now.rows.map((_, at) => (rows[1] ?? 0) + at)]);
      const columns = await numbered('columnheader', 'aria-colindex');
      expect(columns).toEqual([1, 2, ...now.columns.map((_, at) => (columns[2] ?? 0) + at)]);
      expect(columns.at(-1)).toBeLessThanOrEqual(26);
    }).toPass();
    await expect.poll(told).toEqual(counts);
  };
  for (let pages = 0; pages < 9; pages++) await page.keyboard.press('PageDown');
  await page.keyboard.press('Control+End');
  await settled("switch Customer O'BRIEN & CO, entity UK01, no access, not checked", ({ rows, columns }) => {
    expect(rows.slice(-4)).toEqual(['C04250', 'C04260', 'MÜNCHEN-01', "O'BRIEN & CO"]);
    expect(columns.at(-1)).toBe('UK01');
  });
  await expect(page.locator('[aria-rowindex="434"]')).toHaveAccessibleName(/^O'BRIEN & CO /);
  for (let pages = 0; pages < 5; pages++) await page.keyboard.press('PageUp');
  await page.keyboard.press('Control+Home');
  await settled('switch Customer 10000, entity 000, has access, checked', ({ rows, columns }) => {
    expect(rows).toEqual(home.rows);
    expect(columns).toEqual(home.columns);
  });
});

test('whoever turned single keys off presses none by mistake, and Ctrl+Z takes back the last step, not what was typed', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const changed = switchOf(page, '10000', '100');
  await changed.click();
  await expect(changed).toHaveAttribute('aria-description', /read back/);
  await page.goto('/access?type=Customer&stage=true');
  await page.getByRole('button', { name: 'Maya Lindqvist' }).click();
  await page.getByRole('menuitemradio', { name: 'Shortcuts off' }).click();
  const search = page.locator('[data-search]');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.reload(); // it is kept
  await page.locator('body').press('/');
  await page.locator('body').press('?');
  await page.getByRole('switch').first().focus();
  await expect(search).not.toBeFocused();
  await expect(help).toBeHidden();
  await page.keyboard.press('?'); // in the matrix keys are its own
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');

  await search.pressSequentially('C0037');
  const one = switchOf(page, 'C00370', '000');
  await expect(page.getByText(/^1 of 1,200 records/)).toBeVisible();
  await one.focus();
  await expect(one).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('1 staged', { exact: true })).toBeHidden();
  await page.keyboard.press('Control+z'); // no step is left: the page asks about the change before
  await expect(page.getByRole('dialog', { name: 'Undo this change?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('C0037');
  await search.press('Control+z');
  await expect(search).not.toHaveValue('C0037');
});
