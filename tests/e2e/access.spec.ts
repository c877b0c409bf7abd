import type { Page } from '@playwright/test';
import { heard } from '@/tests/support/browser/heard';
import { expect, overflowsSideways, test } from '@/tests/support/browser/console-test';

const customer = (recordId: string, entityId: string) => ({ recordType: 'Customer', recordId, entityId });

const switchOf = (page: Page, { recordType, recordId, entityId }: ReturnType<typeof customer>) =>
  page.getByRole('switch', { name: `${recordType} ${recordId}, entity ${entityId},` });

const records = (page: Page) => page.getByRole('status').filter({ hasText: /records?, / });

test.beforeEach(({ console }) => console.control('DELETE', '/counters'));

test('a press changes the service, once, and says so', async ({ page, signIn, console }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const cell = customer('40000', '120');
  const control = switchOf(page, cell);
  await expect(control).toHaveAttribute('aria-checked', 'false');
  await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 1_500, method: 'POST' }]);
  await control.click();
  await expect(control).toHaveAttribute('aria-checked', 'true');
  await expect(control).toHaveAttribute('aria-description', /being given/);
  await control.click();
  await expect(
    page.getByText('Customer 40000, entity 120: the change before is still on its way.'),
  ).toBeAttached();
  await expect(page.getByText('Entity 120 can now use Customer 40000.')).toBeAttached();
  await expect(control).toHaveAttribute('aria-checked', 'true');
  await expect(control).toHaveAttribute('aria-description', /read back/);
  expect(await console.control('GET', '/cell?recordType=Customer&recordId=40000&entityId=120')).toMatchObject(
    {
      accessible: true,
    },
  );
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 1 });
});

test('the bar below the matrix reads out what is pointed at, and who changed it last', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?unfold=Customer');
  const cell = customer('C00090', '320'); // nobody else's
  const control = switchOf(page, cell);
  const readout = page.locator('#cell-readout');
  await control.hover();
  await expect(readout).toHaveText(/^C00090 × 320: (has|no) access, never changed with this console$/);
  await control.click();
  await expect(readout).toHaveText(/^C00090 × 320: (given|removed) by Maya Lindqvist, \d\d:\d\d, read back$/);
  await page.getByRole('link', { name: 'Access', exact: true }).hover();
  await expect(readout).toHaveText(/^C00090 × 320:/); // the focus is there
  await page.keyboard.press('ArrowRight');
  await expect(readout).toHaveText(/^C00090 × 400:/);
  await page.keyboard.press('Control+Home'); // a key that scrolls
  await expect(readout).toHaveText(/^Bank Account × 000: \d+ of \d+ have access$/);
});

test('a refusal rolls back, with the reason at the switch until it is cleared', async ({
  page,
  signIn,
  console,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/422/);
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const control = switchOf(page, customer('40000', '100'));
  await expect(control).toHaveAttribute('aria-checked', 'false');
  await console.control('PUT', '/faults', [
    { kind: 'status', status: 400, method: 'POST', message: 'Customer 40000 is locked.' },
  ]);
  const boxOf = () => page.getByRole('grid').boundingBox();
  const box = await boxOf();
  await control.click();
  const reason = 'The service refused the request: Customer 40000 is locked. Nothing was changed.';
  const message = page.getByRole('alert').filter({ hasText: reason });
  await expect(page.locator('#cell-readout')).toHaveText(`40000 × 100: ${reason}`);
  const said = `Customer 40000 was not changed in entity 100. ${reason}`;
  await expect.poll(async () => (await heard(page)).live.join()).toContain(said);
  await expect(message).toHaveCount(0); // it would lie over the grid, and say the same
  await expect(control).toHaveAttribute('aria-checked', 'false');
  await expect(control).toHaveAttribute('aria-description', reason);
  await page.getByRole('button', { name: '1 not made' }).click();
  await expect(records(page)).toHaveText('1 of 1,200 records, 24 entities');
  await expect(control).toHaveAttribute('aria-description', reason);
  expect(await boxOf()).toEqual(box);
  // Who looks elsewhere by then is told by a message.
  let answer = (): void => undefined;
  const looksAway = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/access?*', async (route) => {
    await looksAway;
    await route.continue();
  });
  await control.click();
  await switchOf(page, customer('40000', '200')).hover();
  await expect(page.locator('#cell-readout')).toContainText('40000 × 200');
  answer();
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: 'Clear marks' }).click();
  await expect(control).not.toHaveAttribute('aria-description');
});

test('a change whose answer was lost is proven by reading it back', async ({ page, signIn, console }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const cell = customer('40000', '110');
  const control = switchOf(page, cell);
  await expect(control).toHaveAttribute('aria-checked', 'false');
  await console.control('PUT', '/faults', [{ kind: 'dropAfter', method: 'POST', cell }]);
  await control.click();
  await expect(page.getByText('Entity 110 can now use Customer 40000.')).toBeAttached();
  await expect(control).toHaveAttribute('aria-checked', 'true');
  await expect(control).toHaveAttribute('aria-description', /read back/);
});

test('a change without proof stays marked, and unpressable, until the service shows it', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const cell = customer('40000', '130');
  const control = switchOf(page, cell);
  await expect(control).toHaveAttribute('aria-checked', 'false');
  // The POST takes a moment: time to break the reading that is to prove it.
  await console.control('PUT', '/faults', [{ kind: 'slow', delayMs: 2_000, method: 'POST', cell }]);
  await control.click();
  await expect.poll(() => console.control('GET', '/counters')).toMatchObject({ open: 1 });
  await console.control('PUT', '/faults', [{ kind: 'status', status: 403, method: 'GET', cell }]);
  await expect(control).toHaveAttribute('aria-description', /does not say whether it happened/);
  await control.click();
  await expect(page.getByText(/it is not known yet whether the change before happened/)).toBeAttached();
  await console.control('PUT', '/faults', []);
  await expect(control).toHaveAttribute('aria-description', /read back/, { timeout: 30_000 });
  await expect(control).toHaveAttribute('aria-checked', 'true');
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 1 });
});

test('the filters are in the address, and a link shows the same', async ({ page, signIn }) => {
  await signIn('auditor');
  await page.goto('/access');
  await expect(records(page)).toHaveText('1,200 records, 24 entities');
  await page.getByRole('searchbox', { name: 'Record ID' }).pressSequentially('100');
  await expect(records(page)).toHaveText('18 of 1,200 records, 24 entities');
  await expect(page).toHaveURL(/\?q=100$/);
  await page.goto('/access?type=Customer&type=Vendor&q=1&entity=1');
  await expect(records(page)).toHaveText('245 of 1,200 records, 11 of 24 entities');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(records(page)).toHaveText('1,200 records, 24 entities');
  await page.goto('/access?q=nothing-like-this');
  await expect(page.getByRole('heading', { name: 'No record matches' })).toBeVisible();
  await expect(page.getByText('Nothing selected')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Select all shown' })).toHaveCount(0);
});

test('the grid is one tab stop, walked by keys, with true counts and a logical order', async ({
  page,
  signIn,
}) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '434');
  await expect(grid).toHaveAttribute('aria-colcount', '26');
  await switchOf(page, customer('10000', '000')).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(switchOf(page, customer('20000', '100'))).toBeFocused();
  await page.keyboard.press('Control+End');
  const last = grid.locator(':focus');
  await expect(last.locator('xpath=ancestor::*[@role="row"]')).toHaveAttribute('aria-rowindex', '434');
  await expect(last.locator('xpath=ancestor::*[@role="gridcell"]')).toHaveAttribute('aria-colindex', '26');
  await page.keyboard.press('Control+Home');
  await expect(switchOf(page, customer('10000', '000'))).toBeFocused();
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(grid.locator(':focus')).toHaveCount(0);
  await expect
    .poll(() =>
      grid.evaluate((element) => {
        const rows = [...element.querySelectorAll('[role=row]:not([hidden])')];
        const places = rows.map((row) => Number(row.getAttribute('aria-rowindex')));
        return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
      }),
    )
    .toBe(true);
});

test('a cell in focus that scrolls away keeps its place for the next key', async ({ page, signIn }) => {
  await signIn('security-administrator');
  await page.goto('/access?type=Customer');
  const grid = page.getByRole('grid');
  await switchOf(page, customer('20000', '000')).focus();
  await grid.evaluate((element) => element.scrollTo(0, 9_000));
  await expect(grid).toBeFocused();
  await grid.evaluate((element) => element.scrollTo(0, 0));
  await expect(switchOf(page, customer('20000', '000'))).toBeFocused();
  await grid.evaluate((element) => element.scrollTo(0, 9_000));
  await expect(grid).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(switchOf(page, customer('30000', '000'))).toBeFocused();
});

test('somebody who may only read sees the same states and changes nothing', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('auditor');
  await page.goto('/access?type=Customer');
  const control = switchOf(page, customer('40000', '120'));
  await expect(control).toHaveAttribute('aria-readonly', 'true');
  const before = (await control.getAttribute('aria-checked')) ?? '';
  await control.click();
  await expect(page.getByText('Your role may read access, but not change it.')).toBeVisible();
  await expect(control).toHaveAttribute('aria-checked', before);
  expect(await console.control('GET', '/counters')).toMatchObject({ totalPosts: 0 });
});

test('a failing refresh leaves the matrix on the screen and says how old it is', async ({
  page,
  signIn,
  console,
}) => {
  await signIn('auditor');
  await page.goto('/access');
  await expect(records(page)).toHaveText('1,200 records, 24 entities');
  await console.control('PUT', '/faults', [{ kind: 'status', status: 403, resource: 'security' }]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('The matrix could not be read again.')).toBeVisible({ timeout: 15_000 });
  await expect(records(page)).toHaveText('1,200 records, 24 entities');
  await console.control('PUT', '/faults', []);
  await expect(page.getByText('The matrix could not be read again.')).toBeHidden({ timeout: 30_000 });
});

for (const width of [320, 390]) {
  test(`at ${String(width)} px the matrix scrolls inside the page, beside one pinned column`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn('auditor');
    await page.goto('/access?type=Customer');
    await expect(switchOf(page, customer('10000', '000'))).toBeVisible();
    expect(await overflowsSideways(page)).toBe(false);
    await expect(page.getByRole('columnheader').first()).toHaveText('Record');
    await expect(page.getByRole('rowheader').first()).toContainText('10 of 24');
  });
}

for (const part of ["'", '&', '%', '/', '+', '#', '北京', '. L']) {
  test(`a record whose ID has ${JSON.stringify(part)} is found by a link, and changed`, async ({
    page,
    signIn,
    console,
  }) => {
    await signIn('security-administrator');
    await page.goto(`/access?q=${encodeURIComponent(part)}`);
    const control = page.getByRole('switch').first();
    await expect(control).toBeVisible();
    const [, recordType = '', recordId = '', entityId = ''] =
      /^(Bank Account|Fixed Asset|Payment Method|Service Item|\w+) (.*), entity (.*?), /.exec(
        (await control.getAttribute('aria-label')) ?? '',
      ) ?? [];
    expect(recordId).toContain(part);
    const before = await control.getAttribute('aria-checked');
    await control.press('Space');
    await expect(
      page.getByText(
        `Entity ${entityId} can ${before === 'true' ? 'no longer' : 'now'} use ${recordType} ${recordId}.`,
      ),
    ).toBeAttached();
    const query = new URLSearchParams({ recordType, recordId, entityId }).toString();
    expect(await console.control('GET', `/cell?${query}`)).toMatchObject({ accessible: before !== 'true' });
  });
}
