import { readFileSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { startReferenceService, type ReferenceOptions, type RunningReference } from '@/lib/reference/service';
import { openDatabase } from '@/lib/server/db/database';
import { isNightly, onPushOrNightly } from '@/tests/support/run/nightly';
import { canaries, canaryValues } from '@/tests/support/run/production-build';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, type Ask } from '@/tests/support/console/raw-request';
import { apiTable, pageTable } from '@/tests/support/console/route-table';
import { writeSession } from '@/tests/support/console/written-session';

const username = 'canary-user-name-2be701';
const accessToken = 'canary-access-token-77d2e0';
/** Of a receiver of notices: in its address, and as the key of its signatures. */
const ofReceiver = 'canary-receiver-secret-e05b2d';
const code = 'canary-authorization-code-1c9a';
/** As the header of basic sign-in carries it. */
const inBasic = Buffer.from(`${username}:${canaries.MEM_PASSWORD}`).toString('base64');
const issuer = 'http://127.0.0.1:9/';

/** Secrets, whole or encoded, that occur in a text. */
function found(text: string, more: string[] = []): string[] {
  const secrets = [...canaryValues, accessToken, code, ofReceiver, inBasic, ...more];
  return secrets.filter((secret) =>
    [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')].some(
      (form) => text.includes(form),
    ),
  );
}

it('no bundle of a build that had secrets in its environment holds one', () => {
  let searched = 0;
  for (const entry of readdirSync('.next', { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /^\.next\/(cache|dev|node_modules)\//.test(path)) continue;
    expect(found(readFileSync(path, 'latin1')), path).toEqual([]);
    searched++;
  }
  expect(searched).toBeGreaterThan(100);
  const environment = readFileSync('/proc/self/environ', 'latin1');
  expect(environment).not.toContain('canary'); // of this process; the build had its own
});

/** A token endpoint that gives the one token the service takes, or says aloud what it was sent. */
async function startTokenEndpoint(): Promise<{
  url: string;
  mode: { answer: 'token' | 'echo' | 'page' };
  server: Server;
}> {
  const mode: { answer: 'token' | 'echo' | 'page' } = { answer: 'token' };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const said = `${body} ${request.headers.authorization ?? ''} ${accessToken}`;
      if (mode.answer === 'page')
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${said}</title>`);
      else if (mode.answer === 'echo')
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: 'invalid_client', error_description: said }));
      else
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ token_type: 'Bearer', expires_in: 3599, access_token: accessToken }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/token`, mode, server }; // a listening server has one
}

const settingsOf = ({
  baseUrl,
  tenantId,
  environment,
  companyId,
  publisher,
}: RunningReference): Record<string, string> => ({
  MEM_BASE_URL: baseUrl,
  MEM_TENANT_ID: tenantId,
  MEM_ENVIRONMENT: environment,
  MEM_COMPANY_ID: companyId,
  MEM_PUBLISHER: publisher,
  MEM_TIMEOUT_SECONDS: '5', // no fault here is slow, but the machine may be
  MEM_RATE_PER_SECOND: '200',
  LOG_LEVEL: 'trace',
  AUDIT_LOG: 'stdout',
  SIGN_IN: 'oidc',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: canaries.OIDC_CLIENT_SECRET,
  MAIL_URL: canaries.MAIL_URL,
  MAIL_FROM: 'console@example.com',
});

/** Adds receivers of notices that cannot be reached, tests each, and gives back all that was said. */
async function tryReceivers(running: ConsoleProcess, cookie: string): Promise<string> {
  const said: string[] = [];
  const post = async (path: string, body: unknown): Promise<string> => {
    const headers = { cookie, origin: running.url, 'content-type': 'application/json' };
    const { text } = await ask(running.url, path, { method: 'POST', headers, body: JSON.stringify(body) });
    said.push(text);
    return text;
  };
  const to = { notices: ['log'] };
  const receivers = [
    { ...to, name: 'Mail', kind: 'mail', address: 'ann@example.com' },
    {
      ...to,
      name: 'Hook',
      kind: 'webhook',
      address: `https://localhost:9/${ofReceiver}`,
      secret: ofReceiver,
    },
    { ...to, name: 'Wrong', kind: 'webhook', address: `http://${ofReceiver}`, secret: ofReceiver },
  ];
  for (const receiver of receivers) {
    const { id = '' } = JSON.parse(await post('/api/notices/receivers', receiver)) as { id?: string }; // refused: none
    if (id !== '') await post(`/api/notices/receivers/${id}/test`, {});
  }
  for (const path of ['/api/notices/receivers', '/api/notices/deliveries', '/notices'])
    said.push((await ask(running.url, path, { headers: { cookie } })).text);
  return said.join('\n');
}

/** Asks for everything there is as everybody there is, a few at once, and gives back all that was said. */
async function walk(running: ConsoleProcess, cookies: string[], seen: Set<string>): Promise<string> {
  const said: string[] = [];
  const note = async (path: string, how: Ask): Promise<string> => {
    const answer = await ask(running.url, path, how);
    said.push(`${String(answer.status)} ${JSON.stringify(answer.headers)}\n${answer.text}`);
    return answer.text;
  };
  const readPage = async (route: string, cookie: string): Promise<void> => {
    const html = await note(route, { headers: { cookie } });
    for (const [, script = ''] of html.matchAll(/<script[^>]* src="([^"]+)"/g)) {
      if (seen.has(script)) continue;
      seen.add(script);
      await note(script, {});
    }
  };
  const errands = cookies.flatMap((cookie) => {
    const headers = { cookie, origin: running.url, 'content-type': 'application/json' };
    const offers = apiTable.flatMap((row) => row.offers).filter(({ method }) => method !== 'DELETE');
    return [
      ...offers.map(({ method, path, body, isStream }) => () => {
        const hangUp = isStream && { hangUpMs: 200 };
        const sent = body === undefined ? {} : { body: JSON.stringify(body) };
        return note(path.replace('code=x', `code=${code}`), { method, headers, ...hangUp, ...sent });
      }),
      () => note('/api/access', { method: 'POST', headers, body: '{"recordType":1}' }),
      ...pageTable.map(
        ({ route }) =>
          () =>
            readPage(route, cookie),
      ),
    ];
  });
  const walker = async (): Promise<void> => {
    for (let next = errands.shift(); next; next = errands.shift()) await next();
  };
  await Promise.all(Array.from({ length: 8 }, walker)); // most of the time goes by waiting for a service that fails
  return said.join('\n');
}

/** Failures of the service, which says aloud what it was sent; the first four on push. */
const faultsWith = (sent: string): Record<string, unknown>[][] => [
  [],
  [{ kind: 'status', status: 401, resource: 'any', message: `You sent ${sent}.` }],
  [{ kind: 'status', status: 400, resource: 'any', body: 'plain', message: `Authorization: ${sent}` }],
  [{ kind: 'status', status: 500, resource: 'any', body: 'html', code: sent.slice(0, 90) }],
  [{ kind: 'html200', resource: 'any' }],
  [{ kind: 'dropBefore', resource: 'any' }],
  [{ kind: 'wrongJson', variant: 'types', resource: 'any' }],
  [{ kind: 'refuse', ms: 5_000 }],
];

const ways: [string, ReferenceOptions['auth'], Record<string, string>][] = [
  ['client credentials', { mode: 'bearer', clientId: 'x', clientSecret: 'x', staticToken: accessToken }, { MEM_AUTH: 'client-credentials', MEM_CLIENT_ID: 'console', MEM_CLIENT_SECRET: canaries.MEM_CLIENT_SECRET }],
  ['a fixed token', { mode: 'bearer', clientId: 'x', clientSecret: 'x', staticToken: canaries.MEM_TOKEN }, { MEM_AUTH: 'bearer', MEM_TOKEN: canaries.MEM_TOKEN }],
  ['a password', { mode: 'basic', username, password: canaries.MEM_PASSWORD }, { MEM_AUTH: 'basic', MEM_USERNAME: username, MEM_PASSWORD: canaries.MEM_PASSWORD }],
  ['a password that is wrong', { mode: 'basic', username, password: 'another' }, { MEM_AUTH: 'basic', MEM_USERNAME: username, MEM_PASSWORD: canaries.MEM_PASSWORD }],
]; // prettier-ignore

const onPush = ['client credentials', 'a password'];

for (const [name, auth, settings] of ways) {
  it.runIf(onPush.includes(name) || isNightly)(
    `with ${name}, no page, answer, header, script or log line holds a secret, whatever fails`,
    async () => {
      const reference = await startReferenceService({
        size: 'records=60,entities=6,lines=60',
        stateFile: null,
        ...(auth && { auth }),
      });
      const tokens = await startTokenEndpoint();
      const control = (path: string, body: unknown) =>
        fetch(`${reference.controlUrl}${path}`, { method: 'PUT', body: JSON.stringify(body) });
      const running = await startConsole({
        ...settingsOf(reference),
        ...settings,
        ...(settings.MEM_AUTH === 'client-credentials' && { MEM_TOKEN_URL: tokens.url }),
      });
      try {
        const { cookie } = writeSession(running, issuer, ['security-administrator']);
        const values = cookie.split('=').slice(1, 2);
        const said: string[] = [];
        const seen = new Set<string>(); // scripts that were searched already
        const { MEM_CLIENT_SECRET = '', MEM_TOKEN = '', MEM_PASSWORD = '' } = settings;
        const sent = MEM_PASSWORD
          ? `${MEM_PASSWORD} ${inBasic}`
          : MEM_TOKEN || `${accessToken} ${MEM_CLIENT_SECRET}`;
        for (const fault of faultsWith(sent).slice(0, onPushOrNightly(4, 8))) {
          expect((await control('/faults', fault)).ok, JSON.stringify(fault)).toBe(true);
          said.push(await walk(running, [cookie], seen)); // nobody else comes as far as the service
        }
        await control('/faults', []);
        for (const answer of settings.MEM_AUTH === 'client-credentials' ? (['echo', 'page'] as const) : []) {
          tokens.mode.answer = answer;
          await fetch(`${reference.controlUrl}/tokens/expire`, { method: 'POST' });
          await control('/faults', [{ kind: 'status', status: 401, resource: 'any' }]);
          said.push(await walk(running, [cookie], seen));
        }
        const ofReceivers = await tryReceivers(running, cookie);
        expect(ofReceivers.match(/"delivered":false/g)).toHaveLength(2);
        said.push(ofReceivers);
        said.push(await walk(running, [''], seen));
        // The database fails too, which is noted with its reason.
        const database = new Database(join(running.directory, 'data', 'console.db'));
        database.pragma('busy_timeout = 5000'); // the console is writing
        database.exec('alter table session rename to gone');
        database.close();
        const sessions = async () => (await ask(running.url, '/api/sessions', { headers: { cookie } })).text;
        await expect.poll(sessions, { timeout: 15_000 }).toContain('"code":"internal"'); // a read of before may be open
        said.push(await walk(running, [cookie, ''], seen));
        const all = said.join('\n');
        // It failed in these ways and, unless the password was wrong all along, worked too.
        const endings = ['service-refused-credentials', '"code":"internal"', '"rows":[{'];
        const met = endings.filter((text) => all.includes(text));
        expect(met).toEqual(name === 'a password that is wrong' ? endings.slice(0, 2) : endings);
        expect(found(all, values)).toEqual([]);
        const log = running.output();
        expect(log.split('\n').length).toBeGreaterThan(100);
        expect(log).toContain('"log_name":"mem-audit"');
        expect(found(log, values)).toEqual([]);
      } finally {
        await running.stop();
        tokens.server.close();
        await reference.close();
      }
    },
  );
}

it('settings that are wrong are told without the secrets among them, and the console ends', async () => {
  const { MEM_PASSWORD, MEM_TOKEN, MEM_CLIENT_SECRET, OIDC_CLIENT_SECRET, DATABASE_URL } = canaries;
  const start = startConsole({
    ...{ MEM_PASSWORD, MEM_TOKEN, MEM_CLIENT_SECRET, OIDC_CLIENT_SECRET },
    MEM_BASE_URL: `https://user:${MEM_PASSWORD}@host`,
    MEM_AUTH: 'basic',
    DATABASE_URL: DATABASE_URL.replace('postgres', 'mysql'),
    SIGN_IN: 'oidc',
    PORT: 'x',
  });
  const message = await start.then(
    async (running) => {
      await running.stop();
      return 'It started.';
    },
    (error: unknown) => String(error),
  );
  expect(message).toContain('The console did not start. The settings have');
  expect(message).not.toMatch(/canary-|7f3a91|51c0de|3d77f2/);
});

it('a database that does not answer is told without its password', async () => {
  const message = await openDatabase(canaries.DATABASE_URL).then(
    () => 'It is open.',
    (error: unknown) => inspect(error),
  );
  expect(message).toContain('ECONNREFUSED');
  expect(message).not.toMatch(/canary-|3d77f2/);
});
