import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problemSchema, type Problem } from '@/lib/contract/errors';
import type { Session } from '@/lib/contract/session/session';
import type { ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, json, signInFrom, type Answered } from '@/tests/support/console/raw-request';
import { behindProxy, sharedConsole } from '@/tests/support/console/shared-console';

const whole = { recordType: 'Customer', recordId: '10000', entityId: '100', accessible: true };

let running: ConsoleProcess;
beforeAll(async () => {
  running = await sharedConsole(behindProxy);
});

const get = (path: string, cookie = ''): Promise<Answered> => ask(running.url, path, { headers: { cookie } });

/** Sends a change; `headers` stand over those of our own page. */
const change = (body: unknown, cookie: string, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(running.url, '/api/access', {
    method: 'POST',
    headers: { ...json, origin: running.url, cookie, ...headers },
    body: JSON.stringify(body),
  });

function problemOf({ status, headers, text }: Answered): Problem {
  expect(headers['content-type']).toContain('application/problem+json');
  expect(headers['cache-control']).toBe('no-store');
  const problem = problemSchema.parse(JSON.parse(text));
  expect(problem.requestId).toBe(headers['x-request-id']);
  expect(problem.status).toBe(status);
  return problem;
}

it('health needs no session', async () => {
  expect(JSON.parse((await get('/api/health')).text)).toMatchObject({ status: 'ok' });
  expect(JSON.parse((await get('/api/health/ready')).text)).toMatchObject({
    parts: [
      { name: 'database', up: true },
      { name: 'checkpoint folder', up: true },
      { name: 'log', up: true },
      { name: 'labels file', up: true },
      { name: 'connection default' },
    ],
  });
});

it('health, metrics and the page say the same version and commit', async () => {
  const { version, commit } = JSON.parse((await get('/api/health')).text) as {
    version: string;
    commit: string | null;
  }; // as the contract says
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  const built = `version="${version}",commit="${commit ?? ''}"`;
  expect((await get('/api/metrics')).text).toContain(`mem_build_info{${built}} 1`);
  const page = await get('/', await signInFrom(running.url, 'auditor'));
  const words = commit === null ? version : `${version} (${commit})`;
  expect(page.text.replaceAll('<!-- -->', '')).toContain(`Version ${words}</p>`);
});

it('signing out ends the session at once', async () => {
  const cookie = await signInFrom(running.url, 'auditor');
  const headers = { cookie, origin: running.url };
  expect((await ask(running.url, '/api/session', { method: 'DELETE', headers })).status).toBe(200);
  expect(problemOf(await get('/api/session', cookie)).code).toBe('signed-out');
});

describe('bad input', () => {
  let cookie = '';
  let posts = 0;
  const postsSent = async (): Promise<number> =>
    ((await running.control('GET', '/counters')) as { totalPosts: number }).totalPosts; // the control port's own shape
  beforeEach(async () => {
    cookie = await signInFrom(running.url, 'security-administrator');
    posts = await postsSent();
  });
  afterEach(async () => {
    expect(await postsSent()).toBe(posts);
  });

  it('in a change is named, field by field', async () => {
    const answer = await change({ ...whole, recordId: '', accessible: 'true', colour: 'red' }, cookie);
    const { code, errors } = problemOf(answer);
    expect(code).toBe('invalid-request');
    expect(errors?.map(({ path }) => path).sort()).toEqual(['accessible', 'colour', 'recordId']);
  });

  it('in a query is named: what is unknown, wrong, or stands twice, also of a connection', async () => {
    for (const [query, path] of [
      ['colour=red', 'colour'],
      ['accessible=maybe', 'accessible'],
      ['recordId=1&recordId=2', 'recordId'],
      ['recordId=%00', 'recordId'],
      ['__proto__=a', '__proto__'],
    ]) {
      const problem = problemOf(await get(`/api/access?${query ?? ''}`, cookie));
      expect([problem.code, problem.errors?.[0]?.path]).toEqual(['invalid-request', path]);
    }
    expect(problemOf(await get('/api/access/matrix?connection=other', cookie)).code).toBe('not-found');
    const twice = await get('/api/access/matrix?connection=default&connection=other', cookie);
    expect(problemOf(twice).code).toBe('invalid-request');
    const besideBody = await ask(running.url, '/api/access?dryRun=true', {
      method: 'POST',
      headers: { ...json, origin: running.url, cookie },
      body: JSON.stringify(whole),
    });
    expect(problemOf(besideBody).errors?.map(({ path }) => path)).toEqual(['dryRun']);
  });

  it('the person of a page is named once, or twice as the same', async () => {
    const { text } = await get('/api/session', cookie);
    const { id } = (JSON.parse(text) as Session).user; // the contract of the route
    const named = (query: string, header?: string) =>
      ask(running.url, `/api/session${query}`, {
        headers: { cookie, ...(header !== undefined && { 'x-page-person': header }) },
      });
    for (const answer of [
      await named(`?pagePerson=${id}&pagePerson=${id}`),
      await named(`?pagePerson=${id}&pagePerson=${id}`, id),
      await named('?pagePerson=another', id),
    ]) {
      const problem = problemOf(answer);
      expect([problem.code, problem.errors?.[0]?.path]).toEqual(['invalid-request', 'pagePerson']);
    }
    expect((await named(`?pagePerson=${id}`, id)).status).toBe(200);
  });

  it('a page that was built with another contract is refused, by its header or its address', async () => {
    const answers = [
      await change(whole, cookie, { 'x-page-contract': 'another' }),
      await ask(running.url, '/api/session', { headers: { cookie, 'x-page-contract': 'another' } }),
      await get('/api/events?pageContract=another', cookie),
    ];
    for (const answer of answers) {
      const { code, detail } = problemOf(answer);
      expect([code, detail]).toEqual(['invalid-request', expect.stringContaining('Reload the page')]);
    }
  });
});
