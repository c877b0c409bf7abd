import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { pageSignal, withSignal } from '@/lib/server/http/page-signal';

it('tells whatever draws a page when nobody waits for it any more', async () => {
  const signals: AbortSignal[] = [];
  const server = createServer((request, response) => {
    withSignal(response, () => {
      signals.push(pageSignal());
      response.write('begun');
      if (request.url === '/whole') response.end();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const ask = async (path: string) => {
    const request = get({ port, path, agent: false }).on('error', () => undefined);
    await once(request, 'response');
    return request;
  };
  const whole = await ask('/whole');
  await once(whole, 'close');
  const left = await ask('/left');
  left.destroy();
  await expect.poll(() => signals[1]?.aborted).toBe(true);
  expect(signals[0]?.aborted).toBe(false);
});
