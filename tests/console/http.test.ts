import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problemSchema, type Problem } from '@/lib/contract/errors';
import { roles, type Role } from '@/lib/contract/session/roles';
import type { Session } from '@/lib/contract/session/session';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, json, signInFrom, type Answered } from '@/tests/support/console/raw-request';

const cell = { recordType: 'Customer', recordId: '10000', entityId: '100' };
const whole = { ...cell, accessible: true };

let running: ConsoleProcess;
beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running.stop());

const get = (path: string, cookie = ''): Promise<Answered> => ask(running.url, path, { headers: { cookie } });

/** Sends a change; `headers` stand over those of our own page. */
const change = (body: unknown, cookie: string, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(running.url, '/api/access', {
    method: 'POST',
    headers: { ...json, origin: running.url, cookie, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

function problemOf({ status, headers, text }: Answered): Problem {
  expect(headers['content-type']).toContain('application/problem+json');
  expect(headers['cache-control']).toBe('no-store');
  const problem = problemSchema.parse(JSON.parse(text));
  expect(problem.requestId).toBe(headers['x-request-id']);
  expect(problem.status).toBe(status);
  return problem;
}

async function postsSent(): Promise<unknown[]> {
  const { requests } = (await running.control('GET', '/counters')) as { requests: { method: string }[] }; // the control port's own shape
  return requests.filter(({ method }) => method === 'POST');
}

describe('every route and role', () => {
  const readers: Record<string, readonly Role[]> = {
    '/api/access?recordType=Location': ['security-administrator', 'auditor'],
    '/api/access/matrix': ['security-administrator', 'auditor'],
    '/api/journal?pageSize=25': roles,
    '/api/metadata': roles,
    '/api/session': roles,
  };
  for (const [path, allowed] of Object.entries(readers)) {
    it(`GET ${path} is for ${allowed.join(', ')} only`, async () => {
      expect(problemOf(await get(path)).code).toBe('signed-out');
      for (const role of roles) {
        const answer = await get(path, await signInFrom(running.url, role));
        if (allowed.includes(role)) expect(answer.status, answer.text).toBe(200);
        else expect(problemOf(answer).code).toBe('forbidden');
      }
    });
  }

  it('changing access is for security administrators only, and refused before anything is sent', async () => {
    await running.control('DELETE', '/counters');
    expect(problemOf(await change(whole, '')).code).toBe('signed-out');
    for (const role of ['accountant', 'auditor'] as const)
      expect(problemOf(await change(whole, await signInFrom(running.url, role))).code).toBe('forbidden');
    expect(await postsSent()).toEqual([]);
  });

  it('health needs no session', async () => {
    expect(JSON.parse((await get('/api/health')).text)).toEqual({ status: 'ok' });
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

  it('signing out ends the session at once', async () => {
    const cookie = await signInFrom(running.url, 'auditor');
    const headers = { cookie, origin: running.url };
    expect((await ask(running.url, '/api/session', { method: 'DELETE', headers })).status).toBe(200);
    expect(problemOf(await get('/api/session', cookie)).code).toBe('signed-out');
  });
});

describe('bad input', () => {
  let cookie = '';
  beforeEach(async () => {
    cookie = await signInFrom(running.url, 'security-administrator');
    await running.control('DELETE', '/counters');
  });
  afterEach(async () => {
    expect(await postsSent()).toEqual([]);
  });

  const bodies: [string, unknown, string][] = [
    ['a missing field', { recordType: 'Customer', recordId: '10000', accessible: true }, 'entityId'],
    ['an extra field', { ...whole, colour: 'red' }, 'colour'],
    ['a wrong type', { ...whole, accessible: 'true' }, 'accessible'],
    ['an empty text', { ...whole, recordId: '' }, 'recordId'],
    ['a text of 251 characters', { ...whole, recordId: 'x'.repeat(251) }, 'recordId'],
    ['null', { ...whole, recordType: null }, 'recordType'],
    ['a wrong expected value', { ...whole, expected: 1 }, 'expected'],
    ['a name that reaches for the prototype', '{"__proto__":{"accessible":true}}', '__proto__'],
    ['a name that stands twice', '{"accessible":true,"accessible":false}', 'accessible'],
  ];
  for (const [name, body, field] of bodies) {
    it(`a change with ${name} is 400 and names ${field}`, async () => {
      const problem = problemOf(await change(body, cookie));
      expect(problem.code).toBe('invalid-request');
      expect(problem.errors?.map(({ path }) => path)).toContain(field);
    });
  }

  it('a body that is no JSON, no object, too large or of another type is refused', async () => {
    const answers = [
      await change('{"recordType":', cookie),
      await change([whole], cookie),
      await change({ ...whole, recordId: 'x'.repeat(70_000) }, cookie),
      await change(whole, cookie, { 'content-type': 'text/plain' }),
    ];
    expect(answers.map((answer) => problemOf(answer).code)).toEqual([
      'invalid-request',
      'invalid-request',
      'too-large',
      'unsupported-media-type',
    ]);
  });

  it('an unknown, repeated or wrong query parameter is named', async () => {
    for (const [query, path] of [
      ['colour=red', 'colour'],
      ['accessible=maybe', 'accessible'],
      ['recordType=', 'recordType'],
      ['recordId=1&recordId=2', 'recordId'],
      ['recordId=%00', 'recordId'],
    ]) {
      const problem = problemOf(await get(`/api/access?${query ?? ''}`, cookie));
      expect([problem.code, problem.errors?.[0]?.path]).toEqual(['invalid-request', path]);
    }
    const readers = ['access', 'access/export', 'access/matrix', 'changes', 'journal', 'sessions', 'views'];
    for (const path of readers)
      for (const name of ['__proto__', 'q%00'])
        expect(problemOf(await get(`/api/${path}?${name}=a`, cookie)).code).toBe('invalid-request');
    expect(problemOf(await get('/api/access/matrix?type=%00', cookie)).code).toBe('invalid-request');
    expect(problemOf(await get('/api/access/matrix?connection=other', cookie)).code).toBe('not-found');
    const twice = await get('/api/access/matrix?connection=default&connection=other', cookie);
    expect(problemOf(twice).code).toBe('invalid-request');
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

  it('a query beside a body, and a body in another encoding, are refused', async () => {
    const headers = { ...json, origin: running.url, cookie };
    const body = JSON.stringify(whole);
    const query = '/api/access?dryRun=true&expected=false';
    const problem = problemOf(await ask(running.url, query, { method: 'POST', headers, body }));
    expect([problem.code, problem.errors?.map(({ path }) => path)]).toEqual([
      'invalid-request',
      ['dryRun', 'expected'],
    ]);
    const packed = await fetch(`${running.url}/api/access`, {
      method: 'POST',
      headers: { ...headers, 'content-encoding': 'gzip' },
      body: gzipSync(body),
    });
    expect(packed.headers.get('content-type')).toContain('application/problem+json');
    expect(problemSchema.parse(await packed.json()).code).toBe('unsupported-media-type');
  });

  it('a change from another site, or from nowhere, is refused', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${running.url}.evil.example` },
      { origin: running.url, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign)
      expect(problemOf(await change(whole, cookie, headers)).code).toBe('bad-origin');
    const fromNowhere = { method: 'POST', headers: { ...json, cookie }, body: JSON.stringify(whole) };
    expect(problemOf(await ask(running.url, '/api/access', fromNowhere)).code).toBe('bad-origin');
  });
});

it('rows come straight from the service, filtered and whole', async () => {
  const cookie = await signInFrom(running.url, 'auditor');
  const { text } = await get('/api/access?recordType=Location&accessible=true', cookie);
  const { value, complete } = JSON.parse(text) as {
    value: { recordType: string; accessible: boolean }[];
    complete: boolean;
  }; // checked below
  expect(complete).toBe(true);
  expect(value.length).toBeGreaterThan(0);
  expect(value.every(({ recordType, accessible }) => recordType === 'Location' && accessible)).toBe(true);
});
