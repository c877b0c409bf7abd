import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '@/lib/server/db/database';
import { CookieJar, passProvider } from '@/tests/support/oidc/oidc-dance';
import { startOpenIdProvider, type TestProvider } from '@/tests/support/oidc/openid-provider';
import { consoleAt, failureOf, ownDatabase, publicUrl, signIn, upToReturn } from './at-provider';

let provider: TestProvider;
let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  provider = await startOpenIdProvider();
  provider.users.set('ann', { name: 'Ann Auditor', roles: ['auditor'] });
  ({ database, drop } = await ownDatabase());
});

afterAll(async () => {
  await provider.goDown();
  await drop();
});

describe('a sign-in at a real provider', () => {
  test('ends with issuer, subject, name, roles and the path it began at', async () => {
    const { identity, returnPath } = await signIn(consoleAt(provider, database), 'ann');
    expect(identity).toEqual({
      issuer: new URL(provider.issuer).href,
      subject: 'ann',
      name: 'Ann Auditor',
      roles: ['auditor'],
    });
    expect(returnPath).toBe('/journal?page=2');
  });

  test('asks with PKCE, state, nonce and the address of the settings, and keeps none of it readable', async () => {
    const { address } = await consoleAt(provider, database).start({
      returnPath: '/',
      account: 'choose',
      browserToken: null,
    });
    const asked = Object.fromEntries(address.searchParams);
    expect(asked).toMatchObject({
      client_id: 'mem-console',
      response_type: 'code',
      code_challenge_method: 'S256',
      prompt: 'select_account',
      redirect_uri: `${publicUrl.origin}/api/session/oidc/callback`,
      scope: 'openid profile',
    });
    expect(asked.state).toMatch(/^[\w-]{43}$/);
    expect(asked.nonce).toMatch(/^[\w-]{43}$/);
    const rows = await database.kysely.selectFrom('sign_in_flow').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(asked.state);
  });

  test('takes roles from a list', async () => {
    provider.users.set('roly', { name: 'Roly', roles: ['accountant', 'auditor', 'janitor', 'auditor'] });
    const { identity } = await signIn(consoleAt(provider, database), 'roly');
    expect([...identity.roles].sort()).toEqual(['accountant', 'auditor']);
  });

  test('finds roles in an object, as Keycloak has them', async () => {
    provider.users.set('kim', { name: 'Kim', realm_access: { roles: ['offline_access', 'accountant'] } });
    const { identity } = await signIn(
      consoleAt(provider, database, { rolesClaim: 'realm_access.roles' }),
      'kim',
    );
    expect(identity.roles).toEqual(['accountant']);
  });

  test('is refused where the person says no', async () => {
    const { failure, returnPath } = await failureOf(signIn(consoleAt(provider, database), 'cancel'));
    expect(failure).toBe('denied');
    expect(returnPath).toBe('/journal?page=2');
  });

  test('works once only, also when both returns come at the same time', async () => {
    const oidc = consoleAt(provider, database);
    const back = await upToReturn(oidc, 'ann');
    const both = await Promise.allSettled([oidc.finish(back), oidc.finish(back)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await failureOf(oidc.finish(back))).failure).toBe('expired');
  });

  test('cannot be finished by another browser, which does not spoil it either', async () => {
    const oidc = consoleAt(provider, database);
    const back = await upToReturn(oidc, 'ann');
    const other = await oidc.start({ returnPath: '/', account: undefined, browserToken: null });
    for (const browserToken of [other.browserToken, null]) {
      expect((await failureOf(oidc.finish({ ...back, browserToken }))).failure).toBe('expired');
    }
    expect((await oidc.finish(back)).identity.subject).toBe('ann');
  });

  test('can be under way in two tabs of one browser', async () => {
    const oidc = consoleAt(provider, database);
    const one = await upToReturn(oidc, 'ann');
    const { address, browserToken } = await oidc.start({
      returnPath: '/metadata',
      account: undefined,
      browserToken: one.browserToken,
    });
    expect(browserToken).toBe(one.browserToken);
    const two = await passProvider(address, 'ann');
    expect(await oidc.finish(one)).toMatchObject({ isLast: false, returnPath: '/journal?page=2' });
    expect(await oidc.finish({ query: two.searchParams, browserToken })).toMatchObject({
      isLast: true,
      returnPath: '/metadata',
    });
  });

  test('does not take a cookie for its own that it did not make', async () => {
    const { browserToken } = await consoleAt(provider, database).start({
      returnPath: '/',
      account: undefined,
      browserToken: 'chosen by somebody else',
    });
    expect(browserToken).toMatch(/^[\w-]{43}$/);
  });

  test('is over after ten minutes, and is forgotten with the next one', async () => {
    const oidc = consoleAt(provider, database);
    const back = await upToReturn(oidc, 'ann');
    await database.kysely.updateTable('sign_in_flow').set({ ends_at: 1 }).execute(); // as if they had passed
    expect((await failureOf(oidc.finish(back))).failure).toBe('expired');
    await oidc.start({ returnPath: '/', account: undefined, browserToken: null });
    expect(await database.kysely.selectFrom('sign_in_flow').selectAll().execute()).toHaveLength(1);
  });

  test('lasts about ten minutes by the clock of the database', async () => {
    await database.kysely.deleteFrom('sign_in_flow').execute();
    await upToReturn(consoleAt(provider, database), 'ann');
    const { ends_at, now } = await database.kysely
      .selectFrom('sign_in_flow')
      .select(['ends_at', database.dialect.now.as('now')])
      .executeTakeFirstOrThrow();
    expect((ends_at - now) / 60_000).toBeGreaterThan(9);
    expect((ends_at - now) / 60_000).toBeLessThanOrEqual(10);
  });

  test('needs no password where the provider knows the browser', async () => {
    const oidc = consoleAt(provider, database);
    const jar = new CookieJar();
    await oidc.finish(await upToReturn(oidc, 'ann', jar));
    const { identity } = await oidc.finish(await upToReturn(oidc, 'nobody asks', jar));
    expect(identity.subject).toBe('ann');
  });
});

test('an issuer may have a path, and is kept as the settings write it', async () => {
  const realm = await startOpenIdProvider({ issuerPath: '/realms/one' });
  realm.users.set('ann', { name: 'Ann', roles: 'auditor' });
  expect((await signIn(consoleAt(realm, database), 'ann')).identity.issuer).toBe(`${realm.issuer}`);
  expect(realm.issuer).toMatch(/\/realms\/one$/);
  await realm.goDown();
});

describe('how the console proves itself', () => {
  test.each(['client_secret_post', 'client_secret_basic', 'none'] as const)('by %s', async (proof) => {
    const other = await startOpenIdProvider({ proof });
    other.users.set('ann', { name: 'Ann', roles: ['auditor'] });
    const oidc = consoleAt(other, database);
    expect((await signIn(oidc, 'ann')).identity.roles).toEqual(['auditor']);
    const asked = other.asked.get('/token') ?? 0;
    expect((await signIn(oidc, 'ann')).identity.subject).toBe('ann');
    expect(other.asked.get('/token')).toBe(asked + 1); // it remembers which way worked
    await other.goDown();
  });

  test('fails with a wrong secret, in words for the log that do not repeat it', async () => {
    const error = await failureOf(
      signIn(consoleAt(provider, database, { clientSecret: 'not the secret' }), 'ann'),
    );
    expect(error).toMatchObject({ failure: 'refused', code: 'invalid_client' });
    expect(error.message).not.toContain('not the secret');
  });
});

describe('claims that only userinfo has', () => {
  test('are asked for there, name and roles', async () => {
    const thin = await startOpenIdProvider({ claimsIn: 'userinfo' });
    thin.users.set('una', { given_name: 'Una', family_name: 'Thin', roles: ['accountant'] });
    const { identity } = await signIn(consoleAt(thin, database), 'una');
    expect(identity).toMatchObject({ name: 'Una Thin', roles: ['accountant'] });

    thin.answers.set('/me', {
      status: 200,
      body: '{"sub":"somebody else","roles":["security-administrator"]}',
    });
    expect((await failureOf(signIn(consoleAt(thin, database), 'una'))).failure).toBe('refused');

    thin.answers.set('/me', { status: 403, body: '{"error":"insufficient_scope"}' });
    const refusal = await failureOf(signIn(consoleAt(thin, database), 'una'));
    expect(refusal).toMatchObject({
      failure: 'refused',
      message: expect.stringContaining('403') as string,
    });

    thin.answers.set('/me', { status: 503, body: '' });
    expect((await failureOf(signIn(consoleAt(thin, database), 'una'))).failure).toBe('unreachable');
    await thin.goDown();
  });

  test('are not asked for when the ID token has them', async () => {
    await signIn(consoleAt(provider, database), 'ann');
    const before = provider.asked.get('/me') ?? 0;
    await signIn(consoleAt(provider, database), 'ann');
    expect(provider.asked.get('/me') ?? 0).toBe(before);
  });
});
