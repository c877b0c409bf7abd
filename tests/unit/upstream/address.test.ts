import { describe, expect, it } from 'vitest';
import { addressesOf } from '@/lib/server/upstream/odata/address';
import { settingsWith } from './settings';

const root = 'https://api.example.test/v2.0/11111111-2222-3333-4444-555555555555';
const company = 'companies(aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee)';
const route = `${root}/Production/api/binarystream/bssiMem/v1.0`;

describe('addresses online', () => {
  const addresses = addressesOf(settingsWith());

  it('have tenant, environment, publisher and company', () => {
    expect(addresses.entitySet('security', '').href).toBe(`${route}/${company}/bssiMEMMasterRecordSecurity`);
    expect(addresses.entitySet('journal', '?$top=1').href).toBe(
      `${route}/${company}/bssiItemJournalLines?$top=1`,
    );
  });

  it('ask for metadata without, then with the environment', () => {
    expect(addresses.metadata().map(String)).toEqual([
      `${root}/api/binarystream/bssiMem/v1.0/$metadata`,
      `${route}/$metadata`,
    ]);
  });

  it('keep a path prefix of the base address and take a domain as tenant', () => {
    const proxied = addressesOf(
      settingsWith({ baseUrl: 'https://proxy.test/bc/', tenantId: 'contoso.onmicrosoft.com' }),
    );
    expect(proxied.entitySet('security', '').href).toBe(
      `https://proxy.test/bc/v2.0/contoso.onmicrosoft.com/Production/api/binarystream/bssiMem/v1.0/${company}/bssiMEMMasterRecordSecurity`,
    );
  });

  it('refuse a request longer than the service takes', () => {
    expect(() => addresses.entitySet('security', `?$filter=${'x'.repeat(15_000)}`)).toThrow(
      /too long.*Nothing was sent/,
    );
  });
});

describe('addresses on premises', () => {
  const settings = settingsWith({
    address: 'on-premises',
    baseUrl: 'https://erp.test:7048/BC240',
    environment: undefined,
  });

  it('have no v2.0 and no environment, and the tenant as a parameter', () => {
    const addresses = addressesOf({ ...settings, tenantId: 'contoso.com' });
    expect(addresses.entitySet('security', '?$count=true').href).toBe(
      `https://erp.test:7048/BC240/api/binarystream/bssiMem/v1.0/${company}/bssiMEMMasterRecordSecurity?$count=true&tenant=contoso.com`,
    );
    expect(addresses.metadata().map(String)).toEqual([
      'https://erp.test:7048/BC240/api/binarystream/bssiMem/v1.0/$metadata?tenant=contoso.com',
    ]);
  });

  it('need no tenant', () => {
    expect(addressesOf({ ...settings, tenantId: undefined }).entitySet('journal', '').href).toBe(
      `https://erp.test:7048/BC240/api/binarystream/bssiMem/v1.0/${company}/bssiItemJournalLines`,
    );
  });

  it('keep the tenant on the way to the next page', () => {
    const addresses = addressesOf({ ...settings, tenantId: 'contoso.com' });
    const from = addresses.entitySet('journal', '');
    expect(addresses.follow('?$skiptoken=2', from, null).searchParams.get('tenant')).toBe('contoso.com');
    expect(() => addresses.follow('?$skiptoken=2&tenant=other.com', from, null)).toThrow(/next page/);
  });
});

describe('faulty settings', () => {
  it.each([
    ['tenantId', { tenantId: '../other' }],
    ['tenantId', { tenantId: undefined }],
    ['tenantId', { tenantId: 'no dots here' }],
    ['environment', { environment: 'Prod/../x' }],
    ['environment', { environment: undefined }],
    ['companyId', { companyId: 'CRONUS' }],
    ['publisher', { publisher: '..' }],
    ['baseUrl', { baseUrl: 'ftp://x.test' }],
    ['baseUrl', { baseUrl: 'https://user:pw@x.test' }],
    ['baseUrl', { baseUrl: 'https://:pw@x.test' }],
    ['baseUrl', { baseUrl: 'https://x.test/?a=b' }],
    ['baseUrl', { baseUrl: 'x' }],
  ] as const)('%s is named', (name, changes) => {
    expect(() => addressesOf(settingsWith(changes))).toThrow(new RegExp(`^The setting ${name} `));
  });
});

describe('links to the next page', () => {
  const addresses = addressesOf(settingsWith());
  const from = addresses.entitySet('security', "?$filter=BssiEntityID eq '100'");
  const set = `/${company}/bssiMEMMasterRecordSecurity`;
  const followed = (link: string, context: string | null = null): string =>
    addresses.follow(link, from, context).href;

  it.each([
    ['absolute', `${route}${set}?$skiptoken=abc`, null],
    ['from the root of the host', `${new URL(route).pathname}${set}?$skiptoken=abc`, null],
    ['only a query', '?$skiptoken=abc', null],
    [
      'relative to the context',
      `${company}/bssiMEMMasterRecordSecurity?$skiptoken=abc`,
      `${route}/$metadata#${company}`,
    ],
    [
      'relative to the request',
      'bssiMEMMasterRecordSecurity?$skiptoken=abc',
      `${route}/$metadata#${company}`,
    ],
    [
      'relative to a context that is relative to the request',
      `${company}/bssiMEMMasterRecordSecurity?$skiptoken=abc`,
      `../$metadata#${company}`,
    ],
    ['relative to the request beside a context that is no address', '?$skiptoken=abc', 'http://['],
  ])('%s', (_, link, context) => {
    expect(followed(link, context)).toBe(`${route}${set}?$skiptoken=abc`);
  });

  it('may differ in case, as the service does', () => {
    const upper = `${route}${set}?$skiptoken=abc`
      .replace('aaaaaaaa', 'AAAAAAAA')
      .replace('Production', 'production');
    expect(followed(upper)).toBe(upper);
  });

  it('may name by GUID the tenant that we name by domain, but nothing else', () => {
    const byDomain = addressesOf(settingsWith({ tenantId: 'contoso.com' }));
    const start = byDomain.entitySet('security', '');
    const link = `${route}${set}?$skiptoken=abc`;
    expect(byDomain.follow(link, start, null).href).toBe(link);
    expect(() =>
      byDomain.follow(link.replace('11111111-2222-3333-4444-555555555555', 'evil.com'), start, null),
    ).toThrow();
    expect(() => byDomain.follow(link.replace('aaaaaaaa-', 'bbbbbbbb-'), start, null)).toThrow();
  });

  it('may not name another GUID once the tenant has come back as one', () => {
    const byDomain = addressesOf(settingsWith({ tenantId: 'Contoso.com' }));
    const first = byDomain.entitySet('security', '');
    const second = byDomain.follow(`${route}${set}?$skiptoken=2`, first, null);
    const third = `${route}${set}?$skiptoken=3`;
    expect(byDomain.follow(third, second, null).href).toBe(third);
    const elsewhere = third.replace('11111111-', '99999999-');
    expect(() => byDomain.follow(elsewhere, second, null)).toThrow(/leads outside/);
  });

  it.each([
    ['another host', `https://evil.test${new URL(route).pathname}${set}?$skiptoken=abc`],
    ['another port', `${route}${set}?$skiptoken=abc`.replace('.test', '.test:8443')],
    ['another scheme', `${route}${set}?$skiptoken=abc`.replace('https:', 'http:')],
    ['a user in front of the host', `${route}${set}?$skiptoken=abc`.replace('//', '//user@')],
    ['another host without a scheme', `//evil.test/${set}`],
    ['the same host outside the prefix', 'https://api.example.test/admin?$skiptoken=abc'],
    ['another company', `${route}${set}`.replace('aaaaaaaa-', 'bbbbbbbb-')],
    ['another set', `${route}/${company}/bssiItemJournalLines?$skiptoken=abc`],
    ['climbing out', `${route}${set}/../../users`],
    ['climbing out in disguise', `${route}/${company}/%2e%2e/users`],
    ['an encoded slash', `${route}/${company}%2fx/bssiMEMMasterRecordSecurity`],
    ['not an address', 'http://['],
    ['a script', 'javascript:alert(1)'],
  ])('are refused when they lead to %s', (_, link) => {
    for (const context of [
      null,
      'https://evil.test/$metadata',
      '../$metadata',
      '../../../../$metadata',
      '//[',
    ]) {
      expect(() => addresses.follow(link, from, context)).toThrow(
        expect.objectContaining({ code: 'service-malformed', kind: 'shape' }) as Error,
      );
    }
  });
});
