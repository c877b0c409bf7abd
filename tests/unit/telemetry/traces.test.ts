import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { openTraces } from '@/lib/server/telemetry/traces';
import { freePort } from '@/tests/support/console/console-process';

it('a receiver that is away is told once, by its setting, and requests are answered all the same', async () => {
  const said: unknown[] = [];
  const log = {
    warn: (...words: unknown[]) => said.push(words),
    info: (...words: unknown[]) => said.push(words),
  };
  const endpoint = `http://127.0.0.1:${String(await freePort())}`;
  const traces = await openTraces({ endpoint, headers: { 'x-key': 'secret' } }, log);
  const url = '/access?q=typed';
  const request = { url, method: 'GET', headers: { traceparent: 'no trace' } } as unknown as IncomingMessage; // what is read of one
  const response = Object.assign(new EventEmitter(), { statusCode: 200 }) as unknown as ServerResponse; // as above
  const work = () =>
    traces.verb({ method: 'GET', url: `http://page.invalid/api${url}` }, () => Promise.resolve(7));
  expect(await traces.request(request, response, work)).toBe(7);
  response.emit('close');
  await traces.close();
  expect(said).toEqual([
    [{ code: expect.any(String) as string }, 'Traces do not reach OTEL_EXPORTER_OTLP_ENDPOINT.'],
  ]);
});
