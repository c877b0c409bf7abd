import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, json, problemIn, type Answered } from '@/tests/support/console/raw-request';
import { behindProxy, sharedConsole } from '@/tests/support/console/shared-console';
import { CookieJar, passProvider, publicUrlOf, signInByOidc, visit } from '@/tests/support/oidc/oidc-dance';
import { startOpenIdProvider, type TestProvider } from '@/tests/support/oidc/openid-provider';

let provider: TestProvider;
let running: ConsoleProcess;
let url = '';

/** Lets the clock by which a console counts go slowly: else a slow machine never asks faster than limits fill again. */
const slowClock = 'const now = performance.now.bind(performance); performance.now = () => now() / 50;';

beforeAll(async () => {
  provider = await startOpenIdProvider();
  running = await startConsole({
    ...provider.settings,
    LOG_LEVEL: 'debug',
    TRUST_PROXY: 'true',
    MEM_RATE_PER_SECOND: '1000',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(slowClock)}`,
  });
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

describe('who asks for too much', () => {
  const together = 31;
  /** How many are asked for beyond a burst; a slow machine gives some of them back meanwhile. */
  const beyond = 2 * together;

  /** Asks for more than a burst lets through, many at once. @returns those that were refused. */
  async function refusedOf<T>(burst: number, once: () => Promise<T>, isRefused: (answer: T) => boolean) {
    const refused: T[] = [];
    for (let left = burst + beyond; left > 0; left -= together) {
      const answers = await Promise.all(Array.from({ length: Math.min(together, left) }, once));
      refused.push(...answers.filter(isRefused));
    }
    expect(refused.length, 'limited too early').toBeLessThanOrEqual(beyond);
    expect(refused.length, 'limited too late').toBeGreaterThan(0);
    return refused;
  }

  const isLimited = ({ status }: Answered): boolean => status === 429;

  function checkLimited(answers: readonly Answered[]): void {
    for (const answer of answers) {
      const { code, retryAfterSeconds, detail } = problemIn(answer);
      expect(code).toBe('rate-limited');
      expect(Number(answer.headers['retry-after'])).toBe(retryAfterSeconds);
      expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
      expect(detail).toMatch(/Nothing was changed.*Try again in \d+ seconds?\./);
    }
  }

  it('at the door is told to wait, and other addresses are let in', async () => {
    const start = async (from: string): Promise<string> => {
      const answer = await ask(url, '/api/session/oidc/start', { headers: { 'x-forwarded-for': from } });
      return answer.headers.location ?? '';
    };
    const isTooMany = (location: string) => location.startsWith('/sign-in?failed=too-many&requestId=');
    await refusedOf(120, () => start('203.0.113.1'), isTooMany);
    // Of a list, the last address is the one that the trusted proxy saw.
    for (const other of ['203.0.113.2', '203.0.113.1, 203.0.113.3'])
      expect(await start(other), other).toContain('/auth?');
    expect(isTooMany(await start('203.0.113.2, 203.0.113.1'))).toBe(true);
  });

  it.each([
    ['changes', 300, { method: 'POST', body: '{}' }, '/api/access'],
    ['exports', 120, {}, '/api/access?colour=red'],
  ])("by a session's %s is told to wait, and other sessions are served", async (_, burst, how, path) => {
    const [cookie, other] = [await signInByOidc(url, 'ann'), await signInByOidc(url, 'ann')];
    const by = (session: string, from = '203.0.113.10') => {
      const headers = { ...json, origin: url, cookie: session, 'x-forwarded-for': from };
      return ask(running.url, path, { ...how, headers });
    };
    checkLimited(await refusedOf(burst, () => by(cookie), isLimited));
    expect(isLimited(await by(other))).toBe(false);
    expect(isLimited(await by(cookie, '203.0.113.11'))).toBe(true); // a session takes its count along
  });

  it('without a session takes nothing from the people of the same address', async () => {
    const by = (cookie: string) =>
      ask(running.url, '/api/access?colour=red', { headers: { cookie, 'x-forwarded-for': '203.0.113.20' } });
    checkLimited(await refusedOf(480, () => by(''), isLimited));
    expect((await by(await signInByOidc(url, 'ann'))).status).toBe(400);
  });
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
  const demo = await sharedConsole(behindProxy);
  for (const path of ['start?next=%2Fmetadata', 'callback?code=a&state=b']) {
    const { status, headers } = await fetch(`${demo.url}/api/session/oidc/${path}`, { redirect: 'manual' });
    expect(status).toBe(303);
    expect(headers.get('location')).toMatch(/^\/sign-in($|\?next=%2Fmetadata$)/);
  }
});
