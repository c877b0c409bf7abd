import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesOf } from '@/lib/server/upstream/odata/address';
import { queryOf } from '@/lib/server/upstream/odata/filter';
import type { Comparison, Filter } from '@/lib/server/upstream/odata/filter';
import { settingsWith } from './settings';
import { onPushOrNightly } from '@/tests/support/run/nightly';

const text = (value: string, field = 'ItemNo'): Comparison => ({ field, value });

describe('a query', () => {
  it.each<[Filter, string]>([
    [[], ''],
    [[text('1896-S')], "?$filter=ItemNo eq '1896-S'"],
    [[text("O'Neil")], "?$filter=ItemNo eq 'O''Neil'"],
    [[text('')], "?$filter=ItemNo eq ''"],
    [[{ field: 'Finished', value: true }], '?$filter=Finished eq true'],
    [[text('a'), text('b', 'No')], "?$filter=ItemNo eq 'a' and No eq 'b'"],
  ])('%j', (filter, query) => {
    expect(decodeURIComponent(queryOf(filter, false))).toBe(query);
  });

  it('quotes booleans only when the service wants it', () => {
    const query = queryOf([{ field: 'Finished', value: false }], true);
    expect(decodeURIComponent(query)).toBe("?$filter=Finished eq 'false'");
  });

  it('refuses half a character before anything is sent', () => {
    expect(() => queryOf([text('a\ud800')], false)).toThrow(
      expect.objectContaining({
        code: 'rejected',
        executed: 'no',
        userMessage: expect.stringMatching(/lone surrogate.*Nothing was sent/) as string,
      }) as Error,
    );
  });
});

describe('any text', () => {
  const addresses = addressesOf(settingsWith());

  it('of 250 characters stays below the longest address in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 250, maxLength: 250 }), (value) => {
        const whole = value.slice(0, 250).replace(/\p{Surrogate}/gu, 'x');
        const filter: Filter = [text(whole), text(whole, 'No'), text(whole, 'BinCode')];
        expect(addresses.entitySet('journal', queryOf(filter, false)).href.length).toBeLessThan(15_000);
      }),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
  });
});
