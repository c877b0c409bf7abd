import { describe, expect, it } from 'vitest';
import { longestFilterBytes } from '@/lib/contract/limits';
import { apiPaths, withQuery } from '@/lib/client/paths';
import { addressBytes, filtersTooLongInWords, tooLongInWords } from '@/lib/domain/address-room';
import { listText } from '@/lib/domain/filter-syntax';

const ids = (count: number, idOf: (at: number) => string) => listText(Array.from({ length: count }, (_, at) => idOf(at))); // prettier-ignore
const digits = (at: number) => String(10_000 + at);
const signs = (at: number) => `客户${String(at).padStart(5, '0')}`;

/** Of the line of a request that a proxy reads into 8 KB. */
const lineOf = (q: string, entity = '') =>
  `GET ${withQuery(apiPaths.accessExport, { connection: 'a-connection-of-some-length', format: 'xlsx', shape: 'long', rows: 'pending', type: ['Customer', 'Vendor', 'Item', 'G/L Account', 'Bank Account'], q, entity, used: 'true' })} HTTP/1.1`;

describe('a list of IDs', () => {
  it.each<[string, (at: number) => string]>([
    ['digits', digits],
    ['Chinese', signs],
    ['names with spaces and signs', (at) => `Müller & Söhne ${String(at)}`],
  ])(
    'in %s that fits passes a proxy, and one more value than fits is refused with how many do',
    (_, idOf) => {
      const words = tooLongInWords(ids(3_000, idOf)) ?? '';
      const fits = Number(/first ([\d,.\u202f ]+) of these 3.000/.exec(words)?.[1]?.replace(/\D/g, ''));
      expect(fits).toBeGreaterThan(50);
      expect(tooLongInWords(ids(fits, idOf))).toBeNull();
      expect(tooLongInWords(ids(fits + 1, idOf))).not.toBeNull();
      expect(Buffer.byteLength(lineOf(ids(fits, idOf)))).toBeLessThan(8_192);
    },
  );

  it('takes what a person pastes of 700 five-digit IDs, and not of 900 Chinese ones', () => {
    expect(tooLongInWords(ids(700, digits))).toBeNull();
    expect(tooLongInWords(ids(900, signs))).toMatch(/fit into an address\. The filter was left as it was/);
  });

  it('shares the room with the other filter of its page', () => {
    const entity = ids(200, digits);
    const q = ids(700, digits);
    expect(tooLongInWords(q, [entity])).not.toBeNull();
    const words = tooLongInWords(q, [entity]) ?? '';
    const fits = Number(/first (\d+) of/.exec(words)?.[1]);
    expect(addressBytes(ids(fits, digits)) + addressBytes(entity)).toBeLessThanOrEqual(longestFilterBytes);
  });

  it('one text that is too long is told as that', () => {
    expect(tooLongInWords('x'.repeat(longestFilterBytes + 1))).toMatch(/^This text does not fit/);
  });
});

it('filters that a link brought too long may become shorter, not longer', () => {
  const long = 'x'.repeat(longestFilterBytes + 10);
  expect(filtersTooLongInWords(long.slice(1), long)).toBeNull();
  expect(filtersTooLongInWords(`${long}x`, long)).toMatch(/They were left as they were/);
  expect(filtersTooLongInWords('x'.repeat(longestFilterBytes), '')).toBeNull();
});
