import { createServer, type Server } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { connectionListSchema, type ConnectionTest } from '@/lib/contract/connections';
import { listConnections } from '@/lib/server/services/connections/list-connections';
import { testConnection } from '@/lib/server/services/connections/test-connection';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { selfSigned } from '@/tests/support/console/test-certificate';

let scenario: Scenario;
let server: Server | undefined;

afterEach(async () => {
  await scenario.close();
  server?.close();
  server = undefined;
});

const test = () => testConnection({ ctx: scenario.context('auditor'), input: {} });
const results = ({ steps }: ConnectionTest) => steps.map(({ step, result }) => `${step} ${result}`);
const detailOf = ({ steps }: ConnectionTest, wanted: string) =>
  steps.find(({ step }) => step === wanted)?.detail ?? '';
const listed = async () => {
  const answer = await listConnections({ ctx: scenario.context('accountant'), input: {} });
  const [only] = connectionListSchema.parse(answer).value;
  if (only === undefined) throw new Error('There is no connection.');
  return only;
};

it('tries each step with its time, and then knows what the service does', async () => {
  scenario = await startScenario();
  expect(await listed()).toMatchObject({
    health: { isUp: false, lastAnswerAt: null },
    abilities: { pages: null, limits: null },
    budget: { inLastMinute: 0, perMinute: 60_000 },
  });
  const found = await test();
  expect(results(found)).toEqual([
    'address passed',
    'certificate skipped',
    'token skipped',
    'metadata passed',
    'assignments passed',
    'lines passed',
  ]);
  expect(found.steps.every(({ ms, result }) => (ms === null) === (result === 'skipped'))).toBe(true);
  expect(detailOf(found, 'lines')).toBe('One row came.');
  expect(await listed()).toMatchObject({
    health: { isUp: true, lastFailure: null },
    abilities: { limits: true },
    drift: 0,
    budget: { inLastMinute: 3, inFlight: 0 },
  });
});

it('stops where nothing listens, and says so without the credentials', async () => {
  const secret = 'secret-of-this-test';
  scenario = await startScenario({
    settings: { auth: { mode: 'basic', username: 'ann', password: secret } },
  });
  await scenario.reference.close();
  const found = await test();
  expect(results(found).slice(0, 2)).toEqual(['address failed', 'certificate skipped']);
  expect(detailOf(found, 'address')).toMatch(/refused the connection/);
  expect(detailOf(found, 'lines')).toMatch(/^Not tried/);
  expect(JSON.stringify(found)).not.toContain(secret);
  expect((await listed()).health.isUp).toBe(false);
});

it('stops at a certificate that nobody vouches for', async () => {
  server = createServer(selfSigned()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  scenario = await startScenario({ settings: { baseUrl: `https://localhost:${String(port)}` } });
  const found = await test();
  expect(results(found).slice(0, 3)).toEqual(['address passed', 'certificate failed', 'token skipped']);
  expect(detailOf(found, 'certificate')).toMatch(/SELF_SIGNED/);
});

it('asks for a new token each time, so that a secret that has ended is found', async () => {
  const secret = 'secret-of-this-test';
  scenario = await startScenario({
    auth: { mode: 'bearer', clientId: 'console', clientSecret: secret },
    settings: ({ tokenUrl }) => ({
      auth: { mode: 'client-credentials', clientId: 'console', clientSecret: secret, tokenUrl, scope: 'any' },
    }),
  });
  expect(results(await test())).toContain('token passed');
  await scenario.faults({ kind: 'status', resource: 'token', status: 401 });
  const found = await test();
  expect(results(found).slice(2, 4)).toEqual(['token failed', 'metadata skipped']);
  expect(JSON.stringify(found)).not.toContain(secret);
});

it('goes on past a set that fails, and says which', async () => {
  scenario = await startScenario({ size: 'records=5,entities=3,lines=0' });
  await scenario.faults({ kind: 'status', resource: 'security', status: 403 });
  const found = await test();
  expect(results(found).slice(3)).toEqual(['metadata passed', 'assignments failed', 'lines passed']);
  expect(detailOf(found, 'lines')).toBe('The service answered, and lists no row.');
  expect((await listed()).health.lastFailure).not.toBeNull();
});

it('learns from requests what the service does: filters, pages, one row', async () => {
  scenario = await startScenario();
  const { upstream } = scenario.connection;
  const read = async (entityId?: string) => {
    for await (const _ of upstream.readSecurity(entityId === undefined ? {} : { entityId }));
  };
  await read();
  expect((await listed()).abilities).toMatchObject({ filters: null, pages: false });
  await read('100');
  expect((await listed()).abilities.filters).toBe(true);
  await scenario.control('PUT', '/modes', { ignoreOptions: ['$top'], ignoreFilter: true, pageSize: 50 });
  expect(detailOf(await test(), 'assignments')).toBe('50 rows came, though one was asked for.');
  await read();
  await read('100');
  expect((await listed()).abilities).toMatchObject({ filters: false, pages: true, limits: false });
});
