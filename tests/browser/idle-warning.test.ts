import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { IdleWarning } from '@/components/session/idle-warning';
import { sessionQuery } from '@/lib/client/session/session';
import { backgroundHeader } from '@/lib/contract/request-headers';
import type { Session } from '@/lib/contract/session/session';
import { draw } from './draw';

const minute = 60_000;

/**
 * A page whose session may stay unused for half an hour, and ends for good in ten hours.
 * @param left ms until it ends.
 * @returns how often it has told that it is in use, which the console answers with another half hour.
 */
function openPage({ left = 30 * minute, isLimit = false } = {}) {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const session: Session = {
    user: { id: 'p', name: 'Dana', roles: ['auditor'] },
    ...{ signIn: 'demo', connections: [], accessReason: 'optional', demo: null },
    ...{ expiresAt: at(30 * minute), endsAt: at(600 * minute) },
  };
  let uses = 0;
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Headers }): Promise<Response> => {
    if (headers.get(backgroundHeader) === null) uses++;
    return Promise.resolve(Response.json(session));
  });
  const data = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const expiresAt = Date.now() + left;
  const clock = { expiresAt, endsAt: isLimit ? expiresAt : expiresAt + 600 * minute, idleMs: 30 * minute };
  data.setQueryData(sessionQuery().queryKey, { ...session, clock });
  draw(createElement(IdleWarning), { data });
  return { uses: () => uses };
}

const warning = () => page.getByRole('region', { name: 'End of the session' });
const stay = () => page.getByRole('button', { name: 'Stay signed in' });

it('tells the console now and then that somebody types on a page that asks for nothing', async () => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { uses } = openPage();
  const type = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  type();
  expect(uses()).toBe(0); // loading the page was use
  now += 3 * minute;
  type();
  type();
  await expect.poll(uses).toBe(1);
  await expect.element(warning()).not.toBeInTheDocument();
});

it('warns near the end, and goes on at a press', async () => {
  const { uses } = openPage({ left: minute });
  await expect.element(warning()).toBeVisible();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await stay().click();
  await expect.element(warning()).not.toBeInTheDocument();
  expect(uses()).toBe(1);
});

it('offers no press against the time limit, and can be hidden', async () => {
  openPage({ left: minute, isLimit: true });
  await expect.element(warning()).toBeVisible();
  await expect.element(stay()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Hide this' }).click();
  await expect.element(warning()).not.toBeInTheDocument();
});

it('warns inside an open dialog, where it can be reached', async () => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  onTestFinished(() => dialog.remove());
  dialog.showModal();
  openPage({ left: minute });
  await expect.element(stay()).toBeVisible();
  expect(dialog.contains(stay().element())).toBe(true);
  await stay().click();
  await expect.element(stay()).not.toBeInTheDocument();
  expect(dialog.open).toBe(true);
});
