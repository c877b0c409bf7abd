import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { errorStatus } from '@/lib/contract/error-codes';
import {
  ApiError,
  callApi,
  callApiForBytes,
  callApiForFile,
  mayHaveArrived,
  subscribeSignedOut,
} from '@/lib/client/api';

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

it.each<[number, keyof typeof errorStatus, RegExp]>([
  [400, 'invalid-request', /shorter filter/],
  [403, 'forbidden', /did not let.*Reload the page in case it asks you to sign in/],
  [404, 'not-found', /does not know this address/],
  [413, 'too-large', /too large.*smaller file/],
  [414, 'too-large', /address as too long.*shorter filter/],
  [429, 'rate-limited', /Wait a minute/],
  [431, 'too-large', /address or the cookies as too long/],
])(
  'a page with the status %i is told as what it is, and that nothing was changed',
  async (status, code, words) => {
    const url = await serverOf((_, response) => response.writeHead(status, page).end('<h1>No</h1>'));
    const error = await failureOf(callApi(url, { method: 'POST', body: {} }));
    const { detail } = error.problem;
    expect(error.problem).toMatchObject({ code, status });
    expect(detail).toMatch(words);
    expect(detail).toContain(`(${String(status)})`);
    expect(detail).toContain('Nothing was changed.');
    expect(detail).not.toContain('older than the console');
    expect(mayHaveArrived(error)).toBe(false);
  },
);

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
