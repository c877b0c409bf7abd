import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { problemSchema } from '@/lib/contract/errors';
import { startReferenceService, type RunningReference } from '@/lib/reference/service';
import { connectionSettings } from '@/tests/support/console/connections-file';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { controlAt } from '@/tests/support/console/reference-service';
import { ask } from '@/tests/support/console/raw-request';
import { writeSession } from '@/tests/support/console/written-session';
import { isNightly } from '@/tests/support/run/nightly';

/** Reads of the three resources, and what of their answers must stay the same when they succeed at all. */
const reads: Record<string, (body: Record<string, unknown>) => unknown> = {
  // It passes rows on as they come, also one that the service sends twice.
  '/api/access?recordType=Customer': ({ value }) => [
    ...new Set((value as object[]).map((row) => JSON.stringify(row))),
  ], // the contract's rows
  '/api/journal?pageSize=25': ({ rows }) => rows,
  '/api/metadata': (body) => Object.keys(body).sort(),
};

const plain = (kind: string, more: object = {}): Record<string, unknown> => ({
  kind,
  resource: 'any',
  ...more,
});
/** Those that bound memory and time. */
const heavy = [
  plain('slow', { delayMs: 600_000 }),
  plain('hang'),
  plain('dropAfter'),
  plain('truncate', { variant: 'json' }),
  plain('hugeBody'),
  plain('gzipBomb', { megabytes: 8_192 }),
  plain('repeatNextLink'),
  plain('dtdBomb'),
];
/** All the others, which the tests of the way to the service meet one by one. */
const others = [
  ...[400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504].map((status) => plain('status', { status })),
  plain('status', { status: 503, retryAfter: 'absurd' }),
  plain('status', { status: 500, body: 'html' }),
  plain('slow', { slowBytes: 20 }),
  plain('dropBefore'),
  plain('truncate', { variant: 'framing' }),
  plain('html200'),
  plain('empty200'),
  plain('badUtf8'),
  ...['shape', 'number', 'types', 'nullRow'].map((variant) => plain('wrongJson', { variant })),
  plain('duplicateRows', { rows: 5 }),
  plain('foreignNextLink', { variant: 'origin' }),
  plain('foreignNextLink', { variant: 'path' }),
  plain('redirect', { location: 'http://127.0.0.2:9/elsewhere' }),
  plain('vanish'),
  plain('refuse', { ms: 60_000 }),
];

/**
 * Megabytes that answers of a service, however large or deep, may add to the memory of the console: the three reads take
 * two pages of 256 and a document of 32 at most, each held twice while it grows, and the console needs some for itself. A
 * machine that is slow, or busy, receives less in the time that a read has.
 */
const mostGrowth = 1_200;

let cookie = '';

const read = (path: string, connection: string) =>
  ask(running.url, `${path}${path.includes('?') ? '&' : '?'}connection=${connection}`, {
    headers: { cookie },
  });

/** Has the lines read anew, and asks for some once that has ended: the copy before would answer without the service. */
async function readLinesAnew(path: string, connection: string): ReturnType<typeof read> {
  const headers = { cookie, origin: running.url };
  const refresh = `/api/journal/refresh?connection=${connection}`;
  expect((await ask(running.url, refresh, { method: 'POST', headers })).status).toBe(202);
  for (;;) {
    const answer = await read(path, connection);
    if (answer.status !== 200 || !answer.text.includes('"refreshing":true')) return answer;
    await wait(50);
  }
}

/** What a read ended in: a code of the contract, or `ok` with what it brought. Fails when it does not end. */
async function outcomeOf(path: string, connection: string): Promise<{ code: string; brought: unknown }> {
  const late = new Promise<never>((_, fail) =>
    setTimeout(() => fail(new Error(`${path} did not end.`)), 40_000).unref(),
  );
  const asking = path.startsWith('/api/journal') ? readLinesAnew(path, connection) : read(path, connection);
  const answer = await Promise.race([asking, late]);
  // A list is sent on while it is read, so a failure after its second page can only break it off.
  if (answer.status === 200 && path.startsWith('/api/access') && !answer.text.endsWith('"complete":true}'))
    return { code: 'service-broke-off', brought: null };
  if (answer.status === 200) {
    const body = JSON.parse(answer.text) as Record<string, unknown> & { stale?: { code: string } }; // by the contract
    return { code: body.stale?.code ?? 'ok', brought: body.stale ? null : reads[path]?.(body) };
  }
  expect(answer.headers['content-type'], answer.text).toBe('application/problem+json');
  const { code, detail } = problemSchema.parse(JSON.parse(answer.text));
  expect(detail).not.toMatch(/127\.0\.0|https?:|<[a-z!]|\bat .+:\d+:\d+/i);
  return { code, brought: null };
}

async function outcomes(connection: string) {
  const all = await Promise.all(
    Object.keys(reads).map(async (path) => [path, await outcomeOf(path, connection)] as const),
  );
  return Object.fromEntries(all);
}

/** Peak of the process's memory in megabytes since `forgetPeak`, by the kernel's own count. */
function peakOf({ pid }: ConsoleProcess): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

function forgetPeak({ pid }: ConsoleProcess): void {
  writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
}

/** A service, and it again for whoever waits long; and one that no test of the service answers for. */
let service: RunningReference;
let running: ConsoleProcess;
let monster: RequestListener = (_, response) => void response.end();
const monsters: Server = createServer((request, response) => {
  response.on('error', () => undefined);
  request.socket.on('error', () => undefined);
  monster(request, response);
});
beforeAll(async () => {
  service = await startReferenceService({ size: 'records=90,entities=6,lines=60', stateFile: null });
  await once(monsters.listen(0, '127.0.0.1'), 'listening');
  const { port } = monsters.address() as AddressInfo; // a listening server has one
  const place = { ...service, baseUrl: `http://127.0.0.1:${String(port)}` };
  const settings = connectionSettings([
    { label: 'Service', place: service, timeoutSeconds: 2, concurrency: 10 },
    { label: 'Patient', place: service, timeoutSeconds: 110, concurrency: 2 }, // as long as a test may take
    { label: 'Monster', place, timeoutSeconds: 3 },
  ]);
  running = await startConsole(settings);
  ({ cookie } = writeSession(running, 'demo', ['auditor']));
});
afterAll(async () => {
  await running.stop();
  monsters.closeAllConnections();
  monsters.close();
  await service.close();
});

const control = (path: string, body: unknown) => controlAt(service.controlUrl).control('PUT', path, body);

afterEach(() => {
  expect(running.output()).not.toMatch(/unhandled|uncaught|heap out of memory/i);
});

const title =
  'whatever the service answers, each read ends in a typed failure or in the truth, in bounded memory, and recovers';

it(title, async () => {
  await control('/modes', { pageSize: 20 });
  const truth = await outcomes('service');
  expect(Object.values(truth).map(({ code }) => code)).toEqual(['ok', 'ok', 'ok']);
  expect(JSON.stringify(truth).length).toBeGreaterThan(2_000); // there is something to be true about
  forgetPeak(running);
  const before = peakOf(running);
  for (const fault of isNightly ? [...heavy, ...others] : heavy) {
    const what = JSON.stringify(fault);
    await control('/faults', [fault]);
    const met = await outcomes('service');
    for (const [path, { code, brought }] of Object.entries(met)) {
      if (code === 'ok') expect(brought, `${path} under ${what}`).toEqual(truth[path]?.brought);
      else expect(code, `${path} under ${what}`).toMatch(/^(service-[a-z-]+|rejected)$/);
    }
    if (!['duplicateRows', 'slow'].includes(String(fault.kind)))
      expect(Object.values(met).filter(({ code }) => code !== 'ok').length, what).toBeGreaterThan(0);
    await control('/faults', []);
    await expect
      .poll(() => outcomes('service'), { message: `after ${what}`, timeout: 20_000 })
      .toEqual(truth);
  }
  expect(peakOf(running) - before).toBeLessThan(mostGrowth);
});

it('pages that nobody waits for any more keep no request to the service open', async () => {
  const said = running.output().length;
  await control('/faults', [plain('slow', { delayMs: 600_000 })]);
  const leave = () =>
    ask(running.url, '/metadata?connection=patient', { headers: { cookie }, hangUpMs: 300 });
  await Promise.all(Array.from({ length: 6 }, leave));
  await control('/faults', []);
  const started = performance.now();
  expect((await read('/api/metadata', 'patient')).status).toBe(200);
  expect(performance.now() - started).toBeLessThan(60_000); // by then the others would not have ended
  expect(running.output().slice(said)).not.toMatch(/"level":"?(error|50)/);
});

it('a service that ignores filters is answered rightly all the same', async () => {
  await control('/modes', { ignoreFilter: true, ignoreOptions: true, pageSize: 50 });
  const parsed = async (path: string): Promise<unknown> => JSON.parse((await read(path, 'service')).text);
  const { rows, total } = (await parsed('/api/journal?filter=EntryType~eq~Transfer&pageSize=500')) as {
    rows: { EntryType: string }[];
    total: number;
  }; // the contract of the journal
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ EntryType }) => EntryType === 'Transfer')).toBe(true);
  expect(total).toBe(rows.length);
  const { value, filterIgnored } = (await parsed('/api/access?recordType=Customer')) as {
    value: { recordType: string }[];
    filterIgnored: boolean;
  }; // as above
  expect(value.length).toBeGreaterThan(0);
  expect(value.every(({ recordType }) => recordType === 'Customer')).toBe(true);
  expect(filterIgnored).toBe(true);
});

const deep = 5_000_000;
const kinds: [string, RequestListener][] = [
  ['JSON five million levels deep', (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(deep))],
  ['JSON five million objects deep', (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(`{"value":[${'{"a":'.repeat(deep / 5)}1${'}'.repeat(deep / 5)}]}`)],
  ['XML a million levels deep', (_, response) => void response.writeHead(200, { 'content-type': 'application/xml' }).end(`${'<a>'.repeat(deep / 5)}${'</a>'.repeat(deep / 5)}`)],
  ['XML that never ends', (_, response) => endless(response, '<a b="c">')],
  ['members that reach for the prototype', (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"value":[{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}],"__proto__":{"value":[]}}')],
  ['headers without end', (_, response) => { response.socket?.write('HTTP/1.1 200 OK\r\n'); endlessRaw(response, `x-a: ${'y'.repeat(1_000)}\r\n`); }],
]; // prettier-ignore

function endless(response: Parameters<RequestListener>[1], piece: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' });
  const chunk = piece.repeat(7_000);
  const more = (): void => void (response.destroyed || response.write(chunk, () => setImmediate(more)));
  more();
}

function endlessRaw(response: Parameters<RequestListener>[1], piece: string): void {
  const { socket } = response;
  const more = (): void =>
    void (socket && !socket.destroyed && socket.write(piece, () => setImmediate(more)));
  more();
}

it('what no service sends by mistake ends as well, in bounded memory, and harms nobody else', async () => {
  await outcomes('monster');
  for (const [name, answer] of kinds) {
    monster = answer;
    forgetPeak(running);
    const before = peakOf(running);
    const reading = outcomes('monster');
    const elsewhere = await ask(running.url, '/api/session', { headers: { cookie } });
    expect(elsewhere.status, name).toBe(200);
    for (const [path, { code }] of Object.entries(await reading))
      expect(code, `${path}: ${name}`).toMatch(/^service-/);
    expect(peakOf(running) - before, name).toBeLessThan(mostGrowth);
  }
  expect((await ask(running.url, '/api/session', { headers: { cookie } })).text).not.toContain('admin');
});
