import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '@/lib/server/db/database';
import type { OpenIdProvider } from '@/lib/server/auth/openid-provider';
import { passProvider } from '@/tests/support/oidc/oidc-dance';
import { startOpenIdProvider, type TestProvider } from '@/tests/support/oidc/openid-provider';
import { consoleAt, failureOf, ownDatabase, signIn, upToReturn } from './at-provider';

let provider: TestProvider;
let database: Database;
let drop: () => Promise<void>;
let oidc: OpenIdProvider;

beforeAll(async () => {
  provider = await startOpenIdProvider();
  provider.users.set('ann', { name: 'Ann', roles: ['auditor'] });
  ({ database, drop } = await ownDatabase());
});

/** Longer than whatever a busy machine takes to answer. */
const timeoutMs = 20_000;

beforeEach(() => {
  oidc = consoleAt(provider, database, { timeoutMs });
});

afterEach(() => {
  provider.tampering = null;
  provider.answers.clear();
});

afterAll(async () => {
  await provider.goDown();
  await drop();
});

const seconds = (more: number): number => Math.floor(Date.now() / 1_000) + more;

describe('an ID token is refused', () => {
  test.each([
    ['of another issuer', { claims: { iss: 'https://login.example' } }],
    ['of the same issuer but for a slash', { claims: { iss: 'the issuer with a slash' } }],
    ['for another audience', { claims: { aud: 'another client' } }],
    [
      'for several audiences, of which another is the authorized party',
      { claims: { aud: ['mem-console', 'other'], azp: 'other' } },
    ],
    ['with another nonce', { claims: { nonce: 'of another sign-in' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['that has expired', { claims: { exp: seconds(-60) } }],
    ['without an expiry', { claims: { exp: undefined } }],
    ['that is not valid yet', { claims: { nbf: seconds(300) } }],
    ['without a time of issue', { claims: { iat: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with an empty subject', { claims: { sub: '' } }],
    ['signed by a stranger who names the key of the provider', { signedBy: 'a stranger' }],
    ['signed by nobody', { signedBy: 'nobody' }],
    ['signed by the shared secret', { signedBy: 'the client secret' }],
  ] as const)('%s', async (_, tampering) => {
    provider.tampering = structuredClone(tampering);
    const claims = provider.tampering?.claims;
    if (claims?.iss === 'the issuer with a slash') claims.iss = `${provider.issuer}/`;
    const error = await failureOf(signIn(oidc, 'ann'));
    expect(error.failure).toBe('refused');
    expect(error.returnPath).toBe('/journal?page=2');
    expect(error.code).toBeTruthy();
    expect(error.message).not.toMatch(/eyJ/); // a token begins so
  });

  test('not for a clock that differs by a few seconds', async () => {
    provider.tampering = { claims: { exp: seconds(-5) } };
    expect((await signIn(oidc, 'ann')).identity.subject).toBe('ann');
  });
});

describe('the answer that the browser brings is refused', () => {
  const changed = async (change: (query: URLSearchParams) => void) => {
    const back = await upToReturn(oidc, 'ann');
    change(back.query);
    return failureOf(oidc.finish(back));
  };

  test.each([
    ['from another issuer', 'iss', 'https://login.example'],
    ['without an issuer, though the provider sends one', 'iss', null],
    ['with another code', 'code', 'guessed'],
    ['without a code', 'code', null],
    ['without a state', 'state', null],
  ])('%s', async (_, name, value) => {
    const { failure } = await changed((query) => {
      if (value === null) query.delete(name);
      else query.set(name, value);
    });
    expect(failure).toBe('refused');
  });

  test('with two codes or two states', async () => {
    for (const name of ['code', 'state']) {
      const { failure } = await changed((query) => {
        query.append(name, 'another');
      });
      expect(failure).toBe('refused');
    }
  });

  test('with a state of nowhere', async () => {
    const { failure } = await changed((query) => {
      query.set('state', 'guessed');
    });
    expect(failure).toBe('expired');
  });

  test('with the code of a sign-in that somebody else began', async () => {
    const theirs = await upToReturn(oidc, 'ann');
    const { failure } = await changed((query) => {
      query.set('code', theirs.query.get('code') ?? '');
    });
    expect(failure).toBe('refused'); // PKCE: the verifier is of another challenge
  });

  test('with an error, whose words do not bring a secret into the log', async () => {
    const { address, browserToken } = await oidc.start({
      returnPath: '/',
      account: undefined,
      browserToken: null,
    });
    const state = address.searchParams.get('state') ?? '';
    const query = new URLSearchParams({
      error: 'invalid_scope',
      error_description: `no: ${state}`,
      state,
      iss: provider.issuer,
    });
    const error = await failureOf(oidc.finish({ query, browserToken }));
    expect(error).toMatchObject({ failure: 'refused', code: 'invalid_scope' });
    expect(error.message).toContain('no: (secret)');
  });
});

describe('signing keys', () => {
  test('may be rotated without a restart, and one withdrawn is out at once', async () => {
    await signIn(oidc, 'ann');
    const before = await upToReturn(oidc, 'ann');
    await provider.rotateKeys();
    expect((await signIn(oidc, 'ann')).identity.subject).toBe('ann');
    expect((await oidc.finish(before)).identity.subject).toBe('ann');
  });

  test('that cannot be fetched are no reason to believe', async () => {
    provider.answers.set('/jwks', { status: 500, body: '{}' });
    expect((await failureOf(signIn(oidc, 'ann'))).failure).toBe('unreachable');
    provider.answers.set('/jwks', { status: 200, body: '{"keys":[]}' });
    expect((await failureOf(signIn(oidc, 'ann'))).failure).toBe('refused');
  });
});

describe('a provider that is not there', () => {
  const start = () => oidc.start({ returnPath: '/', account: undefined, browserToken: null });

  test('is told as such, and asked again by the next sign-in', async () => {
    await provider.goDown();
    expect(await failureOf(start())).toMatchObject({ failure: 'unreachable', code: 'network' });
    await provider.comeBack();
    expect((await signIn(oidc, 'ann')).identity.subject).toBe('ann');
  });

  test('in the midst of a sign-in leaves the return path', async () => {
    const back = await upToReturn(oidc, 'ann');
    await provider.goDown();
    expect(await failureOf(oidc.finish(back))).toMatchObject({
      failure: 'unreachable',
      returnPath: '/journal?page=2',
    });
    await provider.comeBack();
  });

  test.each(['/token', '/jwks', '/.well-known/openid-configuration'])(
    'because %s stays silent',
    async (path) => {
      provider.answers.set(path, null);
      const hasty = consoleAt(provider, database, { timeoutMs: 2_000 });
      const { failure, message } = await failureOf(signIn(hasty, 'ann'));
      expect(failure).toBe('unreachable');
      expect(message).toContain(path);
    },
  );

  test.each([
    ['a page with 200', { status: 200, body: '<h1>Welcome</h1>', type: 'text/html' }],
    ['the document of another issuer', { status: 200, body: '{"issuer":"https://login.example"}' }],
    ['two megabytes', { status: 200, body: `"${'x'.repeat(2 * 1024 * 1024)}"` }],
  ])('because its discovery document is %s', async (_, answer) => {
    const body = answer.body.replace('of the provider', provider.issuer);
    provider.answers.set('/.well-known/openid-configuration', { ...answer, body });
    expect((await failureOf(start())).failure).toBe('unreachable');
    provider.answers.clear();
    await start();
  });

  test('under the name of the settings, tells the log the name it goes by', async () => {
    const document = { status: 200, body: JSON.stringify({ issuer: `${provider.issuer}/realms/one/` }) };
    provider.answers.set('/realms/one/.well-known/openid-configuration', document);
    const mistaken = consoleAt(provider, database, { issuer: new URL(`${provider.issuer}/realms/one`) });
    const error = await failureOf(signIn(mistaken, 'ann'));
    expect(error.failure).toBe('unreachable');
    expect(error.message).toContain(`the issuer ${provider.issuer}/realms/one/, and OIDC_ISSUER has to say`);
  });

  test('because its token endpoint fails', async () => {
    provider.answers.set('/token', { status: 500, body: '{"error":"server_error"}' });
    expect((await failureOf(signIn(oidc, 'ann'))).failure).toBe('unreachable');
  });
});

test('the discovery document is asked for once an hour, and the one at hand serves while there is no new one', async () => {
  const path = '/.well-known/openid-configuration';
  let now = 0;
  const patient = consoleAt(provider, database, { now: () => now, timeoutMs });
  const before = provider.asked.get(path) ?? 0;
  const asked = () => (provider.asked.get(path) ?? 0) - before;
  const start = () => patient.start({ returnPath: '/', account: undefined, browserToken: null });
  await Promise.all([start(), start(), start()]);
  now = 3_599_000;
  await start();
  expect(asked()).toBe(1);
  now = 3_601_000;
  await start();
  expect(asked()).toBe(2);
  now = 9_000_000;
  provider.answers.set(path, { status: 503, body: '' });
  const { address, browserToken } = await start();
  expect(asked()).toBe(3);
  const back = await passProvider(address, 'ann');
  expect((await patient.finish({ query: back.searchParams, browserToken })).identity.subject).toBe('ann');
});
