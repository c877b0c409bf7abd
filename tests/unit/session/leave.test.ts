import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/* What a page does when it hears that nobody is signed in. */

let answer: () => Promise<Response>;
let went: string[];
beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules(); // whether the browser is on its way out is remembered in the module
  went = [];
  const location = { pathname: '/changes', search: '?q=1', hash: '', assign: (to: string) => went.push(to) };
  vi.stubGlobal('window', { location, addEventListener: () => undefined });
  vi.stubGlobal('fetch', () => answer());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const refusal = {
  title: 'No',
  status: 401,
  code: 'signed-out',
  detail: 'No.',
  requestId: 'request-1',
} as const;
const nobody = () => Promise.resolve(Response.json(refusal, { status: 401 }));
const somebody = () =>
  Promise.resolve(
    Response.json({
      user: { id: 'ann', name: 'Ann', roles: ['auditor'] },
      signIn: 'demo',
      connections: [],
      expiresAt: '2099-01-01T00:00:00Z',
      endsAt: '2099-01-01T00:00:00Z',
    }),
  );

/** A part of the page is refused, and would be answered from then on. @returns what became of it. */
async function leave(wasWish: boolean) {
  const { ApiError } = await import('@/lib/client/api');
  const { leaveUnlessSignedIn } = await import('@/components/session/leave');
  const { toastStore } = await import('@/components/ui/toast-store');
  const client = new QueryClient();
  let asked = 0;
  const queryFn = () => (asked++ === 0 ? Promise.reject(new ApiError(refusal)) : Promise.resolve('rows'));
  const observer = new QueryObserver(client, { queryKey: ['rows'], queryFn, retry: false });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().isError).toBe(true);
  void leaveUnlessSignedIn(client, wasWish);
  await vi.advanceTimersByTimeAsync(1_000);
  const shown = observer.getCurrentResult().data;
  stop();
  client.clear();
  return { shown, told: toastStore.read().map(({ title }) => title) };
}

it('goes to the sign-in page, and leads back to where it was', async () => {
  answer = nobody;
  expect(await leave(true)).toEqual({ shown: undefined, told: [] });
  expect(went).toEqual(['/sign-in?next=%2Fchanges%3Fq%3D1&ended=1']);
});

it('stays where another tab has signed somebody in meanwhile, and asks anew what was refused', async () => {
  answer = somebody;
  expect(await leave(false)).toEqual({ shown: 'rows', told: [] });
  expect(went).toEqual([]);
});

it('says then that what was asked for was not done', async () => {
  answer = somebody;
  expect(await leave(true)).toEqual({ shown: 'rows', told: ['It was not done'] });
});

it('does not call a session ended because the console does not answer', async () => {
  answer = () => Promise.reject(new TypeError('fetch failed'));
  expect(await leave(false)).toEqual({ shown: undefined, told: [] });
  expect(went).toEqual([]);
});
