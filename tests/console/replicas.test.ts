import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessRowsSchema } from '@/lib/contract/access/access';
import { problemSchema } from '@/lib/contract/errors';
import { sessionListSchema } from '@/lib/contract/session/session';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { EventReader } from '@/tests/support/console/event-reader';
import { CookieJar, passProvider, visit } from '@/tests/support/oidc/oidc-dance';
import { startOpenIdProvider, type TestProvider } from '@/tests/support/oidc/openid-provider';
import { databaseOn, onServer } from '@/tests/support/database/test-database';

const server = process.env.TEST_POSTGRES_URL ?? '';

let provider: TestProvider;
/** Two consoles behind one address, on one database. */
let one: ConsoleProcess;
let two: ConsoleProcess;
let databaseName = '';
let dropDatabase: () => Promise<void>;

beforeAll(async () => {
  provider = await startOpenIdProvider();
  provider.users.set('ann', { name: 'Ann', roles: ['security-administrator'] });
  provider.users.set('bob', { name: 'Bob', roles: ['auditor'] });
  provider.users.set('cara', { name: 'Cara', roles: ['security-administrator'] });
  const database = await databaseOn(server);
  databaseName = new URL(database.url).pathname.slice(1);
  dropDatabase = database.drop;
  const settings = {
    ...provider.settings,
    DATABASE_URL: database.url,
    PUBLIC_URL: 'http://localhost:4000', // of the balancer that a person would see
  };
  [one, two] = await Promise.all([startConsole(settings), startConsole(settings)]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await provider.goDown();
  await dropDatabase();
});

/** Signs in by beginning at one replica and coming back to the other, as without sticky sessions. */
async function signInAcross(from: ConsoleProcess, to: ConsoleProcess, sub: string): Promise<string> {
  const jar = new CookieJar();
  const start = await visit(`${from.url}/api/session/oidc/start`, jar);
  const back = await passProvider(new URL(start.headers.get('location') ?? ''), sub);
  await visit(new URL(back.pathname + back.search, to.url), jar);
  return `mem-session=${jar.get('mem-session') ?? ''}`;
}

const read = (replica: ConsoleProcess, path: string, cookie: string) =>
  fetch(`${replica.url}${path}`, { headers: { cookie } });

const end = (replica: ConsoleProcess, path: string, cookie: string) =>
  fetch(`${replica.url}${path}`, { method: 'DELETE', headers: { cookie, Origin: 'http://localhost:4000' } });

const codeOf = async (response: Response) => problemSchema.parse(await response.json()).code;

it('a sign-in begun at one replica ends at the other, and is known to both', async () => {
  const cookie = await signInAcross(one, two, 'ann');
  for (const replica of [one, two]) expect((await read(replica, '/api/session', cookie)).status).toBe(200);
});

it('signing out at one replica holds at the other with the next request', async () => {
  const cookie = await signInAcross(two, one, 'bob');
  expect((await read(two, '/api/session', cookie)).status).toBe(200);
  expect((await end(one, '/api/session', cookie)).status).toBe(200);
  expect(await codeOf(await read(two, '/api/session', cookie))).toBe('signed-out');
});

it("an administrator's revocation at one replica holds at the other with the next request", async () => {
  const [admin, first, second] = [
    await signInAcross(one, one, 'ann'),
    await signInAcross(one, two, 'bob'),
    await signInAcross(two, one, 'bob'),
  ];
  const everyone = await read(one, '/api/sessions?whose=everyone', admin);
  const { value } = sessionListSchema.parse(await everyone.json());
  const bob = value.find(({ person }) => person.name === 'Bob')?.person.id ?? '';
  expect((await end(two, `/api/sessions?person=${bob}`, admin)).status).toBe(200);
  for (const cookie of [first, second]) {
    for (const replica of [one, two])
      expect(await codeOf(await read(replica, '/api/session', cookie))).toBe('signed-out');
  }
});

it('a role taken away at a later sign-in is gone in the older session too', async () => {
  const older = await signInAcross(one, one, 'bob');
  expect((await read(two, '/api/access/matrix', older)).status).toBe(200);
  provider.users.set('bob', { name: 'Bob', roles: [] });
  await signInAcross(two, two, 'bob');
  provider.users.set('bob', { name: 'Bob', roles: ['auditor'] });
  expect(await codeOf(await read(one, '/api/access/matrix', older))).toBe('forbidden');
});

it('a change at one replica reaches a browser that listens at the other', async () => {
  const cookie = await signInAcross(one, two, 'ann');
  const { body } = await read(two, '/api/events', cookie);
  if (!body) throw new Error('There is no stream.');
  const reader = new EventReader(body);
  await reader.until((events) => events.length > 0);
  const rows = accessRowsSchema.parse(
    await (await read(one, '/api/access?recordType=Location', cookie)).json(),
  );
  const [row] = rows.value;
  const change = { ...row, accessible: row?.accessible === false };
  const answer = await fetch(`${one.url}/api/access`, {
    method: 'POST',
    headers: { cookie, Origin: 'http://localhost:4000', 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  });
  const answered = performance.now();
  expect(await answer.json()).toMatchObject({ outcome: 'applied' });
  await reader.until(() => reader.cells().length > 0);
  const ms = Math.max(0, Math.round(performance.now() - answered));
  process.stdout.write(`The other replica told it ${String(ms)} ms after the answer.\n`);
  expect(reader.cells()).toMatchObject([{ ...change, unconfirmed: false, person: { name: 'Ann' } }]);
  await reader.stop();
});

it('a database that breaks off refuses with words and is used again by itself', async () => {
  const cookie = await signInAcross(one, one, 'ann');
  await onServer(server, `alter database ${databaseName} with allow_connections false`);
  await onServer(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName}'`,
  );
  await expect
    .poll(async () => (await read(one, '/api/session', cookie)).status, { timeout: 10_000 })
    .toBe(503);
  const refused = problemSchema.parse(await (await read(one, '/api/session', cookie)).json());
  expect(refused.code).toBe('ledger-unavailable');
  expect(refused.detail).toContain('Nothing was changed');
  expect((await read(one, '/api/health', cookie)).status).toBe(200);
  expect(await (await read(one, '/journal', cookie)).text()).toContain('database does not answer');
  await onServer(server, `alter database ${databaseName} with allow_connections true`);
  await expect
    .poll(async () => (await read(one, '/api/session', cookie)).status, { timeout: 10_000 })
    .toBe(200);
});

it('while the database is away, whoever was here lately reads on, and nobody changes anything', async () => {
  // Where a sign-in ends, sessions of that person are not remembered for some seconds; elsewhere they are.
  const cookie = await signInAcross(one, two, 'cara');
  expect((await read(one, '/api/access?recordType=Location', cookie)).status).toBe(200);
  const stranger = await signInAcross(one, one, 'bob');
  await onServer(server, `alter database ${databaseName} with allow_connections false`);
  await onServer(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName}'`,
  );
  try {
    await expect.poll(async () => (await read(one, '/api/session', stranger)).status).toBe(503);
    const rows = await read(one, '/api/access?recordType=Location', cookie);
    expect(accessRowsSchema.parse(await rows.json()).value.length).toBeGreaterThan(0);
    expect(await (await read(one, '/access', cookie)).text()).not.toContain('database does not answer');
    await one.control('DELETE', '/counters');
    const change = { recordType: 'Customer', recordId: '10000', entityId: '100', accessible: true };
    const refused = await fetch(`${one.url}/api/access`, {
      method: 'POST',
      headers: { cookie, Origin: 'http://localhost:4000', 'Content-Type': 'application/json' },
      body: JSON.stringify(change),
    });
    expect(await codeOf(refused)).toBe('ledger-unavailable');
    expect(await one.control('GET', '/counters')).toMatchObject({ totalPosts: 0 });
    expect(await codeOf(await end(one, '/api/session', cookie))).toBe('ledger-unavailable');
    expect(await codeOf(await read(one, '/api/session', cookie))).toBe('ledger-unavailable');
  } finally {
    await onServer(server, `alter database ${databaseName} with allow_connections true`);
  }
});
