import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionAuth } from '@/lib/server/upstream/settings';
import { credentialsOf } from '@/lib/server/upstream/transport/token';
import type { UpstreamLogEntry } from '@/lib/server/upstream/transport/sender';
import { all, failureOf, requestsOf, startStage } from './against-reference';
import type { Stage } from './against-reference';

const secret = 'a very secret value';
const sleep = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal });
let basic: Stage;
let bearer: Stage;
beforeAll(async () => {
  [basic, bearer] = await Promise.all([
    startStage({ auth: { mode: 'basic', username: 'ann', password: secret } }),
    startStage({
      auth: {
        mode: 'bearer',
        clientId: 'console',
        clientSecret: secret,
        tokenSeconds: 3599,
        staticToken: 'fixed-token',
      },
    }),
  ]);
});
afterEach(() => Promise.all([basic.clear(), bearer.clear()]));
afterAll(() => Promise.all([basic.close(), bearer.close()]));

const clientCredentials = (changes = {}): ConnectionAuth => ({
  mode: 'client-credentials',
  clientId: 'console',
  clientSecret: secret,
  tokenUrl: bearer.service.tokenUrl,
  scope: 'https://api.businesscentral.dynamics.com/.default',
  ...changes,
});
const rowCount = async (upstream: ReturnType<Stage['connect']>): Promise<number> =>
  (await all(upstream.readSecurity({ entityId: '100' }))).flatMap((page) => page.rows).length;

describe('basic and fixed bearer', () => {
  it('open the door, or are refused at once', async () => {
    expect(
      await rowCount(basic.connect({ auth: { mode: 'basic', username: 'ann', password: secret } })),
    ).toBe(60);
    expect(await rowCount(bearer.connect({ auth: { mode: 'bearer', token: 'fixed-token' } }))).toBe(60);
    for (const [stage, auth] of [
      [basic, { mode: 'basic', username: 'ann', password: 'wrong-password' }],
      [basic, { mode: 'none' }],
      [bearer, { mode: 'bearer', token: 'wrong-token-value' }],
    ] as const) {
      await stage.control('DELETE', '/counters');
      const error = await failureOf(rowCount(stage.connect({ auth })));
      expect(error).toMatchObject({
        code: 'service-refused-credentials',
        status: 401,
        kind: 'http',
        executed: 'no',
      });
      expect(error.userMessage).toMatch(/refused the console’s credentials/);
      expect(requestsOf(await stage.counters(), 'GET')).toBe(1);
    }
  });

  it('carry a password beyond ASCII', async () => {
    const stage = await startStage({ auth: { mode: 'basic', username: 'ann', password: 'pässwörd:北京' } });
    try {
      expect(
        await rowCount(
          stage.connect({ auth: { mode: 'basic', username: 'ann', password: 'pässwörd:北京' } }),
        ),
      ).toBe(60);
    } finally {
      await stage.close();
    }
  });
});

describe('a token', () => {
  it('is fetched once for many calls at the same time, and kept', async () => {
    const upstream = bearer.connect({ auth: clientCredentials() });
    expect(await Promise.all(Array.from({ length: 20 }, () => rowCount(upstream)))).toEqual(
      Array(20).fill(60),
    );
    await rowCount(upstream);
    expect((await bearer.counters()).tokensIssued).toBe(1);
  });

  it('is renewed once when the service refuses it, also for a change', async () => {
    const upstream = bearer.connect({ auth: clientCredentials() });
    const page = (await all(upstream.readSecurity({ entityId: '100' })))[0];
    const row = page?.rows[0];
    if (row === undefined) throw new Error('no row');
    await bearer.control('POST', '/tokens/expire');
    expect(await Promise.all(Array.from({ length: 8 }, () => rowCount(upstream)))).toEqual(Array(8).fill(60));
    expect((await bearer.counters()).tokensIssued).toBe(2);
    await bearer.control('POST', '/tokens/expire');
    const change = {
      recordType: row.BssiMasterRecordType,
      recordId: row.BssiMasterRecordID,
      entityId: '100',
      accessible: true,
    };
    expect(await upstream.postAccess(change)).toMatchObject({ status: 200 });
    expect((await bearer.counters()).tokensIssued).toBe(3);
  });

  it('that the service refuses twice is the end', async () => {
    await bearer.faults({ kind: 'status', status: 401, resource: 'security' });
    const error = await failureOf(rowCount(bearer.connect({ auth: clientCredentials() })));
    expect(error).toMatchObject({ code: 'service-refused-credentials', status: 401 });
    const counted = await bearer.counters();
    expect(counted.tokensIssued).toBe(2);
    expect(requestsOf(counted, 'GET')).toBe(2);
  });

  it('is renewed a minute before it ends, and used to its end while the sign-in service is away', async () => {
    let now = 0;
    const credentials = credentialsOf(clientCredentials(), { monotonic: () => now, sleep, random: () => 0 });
    const { signal } = new AbortController();
    const first = await credentials.header(signal);
    now = (3599 - 61) * 1000;
    expect(await credentials.header(signal)).toBe(first);
    now = (3599 - 59) * 1000;
    // Nobody waits for the renewal, and however many ask there is one.
    expect(await Promise.all([credentials.header(signal), credentials.header(signal)])).toEqual([
      first,
      first,
    ]);
    await expect.poll(() => credentials.header(signal)).not.toBe(first);
    const second = credentials.atHand();
    await bearer.faults({ kind: 'status', status: 503, resource: 'token' });
    now = (2 * 3599 - 59 - 30) * 1000;
    expect(await credentials.header(signal)).toBe(second);
    now += 60_000;
    expect(credentials.atHand()).toBeNull();
    expect((await failureOf(credentials.header(signal))).code).toBe('service-unavailable');
    expect((await bearer.counters()).tokensIssued).toBe(2);
    await credentials.close();
  });

  it('that still works is given out while its renewal hangs', async () => {
    let now = 0;
    const credentials = credentialsOf(clientCredentials(), { monotonic: () => now, sleep, random: () => 0 });
    const { signal } = new AbortController();
    const first = await credentials.header(signal);
    await bearer.faults({ kind: 'hang', resource: 'token' });
    now = (3599 - 59) * 1000;
    expect(await credentials.header(signal)).toBe(first);
    await expect.poll(async () => (await bearer.counters()).open).toBe(1);
    expect(await credentials.header(signal)).toBe(first);
    await credentials.close();
  });

  it.each([
    ['is away', 503, 3],
    ['refuses the secret', 401, 1],
  ])('is not renewed again at once when the sign-in service %s', async (_, status, requestsEach) => {
    let now = 0;
    const credentials = credentialsOf(clientCredentials(), { monotonic: () => now, sleep, random: () => 0 });
    const { signal } = new AbortController();
    const asked = async (): Promise<number> =>
      (await bearer.counters()).requests
        .filter((entry) => entry.resource === 'token' && entry.status === status)
        .reduce((sum, entry) => sum + entry.count, 0);
    const first = await credentials.header(signal);
    await bearer.faults({ kind: 'status', status, resource: 'token' });
    now = (3599 - 59) * 1000;
    await credentials.header(signal);
    await expect.poll(asked).toBe(requestsEach);
    for (let call = 0; call < 20; call++) {
      expect(await credentials.header(signal)).toBe(first);
      expect(await asked()).toBe(requestsEach);
    }
    now += 10_000;
    expect(await credentials.header(signal)).toBe(first);
    await expect.poll(asked).toBe(2 * requestsEach);
    await bearer.faults();
    now += 10_000;
    await expect.poll(() => credentials.header(signal)).not.toBe(first);
    await credentials.close();
  });

  it('of a short life works all the same', async () => {
    const auth = { mode: 'bearer', clientId: 'console', clientSecret: secret, tokenSeconds: 0.3 } as const;
    const stage = await startStage({ auth });
    try {
      const upstream = stage.connect({ auth: clientCredentials({ tokenUrl: stage.service.tokenUrl }) });
      while ((await stage.counters()).tokensIssued < 4) expect(await rowCount(upstream)).toBe(60);
    } finally {
      await stage.close();
    }
  });
});

describe('a sign-in service', () => {
  it('that refuses the secret is told apart from one that cannot be reached', async () => {
    for (const wrong of [{ clientSecret: 'not-the-secret' }, { clientId: 'nobody' }, { scope: '' }]) {
      const error = await failureOf(rowCount(bearer.connect({ auth: clientCredentials(wrong) })));
      expect(error).toMatchObject({ code: 'service-refused-credentials', executed: 'no' });
      expect(error.userMessage).toMatch(/sign-in service refused to issue a token/);
      expect(error.userMessage).not.toContain('not-the-secret');
    }
    for (const [tokenUrl, cause] of [
      ['http://127.0.0.1:1/token', 'sign-in service refused the connection'],
      ['http://nowhere.invalid/token', 'name of the sign-in service’s host cannot be resolved'],
    ] as const) {
      const away = bearer.connect({ auth: clientCredentials({ tokenUrl }) }, { random: () => 0 });
      expect(await failureOf(rowCount(away))).toMatchObject({
        code: 'service-unavailable',
        kind: 'network',
        executed: 'no',
        userMessage: expect.stringContaining(cause) as string,
      });
    }
    await bearer.faults({ kind: 'status', status: 503, resource: 'token' });
    const failing = bearer.connect({ auth: clientCredentials() }, { random: () => 0 });
    expect((await failureOf(rowCount(failing))).userMessage).toContain('status 503');
    expect(requestsOf(await bearer.counters(), 'GET')).toBe(0);
  });

  it('that does not answer is named where a request waits for it', async () => {
    await bearer.faults({ kind: 'slow', delayMs: 5_000, resource: 'token' });
    const waiting = bearer.connect({ auth: clientCredentials() });
    const error = await failureOf(all(waiting.readSecurity({ entityId: '100' }, { deadlineMs: 200 })));
    expect(error).toMatchObject({ code: 'service-timeout', executed: 'no' });
    expect(error.userMessage).toMatch(/^The sign-in service .* did not answer in time/);
  });

  it('is asked again after a hiccup', async () => {
    await bearer.faults({ kind: 'status', status: 503, resource: 'token', count: 2 });
    expect(await rowCount(bearer.connect({ auth: clientCredentials() }, { random: () => 0 }))).toBe(60);
  });

  it.each([
    ['a web page', { kind: 'html200' }, 'service-malformed'],
    ['other JSON', { kind: 'wrongJson' }, 'service-malformed'],
    ['a redirect', { kind: 'redirect' }, 'service-refused-credentials'],
  ])('that answers with %s is an error', async (_, fault, code) => {
    await bearer.faults({ ...fault, resource: 'token' });
    expect((await failureOf(rowCount(bearer.connect({ auth: clientCredentials() })))).code).toBe(code);
  });

  const token = { access_token: 'abc', token_type: 'Bearer', expires_in: 3599 };
  it.each([
    [200, token, null],
    [200, { ...token, expires_in: '3599' }, null],
    [200, { ...token, expires_in: undefined }, null],
    [200, { ...token, token_type: 'mac' }, 'not with a bearer token'],
    [200, { ...token, expires_in: 'soon' }, 'not with a bearer token'],
    [200, { ...token, access_token: 'two\r\nlines' }, 'not with a bearer token'],
    [204, null, 'refused to issue a token (status 204)'],
    [
      400,
      { error: 'invalid_client', error_description: `AADSTS7000215: ${secret} is wrong` },
      '(AADSTS7000215)',
    ],
    [401, { error: 'invalid_client', error_description: `${secret} is wrong` }, '(invalid_client)'],
    [400, { error: `no ${secret}` }, '(status 400)'],
  ])('that answers %i and %j is understood, and quoted in fixed words only', async (status, body, words) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json', 'www-authenticate': 'Bearer x="y"' });
      response.end(body === null ? undefined : JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // a listening TCP server has one
    const tokenUrl = `http://127.0.0.1:${port}/token`;
    const credentials = credentialsOf(clientCredentials({ tokenUrl }), {
      monotonic: () => 0,
      sleep,
      random: () => 0,
    });
    const header = credentials.header(new AbortController().signal);
    if (words === null) expect(await header).toBe('Bearer abc');
    else {
      const error = await failureOf(header);
      expect(error.userMessage).toContain(words);
      expect(error.userMessage).not.toContain(secret);
    }
    await credentials.close();
    server.close();
  });
});

describe('secrets', () => {
  it('reach no error and no log line, even if the service repeats them', async () => {
    const written: UpstreamLogEntry[] = [];
    const auth: ConnectionAuth = { mode: 'basic', username: 'ann', password: secret };
    const inHeader = Buffer.from(`ann:${secret}`).toString('base64');
    await basic.faults({ kind: 'status', status: 400, message: `You sent ${secret} as ${inHeader}.` });
    const error = await failureOf(rowCount(basic.connect({ auth }, { log: (entry) => written.push(entry) })));
    const said = JSON.stringify([error, error.message, error.stack, written]);
    expect(error.userMessage).toContain('[removed]');
    expect(said).not.toContain(secret);
    expect(said).not.toContain(inHeader);
  });
});
