import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/* What a page does when it hears that nobody is signed in, or somebody else than it was made for. */

let answer: () => Promise<Response>;
let asked: RequestInit[];
let went: string[];
let notes: Map<string, string>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules(); // whether the browser is on its way out is remembered in the module
  went = [];
  notes = new Map();
  const location = {
    pathname: '/changes',
    search: '?q=1',
    hash: '',
    assign: (to: string) => went.push(to),
    reload: () => went.push('here, anew'),
  };
  vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => notes.set(key, value) });
  vi.stubGlobal('window', { location, addEventListener: () => undefined });
  asked = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    asked.push(init);
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules(); // other files of this worker begin without whom a page was made for
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
async function leave(wasChange: boolean) {
  const { ApiError } = await import('@/lib/client/api');
  const { lookWhoIsSignedIn } = await import('@/components/session/who-is-signed-in');
  const { toastStore } = await import('@/components/ui/feedback/toast-store');
  const client = new QueryClient();
  let asked = 0;
  const queryFn = () => (asked++ === 0 ? Promise.reject(new ApiError(refusal)) : Promise.resolve('rows'));
  const observer = new QueryObserver(client, { queryKey: ['rows'], queryFn, retry: false });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().isError).toBe(true);
  void lookWhoIsSignedIn(client, wasChange);
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

describe('a page that was made for one person', () => {
  const madeFor = (id: string) =>
    vi.stubGlobal('document', {
      querySelector: (selector: string) => (selector === 'meta[name="page-person"]' ? { content: id } : null),
    });
  const headers = (): Headers[] => asked.map(({ headers: sent }) => new Headers(sent));

  it('names them in each request, but not where it asks who is signed in', async () => {
    madeFor('ann');
    answer = somebody;
    const { callApi } = await import('@/lib/client/api');
    const { sessionQuery } = await import('@/lib/client/session/session');
    await callApi('/api/x');
    await new QueryClient().fetchQuery(sessionQuery());
    expect(headers().map((sent) => sent.get('X-Page-Person'))).toEqual(['ann', null]);
  });

  it('stays for them, and names them still when the document says another name', async () => {
    madeFor('ann');
    answer = somebody;
    expect(await leave(false)).toEqual({ shown: 'rows', told: [] });
    madeFor('bob');
    const { callApi } = await import('@/lib/client/api');
    await callApi('/api/x');
    expect([headers().at(-1)?.get('X-Page-Person'), went]).toEqual(['ann', []]);
  });

  it.each([
    [false, ''],
    [true, 'change lost'],
  ])(
    'is loaded anew for another one, asks nothing more, and leaves word (a wish: %s)',
    async (wasChange, note) => {
      madeFor('bob');
      answer = somebody;
      expect(await leave(wasChange)).toEqual({ shown: undefined, told: [] });
      expect([went, [...notes.values()]]).toEqual([['here, anew'], [note]]);
    },
  );
});
