import { describe, expect, it } from 'vitest';
import { parseSize, sizeKey } from '@/lib/reference/data/size';

describe('the size', () => {
  it('knows demo and large', () => {
    expect(parseSize('demo')).toEqual({ records: 1200, entities: 24, lines: 3000, longRecordId: false });
    expect(parseSize(' large ')).toEqual({
      records: 10_000,
      entities: 100,
      lines: 100_000,
      longRecordId: true,
    });
  });

  it('reads own sizes in any order and fills in what is left out', () => {
    expect(parseSize('entities=200,records=100000,lines=0')).toMatchObject({
      records: 100_000,
      entities: 200,
      lines: 0,
    });
    expect(parseSize('records=5')).toMatchObject({ records: 5, entities: 24, lines: 3000 });
  });

  it.each([
    ['', /not understood/],
    ['records=1.5', /not understood/],
    ['records=1,planets=3', /not understood at "planets=3"/],
    ['toString=1', /not understood/],
    ['records=1,records=2', /names records twice/],
    ['records=0', /allowed is 1 to/],
    ['lines=1000001', /allowed is 0 to/],
  ])('refuses "%s"', (text, sentence) => {
    expect(() => parseSize(text)).toThrow(RangeError);
    expect(() => parseSize(text)).toThrow(sentence);
  });

  it('has another key for each size', () => {
    const keys = ['demo', 'large', 'records=1200,entities=24,lines=3000', 'records=7'].map((text) =>
      sizeKey(parseSize(text)),
    );
    expect(new Set(keys).size).toBe(4);
  });
});
