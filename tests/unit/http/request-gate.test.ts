import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { RequestGate } from '@/lib/server/http/request-gate';

function newGate(loopbackOnly = false, log = pino({ level: 'silent' })): RequestGate {
  const publicUrl = new URL('http://localhost:3000');
  return new RequestGate({ publicUrl, trustProxy: false, loopbackOnly, log });
}

/** A server behind the gate; what it let in is kept. */
async function open(gate: RequestGate, host: string): Promise<{ port: number; seen: IncomingHttpHeaders[] }> {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    if (!gate.admit(request, response)) return;
    seen.push(request.headers);
    response.end();
  }).listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  return { port, seen };
}

it('only requests that came in here are answered', async () => {
  const gate = newGate();
  const { port, seen } = await open(gate, '127.0.0.1');
  await fetch(`http://127.0.0.1:${String(port)}/`, { headers: { 'x-console-entrance': 'another' } });
  const mark = String(seen[0]?.['x-console-entrance']);
  const asking = (headers: Record<string, string>) => () => {
    gate.check(new Headers(headers));
  };
  expect(asking({ 'x-console-entrance': mark })).not.toThrow();
  for (const headers of [{}, { 'x-console-entrance': 'another' }])
    expect(asking(headers as Record<string, string>)).toThrow(/Nothing was changed/);
});

it('where only this machine may ask, nobody from another address or past a proxy comes in, and is told why', async () => {
  const elsewhere = Object.values(networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === 'IPv4')?.address;
  const lines: string[] = [];
  const gate = newGate(true, pino({ base: null }, { write: (line) => void lines.push(line) }));
  const { port, seen } = await open(gate, '0.0.0.0');
  const here = `http://127.0.0.1:${String(port)}`;
  await fetch(here);
  expect([seen.length, lines]).toEqual([1, []]);
  process.stdout.write(`Asked from ${elsewhere ?? 'loopback only: this machine has no other address'}.\n`);
  const refused: [string, Record<string, string>][] = [
    [here, { 'X-Forwarded-For': '127.0.0.1' }],
    [here, { 'X-Real-IP': '127.0.0.1' }],
    [here, { Forwarded: 'for=127.0.0.1' }],
    ...(elsewhere === undefined
      ? []
      : [[`http://${elsewhere}:${String(port)}`, {}] satisfies [string, Record<string, string>]]),
  ];
  for (const [address, headers] of refused) {
    const response = await fetch(`${address}/api/health?secret=1`, { headers });
    expect([
      response.status,
      response.headers.get('Content-Type'),
      response.headers.get('X-Frame-Options'),
    ]).toEqual([403, 'application/problem+json', 'DENY']);
    const { detail, requestId } = (await response.json()) as { detail: string; requestId: string };
    expect(detail).toContain('for this machine alone');
    expect(JSON.parse(lines.pop() ?? '')).toMatchObject({
      requestId,
      path: '/api/health',
      code: 'forbidden',
    });
  }
  expect([seen.length, lines]).toEqual([1, []]);
});
