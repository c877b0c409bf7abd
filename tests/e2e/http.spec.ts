import type { APIRequestContext, APIResponse } from '@playwright/test';
import { problemSchema } from '@/lib/contract/errors';
import { roles, type Role } from '@/lib/contract/roles';
import { expect, signInBy, test } from '@/tests/support/console-test';

const cell = { recordType: 'Customer', recordId: '10000', entityId: '100' };

async function post(
  request: APIRequestContext,
  url: string,
  data: unknown,
  headers: Record<string, string> = {},
) {
  return request.post(url, { data, headers: { Origin: new URL(url).origin, ...headers } });
}

async function problemOf(response: APIResponse) {
  expect(response.headers()['content-type']).toContain('application/problem+json');
  expect(response.headers()['cache-control']).toBe('no-store');
  const problem = problemSchema.parse(await response.json());
  expect(problem.requestId).toBe(response.headers()['x-request-id']);
  expect(problem.status).toBe(response.status());
  return problem;
}

test.describe('every route and role', () => {
  const readers: Record<string, readonly Role[]> = {
    '/api/access?recordType=Location': ['security-administrator', 'auditor'],
    '/api/access/matrix': ['security-administrator', 'auditor'],
    '/api/journal?pageSize=25': roles,
    '/api/metadata': roles,
    '/api/session': roles,
  };
  for (const [path, allowed] of Object.entries(readers)) {
    test(`GET ${path} is for ${allowed.join(', ')} only`, async ({ request, console }) => {
      expect((await problemOf(await request.get(path))).code).toBe('signed-out');
      for (const role of roles) {
        await signInBy(request, console.url, role);
        const response = await request.get(path);
        if (allowed.includes(role)) expect(response.status(), await response.text()).toBe(200);
        else expect((await problemOf(response)).code).toBe('forbidden');
      }
    });
  }

  test('changing access is for security administrators only, and refused before anything is sent', async ({
    request,
    console,
  }) => {
    await console.control('DELETE', '/counters');
    const change = { ...cell, accessible: true };
    expect((await problemOf(await post(request, `${console.url}/api/access`, change))).code).toBe(
      'signed-out',
    );
    for (const role of ['accountant', 'auditor'] as const) {
      await signInBy(request, console.url, role);
      expect((await problemOf(await post(request, `${console.url}/api/access`, change))).code).toBe(
        'forbidden',
      );
    }
    const { requests } = (await console.control('GET', '/counters')) as { requests: { method: string }[] }; // the control port's own shape
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('health needs no session', async ({ request }) => {
    expect(await (await request.get('/api/health')).json()).toEqual({ status: 'ok' });
    expect(await (await request.get('/api/health/ready')).json()).toMatchObject({
      parts: [
        { name: 'database', up: true },
        { name: 'checkpoint folder', up: true },
        { name: 'connection default' },
      ],
    });
  });

  test('signing out ends the session at once', async ({ request, console }) => {
    await signInBy(request, console.url, 'auditor');
    expect((await request.delete('/api/session', { headers: { Origin: console.url } })).status()).toBe(200);
    expect((await problemOf(await request.get('/api/session'))).code).toBe('signed-out');
  });
});

test.describe('bad input', () => {
  test.beforeEach(async ({ request, console }) => {
    await signInBy(request, console.url, 'security-administrator');
    await console.control('DELETE', '/counters');
  });
  test.afterEach(async ({ console }) => {
    const { requests } = (await console.control('GET', '/counters')) as { requests: { method: string }[] }; // the control port's own shape
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  const whole = { ...cell, accessible: true };
  const bodies: [string, unknown, string][] = [
    ['a missing field', { recordType: 'Customer', recordId: '10000', accessible: true }, 'entityId'],
    ['an extra field', { ...whole, colour: 'red' }, 'colour'],
    ['a wrong type', { ...whole, accessible: 'true' }, 'accessible'],
    ['an empty text', { ...whole, recordId: '' }, 'recordId'],
    ['a text of 251 characters', { ...whole, recordId: 'x'.repeat(251) }, 'recordId'],
    ['null', { ...whole, recordType: null }, 'recordType'],
    ['a wrong expected value', { ...whole, expected: 1 }, 'expected'],
    ['a name that reaches for the prototype', Buffer.from('{"__proto__":{"accessible":true}}'), '__proto__'],
  ];
  for (const [name, body, field] of bodies) {
    test(`a change with ${name} is 400 and names ${field}`, async ({ request, console }) => {
      const json = { 'Content-Type': 'application/json' };
      const problem = await problemOf(await post(request, `${console.url}/api/access`, body, json));
      expect(problem.code).toBe('invalid-request');
      expect(problem.errors?.map(({ path }) => path)).toContain(field);
    });
  }

  test('a body that is no JSON, no object, too large or of another type is refused', async ({
    request,
    console,
  }) => {
    const url = `${console.url}/api/access`;
    const codes = [];
    codes.push(
      (
        await problemOf(
          await post(request, url, Buffer.from('{"recordType":'), { 'Content-Type': 'application/json' }),
        )
      ).code,
    );
    codes.push((await problemOf(await post(request, url, [whole]))).code);
    codes.push((await problemOf(await post(request, url, { ...whole, recordId: 'x'.repeat(70_000) }))).code);
    codes.push(
      (await problemOf(await post(request, url, JSON.stringify(whole), { 'Content-Type': 'text/plain' })))
        .code,
    );
    expect(codes).toEqual(['invalid-request', 'invalid-request', 'too-large', 'unsupported-media-type']);
  });

  test('an unknown, repeated or wrong query parameter is named', async ({ request }) => {
    for (const [query, path] of [
      ['colour=red', 'colour'],
      ['accessible=maybe', 'accessible'],
      ['recordType=', 'recordType'],
      ['recordId=1&recordId=2', 'recordId'],
    ]) {
      const problem = await problemOf(await request.get(`/api/access?${query ?? ''}`));
      expect([problem.code, problem.errors?.[0]?.path]).toEqual(['invalid-request', path]);
    }
    expect((await problemOf(await request.get('/api/access/matrix?connection=other'))).code).toBe(
      'not-found',
    );
  });

  test('a change from another site, or from nowhere, is refused', async ({ request, console }) => {
    const url = `${console.url}/api/access`;
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${console.url}.evil.example` },
      { Origin: console.url, 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of foreign) {
      expect((await problemOf(await request.post(url, { data: whole, headers }))).code).toBe('bad-origin');
    }
    expect((await problemOf(await request.post(url, { data: whole }))).code).toBe('bad-origin');
  });
});

test('rows come straight from the service, filtered and whole', async ({ request, console }) => {
  await signInBy(request, console.url, 'auditor');
  const answer = (await (await request.get('/api/access?recordType=Location&accessible=true')).json()) as {
    value: { recordType: string; accessible: boolean }[];
    complete: boolean;
  }; // checked below
  expect(answer.complete).toBe(true);
  expect(answer.value.length).toBeGreaterThan(0);
  expect(answer.value.every(({ recordType, accessible }) => recordType === 'Location' && accessible)).toBe(
    true,
  );
});
