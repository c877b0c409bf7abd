import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema, type Problem } from '@/lib/contract/errors';
import type { Session } from '@/lib/contract/session/session';
import { buildWithoutProxy } from '@/tests/support/run/production-build';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { signInByOidc } from '@/tests/support/oidc/oidc-dance';
import { startOpenIdProvider, type TestProvider } from '@/tests/support/oidc/openid-provider';
import { ask, type Answered } from '@/tests/support/console/raw-request';
import {
  apiTable,
  expected,
  innerPages,
  pageTable,
  personas,
  type Offer,
  type Persona,
} from '@/tests/support/console/route-table';

const everyone = Object.keys(personas) as Persona[]; // the record's own keys; the first two may do least

/** What must not stand in the words of a refusal: places in code, files, SQL, addresses of the service. */
const inside =
  /node_modules|\.next\b|\.tsx?\b|\.js:|\bat .+:\d+:\d+|\/(home|usr|tmp|var)\/|\b(select|insert|update|delete) .*\b(from|into|set)\b|SQLITE|https?:\/\/(?!localhost:)/i;

function problemIn(answer: Answered, what: string): Problem {
  expect(answer.headers['content-type'], what).toBe('application/problem+json');
  const problem = problemSchema.parse(JSON.parse(answer.text));
  expect(problem.status, what).toBe(answer.status);
  expect(problem.requestId, what).toBe(answer.headers['x-request-id']);
  expect(answer.text, what).not.toMatch(inside);
  return problem;
}

/** What every answer has, whatever it is. */
function checkAlways(answer: Answered, what: string): void {
  expect(answer.headers['x-request-id'], what).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers['x-content-type-options'], what).toBe('nosniff');
  expect(answer.headers['x-powered-by'], what).toBeUndefined();
}

/** The routes of the build, by its own manifest. */
function routesOf(): string[] {
  const manifest = readFileSync(join('.next', 'app-path-routes-manifest.json'), 'utf8');
  return Object.values(JSON.parse(manifest) as Record<string, string>); // as Next writes it
}

it('has a row for each route, and a route for each row', () => {
  const rows = [...apiTable.map(({ route }) => route), ...pageTable.map(({ route }) => route), ...innerPages];
  expect([...new Set(routesOf())].sort()).toEqual(rows.sort());
});

const builds: [string, { folder: () => string; hasProxy: boolean }][] = [
  ['the build', { folder: () => resolve('.'), hasProxy: true }],
  ['the build without proxy.ts', { folder: buildWithoutProxy, hasProxy: false }],
];

for (const [name, { folder, hasProxy }] of builds) {
  describe(name, () => {
    let running: ConsoleProcess;
    let provider: TestProvider;
    /** One session for each persona, for all that does not end it. */
    const kept = new Map<Persona, string>();
    let people = 0;

    beforeAll(async () => {
      provider = await startOpenIdProvider();
      running = await startConsole(
        {
          ...provider.settings,
          REFERENCE_SIZE: 'records=60,entities=6,lines=60',
          MEM_RATE_PER_SECOND: '500',
        },
        { folder: folder() },
      );
    });
    afterAll(async () => {
      await running.stop();
      await provider.goDown();
    });

    /** Signs a new person in at the provider; the session's cookie, or null for nobody. */
    const newSession = async (persona: Persona): Promise<string | null> => {
      const held = personas[persona];
      if (held === null) return null;
      const sub = `person-${String(people++)}`;
      provider.users.set(sub, { name: `Person ${sub}`, roles: held });
      return signInByOidc(running.url.replace('127.0.0.1', 'localhost'), sub);
    };
    const sessionOf = async (persona: Persona): Promise<string | null> => {
      const cookie = kept.get(persona) ?? (await newSession(persona));
      if (cookie !== null) kept.set(persona, cookie);
      return cookie;
    };
    const ownIdOf = async (cookie: string | null): Promise<string> => {
      if (cookie === null) return 'nobody';
      const { text } = await ask(running.url, '/api/sessions', { headers: { cookie } });
      const { value } = JSON.parse(text) as { value: { id: string; current: boolean }[] }; // the contract of the route
      return value.find(({ current }) => current)?.id ?? '';
    };
    const cookieOf = (cookie: string | null): Record<string, string> => (cookie === null ? {} : { cookie });
    const by = (
      offer: Pick<Offer, 'method' | 'path' | 'body' | 'isStream'>,
      session: string | null,
      method: string = offer.method,
      more: Record<string, string> = {},
    ) =>
      ask(running.url, offer.path, {
        method,
        headers: {
          ...cookieOf(session),
          ...(method === 'GET' || method === 'HEAD' ? {} : { origin: running.url }),
          ...(offer.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...more,
        },
        ...(offer.body === undefined ? {} : { body: JSON.stringify(offer.body) }),
        ...(offer.isStream === true && method === 'GET' && session !== null && { hangUpMs: 0 }),
      });

    for (const { route, path, offers } of apiTable) {
      it(`answers at ${route} as the table says`, async () => {
        for (const offer of hasProxy ? offers : offers.slice(0, 1)) {
          for (const persona of everyone) {
            const what = `${offer.method} ${offer.path} by ${persona}`;
            const session = await (offer.method === 'DELETE' ? newSession(persona) : sessionOf(persona));
            const path = offer.path.replace('{own}', await ownIdOf(session));
            const answer = await by({ ...offer, path }, session);
            const { status, code } = expected(offer, persona);
            expect([answer.status, what], answer.text).toEqual([status, what]);
            checkAlways(answer, what);
            expect(answer.headers['cache-control'], what).toBe('no-store');
            if (answer.status >= 400) expect(problemIn(answer, what).code, what).toBe(code);
            else expect(code, what).toBeUndefined();
            if (!hasProxy || offer.method !== 'GET' || offer.hasHead === false) continue;
            const head = await by(offer, session, 'HEAD');
            expect([head.status, head.text, head.headers['cache-control']], `HEAD for ${what}`).toEqual([
              status,
              '',
              'no-store',
            ]);
          }
        }
        if (!hasProxy) return;
        const offered = new Set<string>(offers.map(({ method }) => method));
        if (offers.some(({ method, hasHead }) => method === 'GET' && hasHead !== false)) offered.add('HEAD');
        const allow = [
          ...['GET', 'HEAD', 'POST', 'DELETE'].filter((method) => offered.has(method)),
          'OPTIONS',
        ].join(', ');
        const others = [
          'GET',
          'HEAD',
          'POST',
          'PUT',
          'PATCH',
          'DELETE',
          'OPTIONS',
          'TRACE',
          'PROPFIND',
        ].filter((method) => !offered.has(method));
        for (const method of others) {
          for (const persona of everyone) {
            const what = `${method} ${path} by ${persona}`;
            const answer = await by(
              { method: 'POST', path, body: { role: 'auditor' } },
              await sessionOf(persona),
              method,
            );
            checkAlways(answer, what);
            const isEmptyRoute = offers.length === 0;
            const status = isEmptyRoute ? 404 : method === 'OPTIONS' ? 204 : 405;
            expect([answer.status, what], answer.text).toEqual([status, what]);
            if (!isEmptyRoute) expect(answer.headers.allow, what).toBe(allow);
            if (answer.status < 400 || method === 'HEAD') continue;
            expect(answer.headers['cache-control'], what).toBe('no-store');
            expect(problemIn(answer, what).code, what).toBe(
              isEmptyRoute ? 'not-found' : 'method-not-allowed',
            );
          }
        }
      });
    }

    for (const { route, nobody } of pageTable) {
      it(`shows ${route} as the table says`, async () => {
        for (const persona of hasProxy ? everyone : everyone.slice(0, 2)) {
          const what = `${route} for ${persona}`;
          const session = await sessionOf(persona);
          const place = session === null ? (hasProxy ? nobody : nobody && '/sign-in') : null;
          for (const method of hasProxy ? ['GET', 'HEAD'] : ['GET']) {
            const answer = await ask(running.url, route, { method, headers: cookieOf(session) });
            checkAlways(answer, what);
            expect([answer.status, answer.headers.location ?? null, what]).toEqual([
              place === null ? 200 : 307,
              place,
              what,
            ]);
            expect(answer.headers['cache-control'], what).toContain('no-store');
          }
          for (const method of hasProxy ? ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] : ['POST']) {
            const headers = {
              ...cookieOf(session),
              origin: running.url,
              'next-action': 'x',
              'content-type': 'text/plain;charset=UTF-8',
            };
            const answer = await ask(running.url, route, { method, headers, body: '[]' });
            checkAlways(answer, `${method} ${what}`);
            if (hasProxy) {
              expect([answer.status, answer.headers.allow, what]).toEqual([405, 'GET, HEAD', what]);
              expect(problemIn(answer, what).code).toBe('method-not-allowed');
            } else {
              expect([400, 404, 405], `${method} ${what}`).toContain(answer.status);
            }
          }
        }
      });
    }

    it('shows nobody the data of a page by asking for its parts', async () => {
      for (const { route, nobody } of pageTable.filter((row) => row.nobody !== null)) {
        const disguises: Record<string, string>[] = [
          { rsc: '1' },
          { rsc: '1', 'next-router-prefetch': '1' },
          { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
          { 'x-console-path': '/journal', 'x-nonce': 'mine', 'x-forwarded-host': 'evil.example' },
        ];
        for (const headers of disguises) {
          const answer = await ask(running.url, route, { headers });
          expect(answer.status, route).toBe(307);
          expect(answer.headers.location, route).not.toContain('evil');
          if (!('rsc' in headers))
            expect(answer.headers.location, route).toBe(hasProxy ? nobody : '/sign-in');
          expect(answer.text, route).not.toMatch(/mayChange\\*":true|Person [0-9a-f]{4}|nonce="mine"/);
        }
      }
    });

    if (!hasProxy) return; // what follows does not ask whether there is one

    it('treats the inner pages of Next as addresses where nothing is', async () => {
      for (const path of innerPages) {
        const answer = await ask(running.url, path);
        checkAlways(answer, path);
        expect(answer.status).toBe(404);
      }
    });

    it('does nothing for a page that was made for somebody else', async () => {
      const session = await sessionOf('security administrator');
      const other = await personOf(await sessionOf('auditor'));
      const posts = await postsSent();
      const offers = apiTable.flatMap((row) => row.offers);
      for (const offer of offers.filter(({ allowed, method }) => allowed !== 'anyone' || method !== 'GET')) {
        const what = `${offer.method} ${offer.path}`;
        const path = offer.path.replace('{own}', await ownIdOf(session));
        const inAddress = `${path}${path.includes('?') ? '&' : '?'}pagePerson=${other}`;
        for (const answer of [
          await by({ ...offer, path }, session, offer.method, { 'x-page-person': other }),
          await by({ ...offer, path: inAddress }, session),
        ]) {
          checkAlways(answer, what);
          expect([answer.status, what], answer.text).toEqual([401, what]);
          expect(problemIn(answer, what).code, what).toBe('signed-out');
        }
      }
      expect(await postsSent()).toBe(posts);
      // The session lives on, and a page that was made for its person is answered.
      const own = await personOf(session);
      expect(own).not.toBe(other);
      const page = { 'x-page-person': own };
      for (const path of ['/api/session', `/api/metadata?pagePerson=${own}`])
        expect((await by({ method: 'GET', path }, session, 'GET', page)).status, path).toBe(200);
    });

    it('sent no change to the service for anyone without the role', async () => {
      const before = await postsSent();
      for (const { offers } of apiTable)
        for (const offer of offers.filter(({ path }) => path === '/api/access'))
          for (const persona of everyone.filter((one) => expected(offer, one).status >= 400))
            expect((await by(offer, await sessionOf(persona))).status).toBeGreaterThanOrEqual(400);
      expect(await postsSent()).toBe(before);
      const session = await sessionOf('security administrator');
      const [, write] = apiTable.find(({ route }) => route === '/api/access')?.offers ?? [];
      if (!write) throw new Error('The table has no change of access.');
      const opposite = { ...(write.body as object), accessible: false }; // an object, as the table shows
      expect((await by({ ...write, body: opposite }, session)).status).toBe(200);
      expect(await postsSent()).toBe(before + 1); // so the counting is seen to work
    });

    async function personOf(session: string | null): Promise<string> {
      const { text } = await ask(running.url, '/api/session', { headers: cookieOf(session) });
      return (JSON.parse(text) as Session).user.id; // the contract of the route
    }

    async function postsSent(): Promise<number> {
      const { totalPosts } = (await running.control('GET', '/counters')) as { totalPosts: number }; // the control port's own shape
      return totalPosts;
    }
  });
}
