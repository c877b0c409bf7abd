import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, json, problemIn, signInFrom, type Ask } from '@/tests/support/console/raw-request';
import { apiTable } from '@/tests/support/console/route-table';
import { behindProxy, sharedConsole } from '@/tests/support/console/shared-console';

let running: ConsoleProcess;
beforeAll(async () => {
  running = await sharedConsole(behindProxy);
});

const change = { recordType: 'Customer', recordId: '10000', entityId: '100', accessible: true };

describe('a body', () => {
  const send = async (cookie: string, how: Ask) =>
    problemIn(
      await ask(running.url, '/api/access', {
        ...how,
        method: 'POST',
        headers: { cookie, origin: running.url, ...json, ...how.headers },
      }),
    );

  it('that is too large is refused by what it announces, and by what it sends', async () => {
    const cookie = await signInFrom(running.url, 'security-administrator');
    expect((await send(cookie, { headers: { 'content-length': '90000000' }, body: ['{'] })).code).toBe(
      'too-large',
    );
    expect((await send(cookie, { body: Array<string>(70).fill(' '.repeat(1_024)) })).code).toBe('too-large');
  });

  it('of another type, with a name or a form that is not known, is refused', async () => {
    const cookie = await signInFrom(running.url, 'security-administrator');
    const body = JSON.stringify(change);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', ''])
      expect((await send(cookie, { headers: { 'content-type': type }, body })).code).toBe(
        'unsupported-media-type',
      );
    const packed = { 'content-encoding': 'gzip' };
    expect((await send(cookie, { headers: packed, body })).code).toBe('unsupported-media-type');
    const unknown = await send(cookie, { body: JSON.stringify({ ...change, role: 'x', constructor: {} }) });
    expect([unknown.code, unknown.errors?.map(({ path }) => path)]).toEqual([
      'invalid-request',
      ['role', 'constructor'],
    ]);
    const twice = body.replace('{', '{"accessible":false,');
    for (const odd of ['', '[]', '{', twice, '['.repeat(60_000)])
      expect((await send(cookie, { body: odd })).code, odd.slice(0, 80)).toBe('invalid-request');
  });
});

describe('a request that has nothing to say in a body', () => {
  const requests = [
    ['POST', '/api/changes/some-set/pause'],
    ['DELETE', '/api/views?id=some-view'],
  ] as const;

  it.each(requests)('%s %s has none, or an empty object', async (method, path) => {
    const cookie = await signInFrom(running.url, 'security-administrator');
    const send = (body?: string, type: Record<string, string> = json) =>
      ask(running.url, path, {
        method,
        headers: { cookie, origin: running.url, ...(body !== undefined && type) },
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

describe('what changes something', () => {
  const mutations = apiTable.flatMap(({ offers }) => offers.filter(({ method }) => method !== 'GET'));

  it('is refused when it comes from another site, or does not say whence', async () => {
    const cookie = await signInFrom(running.url, 'security-administrator');
    const posts = await postsSent();
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', host: 'evil.example' },
      { origin: running.url, 'sec-fetch-site': 'cross-site' },
    ];
    expect(mutations.length).toBeGreaterThan(15);
    for (const { method, path, body } of mutations) {
      for (const headers of foreign) {
        const what = `${method} ${path} ${JSON.stringify(headers)}`;
        const sent = { ...json, cookie, ...headers };
        const answer = await ask(running.url, path, {
          method,
          headers: sent,
          body: JSON.stringify(body ?? {}),
        });
        expect([answer.status, what]).toEqual([403, what]);
        expect(problemIn(answer).code, what).toBe('bad-origin');
        expect(answer.headers['set-cookie'], what).toBeUndefined();
      }
    }
    expect((await ask(running.url, '/api/session', { headers: { cookie } })).status).toBe(200);
    expect(await postsSent()).toBe(posts);
  });

  it('is not done by reading, however the reading is dressed', async () => {
    const cookie = await signInFrom(running.url, 'security-administrator');
    const posts = await postsSent();
    for (const { method: wanted, path } of mutations.filter(({ path }) =>
      /^\/api\/(access|session)/.test(path),
    )) {
      for (const method of ['GET', 'HEAD']) {
        const headers = {
          cookie,
          origin: running.url,
          'x-http-method-override': wanted,
          'x-method-override': wanted,
        };
        const mark = path.includes('?') ? '&' : '?';
        for (const address of [path, `${path}${mark}_method=${wanted}`])
          expect([200, 400, 405], `${method} ${address}`).toContain(
            (await ask(running.url, address, { method, headers })).status,
          );
      }
    }
    expect((await ask(running.url, '/api/session', { headers: { cookie } })).status).toBe(200);
    expect(await postsSent()).toBe(posts);
  });

  it('is not done by a request whose session ends while its body is on the way', async () => {
    const cookie = await signInFrom(running.url, 'security-administrator');
    const posts = await postsSent();
    const body = JSON.stringify(change);
    const { hostname, port } = new URL(running.url);
    const headers = { ...json, cookie, origin: running.url, 'content-length': body.length };
    const slow = request({ hostname, port, path: '/api/access', method: 'POST', headers, agent: false });
    slow.write(body.slice(0, 5));
    await expect.poll(() => isUnderWay(cookie)).toBe(true);
    const end = { method: 'DELETE', headers: { cookie, origin: running.url } };
    expect((await ask(running.url, '/api/session', end)).status).toBe(200);
    slow.end(body.slice(5));
    const [answer] = (await once(slow, 'response')) as [IncomingMessage]; // what the event carries
    expect(answer.statusCode).toBe(401);
    expect(await postsSent()).toBe(posts);
  });

  /** The slow request has been let in by then: the console answers requests that came after it. */
  async function isUnderWay(cookie: string): Promise<boolean> {
    return (await ask(running.url, '/api/session', { headers: { cookie } })).status === 200;
  }

  async function postsSent(): Promise<number> {
    return ((await running.control('GET', '/counters')) as { totalPosts: number }).totalPosts; // the control port's own shape
  }
});
