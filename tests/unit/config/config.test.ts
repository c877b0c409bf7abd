import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '@/lib/server/config/config';
import { createUpstream } from '@/lib/server/upstream/client';
import { faultsOf, realService } from './config-faults';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

type Settings = Record<string, string>;

const read = (settings: Settings) => readConfig(settings);

const real: Settings = { SIGN_IN: 'demo', ...realService };

function connectionsFile(content: unknown): string {
  const file = join(temporaryFolder('mem-config'), 'connections.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('settings', () => {
  it('run the embedded reference service on loopback with demo sign-in when nothing is set', () => {
    const { config, warnings } = read({});
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', connections: [], signIn: 'demo' });
    expect(config.publicUrl.origin).toBe('http://localhost:3000');
    expect(config.budget).toEqual({
      concurrency: 4,
      ratePerSecond: 16,
      timeoutSeconds: 120,
      quotedBooleans: 'auto',
    });
    expect(warnings).toEqual([]);
  });

  it('let a change go without a reason unless told otherwise', () => {
    const ruleOf = (settings: Settings) => read(settings).config.accessReason;
    expect([ruleOf({}), ruleOf({ ACCESS_REASON: 'required' })]).toEqual(['optional', 'required']);
    expect(faultsOf({ ACCESS_REASON: 'always' })).toHaveLength(1);
  });

  it('take a connection for production unless its environment, or the setting, says sandbox', () => {
    const kindOf = (settings: Settings) => read({ ...real, ...settings }).config.connections[0]?.kind;
    expect(kindOf({ MEM_ENVIRONMENT: 'CRONUS-EU' })).toBe('production');
    expect(kindOf({ MEM_ENVIRONMENT: 'Sandbox-UAT' })).toBe('sandbox');
    expect(kindOf({ MEM_ENVIRONMENT: 'Sandbox-UAT', MEM_KIND: 'production' })).toBe('production');
    expect(faultsOf({ ...real, MEM_KIND: 'test' })).toHaveLength(1);
  });

  it('take the last day of a secret, and no other text', () => {
    const settings = { ...real, MEM_SECRET_EXPIRES: '2027-01-31' };
    expect(read(settings).config.connections[0]?.secretExpires).toBe('2027-01-31');
    expect(faultsOf({ ...real, MEM_SECRET_EXPIRES: '31.1.2027' })).toEqual([
      'MEM_SECRET_EXPIRES must be a day such as 2027-01-31.',
    ]);
    expect(faultsOf({ ...real, OIDC_SECRET_EXPIRES: 'soon' })).toEqual([
      'OIDC_SECRET_EXPIRES must be a day such as 2027-01-31.',
    ]);
  });

  it('take a file of names that can be read, and say when it cannot', () => {
    const file = connectionsFile('recordType,recordId,entityId,name');
    expect(read({ MEM_LABELS_FILE: file })).toMatchObject({ config: { labelsFile: file }, warnings: [] });
    expect(read({}).config.labelsFile).toBeNull();
    expect(faultsOf({ MEM_LABELS_FILE: `${file}.gone` })).toEqual([
      'MEM_LABELS_FILE must be a file that can be read.',
    ]);
  });

  it('take a place for the audit log that can be written, and say when it cannot', () => {
    const folder = temporaryFolder('mem-audit');
    const fault =
      'AUDIT_LOG must be off, stdout, or the path of a file that can be written, such as ./data/audit.jsonl.';
    expect(read({}).config.auditLog).toBeNull();
    expect(read({ AUDIT_LOG: 'stdout' }).config.auditLog).toBe('stdout');
    const inNewFolder = `${folder}/new/audit.jsonl`;
    expect(read({ AUDIT_LOG: inNewFolder }).config.auditLog).toBe(inNewFolder);
    for (const wrong of ['on', folder, `${connectionsFile('')}/audit.jsonl`])
      expect(faultsOf({ AUDIT_LOG: wrong })).toEqual([fault]);
  });

  it('make one connection of the MEM settings', () => {
    const { config } = read({
      ...real,
      MEM_AUTH: 'client-credentials',
      MEM_CLIENT_ID: 'id',
      MEM_CLIENT_SECRET: 'secret',
      MEM_TOKEN_URL: 'https://login.example.com/token',
      MEM_CONCURRENCY: '2',
      MEM_QUOTED_BOOLEANS: 'true',
    });
    expect(config.connections).toMatchObject([
      {
        key: 'default',
        label: 'Production',
        baseUrl: 'https://api.example.com',
        tenantId: 'contoso.com',
        publisher: 'binarystream',
        concurrency: 2,
        ratePerSecond: 16,
        quotedBooleans: 'true',
        auth: { mode: 'client-credentials', clientId: 'id', clientSecret: 'secret' },
      },
    ]);
  });

  it('put key and checkpoints of the ledger beside the embedded database, else into data, unless they are named', () => {
    expect(read({}).config.ledger).toEqual({
      keyFile: join('data', 'ledger-key.pem'),
      isKeyNamed: false,
      checkpointDirectory: join('data', 'checkpoints'),
    });
    expect(read({ DATABASE_URL: 'file:/var/mem/a.db' }).config.ledger.keyFile).toBe(
      '/var/mem/ledger-key.pem',
    );
    const { config, warnings } = read({
      DATABASE_URL: 'postgres://host/mem',
      LEDGER_CHECKPOINT_DIR: '/mnt/witness',
    });
    expect(config.ledger).toEqual({
      keyFile: join('data', 'ledger-key.pem'),
      isKeyNamed: false,
      checkpointDirectory: '/mnt/witness',
    });
    expect(warnings).toEqual([]);
    expect(read({ LEDGER_KEY_FILE: 'my.pem' }).config.ledger).toMatchObject({
      keyFile: 'my.pem',
      isKeyNamed: true,
    });
  });

  it('report every fault at once, each naming its setting', () => {
    const faults = faultsOf({
      ...real,
      PORT: '99999',
      REFERENCE_SIZE: 'huge',
      LOG_LEVEL: 'loud',
      MEM_BASE_URL: 'ftp://api.example.com',
      MEM_TENANT_ID: 'not a tenant',
      MEM_COMPANY_ID: '123',
      MEM_AUTH: 'basic',
      MEM_CONCURRENCY: 'many',
    });
    for (const name of [
      'PORT',
      'REFERENCE_SIZE',
      'LOG_LEVEL',
      'MEM_BASE_URL',
      'MEM_TENANT_ID',
      'MEM_COMPANY_ID',
      'MEM_CONCURRENCY',
    ]) {
      expect(faults.filter((fault) => fault.startsWith(name))).toHaveLength(1);
    }
  });

  it.each([
    ['an online address without tenant', { ...real, MEM_TENANT_ID: '' }, 'MEM_TENANT_ID is needed'],
    ['basic sign-in without password', { ...real, MEM_AUTH: 'basic', MEM_USERNAME: 'u' }, 'MEM_PASSWORD is needed'],
    ['a bearer token that is missing', { ...real, MEM_AUTH: 'bearer' }, 'MEM_TOKEN is needed'],
    ['a token that no header can carry', { ...real, MEM_AUTH: 'bearer', MEM_TOKEN: 'a\nb' }, 'MEM_TOKEN must be'],
    [
      'credentials over plain http',
      { ...real, MEM_AUTH: 'bearer', MEM_TOKEN: 'a', MEM_BASE_URL: 'http://bc.example.com' },
      'MEM_BASE_URL must be https',
    ],
    ['a tenant that climbs out of its path', { ...real, MEM_TENANT_ID: '../other' }, 'MEM_TENANT_ID must be'],
    ['an environment with a slash', { ...real, MEM_ENVIRONMENT: 'a/b' }, 'MEM_ENVIRONMENT must be'],
    [
      'credentials in the address',
      { ...real, MEM_BASE_URL: 'https://u:p@example.com' },
      'MEM_BASE_URL must be',
    ],
    ['a real service without sign-in', { ...real, SIGN_IN: '' }, 'OIDC_ISSUER is needed with a real service, unless SIGN_IN=demo is set'],
    ['a way to sign in that there is not', { SIGN_IN: 'none' }, 'SIGN_IN must be one of demo, oidc'],
    [
      'demo sign-in to a real service for everybody',
      { ...real, HOST: '0.0.0.0', PUBLIC_URL: 'https://mem.example.com' },
      'HOST must be',
    ],
    [
      'demo sign-in to a real service behind a public address',
      { ...real, PUBLIC_URL: 'https://console.example' },
      'PUBLIC_URL must name a loopback host',
    ],
    ['a port nobody could be told', { PORT: '0' }, 'PORT'],
    ['a console for everybody without https', { HOST: '0.0.0.0' }, 'PUBLIC_URL must be'],
    ['a public address in plain http', { PUBLIC_URL: 'http://mem.example.com' }, 'PUBLIC_URL must be'],
    ['a budget that is no number, of the embedded service', { MEM_RATE_PER_SECOND: '-1' }, 'MEM_RATE_PER_SECOND'],
  ])('refuse %s', (_, settings, start) => {
    const faults = faultsOf(settings);
    expect(faults.filter((fault) => fault.startsWith(start))).toHaveLength(1);
  }); // prettier-ignore

  it('take demo sign-in to a real service on this machine, and the embedded one behind https', () => {
    expect(faultsOf({ ...real, PUBLIC_URL: 'http://[::1]:3000' })).toEqual([]);
    expect(faultsOf({ PUBLIC_URL: 'https://console.example' })).toEqual([]);
    expect(faultsOf({ REFERENCE_PORT: '0' })).toEqual([]);
  });

  it.each([
    ['MEM_ENVIRONMENT', ['My Env.1', 'a'.repeat(64), '-x'], ['Production', 'Sandbox_2-b', 'a'.repeat(63)]],
    ['MEM_PUBLISHER', ['binary stream', 'a.b', '..'], ['binarystream', 'Contoso-1']],
    ['MEM_CURRENCY', ['eur', 'EURO', 'ABC'], ['EUR', 'JPY', 'KWD']],
    [
      'MEM_BC_URL',
      [
        'http://bc.example/?company=A',
        'https://u:p@bc.example/?company=A',
        'https://bc.example/?page=21',
        'A',
      ],
      ['https://bc.example/BC/?company=A%26B&tenant=default'],
    ],
    ['MEM_TENANT_ID', [`${'a'.repeat(64)}.com`, 'contoso', 'a..com'], ['contoso.com', 'a.b.contoso.c0m']],
    ['MEM_COMPANY_ID', ['{11111111-2222-3333-4444-555555555555}'], ['AAAAAAAA-2222-3333-4444-555555555555']],
    ['MEM_BASE_URL', ['https://:pw@example.com', 'https://x/?a'], ['https://example.com/bc/']],
  ])('take %s exactly as the addresses of the service do', async (name, bad, good) => {
    for (const value of bad)
      expect(faultsOf({ ...real, PORT: '0', [name]: value }).map((fault) => fault.split(' ')[0])).toEqual([
        'PORT',
        name,
      ]);
    for (const value of good)
      for (const settings of read({ ...real, [name]: value }).config.connections)
        await createUpstream(settings).close();
  });

  it('tell what is missing beside what is wrong, in plain words', () => {
    const faults = faultsOf({
      SIGN_IN: 'demo',
      PORT: 'abc',
      MEM_BASE_URL: 'https://api.example.com',
      MEM_AUTH: 'basic',
      MEM_CONCURRENCY: '0',
      MEM_COMPANY_ID: '1',
    });
    expect([...faults].sort()).toEqual([
      'MEM_COMPANY_ID must be the GUID of the company.',
      'MEM_CONCURRENCY must be 1 or more.',
      'MEM_ENVIRONMENT is needed for an online address.',
      'MEM_PASSWORD is needed for basic sign-in.',
      'MEM_TENANT_ID is needed for an online address.',
      'MEM_USERNAME is needed for basic sign-in.',
      'PORT must be a number.',
    ]);
  });

  it('never repeat a secret in a fault', () => {
    const faults = faultsOf({
      ...real,
      MEM_AUTH: 'bearer',
      MEM_TOKEN: 'canary-secret',
      MEM_COMPANY_ID: 'x',
      MEM_PASSWORD: 'canary-too',
    });
    expect(faults.join()).not.toContain('canary');
  });

  it('warn about names that are misspelt or have no effect', () => {
    const { warnings } = read({
      MEM_BASEURL: 'https://x',
      MEM_TENANT_ID: 'contoso.com',
      METRICS_TOKN: 'x',
    });
    expect(warnings.map((warning) => warning.split(' ')[0]).sort()).toEqual([
      'MEM_BASEURL',
      'MEM_TENANT_ID',
      'METRICS_TOKN',
    ]);
  });
});

describe('a connections file', () => {
  const one = {
    key: 'one',
    label: 'One',
    baseUrl: 'https://a.example.com',
    tenantId: 'contoso.com',
    environment: 'Production',
  };
  const companyId = '11111111-2222-3333-4444-555555555555';

  it('takes the file of connections that docs/operations.md shows', () => {
    const [, shown = ''] =
      /\(`MEM_CONNECTIONS_FILE`\)[^]*?```json\n([^]*?)```/.exec(readFileSync('docs/operations.md', 'utf8')) ??
      [];
    const file = connectionsFile(shown);
    const { config, warnings } = read({
      SIGN_IN: 'demo',
      MEM_CONNECTIONS_FILE: file,
      PRODUCTION_SECRET: 's',
    });
    expect(warnings).toEqual([]);
    expect(config.connections.map(({ key, auth }) => [key, auth.mode])).toEqual([
      ['production', 'client-credentials'],
      ['sandbox', 'none'],
    ]);
  });

  it('gives several connections, secrets taken from the environment', () => {
    const file = connectionsFile([
      { ...one, companyId, auth: 'bearer', token: { env: 'ONE_TOKEN' } },
      { key: 'two', address: 'on-premises', baseUrl: 'https://bc:7048/BC', companyId },
    ]);
    const { config } = read({ SIGN_IN: 'demo', MEM_CONNECTIONS_FILE: file, ONE_TOKEN: 't' });
    expect(config.connections.map(({ key, auth }) => [key, auth])).toEqual([
      ['one', { mode: 'bearer', token: 't' }],
      ['two', { mode: 'none' }],
    ]);
  });

  it('takes the budget of the settings for connections that name none', () => {
    const file = connectionsFile([
      { ...one, companyId, concurrency: 7 },
      { ...one, key: 'two', companyId },
    ]);
    const { config, warnings } = read({
      SIGN_IN: 'demo',
      MEM_CONNECTIONS_FILE: file,
      MEM_CONCURRENCY: '2',
      MEM_RATE_PER_SECOND: '3.5',
      MEM_TIMEOUT_SECONDS: '30',
      MEM_QUOTED_BOOLEANS: 'true',
    });
    const shared = { ratePerSecond: 3.5, timeoutSeconds: 30, quotedBooleans: 'true' };
    expect(config.connections).toMatchObject([
      { ...shared, key: 'one', concurrency: 7 },
      { ...shared, key: 'two', concurrency: 2 },
    ]);
    expect(warnings).toEqual([]);
  });

  it('has a wrong budget of the settings told once, and its own by entry', () => {
    const file = connectionsFile([
      { ...one, companyId },
      { ...one, key: 'two', companyId, ratePerSecond: 0 },
    ]);
    const settings = { SIGN_IN: 'demo', MEM_CONNECTIONS_FILE: file, MEM_RATE_PER_SECOND: '-1' };
    expect(faultsOf({ ...settings, MEM_TIMEOUT_SECONDS: 'long' })).toEqual([
      'MEM_RATE_PER_SECOND must be more than 0.',
      'MEM_TIMEOUT_SECONDS must be a number.',
      'MEM_CONNECTIONS_FILE, entry 2, ratePerSecond must be more than 0.',
    ]);
  });

  it('has settings of a single connection told as having no effect, but for secrets that it names', () => {
    const secret = { auth: 'bearer', token: { env: 'MEM_TOKEN' } };
    const { warnings } = read({
      SIGN_IN: 'demo',
      MEM_CONNECTIONS_FILE: connectionsFile([{ ...one, companyId, ...secret }]),
      MEM_TOKEN: 't',
      MEM_TENANT_ID: 'not a tenant',
      MEM_PUBLISHER: 'contoso',
    });
    expect(warnings).toEqual([
      'MEM_TENANT_ID has no effect with MEM_CONNECTIONS_FILE; write tenantId into its entries.',
      'MEM_PUBLISHER has no effect with MEM_CONNECTIONS_FILE; write publisher into its entries.',
    ]);
  });

  it.each([
    ['is not there', '/nowhere/connections.json', 'cannot be read'],
    ['is not JSON', connectionsFile('{'), 'cannot be read'],
    ['is empty', connectionsFile([]), 'at least one'],
    [
      'repeats a key',
      connectionsFile([
        { ...one, companyId },
        { ...one, companyId },
      ]),
      'more than once',
    ],
    ['has an unknown field', connectionsFile([{ ...one, companyId, colour: 'red' }]), 'colour is not known'],
    ['names a variable that is not set', connectionsFile([{ ...one, companyId, auth: 'bearer', token: { env: 'NOT_SET' } }]), 'NOT_SET is not set'],
  ])('stops the start when it %s', (_, file, words) => {
    expect(faultsOf({ SIGN_IN: 'demo', MEM_CONNECTIONS_FILE: file }).join()).toContain(words);
  }); // prettier-ignore
});
