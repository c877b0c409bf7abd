import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type CanonicalValue } from '@/lib/domain/ledger/canonical-json';
import { canonical } from '@/public/verify-log-chain.mjs';

/** Values as entries hold them: any text, whole numbers, lists and objects. */
const values = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('value')),
  ),
})).value;

describe('the canonical text', () => {
  it('sorts names by UTF-16 code units, as RFC 8785 shows in 3.2.3', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const names = [...canonicalJson(value).matchAll(/:"(.*?)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('writes texts and literals as RFC 8785 does in 3.2.2', () => {
    const value = { string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/', literals: [null, true, false] };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('leaves absent members out and refuses numbers with more than one spelling', () => {
    expect(canonicalJson({ b: 1, a: undefined, c: [] })).toBe('{"b":1,"c":[]}');
    for (const number of [0.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => canonicalJson([number])).toThrow(RangeError);
    expect(canonicalJson([-0])).toBe('[0]');
  });

  it('is one text: reading and writing it again changes nothing', () => {
    fc.assert(
      fc.property(values, (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text) as CanonicalValue)).toBe(text);
      }),
    );
  });

  it('is written alike by the console and by the verifier, which share no line of it', () => {
    fc.assert(fc.property(values, (value) => canonical(value) === canonicalJson(value)));
  });
});
