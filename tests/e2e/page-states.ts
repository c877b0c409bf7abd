import { expect, type Page } from '@playwright/test';
import { matrixStatusSchema } from '@/lib/contract/access/access';
import type { Role } from '@/lib/contract/session/roles';
import { askForSet, opposites } from '@/tests/support/changes/asked-sets';
import type { ConsoleProcess } from '@/tests/support/console/console-process';
import { writeSession } from '@/tests/support/console/written-session';

/** States of pages beside the one in which they open (console-pages.ts), each reached from the one before. */
export interface PageStates {
  of: string;
  role: Role | null;
  steps: readonly ((page: Page, console: ConsoleProcess) => Promise<void>)[];
}

/** What most people meet. */
export const mainStates: readonly PageStates[] = [
  {
    of: 'the sign-in page with a message, and the page for people without a role',
    role: null,
    steps: [signInAfter('failed=refused&requestId=request-1'), withoutRole],
  },
  {
    of: 'what opens beside lines, and a link that is half understood',
    role: 'auditor',
    steps: [
      async (page) => {
        await page.goto('/journal?by=BssiEntityID');
        await page.getByRole('button', { name: 'Month end' }).click();
        await expect(page.getByRole('link', { name: /^Show [\d,]+ lines/ }).first()).toBeVisible();
      },
      async (page) => {
        await page.goto('/journal');
        await expect(page.getByRole('grid').getByRole('rowheader').first()).toBeVisible();
      },
      besideLines(/^Columns/),
      besideLines('Add filter'),
      besideLines('Export…'),
      async (page) => {
        await page.goto('/journal?entitty=420&filter=Amount~lt~much');
        await expect(page.getByRole('alert').filter({ hasText: 'entitty=420' })).toBeVisible();
      },
    ],
  },
  {
    of: 'what is staged, reviewed, compared and pictured',
    role: 'security-administrator',
    steps: [
      async (page) => {
        await page.goto('/access?type=Customer&stage=true');
        await page.getByRole('switch').first().click();
        await page.keyboard.press('Control+a');
        await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
      },
      async (page) => {
        await page.getByRole('button', { name: 'Review…' }).click();
        await expect(page.getByRole('dialog', { name: /^Review/ })).toBeVisible();
      },
      async (page) => {
        await page.getByRole('button', { name: 'Back' }).click();
        await page.getByRole('button', { name: 'Discard' }).click();
        await page.goto('/access?compare=entities,100,200');
        await expect(panelOf(page).getByText('Copy access')).toBeVisible();
      },
      async (page) => {
        await page.goto('/access?overview=true');
        await expect(panelOf(page).getByText('in view now')).toBeVisible();
      },
    ],
  },
  {
    of: 'a change set that is paused, and its questions',
    role: 'security-administrator',
    steps: [
      async (page, console) => {
        await page.goto(`/changes/${await pausedSet(page, console)}`);
        await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
        await expect(page.getByRole('row').nth(1)).toBeVisible();
      },
      async (page) => {
        await page.getByRole('button', { name: 'Undo…' }).click();
        await expect(page.getByRole('button', { name: /^Undo \d/ })).toBeVisible();
      },
    ],
  },
];

/** What few people meet, or what is built as something among the others. */
export const furtherStates: readonly PageStates[] = [
  {
    of: 'the sign-in page after a session',
    role: null,
    steps: [signInAfter('ended=1'), signInAfter('left=1')],
  },
  {
    of: 'where ending sessions is confirmed',
    role: 'security-administrator',
    steps: [
      async (page) => {
        await page.goto('/sessions');
        await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
        await expect(page.getByRole('dialog', { name: 'Sign out everywhere?' })).toBeVisible();
      },
    ],
  },
  {
    of: 'the form of a receiver of notices',
    role: 'security-administrator',
    steps: [
      async (page) => {
        await page.goto('/notices');
        await page.getByRole('button', { name: 'Add receiver' }).click();
        const form = page.getByRole('dialog', { name: 'Add a receiver' });
        await form.getByRole('button', { name: 'Add', exact: true }).click();
        await expect(form.getByText('Give it a name.')).toBeVisible();
      },
    ],
  },
  {
    of: 'what changed outside',
    role: 'security-administrator',
    steps: [
      async (page, console) => {
        await changeOutside(page, console, 'C00210');
        await page.goto('/access');
        await expect(page.getByRole('link', { name: /changes? from outside$/ })).toBeVisible({
          timeout: 30_000,
        });
      },
      async (page) => {
        await page.goto('/changes?kind=outside');
        await expect(page.getByRole('link', { name: /^Customer C00210, entity/ }).first()).toBeVisible();
      },
    ],
  },
  {
    of: 'records that are compared',
    role: 'security-administrator',
    steps: [
      async (page) => {
        await page.goto('/access?compare=records,Customer%2F10000,Customer%2F20000');
        await expect(panelOf(page).getByText('Copy access')).toBeVisible();
      },
    ],
  },
];

const panelOf = (page: Page) => page.getByRole('complementary', { name: /^(Compare|Map)$/ });

function signInAfter(search: string) {
  return async (page: Page): Promise<void> => {
    await page.goto(`/sign-in?${search}`);
    const role = search.startsWith('failed') ? 'alert' : 'status';
    await expect(page.getByRole('main').getByRole(role).first()).toBeVisible();
  };
}

async function withoutRole(page: Page, console: ConsoleProcess): Promise<void> {
  const [name = '', value = ''] = writeSession(console, 'demo', []).cookie.split('=');
  await page.context().addCookies([{ name, value, url: console.url }]);
  await page.goto('/access');
  await expect(page.getByRole('heading', { name: 'You have no role yet' })).toBeVisible();
}

/** Opens a panel of the page of journal lines, in place of the one before. */
function besideLines(button: string | RegExp) {
  return async (page: Page): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
}

/** Asks for a set and pauses it with its first assignment under way. */
async function pausedSet(page: Page, { control, url }: ConsoleProcess): Promise<string> {
  const cells = await opposites(page.request, url, ['C00200']);
  await control('DELETE', '/counters');
  await control('PUT', '/faults', [{ kind: 'slow', delayMs: 2_000, method: 'POST' }]);
  const id = await askForSet(page.request, url, cells, { reason: 'For the eyes of axe' });
  await expect.poll(() => control('GET', '/counters')).not.toMatchObject({ totalPosts: 0 });
  const paused = await page.request.post(`/api/changes/${id}/pause`, { headers: { Origin: url } });
  expect(paused.ok()).toBe(true);
  return id;
}

/** Has the service change an assignment by itself, and the console notice it. */
async function changeOutside(page: Page, { control, url }: ConsoleProcess, recordId: string): Promise<void> {
  const [cell] = await opposites(page.request, url, [recordId]);
  const headers = { Accept: 'application/json' };
  const status = async () =>
    matrixStatusSchema.parse(await (await page.request.get('/api/access/matrix', { headers })).json());
  const settled = { complete: true, loading: false };
  await expect.poll(status, { timeout: 30_000 }).toMatchObject(settled); // else there is nothing to compare with
  const { outside: before } = await status();
  await control('POST', '/outside-change', { ...cell, expected: undefined });
  expect((await page.request.post('/api/access/refresh', { headers: { Origin: url } })).ok()).toBe(true);
  await expect
    .poll(async () => (await status()).outside.count, { timeout: 30_000 })
    .toBeGreaterThan(before.count);
}
