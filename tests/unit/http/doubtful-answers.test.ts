import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { callApi, mayHaveArrived } from '@/lib/client/api';

let server: Server | undefined;
afterEach(() => server?.close());

/** What a page makes of an answer to a write. */
async function failure(answer: (response: ServerResponse) => void): Promise<unknown> {
  server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has one
  return callApi(`http://127.0.0.1:${String(port)}/`, { method: 'POST' }).then(
    () => 'no failure',
    (error: unknown) => error,
  );
}

const problem = (status: number, code: string) => (response: ServerResponse) =>
  response
    .writeHead(status, { 'content-type': 'application/problem+json' })
    .end(JSON.stringify({ title: 'No', status, code, detail: 'No.', requestId: 'r' }));

it.each<[string, (response: ServerResponse) => void]>([
  ['a proxy’s own page', (response) => response.writeHead(502).end('<h1>Bad Gateway</h1>')],
  ['a proxy that waited in vain', (response) => response.writeHead(504).end()],
  ['a fault of the console, maybe after it was done', problem(500, 'internal')],
  [
    'an answer that broke off',
    (response) => {
      response.writeHead(202, { 'content-length': '50' }).write('{"id":"');
      setTimeout(() => response.destroy(), 20);
    },
  ],
  ['no answer', (response) => response.destroy()],
])('%s leaves open whether it was done', async (_, answer) => {
  expect(mayHaveArrived(await failure(answer))).toBe(true);
});

it('the console says so itself where its database broke off while it was writing', async () => {
  const body = { title: 'No', status: 503, code: 'ledger-unavailable', detail: 'Maybe.', requestId: 'r' };
  const error = await failure((response) =>
    response.writeHead(503).end(JSON.stringify({ ...body, mayBeDone: true })),
  );
  expect(mayHaveArrived(error)).toBe(true);
});

it('a refusal in the console’s own words is none of these', async () => {
  for (const [status, code] of [
    [409, 'conflict'],
    [403, 'forbidden'],
    [503, 'ledger-unavailable'],
  ] as const)
    expect(mayHaveArrived(await failure(problem(status, code)))).toBe(false);
});

it('a proxy’s page is not taken for a form of the console that this page is too old for', async () => {
  const error = await failure((response) => response.writeHead(502).end('<h1>Bad Gateway</h1>'));
  expect(error).toMatchObject({ problem: { title: 'The console did not answer', status: 502 } });
});
