import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnPath, signInPath } from '@/lib/domain/session/return-path';
import { readAddress } from '@/lib/reference/odata/addresses';
import { parseFilter, type FilterNode } from '@/lib/reference/odata/filter-parser';
import { readPairs } from '@/lib/reference/odata/query-options';
import { addressesOf } from '@/lib/server/upstream/odata/address';
import { queryOf, type Comparison, type Filter } from '@/lib/server/upstream/odata/filter';
import { settingsWith } from './settings';
import { onPushOrNightly } from '@/tests/support/run/nightly';

/*
 * 100,000 cases of texts from outside that end up in an address. They are read back by the reference service's own
 * reader, which shares no line with the client: what it finds must be exactly what went in, and nothing more.
 */

/** Characters that mean something to OData, to addresses, to HTTP or to whoever decodes twice. */
const pieces = [
  "'", "''", '"', '%', '%27', '%2527', '%00', '%0d%0a', '%2f', '%2e%2e', '/', '//', '\\', '..', '../', '#', '?', '&', '+', '=', ';',
  '@', ':', '(', ')', ',', ' ', '\t', '\r', '\n', '\r\n', '\r\nX-Evil: 1\r\n\r\n', '\u0000', '\u007f', '\u0085', '\u2028', '$', '*',
  '$filter', '&$top=1', ' or 1 eq 1', " or ItemNo ne '", "') or contains(No,'", ' and ', 'null', 'true', '🦄', 'é', 'e\u0301', 'ß',
  '北京', '\u202e', '\ufeff', '\ufffe', '\ud800', '\udc00', '{', '}', '[', ']', '|', '^', '`', '<', '>', 'a', 'Z', '0', '-', '_', '.', '~',
]; // prettier-ignore

const anyText = fc.oneof(
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('').slice(0, 250)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 250 }) },
  // Any sequence of UTF-16 units, halves of characters among them.
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units)) },
); // prettier-ignore

const settings = settingsWith();
const identity = {
  tenantId: settings.tenantId ?? '',
  environment: settings.environment ?? '',
  companyId: settings.companyId,
  publisher: settings.publisher,
};
const online = addressesOf(settings);
const onPremises = addressesOf(
  settingsWith({
    address: 'on-premises',
    baseUrl: 'https://erp.example.test:7048/BC',
    environment: undefined,
  }),
);

/** What may stand in the first line of an HTTP/1.1 request; nothing in it can end that line. */
const requestTarget = /^\/[\x21-\x7e]*$/;

/** Whether a text holds half a character. */
const isBroken = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** The conditions of a filter that joins by `and` only. */
function conditionsOf(node: FilterNode): FilterNode[] {
  return node.kind === 'and' ? [...conditionsOf(node.left), ...conditionsOf(node.right)] : [node];
}

const key = (field: string, value: string): Comparison => ({ field, value });
const readKey = (field: string, text: string): FilterNode => ({
  kind: 'comparison',
  field,
  operator: 'eq',
  value: { kind: 'string', text },
});

/** The only query option is `$filter` (and the tenant of the settings), and its text is that of the raw address. */
function filterIn(url: URL): FilterNode[] {
  const pairs = readPairs(url.search).filter(([name]) => name !== 'tenant');
  expect(pairs.map(([name]) => name)).toEqual(['$filter']);
  // A service that takes `+` for a plus and one that takes it for a blank must read the same.
  expect(url.search).not.toContain('+');
  return conditionsOf(parseFilter(pairs[0]?.[1] ?? ''));
}

describe('a key made of any texts', () => {
  it('is read as exactly these texts, at the address of the settings', () => {
    let sent = 0;
    fc.assert(
      fc.property(anyText, anyText, anyText, fc.boolean(), (recordType, recordId, entityId, isOnline) => {
        const filter: Filter = [key('BssiMasterRecordType', recordType), key('BssiMasterRecordID', recordId), key('BssiEntityID', entityId)]; // prettier-ignore
        const addresses = isOnline ? online : onPremises;
        const build = (): URL => addresses.entitySet('security', queryOf(filter, false));
        if ([recordType, recordId, entityId].some(isBroken)) {
          expect(build).toThrow(/lone surrogate.*Nothing was sent/);
          return;
        }
        const url = build();
        sent++;
        expect(url.origin).toBe(addresses.origin);
        expect(url.hash + url.username + url.password).toBe('');
        expect(url.pathname).toBe(addresses.entitySet('security', '').pathname);
        expect(url.pathname + url.search).toMatch(requestTarget);
        expect(readAddress(url.pathname, identity).resource).toBe('security');
        expect(filterIn(url)).toEqual([
          readKey('BssiMasterRecordType', recordType),
          readKey('BssiMasterRecordID', recordId),
          readKey('BssiEntityID', entityId),
        ]);
      }),
      { numRuns: onPushOrNightly(500, 30_000) },
    );
    expect(sent).toBeGreaterThan(onPushOrNightly(100, 5_000));
  });
});

describe('a filter with any text', () => {
  it('is read as that text, beside yes or no in either spelling', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (value, quoted) => {
        fc.pre(!isBroken(value));
        const filter: Filter = [key('BssiEntityID', value), { field: 'BssiAccessible', value: true }];
        const url = online.entitySet('security', queryOf(filter, quoted));
        expect(url.pathname + url.search).toMatch(requestTarget);
        const isTrue = quoted ? { kind: 'string', text: 'true' } : { kind: 'boolean', value: true };
        expect(filterIn(url)).toEqual([
          readKey('BssiEntityID', value),
          { kind: 'comparison', field: 'BssiAccessible', operator: 'eq', value: isTrue },
        ]);
      }),
      { numRuns: onPushOrNightly(500, 20_000) },
    );
  });
});

describe('settings made of any text', () => {
  it('are refused, or make one path segment each below the base address', () => {
    const setting = fc.oneof(
      anyText,
      fc.constantFrom('Production', 'sandbox-1', 'contoso.com', 'a..b', '.', '..', 'A'),
    );
    fc.assert(
      fc.property(
        setting,
        fc.constantFrom('tenantId', 'environment', 'publisher', 'companyId'),
        (text, name) => {
          let addresses;
          try {
            addresses = addressesOf(settingsWith({ [name]: text }));
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
            expect((error as Error).message).toContain(name); // a RangeError, as just seen
            if (text.length > 4) expect((error as Error).message).not.toContain(text);
            return;
          }
          const url = addresses.entitySet('security', '?$top=1');
          expect(url.origin).toBe('https://api.example.test');
          expect(url.pathname.split('/')).toHaveLength(10);
          expect(url.search).toBe('?$top=1');
        },
      ),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
  });
});

describe('a link to the next page made of any text', () => {
  const from = online.entitySet('security', "?$filter=BssiEntityID eq '100'");
  const linkPieces = fc.constantFrom(
    from.origin, from.pathname, from.href, '?', '$skiptoken=', '&', '#', '/', '//', '..', '/../', '%2e%2e', '%2f', '\\', '@', ':8443',
    'https:', 'http:', '//evil.test', 'user@', 'javascript:', 'data:', '\t', '\n', ' ', 'bssiMEMMasterRecordSecurity', 'bssiItemJournalLines',
  ); // prettier-ignore

  it('is not followed unless it leads to the same set of the same company', () => {
    let followed = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(linkPieces, { maxLength: 6 }).map((parts) => parts.join('')),
          anyText,
        ),
        fc.option(fc.constantFrom('https://evil.test/$metadata', `${from.origin}/`, from.href), {
          nil: null,
        }),
        (link, context) => {
          let url;
          try {
            url = online.follow(link, from, context);
          } catch (error) {
            expect(error).toMatchObject({ code: 'service-malformed' });
            return;
          }
          followed++;
          expect(url.origin).toBe(from.origin);
          expect(url.pathname.toLowerCase()).toBe(from.pathname.toLowerCase());
          expect(url.hash + url.username + url.password).toBe('');
          expect(url.pathname + url.search).toMatch(requestTarget);
        },
      ),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
    expect(followed).toBeGreaterThan(50);
  });
});

describe('a place to return to made of any text', () => {
  const pathPieces = fc.constantFrom(
    '/', '//', '\\', '.', '..', '%2e', '%2f', '%5c', ':', '@', '\t', '\n', '\r', '\u0000', ' ', '\u00a0', '\u3000', '\uff0f', '\u2044', '?', '#', '&next=',
    'https:', 'http://', 'javascript:alert(1)', 'evil.example', 'access', 'journal', 'api', 'sign-in', 'a', '%', '%0a', '\ud800', '[', ']',
  ); // prettier-ignore

  it('stays with the console it is resolved by', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pathPieces, { maxLength: 12 }).map((parts) => parts.join('')),
          anyText,
        ),
        (next) => {
          for (const origin of ['https://console.example', 'http://127.0.0.1:3000']) {
            const path = returnPath(next);
            for (const from of [
              `${origin}/`,
              `${origin}/sign-in?next=x`,
              `${origin}/api/session/oidc/callback`,
            ])
              expect(new URL(path, from).origin).toBe(origin);
            // As a Location header and as a link it is one line that begins at the root, and returning twice changes nothing.
            expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
            expect(returnPath(path)).toBe(path);
            expect(new URL(path, origin).pathname).not.toMatch(/^\/(api|sign-in)(\/|$)/);
            const signIn = new URL(signInPath(next), origin);
            expect([signIn.origin, signIn.pathname]).toEqual([origin, '/sign-in']);
            expect(signIn.searchParams.get('next') ?? '/').toBe(path);
          }
        },
      ),
      { numRuns: onPushOrNightly(500, 20_000) },
    );
  });
});
