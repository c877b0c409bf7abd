import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { CookieJar, passProvider, publicUrlOf, signInByOidc, visit } from '@/tests/support/oidc/oidc-dance';
import { startOpenIdProvider, type TestProvider } from '@/tests/support/oidc/openid-provider';

let provider: TestProvider;
let running: ConsoleProcess;
let url = '';
beforeAll(async () => {
  provider = await startOpenIdProvider();
  running = await startConsole({ ...provider.settings, LOG_LEVEL: 'debug', TRUST_PROXY: 'true' });
  url = publicUrlOf(running);
});
afterAll(async () => {
  await running.stop();
  await provider.goDown();
});
beforeEach(() => {
  provider.users.clear();
  provider.users.set('ann', { name: 'Ann Auditor', roles: ['auditor'] });
});

it('signing keys may be rotated while the console runs', async () => {
  const cookie = await signInByOidc(url, 'ann');
  await provider.rotateKeys();
  expect(await signInByOidc(url, 'ann')).not.toBe(cookie);
});

it('a new session is made, the one before ends, cookies are closed to scripts, nothing is stored', async () => {
  const jar = new CookieJar();
  const start = await visit(`${url}/api/session/oidc/start?next=%2Fmetadata`, jar);
  expect(start.status).toBe(303);
  expect(start.headers.getSetCookie().join()).toMatch(
    /^mem-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
  );
  const end = await visit(await passProvider(new URL(start.headers.get('location') ?? ''), 'ann'), jar);
  expect(end.status).toBe(303);
  expect(end.headers.get('location')).toBe('/metadata');
  expect(end.headers.get('cache-control')).toBe('no-store');
  expect(end.headers.getSetCookie().map((line) => line.replace(/=[\w-]{43};/, '=…;'))).toEqual([
    'mem-session=…; Path=/; HttpOnly; SameSite=Lax',
    'mem-sign-in=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
  ]);
  const first = `mem-session=${jar.get('mem-session') ?? ''}`;

  const again = await visit(`${url}/api/session/oidc/start`, jar);
  await visit(await passProvider(new URL(again.headers.get('location') ?? ''), 'ann'), jar);
  const second = `mem-session=${jar.get('mem-session') ?? ''}`;
  expect(second).not.toBe(first);
  const statusOf = async (cookie: string) =>
    (await fetch(`${url}/api/session`, { headers: { cookie } })).status;
  expect(await statusOf(first)).toBe(401);
  expect(await statusOf(second)).toBe(200);
});

it('a sign-in leads to a place of the console only, and one that does not go through says why', async () => {
  const begin = async (next: string, sub = 'ann') => {
    const jar = new CookieJar();
    const start = await visit(`${url}/api/session/oidc/start?next=${encodeURIComponent(next)}`, jar);
    return { jar, back: await passProvider(new URL(start.headers.get('location') ?? ''), sub) };
  };
  const cameTo = async (back: URL, jar: CookieJar) => (await visit(back, jar)).headers.get('location');
  for (const next of ['//evil.example', '/\\evil.example', '/api/session', 'javascript:alert(1)']) {
    const { jar, back } = await begin(next);
    expect(await cameTo(back, jar), next).toBe('/');
  }
  const declined = await begin('/journal', 'cancel');
  expect(await cameTo(declined.back, declined.jar)).toMatch(/^\/sign-in\?.*failed=denied/);
  const { jar, back } = await begin('/journal');
  const other = new CookieJar();
  expect(await cameTo(back, other)).toMatch(/^\/sign-in\?.*failed=expired/);
  expect(other.get('mem-session')).toBeUndefined();
  expect(await cameTo(back, jar)).toBe('/journal'); // which another browser has not spoiled
  expect(await cameTo(back, jar)).toMatch(/^\/sign-in\?.*failed=expired/);

  provider.tampering = { claims: { iss: 'https://login.example' } };
  const forged = await begin('/journal');
  const refused = await cameTo(forged.back, forged.jar);
  provider.tampering = null;
  expect(refused).toMatch(/^\/sign-in\?.*failed=refused/);
  expect(forged.jar.get('mem-session')).toBeUndefined();
  const requestId = new URL(refused ?? '', url).searchParams.get('requestId') ?? 'none';
  const line = running
    .output()
    .split('\n')
    .find((one) => one.includes(requestId) && one.includes('A sign-in failed.'));
  expect(line).toContain('"failure":"refused"');
  expect(line).toContain('"code":"OAUTH_JWT_');
});

it('a role taken away holds for every session of the person with their next sign-in', async () => {
  const before = await signInByOidc(url, 'ann');
  const statusOf = async (cookie: string) =>
    (await fetch(`${url}/api/metadata`, { headers: { cookie } })).status;
  expect(await statusOf(before)).toBe(200);
  provider.users.set('ann', { name: 'Ann Auditor', roles: [] });
  await signInByOidc(url, 'ann');
  expect(await statusOf(before)).toBe(403);
});

it('too many sign-ins from one address are refused in words, others are served', async () => {
  const start = (from: string) =>
    fetch(`${url}/api/session/oidc/start`, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': from },
    });
  let last = '';
  for (let count = 0; count < 400 && !last.includes('failed='); count++) {
    last = (await start('198.51.100.7')).headers.get('location') ?? '';
  }
  expect(last).toMatch(/^\/sign-in\?failed=too-many&requestId=/);
  expect((await start('198.51.100.8')).headers.get('location')).toContain('/auth?');
});

it('a question that is none is refused in words too', async () => {
  const { status, headers } = await fetch(`${running.url}/api/session/oidc/start?account=any`, {
    redirect: 'manual',
  });
  expect(status).toBe(303);
  expect(headers.get('location')).toMatch(/^\/sign-in\?failed=failed&requestId=/);
});

it('the log says who signed in, and holds no code, state or token', async () => {
  const jar = new CookieJar();
  const start = await visit(`${url}/api/session/oidc/start`, jar);
  const asked = new URL(start.headers.get('location') ?? '').searchParams;
  const secrets = [jar.get('mem-sign-in'), asked.get('state'), asked.get('nonce')];
  const back = await passProvider(new URL(start.headers.get('location') ?? ''), 'ann');
  await visit(back, jar);
  await visit(back, jar);
  secrets.push(back.searchParams.get('code'), jar.get('mem-session'));
  const output = running.output();
  expect(output).toContain('Somebody signed in.');
  expect(output).toContain('A sign-in failed. There is no such sign-in under way in this browser.');
  for (const secret of secrets) {
    expect(secret).toBeTruthy();
    expect(output).not.toContain(secret);
  }
});

it('with demo sign-in there is nothing to do, and the sign-in page is the place', async () => {
  const demo = await startConsole();
  for (const path of ['start?next=%2Fmetadata', 'callback?code=a&state=b']) {
    const { status, headers } = await fetch(`${demo.url}/api/session/oidc/${path}`, { redirect: 'manual' });
    expect(status).toBe(303);
    expect(headers.get('location')).toMatch(/^\/sign-in($|\?next=%2Fmetadata$)/);
  }
  await demo.stop();
});
