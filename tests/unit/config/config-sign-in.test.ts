import { describe, expect, it } from 'vitest';
import { readConfig } from '@/lib/server/config/config';
import { faultsOf, realService } from './config-faults';

type Settings = Record<string, string>;

const oidc: Settings = {
  SIGN_IN: 'oidc',
  OIDC_ISSUER: 'https://login.example.com/tenant/v2.0',
  OIDC_CLIENT_ID: 'console',
};

describe('sign-in by OpenID Connect', () => {
  it('is configured by issuer and client, with or without a secret', () => {
    const { config, warnings } = readConfig(oidc);
    expect(config.signIn).toBe('oidc');
    expect(config.oidc).toEqual({
      issuer: new URL('https://login.example.com/tenant/v2.0'),
      clientId: 'console',
      clientSecret: undefined,
      rolesClaim: 'roles',
      secretExpires: null,
    });
    expect(warnings).toEqual([]);
    const more = readConfig({ ...oidc, OIDC_CLIENT_SECRET: 's', OIDC_ROLES_CLAIM: 'realm_access.roles' });
    expect(more.config.oidc).toMatchObject({ clientSecret: 's', rolesClaim: 'realm_access.roles' });
  });

  it('is what a real service gets, and demo what the embedded one gets, unless said', () => {
    expect(readConfig({ ...realService, ...oidc, SIGN_IN: '' }).config.signIn).toBe('oidc');
    expect(readConfig({}).config).toMatchObject({ signIn: 'demo', oidc: null });
    expect(readConfig(oidc).config.connections).toEqual([]);
  });

  it('needs issuer and client, and says all that is wrong at once', () => {
    expect([...faultsOf({ SIGN_IN: 'oidc', PORT: 'x', TRUST_PROXY: 'yes' })].sort()).toEqual([
      'OIDC_CLIENT_ID is needed with SIGN_IN=oidc.',
      'OIDC_ISSUER is needed with SIGN_IN=oidc.',
      'PORT must be a number.',
      'TRUST_PROXY must be one of true, false.',
    ]);
    expect([...faultsOf(realService)].sort()).toEqual([
      'OIDC_CLIENT_ID is needed with a real service, unless SIGN_IN=demo is set.',
      'OIDC_ISSUER is needed with a real service, unless SIGN_IN=demo is set.',
    ]);
    const both = faultsOf({ SIGN_IN: 'oidc', OIDC_ISSUER: 'http://login.example.com' });
    expect(both.map((fault) => fault.split(' ')[0]).sort()).toEqual(['OIDC_CLIENT_ID', 'OIDC_ISSUER']);
  });

  it.each([
    'login.example.com',
    'ftp://login.example.com',
    'https://login.example.com/?tenant=1',
    'https://login.example.com/#x',
    'https://user:secret@login.example.com',
    'not an address',
  ])('refuses %s as an issuer', (issuer) => {
    expect(faultsOf({ ...oidc, OIDC_ISSUER: issuer })).toEqual([
      'OIDC_ISSUER must be the https address of the provider, as its discovery document names it, without user, password or query.',
    ]);
  });

  it('refuses an issuer over plain http, but on this machine', () => {
    const words = 'OIDC_ISSUER must be https outside this machine, because it decides who is let in.';
    for (const host of ['login.example.com', '192.168.0.2', 'localhost.example.com', '127.0.0.1.example.com'])
      expect(faultsOf({ ...oidc, OIDC_ISSUER: `http://${host}/x` }), host).toEqual([words]);
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(faultsOf({ ...oidc, OIDC_ISSUER: `http://${host}:8080/x` }), host).toEqual([]);
  });

  it('takes a path of the same name at another provider', () => {
    expect(faultsOf({ ...oidc, OIDC_ISSUER: 'https://idp.example.com/organizations/acme' })).toEqual([]);
  });

  it('refuses demo sign-in to a real service behind a proxy, and a public address that is more than an origin', () => {
    const real = { SIGN_IN: 'demo', MEM_ADDRESS: 'on-premises', MEM_BASE_URL: 'https://host/BC' };
    const company = { MEM_COMPANY_ID: '11111111-2222-3333-4444-555555555555' };
    expect(faultsOf({ ...real, ...company, TRUST_PROXY: 'true' })).toEqual([
      expect.stringMatching(/^TRUST_PROXY must be false while demo sign-in guards a real service/),
    ]);
    for (const more of ['/console', '?a=1', '#x'])
      expect(faultsOf({ PUBLIC_URL: `https://console.example.com${more}` })).toEqual([
        expect.stringMatching(/^PUBLIC_URL must be an origin only/),
      ]);
  });

  it('refuses an issuer that still has a placeholder, or names the discovery document', () => {
    const tenant = 'https://login.microsoftonline.com/<tenant id>/v2.0';
    expect(faultsOf({ ...oidc, OIDC_ISSUER: tenant })).toEqual([expect.stringContaining('placeholder')]);
    const document = 'https://login.example.com/.well-known/openid-configuration';
    expect(faultsOf({ ...oidc, OIDC_ISSUER: document })).toEqual([
      expect.stringContaining('without /.well-known'),
    ]);
  });

  it('warns of names that are meant to be ours, not of the system’s', () => {
    const meant = {
      OIDC_ROLE_CLAIM: 'groups',
      SESSION_IDLE_MINUTE: '5',
      DATABASE_URI: 'x',
      TRUSTPROXY: 'true',
    };
    const { warnings } = readConfig({
      ...oidc,
      ...meant,
      SESSION_MANAGER: 'local/host',
      XDG_SESSION_ID: '1',
    });
    expect(warnings).toEqual(Object.keys(meant).map((name) => `${name} is not a setting; is it misspelt?`));
  });

  it('warns that everybody counts as one address behind a proxy that is not believed', () => {
    const outside = { PUBLIC_URL: 'https://console.example.com' };
    expect(readConfig(outside).warnings).toEqual([expect.stringContaining('TRUST_PROXY=true')]);
    expect(readConfig({ ...outside, TRUST_PROXY: 'true' }).warnings).toEqual([]);
  });

  it('keeps the limits of a session within reason', () => {
    const faults = faultsOf({ SESSION_IDLE_MINUTES: '1441', SESSION_MAX_HOURS: '99999999999' });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['SESSION_IDLE_MINUTES', 'SESSION_MAX_HOURS']);
  });

  it.each(['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'])(
    "refuses Microsoft's issuer for %s",
    (tenants) => {
      for (const path of [tenants, `${tenants}/v2.0`])
        expect(faultsOf({ ...oidc, OIDC_ISSUER: `https://login.microsoftonline.com/${path}` })).toEqual([
          `OIDC_ISSUER must name your own tenant in place of "${tenants}", which stands for many.`,
        ]);
      expect(faultsOf({ ...oidc, OIDC_ISSUER: `https://login.example.com/${tenants}-and-more` })).toEqual([]);
    },
  );

  it('may be reached from anywhere, but by https only', () => {
    const open = { ...oidc, ...realService, HOST: '0.0.0.0' };
    expect(faultsOf({ ...open, PUBLIC_URL: 'https://mem.example.com' })).toEqual([]);
    for (const more of [{ PUBLIC_URL: '' }, { PUBLIC_URL: 'http://mem.example.com' }])
      expect(faultsOf({ ...open, ...more })).toEqual([
        'PUBLIC_URL must be the https address people use, because the console is reachable from outside this machine.',
      ]);
  });

  it('never repeats a secret in a fault or a warning', () => {
    const canaries = { OIDC_CLIENT_SECRET: 'canary-secret', OIDC_CLIENT_ID: 'canary-id' };
    expect(faultsOf({ ...oidc, ...canaries, OIDC_ISSUER: 'http://x.example' }).join()).not.toContain(
      'canary',
    );
    expect(readConfig(canaries).warnings.join()).not.toContain('canary');
  });
});

describe('demo sign-in', () => {
  it('warns that settings of OpenID Connect have no effect', () => {
    const { warnings } = readConfig({ ...oidc, SIGN_IN: 'demo', OIDC_CLIENT_SECRET: 's' });
    expect([...warnings].sort()).toEqual(
      ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ISSUER'].map(
        (name) => `${name} has no effect with demo sign-in; set SIGN_IN=oidc.`,
      ),
    );
  });
});

describe('the database', () => {
  it('is a file in the data folder unless said', () => {
    expect(readConfig({}).config.databaseUrl).toBe('file:./data/console.db');
  });

  it.each([
    'file:console.db',
    'file:/var/lib/mem/console.db',
    'postgres://mem:secret@db.example.com/mem',
    'postgresql://mem@127.0.0.1:5433/mem?sslmode=require',
  ])('may be %s', (url) => {
    expect(readConfig({ DATABASE_URL: url }).config.databaseUrl).toBe(url);
  });

  it.each([
    'console.db',
    'file:',
    'mysql://mem:canary@db/mem',
    'https://db.example.com',
    'postgres://mem:canary#1@db.example.com/mem',
  ])('may not be %s, and its password is not repeated', (url) => {
    expect(faultsOf({ DATABASE_URL: url })).toEqual([
      'DATABASE_URL must be file:<path> or postgres://user:password@host:port/database.',
    ]);
  });
});

describe('forwarded headers', () => {
  it('are believed only where it is said', () => {
    expect(readConfig({}).config.trustProxy).toBe(false);
    expect(readConfig({ TRUST_PROXY: 'false' }).config.trustProxy).toBe(false);
    expect(readConfig({ TRUST_PROXY: 'true' }).config.trustProxy).toBe(true);
    for (const other of ['1', 'TRUE', 'yes', '10.0.0.0/8', 'true '])
      expect(faultsOf({ TRUST_PROXY: other }), other).toEqual(['TRUST_PROXY must be one of true, false.']);
  });
});

describe('the limits of a session', () => {
  it('are half an hour without use and ten hours in all unless said', () => {
    expect(readConfig({}).config).toMatchObject({ sessionIdleMinutes: 30, sessionMaxHours: 10 });
    const set = { SESSION_IDLE_MINUTES: '0.5', SESSION_MAX_HOURS: '24' };
    expect(readConfig(set).config).toMatchObject({ sessionIdleMinutes: 0.5, sessionMaxHours: 24 });
  });

  it.each(['0', '-1', 'ever', 'Infinity', 'NaN'])('cannot be %s', (value) => {
    const faults = faultsOf({ SESSION_IDLE_MINUTES: value, SESSION_MAX_HOURS: value });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['SESSION_IDLE_MINUTES', 'SESSION_MAX_HOURS']);
  });
});
