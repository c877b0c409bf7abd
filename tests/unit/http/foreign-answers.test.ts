import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ChangeSetView } from '@/components/changes/set/change-set-view';
import { notEndedInWords } from '@/components/session/use-end-sessions';
import {
  ApiError,
  askedWhile,
  callApi,
  callApiForBytes,
  callApiForFile,
  mayHaveArrived,
  subscribeSignedOut,
} from '@/lib/client/api';
import { errorStatus } from '@/lib/contract/error-codes';
import { ChangeSetRegister } from '@/lib/client/changes/change-set-register';
import { answeringStore, cell, setIs, settled } from '@/tests/support/browser/answering-store';
import { addressed } from '@/tests/support/addressed';

/* What stands between a page and the console answers by itself: a real server, in its own words and in HTML. */

async function serverOf(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`; // a listening server has one
}

const page = { 'content-type': 'text/html' };

async function failureOf(asked: Promise<unknown>): Promise<ApiError> {
  const failure: unknown = await asked.then(() => 'no failure', (error: unknown) => error); // prettier-ignore
  if (failure instanceof ApiError) return failure;
  throw new Error(`It is no ApiError: ${String(failure)}`);
}

const elsewhere = async (): Promise<string> =>
  serverOf((_, response) => response.writeHead(200, page).end('<h1>Sign in</h1>'));

it.each<[number, RegExp]>([
  [403, /did not let.*Reload the page in case it asks you to sign in/],
  [404, /does not know this address/],
  [413, /too large.*smaller file/],
  [414, /address as too long.*shorter filter/],
  [429, /Wait a minute/],
])('a page with the status %i is told as what it is, and that nothing was changed', async (status, words) => {
  const url = await serverOf((_, response) => response.writeHead(status, page).end('<h1>No</h1>'));
  const error = await failureOf(callApi(url, { method: 'POST', body: {} }));
  const { detail } = error.problem;
  expect(error.problem).toMatchObject({ code: 'internal', status }); // none that the page acts on
  expect(detail).toMatch(words);
  expect(detail).toContain(`(${String(status)})`);
  expect(detail).toContain('Nothing was changed.');
  expect(detail).not.toContain('older than the console');
  expect(mayHaveArrived(error)).toBe(false);
});

const signIns: [string, () => Promise<RequestListener>][] = [
  [
    'a redirect to another origin',
    async () => {
      const location = await elsewhere();
      return (_, response) => response.writeHead(302, { location }).end();
    },
  ],
  [
    'a redirect within the console’s address',
    () => Promise.resolve((_, response) => response.writeHead(302, { location: '/oauth2/start' }).end()),
  ],
  ['a page in place of an answer', () => Promise.resolve((_, response) => response.writeHead(200, page).end('<h1>Sign in</h1>'))], // prettier-ignore
  ['a 401 of a proxy', () => Promise.resolve((_, response) => response.writeHead(401, page).end('<h1>Who?</h1>'))], // prettier-ignore
];

it.each(signIns)('%s asks for a new sign-in, whatever was asked for', async (_, answer) => {
  const url = await serverOf(await answer());
  const heard: [boolean, boolean][] = [];
  onTestFinished(subscribeSignedOut((wasChange, isAtProxy) => heard.push([wasChange, isAtProxy])));
  for (const ask of [
    () => callApi(url),
    () => callApi(url, { method: 'POST', body: {} }),
    () => callApiForBytes(url, {}),
    () => callApiForFile(url, {}),
  ]) {
    const error = await failureOf(ask());
    expect(error.problem).toMatchObject({ code: 'signed-out', title: 'Sign in again' });
    expect(error.problem.detail).toMatch(/Nothing was changed\. Reload the page/);
    expect([error.unreachable, mayHaveArrived(error)]).toEqual([false, false]);
  }
  expect(heard.every(([, isAtProxy]) => isAtProxy)).toBe(true);
  expect(heard.filter(([wasChange]) => wasChange)).toHaveLength(1);
});

it('a refusal of the console is its own, also where it is about the sign-in or the size', async () => {
  for (const code of ['signed-out', 'too-large', 'forbidden'] as const) {
    const body = { title: 'No', status: errorStatus[code], code, detail: 'No.', requestId: 'r' };
    const url = await serverOf((_, response) =>
      response
        .writeHead(errorStatus[code], { 'content-type': 'application/problem+json' })
        .end(JSON.stringify(body)),
    );
    const heard: boolean[] = [];
    const stop = subscribeSignedOut((_, isAtProxy) => heard.push(isAtProxy));
    expect((await failureOf(callApi(url))).problem.detail).toBe('No.');
    stop();
    expect(heard).toEqual(code === 'signed-out' ? [false] : []);
  }
});

/* What a page does when the console itself says 403 or 404 it must not do when something in between says it. */

async function refusedBetween(status: number): Promise<ApiError> {
  const url = await serverOf((_, response) => response.writeHead(status, page).end('<h1>No</h1>'));
  return failureOf(callApi(url, { method: 'POST', body: {} }));
}

it('a session that a proxy kept from being ended is not told as ended', async () => {
  const person = { id: 'dana', name: 'Dana', roles: [] };
  const words = notEndedInWords(await refusedBetween(404), { person });
  expect(words).toMatchObject({ kind: 'problem', title: 'Nothing was ended' });
  expect(words?.detail).toContain('does not know this address');
  expect(notEndedInWords(await refusedBetween(502), { person })?.title).toMatch(/not known/);
});

it('a running change set is not forgotten because a proxy does not know its address', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const refusal = await refusedBetween(404);
  const answers = [() => Promise.reject(refusal), () => Promise.resolve(setIs('done'))];
  const register = new ChangeSetRegister(() => answers.shift()?.() ?? expect.fail());
  const said: unknown[] = [];
  register.subscribe((_, { set, hasJustEnded }) => said.push([set?.state, hasJustEnded]));
  register.expect('main', 'set');
  register.take('main', [], performance.now() + 1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(said).toEqual([['done', true]]);
});

it.each([403, 404])('after a lost answer the page goes on asking through a %i of a proxy', async (code) => {
  const { store, posts, looks } = answeringStore();
  const done = store.edits.switch(cell, false);
  posts[0]?.fail(await refusedBetween(502));
  await settled();
  posts[1]?.fail(await refusedBetween(code));
  await settled();
  expect(looks.at(-1)).toBe('unanswered granted');
  posts[2]?.answer({ outcome: 'applied', changeId: 's' });
  await done;
  expect(looks.at(-1)).toBe('settled granted');
});

it('a switch that a proxy refused was not made, and is not sent again', async () => {
  const { store, posts, looks } = answeringStore();
  const done = store.edits.switch(cell, false);
  posts[0]?.fail(await refusedBetween(403));
  await done;
  expect([looks.at(-1)?.split(' ')[0], posts.length]).toEqual(['refused', 1]);
});

it('a question that a firewall refused once is asked again', async () => {
  const refusal = await refusedBetween(403);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let asked = 0;
  const queryFn = () => (asked++ === 0 ? Promise.reject(refusal) : Promise.resolve('rows'));
  const observer = new QueryObserver(client, { queryKey: ['rows'], queryFn, enabled: askedWhile(true) });
  onTestFinished(observer.subscribe(() => undefined));
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
  await client.refetchQueries();
  expect(observer.getCurrentResult().data).toBe('rows');
});

it('a change set whose address a proxy does not know is not told as one that there is not', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  const refusal = await refusedBetween(404);
  const queryFn = () => Promise.reject(refusal);
  await client.prefetchQuery({ queryKey: ['changes', 'set', 'one'], queryFn });
  const view = createElement(ChangeSetView, { id: 'one', mayChange: false });
  const page = createElement(QueryClientProvider, { client }, view);
  const html = renderToString(addressed(page));
  expect(html).toContain('The console was not found');
  expect(html).not.toContain('There is no such change');
});
