import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesOf } from '@/lib/server/upstream/odata/address';
import { expressionOf, queryOf } from '@/lib/server/upstream/odata/filter';
import type { Comparison, Filter } from '@/lib/server/upstream/odata/filter';
import { settingsWith } from './settings';
import { onPushOrNightly } from '@/tests/support/run/nightly';

const text = (value: string, field = 'ItemNo', op: Comparison['op'] = 'eq'): Comparison => ({
  field,
  op,
  value,
  kind: 'string',
});

describe('expressions', () => {
  it.each<[Filter, string]>([
    [text('1896-S'), "ItemNo eq '1896-S'"],
    [text("O'Neil"), "ItemNo eq 'O''Neil'"],
    [text(''), "ItemNo eq ''"],
    [text('desk', 'Description', 'contains'), "contains(Description,'desk')"],
    [text('A', 'Description', 'startswith'), "startswith(Description,'A')"],
    [text('z', 'Description', 'endswith'), "endswith(Description,'z')"],
    [{ field: 'PostingDate', op: 'ge', value: '2026-11-01', kind: 'date' }, 'PostingDate ge 2026-11-01'],
    [{ field: 'StartingTime', op: 'lt', value: '08:30:00', kind: 'time' }, 'StartingTime lt 08:30:00'],
    [{ field: 'LineNo', op: 'gt', value: 10000, kind: 'integer' }, 'LineNo gt 10000'],
    [{ field: 'Amount', op: 'le', value: -12.34567, kind: 'decimal' }, 'Amount le -12.34567'],
    [{ field: 'Amount', op: 'eq', value: 0.0000001, kind: 'decimal' }, 'Amount eq 0.0000001'],
    [{ field: 'Amount', op: 'ne', value: 1e21, kind: 'decimal' }, 'Amount ne 1000000000000000000000'],
    [{ field: 'Finished', op: 'eq', value: true, kind: 'boolean' }, 'Finished eq true'],
    [{ and: [text('a'), text('b', 'No')] }, "ItemNo eq 'a' and No eq 'b'"],
    [{ and: [] }, ''],
  ])('%j', (filter, expression) => {
    expect(expressionOf(filter, false)).toBe(expression);
  });

  it('quote booleans only when the service wants it', () => {
    expect(expressionOf({ field: 'Finished', op: 'eq', value: false, kind: 'boolean' }, true)).toBe(
      "Finished eq 'false'",
    );
  });

  it.each<[string, Filter]>([
    ['a field that is none', text('a', "x' or true")],
    ['a field with a path', text('a', 'a/b')],
    ['a date that is none', { field: 'PostingDate', op: 'eq', value: "2026-11-01' or", kind: 'date' }],
    ['a time that is none', { field: 'StartingTime', op: 'eq', value: '8', kind: 'time' }],
    ['NaN', { field: 'Amount', op: 'eq', value: NaN, kind: 'decimal' }],
    ['a fraction for an integer', { field: 'LineNo', op: 'eq', value: 1.5, kind: 'integer' }],
    ['a text for a boolean', { field: 'Finished', op: 'eq', value: 'true', kind: 'boolean' }],
    ['contains in a number', { field: 'Amount', op: 'contains', value: 1, kind: 'decimal' }],
  ])('refuse %s before anything is sent', (_, filter) => {
    expect(() => queryOf({ filter }, false)).toThrow(
      expect.objectContaining({
        code: 'rejected',
        executed: 'no',
        userMessage: expect.stringContaining('Nothing was sent') as string,
      }) as Error,
    );
  });
});

describe('queries', () => {
  it('hold only what is asked', () => {
    expect(queryOf({}, false)).toBe('');
    expect(queryOf({ filter: { and: [] }, select: [], orderBy: [], skip: 0, count: false }, false)).toBe('');
  });

  it('write each option as OData does', () => {
    const query = queryOf(
      {
        filter: text('a b'),
        select: ['ItemNo', 'LineNo'],
        orderBy: [
          { field: 'PostingDate', descending: true },
          { field: 'LineNo', descending: false },
        ],
        top: 100,
        skip: 200,
        count: true,
      },
      false,
    );
    expect(query).toBe(
      "?$filter=ItemNo%20eq%20'a%20b'&$select=ItemNo,LineNo&$orderby=PostingDate%20desc,LineNo&$top=100&$skip=200&$count=true",
    );
  });

  it('refuse half a character', () => {
    expect(() => queryOf({ filter: text('a\ud800') }, false)).toThrow(/lone surrogate/);
  });

  it.each([-1, 1.5, NaN])('refuse %s as a page size', (top) => {
    expect(() => queryOf({ top }, false)).toThrow(/Nothing was sent/);
  });
});

describe('any text', () => {
  const addresses = addressesOf(settingsWith());

  it('of 250 characters stays below the longest address in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 250, maxLength: 250 }), (value) => {
        const whole = value.slice(0, 250).replace(/\p{Surrogate}/gu, 'x');
        const filter: Filter = { and: [text(whole), text(whole, 'No'), text(whole, 'BinCode')] };
        expect(addresses.entitySet('journal', queryOf({ filter }, false)).href.length).toBeLessThan(15_000);
      }),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
  });
});
