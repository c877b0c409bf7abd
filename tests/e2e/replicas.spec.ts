import { test as base, expect } from '@playwright/test';
import { problemSchema } from '@/lib/contract/errors';
import { sessionListSchema } from '@/lib/contract/session';
import { startConsole, type ConsoleProcess } from '@/tests/support/console-process';
import { CookieJar, passProvider, visit } from '@/tests/support/oidc-dance';
import { startOpenIdProvider, type TestProvider } from '@/tests/support/openid-provider';
import { databaseOn, onServer } from '@/tests/support/test-database';

const server = process.env.TEST_POSTGRES_URL ?? '';

interface Replicas {
  provider: TestProvider;
  /** Two consoles behind one address, on one database. */
  one: ConsoleProcess;
  two: ConsoleProcess;
  databaseName: string;
}

const test = base.extend<object, { replicas: Replicas }>({
  replicas: [
    async ({}, use) => {
      const provider = await startOpenIdProvider();
      provider.users.set('ann', { name: 'Ann', roles: ['security-administrator'] });
      provider.users.set('bob', { name: 'Bob', roles: ['auditor'] });
      const database = await databaseOn(server);
      const settings = {
        ...provider.settings,
        DATABASE_URL: database.url,
        PUBLIC_URL: 'http://localhost:4000', // of the balancer that a person would see
      };
      const [one, two] = await Promise.all([startConsole(settings), startConsole(settings)]);
      await use({ provider, one, two, databaseName: new URL(database.url).pathname.slice(1) });
      await Promise.all([one.stop(), two.stop()]);
      await provider.goDown();
      await database.drop();
    },
    { scope: 'worker' },
  ],
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

test('a sign-in begun at one replica ends at the other, and is known to both', async ({ replicas }) => {
  const { one, two } = replicas;
  const cookie = await signInAcross(one, two, 'ann');
  for (const replica of [one, two]) expect((await read(replica, '/api/session', cookie)).status).toBe(200);
});

test('signing out at one replica holds at the other with the next request', async ({ replicas }) => {
  const { one, two } = replicas;
  const cookie = await signInAcross(two, one, 'bob');
  expect((await read(two, '/api/session', cookie)).status).toBe(200);
  expect((await end(one, '/api/session', cookie)).status).toBe(200);
  expect(await codeOf(await read(two, '/api/session', cookie))).toBe('signed-out');
});

test("an administrator's revocation at one replica holds at the other with the next request", async ({
  replicas,
}) => {
  const { one, two } = replicas;
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

test('a role taken away at a later sign-in is gone in the older session too', async ({ replicas }) => {
  const { provider, one, two } = replicas;
  const older = await signInAcross(one, one, 'bob');
  expect((await read(two, '/api/access/matrix', older)).status).toBe(200);
  provider.users.set('bob', { name: 'Bob', roles: [] });
  await signInAcross(two, two, 'bob');
  provider.users.set('bob', { name: 'Bob', roles: ['auditor'] });
  expect(await codeOf(await read(one, '/api/access/matrix', older))).toBe('forbidden');
});

test('a database that breaks off refuses with words and is used again by itself', async ({ replicas }) => {
  const { one, databaseName } = replicas;
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
