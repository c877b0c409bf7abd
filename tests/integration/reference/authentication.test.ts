import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readReply, ServiceUnderTest } from './running-service';

const SIZE = 'records=10,entities=3,lines=5';
const basic = new ServiceUnderTest({
  size: SIZE,
  auth: { mode: 'basic', username: 'MEM.ADMIN', password: 'key: with, signs' },
});
const bearer = new ServiceUnderTest({
  size: SIZE,
  auth: {
    mode: 'bearer',
    clientId: 'app-1',
    clientSecret: 's3cret+&=',
    tokenSeconds: 0.4,
    staticToken: 'fixed-token',
  },
});

const FORM = {
  grant_type: 'client_credentials',
  client_id: 'app-1',
  client_secret: 's3cret+&=',
  scope: 'x/.default',
};

async function askToken(form: Record<string, string>) {
  return readReply(
    await fetch(bearer.reference.tokenUrl, { method: 'POST', body: new URLSearchParams(form) }),
  );
}

async function freshToken(): Promise<string> {
  const reply = await askToken(FORM);
  expect(reply.status).toBe(200);
  const body: unknown = JSON.parse(reply.text);
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 0.4 });
  return String(Reflect.get(Object(body) as object, 'access_token'));
}

const withToken = (token: string) => bearer.get(bearer.security, {}, { authorization: `Bearer ${token}` });

describe('basic authentication', () => {
  const header = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

  it('lets in with the right user and key', async () => {
    const reply = await basic.get(
      basic.security,
      {},
      { authorization: header('MEM.ADMIN:key: with, signs') },
    );
    expect(reply.status).toBe(200);
  });

  it.each(['', header('MEM.ADMIN:wrong'), header('OTHER:key: with, signs'), 'Bearer x', 'Basic'])(
    'refuses "%s" with 401',
    async (authorization) => {
      const reply = await basic.get(basic.security, {}, authorization === '' ? {} : { authorization });
      expect([reply.status, reply.error.code]).toEqual([401, 'Authentication_InvalidCredentials']);
      expect(reply.headers.get('www-authenticate')).toMatch(/^Basic /);
    },
  );

  it.each(['$metadata', 'companies'])('asks for credentials at %s too', async (path) => {
    expect((await basic.get(`${basic.route}/${path}`)).status).toBe(401);
  });
});

describe('bearer authentication', () => {
  it('takes a token of its own endpoint until its life is over', async () => {
    const token = await freshToken();
    expect((await withToken(token)).status).toBe(200);
    await pause(500);
    expect((await withToken(token)).status).toBe(401);
  });

  it('always takes the static token and never a made-up one', async () => {
    expect((await withToken('fixed-token')).status).toBe(200);
    expect((await withToken('made-up')).status).toBe(401);
    expect((await bearer.get(bearer.security)).status).toBe(401);
  });

  it('ends all issued tokens on command, not the static one', async () => {
    const token = await freshToken();
    expect((await bearer.control('POST', '/tokens/expire')).json.expired).toBeGreaterThanOrEqual(1);
    expect((await withToken(token)).status).toBe(401);
    expect((await withToken('fixed-token')).status).toBe(200);
  });

  it.each([
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ client_id: 'nobody' }, 400, 'unauthorized_client'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ scope: '' }, 400, 'invalid_scope'],
  ])('refuses a token for %o', async (wrong, status, code) => {
    const reply = await askToken({ ...FORM, ...wrong });
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.text)).toMatchObject({ error: code });
  });

  it('refuses a token request that is no form, and GET', async () => {
    const body = JSON.stringify(FORM);
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(bearer.reference.tokenUrl, { method: 'POST', body, headers })).status).toBe(400);
    expect((await fetch(bearer.reference.tokenUrl)).status).toBe(405);
  });

  it('shows the scheme in the request log, never the token or the secret', async () => {
    const token = await freshToken();
    await withToken(token);
    const { json } = await bearer.control('GET', '/requests');
    const text = JSON.stringify(json);
    expect(text).toContain('"authorization":"Bearer"');
    expect(text).not.toContain(token);
    expect(text).not.toContain(FORM.client_secret);
  });
});
