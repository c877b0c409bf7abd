import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionListSchema } from '@/lib/contract/connections';
import { sessionListSchema } from '@/lib/contract/session/session';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, cookieIn, json, problemIn, signInFrom } from '@/tests/support/console/raw-request';
import type { Ask } from '@/tests/support/console/raw-request';
import { behindProxy, sharedConsole } from '@/tests/support/console/shared-console';

let proxied: ConsoleProcess;
/** As people reach it from outside, with no proxy to trust. */
let outside: ConsoleProcess;
const publicUrl = 'https://console.example';

beforeAll(async () => {
  proxied = await sharedConsole(behindProxy);
  outside = await startConsole({ PUBLIC_URL: publicUrl, REFERENCE_SIZE: 'records=60,entities=6,lines=60' });
});
afterAll(() => outside.stop());

describe('every answer', () => {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-dns-prefetch-control': 'off',
  };
  const kinds: [string, string, Ask, number][] = [
    ['a page', '/sign-in', {}, 200],
    ['a redirect to sign in', '/access', {}, 307],
    ['the start page', '/', {}, 307],
    ['an address without a page', '/nowhere', {}, 404],
    ['an address that cannot be decoded', '/%zz', {}, 404],
    ['an API address that cannot be decoded', '/api/%c3%28', {}, 404],
    ['a success', '/api/health', {}, 200],
    ['a refusal', '/api/access', {}, 401],
    ['an API address where nothing is', '/api/nothing', {}, 404],
    ['the root of the API', '/api', {}, 404],
    ['a method that is not offered', '/api/health', { method: 'PUT' }, 405],
    ['a method nobody knows', '/api/health', { method: 'PROPFIND' }, 405],
    ['a page that was posted to', '/access', { method: 'POST' }, 405],
    ['a file', '/favicon.svg', {}, 200],
    ['a file that was posted to', '/favicon.svg', { method: 'POST' }, 405],
    ['a file that is not there', '/favicon.ico', {}, 404],
    ['a bundle that is not there', '/_next/static/nothing.js', {}, 404],
    ['a slash too many', '/api/health/', {}, 308],
    ['the image optimizer, which is off', '/_next/image?url=%2Ffavicon.svg&w=64&q=75', {}, 404],
  ];
  for (const [kind, path, how, status] of kinds) {
    it(`that is ${kind} has the headers`, async () => {
      for (const [running, isHttps] of [
        [proxied, false],
        [outside, true],
      ] as const) {
        const { headers, status: got, text } = await ask(running.url, path, how);
        expect(got, text.slice(0, 200)).toBe(status);
        expect(headers).toMatchObject(always);
        expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
        expect(headers['x-powered-by'] ?? headers.server).toBeUndefined();
        expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
        const policy = String(headers['content-security-policy']);
        expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe/);
        expect(headers['strict-transport-security']).toBe(
          isHttps ? 'max-age=31536000; includeSubDomains' : undefined,
        );
        if (status >= 400 && (path.startsWith('/api') || 'method' in how))
          expect(headers['content-type']).toBe('application/problem+json');
      }
    });
  }

  it('that no page is there leads on, whoever is signed in to what they may read, in the console’s frame', async () => {
    const seenAt = async (how: Ask) => {
      const { text } = await ask(proxied.url, '/nowhere', how);
      const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
      expect(main).toContain('There is no page at this address');
      const places = [...main.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
      return { places, isFramed: text.includes('aria-label="Places"') };
    };
    expect(await seenAt({})).toEqual({ places: ['/'], isFramed: false });
    const cookie = await signInFrom(proxied.url, 'accountant');
    const ofAccountant = { places: ['/', '/journal', '/metadata', '/connections'], isFramed: true };
    expect(await seenAt({ headers: { cookie } })).toEqual(ofAccountant);
  });

  it('that redirects stays with the console', async () => {
    const paths = ['//evil.example', '//evil.example/', '/\\evil.example/', '///evil.example/access', '/%5cevil.example/', '/%2f%2fevil.example/', '/access/', '//evil.example/..//', '/.//evil.example']; // prettier-ignore
    for (const path of paths) {
      const { status, headers } = await ask(proxied.url, path, { headers: { host: 'evil.example' } });
      const { location } = headers;
      expect([200, 307, 308, 404], path).toContain(status);
      if (location !== undefined)
        expect(new URL(location, 'http://localhost:1').origin, path).toBe('http://localhost:1');
    }
  });

  it('of one page marks its scripts with a nonce that no other answer has', async () => {
    const nonces = new Set<string>();
    for (let at = 0; at < 5; at++) {
      const { headers, text } = await ask(proxied.url, '/sign-in');
      const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] as string)?.[1] ?? ''; // sent once, as seen above
      expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16);
      nonces.add(nonce);
      const scripts = [...text.matchAll(/<(script|style)\b([^>]*)>/g)];
      expect(scripts.length).toBeGreaterThan(3);
      for (const [tag, , attributes] of scripts) expect(attributes, tag).toContain(`nonce="${nonce}"`);
      expect(text).not.toMatch(/ on(click|load|error)=| style="/);
    }
    expect(nonces.size).toBe(5);
  });
});

describe('a session from outside', () => {
  it('travels in a cookie that no other host can set and no plain line carries', async () => {
    const headers = { ...json, origin: publicUrl };
    const body = JSON.stringify({ role: 'auditor' });
    const answer = await ask(outside.url, '/api/session/demo', { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-mem-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    const cookie = cookieIn(answer);
    expect((await ask(outside.url, '/api/session', { headers: { cookie } })).status).toBe(200);
    const unmarked = cookie.replace('__Host-', '');
    expect((await ask(outside.url, '/api/session', { headers: { cookie: unmarked } })).status).toBe(401);
    const local = { ...headers, origin: outside.url };
    expect(
      problemIn(await ask(outside.url, '/api/session/demo', { method: 'POST', headers: local, body })).code,
    ).toBe('bad-origin');
  });
});

it('nobody is at another address by saying so', async () => {
  const headers = { ...json, origin: publicUrl, 'x-forwarded-for': '203.0.113.9' };
  const body = JSON.stringify({ role: 'auditor' });
  const cookie = cookieIn(await ask(outside.url, '/api/session/demo', { method: 'POST', headers, body }));
  const { text } = await ask(outside.url, '/api/sessions', { headers: { ...headers, cookie } });
  const current = sessionListSchema.parse(JSON.parse(text)).value.find((session) => session.current);
  expect(current?.address).toBe('127.0.0.1');
});

describe('a request id', () => {
  it('is one from the answer through the log to the service', async () => {
    const cookie = await signInFrom(proxied.url, 'auditor');
    await proxied.control('DELETE', '/requests');
    const { status, headers } = await ask(proxied.url, '/api/access?recordType=Location', {
      headers: { cookie },
    });
    expect(status).toBe(200);
    const id = headers['x-request-id'] as string; // one header, seen above
    const { requests } = (await proxied.control('GET', '/requests')) as {
      requests: { headers: Record<string, string> }[];
    }; // the control port's own shape
    expect(requests.map((one) => one.headers['client-request-id'])).toContain(id);
    await expect
      .poll(() => linesOf(proxied).filter((line) => line.requestId === id))
      .toContainEqual(expect.objectContaining({ method: 'GET', path: '/api/access', status: 200 }));
  });

  it('of a failure is in its problem document and in the line that says why', async () => {
    const cookie = await signInFrom(proxied.url, 'auditor');
    await proxied.control('PUT', '/faults', [{ kind: 'html200', resource: 'security' }]);
    const answer = await ask(proxied.url, '/api/access?recordType=Location', { headers: { cookie } });
    await proxied.control('PUT', '/faults', []);
    const { code, requestId } = problemIn(answer);
    expect([answer.status, code, requestId]).toEqual([
      502,
      'service-malformed',
      answer.headers['x-request-id'],
    ]);
    await expect
      .poll(() => linesOf(proxied).filter((line) => line.requestId === requestId))
      .toContainEqual(expect.objectContaining({ level: 40, code: 'service-malformed' }));
  });

  it('is the one of a trusted proxy if it is a plain name, and nobody else’s', async () => {
    const idBy = async (running: ConsoleProcess, given: string) =>
      (await ask(running.url, '/api/health', { headers: { 'x-request-id': given } })).headers['x-request-id'];
    expect(await idBy(proxied, 'trace-4711.a_b')).toBe('trace-4711.a_b');
    for (const odd of ['short', 'with blank inside', 'x'.repeat(81), '"quoted-value"', 'a,b,c,d,e,f'])
      expect(await idBy(proxied, odd)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(await idBy(outside, 'trace-4711.a_b')).not.toBe('trace-4711.a_b');
  });
});

it('a link of before, whose presses were meant to stage, leads to staging', async () => {
  const cookie = await signInFrom(proxied.url, 'security-administrator');
  const path = '/access?type=Customer&type=Item&collect=true&rows=open';
  const { status, headers } = await ask(proxied.url, path, { headers: { cookie } });
  expect(status).toBe(307);
  const { pathname, searchParams } = new URL(headers.location ?? '', proxied.url);
  expect([pathname, Object.fromEntries(searchParams), searchParams.getAll('type')]).toEqual([
    '/access',
    { type: 'Item', rows: 'pending', stage: 'true' },
    ['Customer', 'Item'],
  ]);
});

it('what a page has read of the interface is known to the list of connections', async () => {
  const headers = { cookie: await signInFrom(proxied.url, 'auditor') };
  await ask(proxied.url, '/metadata', { headers });
  const { text } = await ask(proxied.url, '/api/connections', { headers });
  const { value } = connectionListSchema.parse(JSON.parse(text));
  expect(value.map(({ drift }) => drift)).toEqual([expect.any(Number)]);
});

it('no page comes with a script or a style sheet without its mark', async () => {
  const cookie = await signInFrom(proxied.url, 'security-administrator');
  for (const path of ['/access', '/journal', '/metadata', '/sessions', '/sign-in', '/nowhere']) {
    const { text: html } = await ask(proxied.url, path, { headers: { cookie } });
    const marked = html.match(/<(?:script|style)\b[^>]*>/g) ?? [];
    expect(marked.length, path).toBeGreaterThan(2);
    expect(
      marked.filter((tag) => !/ nonce="[^"]+"/.test(tag)),
      path,
    ).toEqual([]);
  }
});

/** The log so far, line by line. */
function linesOf(running: ConsoleProcess): Record<string, unknown>[] {
  const lines = running
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>); // pino's objects
}
