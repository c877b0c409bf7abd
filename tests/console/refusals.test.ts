import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionListSchema } from '@/lib/contract/session/session';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, cookieIn, json, problemIn, signInFrom } from '@/tests/support/console/raw-request';
import type { Answered, Ask } from '@/tests/support/console/raw-request';
import { startReferenceProcess } from '@/tests/support/console/reference-process';

/** Behind a proxy that is trusted, so that one test can be people at several addresses. */
let proxied: ConsoleProcess;
/** As people reach it from outside, with no proxy to trust. */
let outside: ConsoleProcess;
const publicUrl = 'https://console.example';

/** Lets the clock by which a console counts go slowly: else a slow machine never asks faster than limits fill again. */
const slowClock = 'const now = performance.now.bind(performance); performance.now = () => now() / 50;';

beforeAll(async () => {
  const settings = {
    REFERENCE_SIZE: 'records=60,entities=6,lines=60',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(slowClock)}`,
  };
  proxied = await startConsole({ ...settings, TRUST_PROXY: 'true' });
  outside = await startConsole({ ...settings, PUBLIC_URL: publicUrl });
});
afterAll(async () => {
  await proxied.stop();
  await outside.stop();
});

/** How many requests at once are let through: sign-ins of an address, changes and exports of a session. */
const bursts = { 'sign-in': 120, change: 300, export: 120 };

const change = { recordType: 'Customer', recordId: '10000', entityId: '100', accessible: true };

describe('a body', () => {
  const send = async (cookie: string, how: Ask) =>
    problemIn(
      await ask(proxied.url, '/api/access', {
        ...how,
        method: 'POST',
        headers: { cookie, origin: proxied.url, ...json, ...how.headers },
      }),
    );

  it('that is too large is refused by what it announces, and by what it sends', async () => {
    const cookie = await signInFrom(proxied.url, 'security-administrator');
    expect((await send(cookie, { headers: { 'content-length': '90000000' }, body: ['{'] })).code).toBe(
      'too-large',
    );
    const large = JSON.stringify({ ...change, recordId: 'x'.repeat(70_000) });
    expect((await send(cookie, { body: large })).code).toBe('too-large');
    expect((await send(cookie, { body: Array<string>(70).fill(' '.repeat(1_024)) })).code).toBe('too-large');
  });

  it('of another type, with a name or a form that is not known, is refused', async () => {
    const cookie = await signInFrom(proxied.url, 'security-administrator');
    const body = JSON.stringify(change);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      '',
    ])
      expect((await send(cookie, { headers: { 'content-type': type }, body })).code).toBe(
        'unsupported-media-type',
      );
    const unknown = await send(cookie, { body: JSON.stringify({ ...change, role: 'x', constructor: {} }) });
    expect([unknown.code, unknown.errors?.map(({ path }) => path)]).toEqual([
      'invalid-request',
      ['role', 'constructor'],
    ]);
    for (const odd of [
      '',
      'null',
      '[]',
      '"text"',
      '1',
      '{',
      `${body}${body}`,
      '\ufeff\ufeff{}',
      '['.repeat(60_000),
    ])
      expect((await send(cookie, { body: odd })).code).toBe('invalid-request');
  });
});

describe('a request that has nothing to say in a body', () => {
  const requests = [
    ['POST', '/api/changes/some-set/pause'],
    ['POST', '/api/changes/some-set/resume'],
    ['POST', '/api/changes/some-set/cancel'],
    ['POST', '/api/access/refresh'],
    ['DELETE', '/api/views?id=some-view'],
    ['DELETE', '/api/sessions/some-session'],
    ['DELETE', '/api/session'],
  ] as const;

  it.each(requests)('%s %s has none, or an empty object', async (method, path) => {
    const cookie = await signInFrom(proxied.url, 'security-administrator');
    const send = (body?: string, type: Record<string, string> = json) =>
      ask(proxied.url, path, {
        method,
        headers: { cookie, origin: proxied.url, ...(body !== undefined && type) },
        ...(body !== undefined && { body }),
      });
    expect(problemIn(await send('{"force":true}'))).toMatchObject({
      code: 'invalid-request',
      errors: [{ path: 'force' }],
    });
    expect(problemIn(await send('[]')).code).toBe('invalid-request');
    expect(problemIn(await send('{}', { 'content-type': 'text/plain' })).code).toBe('unsupported-media-type');
    // What is refused for another reason, such as a set that is not there, was not refused for its body.
    for (const body of ['{}', undefined]) expect([400, 415]).not.toContain((await send(body)).status);
  });
});

describe('who asks for too much', () => {
  const together = 60;

  /** Whether some of many requests at once are told to slow down; all of them are fewer than any burst. */
  async function isLimited(once: () => Promise<Answered>, many = together): Promise<boolean> {
    const answers = await Promise.all(Array.from({ length: many }, once));
    return answers.some(({ status }) => status === 429);
  }

  /** Asks until told to slow down; `most` asks later the limit does not exist. */
  async function untilLimited(once: () => Promise<Answered>, burst: number): Promise<Answered> {
    for (let asked = 0; asked < burst * 4; asked += together) {
      const answers = await Promise.all(Array.from({ length: together }, once));
      const limited = answers.find(({ status }) => status === 429);
      if (limited) {
        expect(asked + together, 'limited too early').toBeGreaterThan(burst);
        return limited;
      }
    }
    throw new Error('Nothing was limited.');
  }

  function checkLimited(answer: Answered): void {
    const { code, retryAfterSeconds, detail } = problemIn(answer);
    expect(code).toBe('rate-limited');
    expect(Number(answer.headers['retry-after'])).toBe(retryAfterSeconds);
    expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(detail).toMatch(/Nothing was changed.*Try again in \d+ seconds?\./);
  }

  const knock = (running: ConsoleProcess, origin: string, address: string) => () =>
    ask(running.url, '/api/session/demo', {
      method: 'POST',
      headers: { ...json, origin, 'x-forwarded-for': address },
      body: JSON.stringify({ role: 'auditor' }),
    });

  it('at the door is told to wait, and other addresses are let in', async () => {
    const burst = bursts['sign-in'];
    checkLimited(await untilLimited(knock(proxied, proxied.url, '203.0.113.1'), burst));
    expect((await knock(proxied, proxied.url, '203.0.113.2')()).status).toBe(200);
    expect((await knock(proxied, proxied.url, '203.0.113.1, 203.0.113.3')()).status).toBe(200);
    expect(await isLimited(knock(proxied, proxied.url, '203.0.113.2, 203.0.113.1'))).toBe(true);
    expect(await isLimited(knock(proxied, proxied.url, '203.0.113.1, 203.0.113.4'))).toBe(false);
  });

  it('without a session takes nothing from the people of the same address', async () => {
    const stranger = () =>
      ask(proxied.url, '/api/access', { headers: { 'x-forwarded-for': '203.0.113.20' } });
    let last = await stranger();
    for (let asked = 0; last.status === 401 && asked < 40; asked++) {
      const answers = await Promise.all(Array.from({ length: together }, stranger));
      last = answers.find(({ status }) => status === 429) ?? last;
    }
    checkLimited(last);
    const cookie = await signInFrom(proxied.url, 'auditor', '203.0.113.20');
    const honest = { headers: { cookie, 'x-forwarded-for': '203.0.113.20' } };
    expect((await ask(proxied.url, '/api/access?recordType=Location', honest)).status).toBe(200);
  });

  it('cannot be somebody else by saying so', async () => {
    let at = 0;
    const burst = bursts['sign-in'];
    const spoofed = () => knock(outside, publicUrl, `203.0.113.${String(at++ % 250)}`)();
    checkLimited(await untilLimited(spoofed, burst));
  });

  for (const [kind, how, path] of [
    ['change', { method: 'POST', body: '{}' }, '/api/access'],
    ['export', {}, '/api/access?colour=red'],
  ] as const) {
    it(`by a session's ${kind}s is told to wait, and other sessions are served`, async () => {
      const [cookie, other] = [
        await signInFrom(proxied.url, 'security-administrator'),
        await signInFrom(proxied.url, 'security-administrator'),
      ];
      const by = (session: string, from: string) => () =>
        ask(proxied.url, path, {
          ...how,
          headers: { ...json, origin: proxied.url, cookie: session, 'x-forwarded-for': from },
        });
      checkLimited(await untilLimited(by(cookie, '203.0.113.10'), bursts[kind]));
      expect((await by(other, '203.0.113.10')()).status).toBe(400);
      // A session takes its count along to another address.
      expect(await isLimited(by(cookie, '203.0.113.11'), bursts[kind] - 20)).toBe(true);
    });
  }
});

describe('what changes something', () => {
  const mutations: [string, string, string][] = [
    ['POST', '/api/access', JSON.stringify(change)],
    ['POST', '/api/access/refresh', ''],
    ['POST', '/api/session/demo', '{"role":"auditor"}'],
    ['DELETE', '/api/session', ''],
    ['DELETE', '/api/sessions', ''],
    ['DELETE', '/api/sessions/some-session', ''],
  ];

  it('is refused when it comes from another site, or does not say whence', async () => {
    const cookie = await signInFrom(proxied.url, 'security-administrator');
    const posts = await postsSent();
    const own = proxied.url;
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `${own}.evil.example` },
      { origin: own.replace('http:', 'https:') },
      { origin: own.replace(/\d+$/, '1') },
      { referer: `${own}/access` },
      { 'sec-fetch-site': 'same-origin' },
      { origin: own, 'sec-fetch-site': 'cross-site' },
      { origin: own, 'sec-fetch-site': 'same-site' },
      { origin: own, 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', host: 'evil.example' },
    ];
    for (const [method, path, body] of mutations) {
      for (const headers of foreign) {
        const what = `${method} ${path} ${JSON.stringify(headers)}`;
        const answer = await ask(own, path, { method, headers: { ...json, cookie, ...headers }, body });
        expect([answer.status, what]).toEqual([403, what]);
        expect(problemIn(answer).code, what).toBe('bad-origin');
        expect(answer.headers['set-cookie'], what).toBeUndefined();
      }
    }
    expect((await ask(own, '/api/session', { headers: { cookie } })).status).toBe(200);
    expect(await postsSent()).toBe(posts);
  });

  it('is not done by reading, however the reading is dressed', async () => {
    const cookie = await signInFrom(proxied.url, 'security-administrator');
    const posts = await postsSent();
    for (const [wanted, path] of mutations) {
      for (const method of ['GET', 'HEAD']) {
        for (const address of [
          path,
          `${path}?_method=${wanted}`,
          `${path}?accessible=true&recordType=Customer`,
        ]) {
          const headers = {
            cookie,
            origin: proxied.url,
            'x-http-method-override': wanted,
            'x-method-override': wanted,
          };
          expect([200, 400, 405]).toContain((await ask(proxied.url, address, { method, headers })).status);
        }
      }
    }
    expect((await ask(proxied.url, '/api/session', { headers: { cookie } })).status).toBe(200);
    expect(await postsSent()).toBe(posts);
  });

  it('is not done by a request whose session ends while its body is on the way', async () => {
    const cookie = await signInFrom(proxied.url, 'security-administrator');
    const posts = await postsSent();
    const body = JSON.stringify({
      recordType: 'Customer',
      recordId: '10000',
      entityId: '100',
      accessible: true,
    });
    const { hostname, port } = new URL(proxied.url);
    const headers = { ...json, cookie, origin: proxied.url, 'content-length': body.length };
    const slow = request({ hostname, port, path: '/api/access', method: 'POST', headers, agent: false });
    slow.write(body.slice(0, 5));
    await expect.poll(() => isUnderWay(cookie)).toBe(true);
    const end = { method: 'DELETE', headers: { cookie, origin: proxied.url } };
    expect((await ask(proxied.url, '/api/session', end)).status).toBe(200);
    slow.end(body.slice(5));
    const [answer] = (await once(slow, 'response')) as [IncomingMessage]; // what the event carries
    expect(answer.statusCode).toBe(401);
    expect(await postsSent()).toBe(posts);
  });

  /** The slow request has been let in by then: the console answers requests that came after it. */
  async function isUnderWay(cookie: string): Promise<boolean> {
    return (await ask(proxied.url, '/api/session', { headers: { cookie } })).status === 200;
  }

  async function postsSent(): Promise<number> {
    return ((await proxied.control('GET', '/counters')) as { totalPosts: number }).totalPosts; // the control port's own shape
  }
});

it('demo sign-in to a real service serves nobody whom a proxy on this machine lets in', async () => {
  const reference = await startReferenceProcess('records=60,entities=6,lines=10');
  const open = await startConsole({ ...reference.settings, SIGN_IN: 'demo' });
  try {
    expect((await ask(open.url, '/api/health')).status).toBe(200);
    const knock = { method: 'POST', body: JSON.stringify({ role: 'security-administrator' }) };
    const headers = { ...json, origin: open.url };
    const proxiedAs: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.9' },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 balancer' },
      { host: 'console.example.com' },
    ];
    for (const more of proxiedAs)
      await expect(
        ask(open.url, '/api/session/demo', { ...knock, headers: { ...headers, ...more } }),
      ).rejects.toThrow(/hang up|ECONNRESET/);
    const listed = await ask(open.url, '/api/session/demo', { ...knock, headers });
    const everyone = await ask(open.url, '/api/sessions?whose=everyone', {
      headers: { cookie: cookieIn(listed) },
    });
    expect(sessionListSchema.parse(JSON.parse(everyone.text)).value).toHaveLength(1);
  } finally {
    await open.stop();
    await reference.stop();
  }
});
