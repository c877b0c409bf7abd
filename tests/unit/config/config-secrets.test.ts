import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOf, realService } from './config-faults';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

const secret = 'canary-secret-7f3a91';
const file = join(temporaryFolder('mem-secrets'), 'connections.json');

function connections(text: string): Record<string, string> {
  writeFileSync(file, text);
  return { SIGN_IN: 'demo', MEM_CONNECTIONS_FILE: file };
}

const wrong: [string, () => Record<string, string>][] = [
  ['a token with a blank', () => ({ ...realService, MEM_AUTH: 'bearer', MEM_TOKEN: `${secret} x` })],
  ['an address with a password', () => ({ ...realService, MEM_BASE_URL: `https://user:${secret}@host` })],
  ['a token address with a password', () => ({ ...realService, MEM_AUTH: 'client-credentials', MEM_CLIENT_SECRET: secret, MEM_TOKEN_URL: `https://user:${secret}@host/token` })],
  ['an issuer with a password', () => ({ SIGN_IN: 'oidc', OIDC_ISSUER: `ftp://user:${secret}@host`, OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: secret })],
  ['a database of another kind', () => ({ DATABASE_URL: `mysql://console:${secret}@127.0.0.1:1/console` })],
  ['a file of connections that is cut', () => connections(`[{"key":"a","password":"${secret}`)],
  ['a file of connections with a slip', () => connections(`[{"key":"a","password":"${secret}"; }]`)],
  ['a file of connections that is a text', () => connections(`"${secret}"`)],
  ['a file of connections with a wrong kind', () => connections(JSON.stringify([{ key: 'a', baseUrl: 1, auth: 'basic', password: [secret], clientSecret: { env: secret, more: secret } }]))],
  ['another setting beside a password', () => ({ MEM_PASSWORD: secret, SESSION_MAX_HOURS: 'x' })],
]; // prettier-ignore

describe('no secret is told, not even a piece, with', () => {
  it.each(wrong)('%s', (_, settings) => {
    const faults = faultsOf(settings());
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.join()).not.toMatch(/canary|7f3a91/); // a parser likes to quote what stands around a slip
  });
});
