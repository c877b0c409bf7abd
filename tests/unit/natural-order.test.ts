import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naturalKey, naturalOrderOf } from '@/lib/domain/natural-order';

const inOrder = (texts: string[]): string[] => [...texts].sort(naturalOrderOf(texts));

describe('the order of identifiers', () => {
  it('takes runs of digits by value and letters without regard to case', () => {
    expect(inOrder(['C10', 'c9', 'C9', 'B200', '10', '9', '010', 'C', 'C9-2', 'C9-10'])).toEqual([
      '9',
      '010',
      '10',
      'B200',
      'C',
      'C9',
      'c9',
      'C9-2',
      'C9-10',
      'C10',
    ]);
  });

  it('does not lose digits of numbers beyond 2^53', () => {
    expect(inOrder(['90071992547409930', '90071992547409921', '9007199254740993'])).toEqual([
      '9007199254740993',
      '90071992547409921',
      '90071992547409930',
    ]);
  });

  it('orders letters beyond ASCII where people look for them', () => {
    expect(inOrder(['Z1', 'Ä10', 'Ä9', 'B1'])).toEqual(['Ä9', 'Ä10', 'B1', 'Z1']);
  });

  it('is one consistent order: the same result whatever the order before', () => {
    const id = fc.stringMatching(/^[A-Ca-c0-9-]{0,6}$/);
    fc.assert(
      fc.property(fc.array(id, { maxLength: 12 }), (texts) => {
        expect(inOrder([...texts].reverse())).toEqual(inOrder(texts));
        const compare = naturalOrderOf(texts);
        for (const a of texts)
          for (const b of texts) expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
      }),
    );
  });

  it('is the plain order of keys, one for each text', () => {
    const text = fc.oneof(fc.stringMatching(/^[A-C0-9 -]{0,24}$/), fc.stringMatching(/^[AÄZŁ0-2]{0,4}$/));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [one, other] = [naturalKey(a), naturalKey(b)];
        expect(one < other ? -1 : Number(one > other)).toBe(Math.sign(naturalOrderOf([a, b])(a, b)));
        expect(one === other).toBe(a === b);
      }),
      { numRuns: 2_000 },
    );
  });

  it('orders zeros by their number, as keys do', () => {
    const texts = ['00', '0', 'A0-1', 'A00-1', 'A0B', 'A00B'];
    const byKey = [...texts].sort((a, b) => (naturalKey(a) < naturalKey(b) ? -1 : 1));
    expect(byKey).toEqual(inOrder(texts));
    expect(byKey.slice(0, 2)).toEqual(['0', '00']);
  });

  it('takes letters that are no letter with a mark where people look for them', () => {
    expect(inOrder(['Ż', 'Łódź', 'Lublin', 'M', 'ßeta', 'Sz', 'Ørsted', 'P'])).toEqual([
      ...['Łódź', 'Lublin', 'M', 'Ørsted', 'P', 'ßeta', 'Sz', 'Ż'],
    ]);
  });
});
