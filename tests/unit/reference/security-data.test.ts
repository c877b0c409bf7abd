import { describe, expect, it } from 'vitest';
import { SecurityData } from '@/lib/reference/data/security-data';
import { parseSize } from '@/lib/reference/data/size';

const SIZES = ['demo', 'records=1,entities=1,lines=0', 'records=100000,entities=200,lines=0'];

function rowOf(data: SecurityData, record: number): Uint8Array {
  const row = new Uint8Array(data.entities.codes.length);
  data.fillRow(record, row);
  return row;
}

describe.each(SIZES)('the records and entities of %s', (text) => {
  const size = parseSize(text);
  const data = new SecurityData(1, size);

  it('are as many as asked for, each once, in order, and not too long', () => {
    const { records, entities } = data;
    expect([records.ids.length, entities.codes.length]).toEqual([size.records, size.entities]);
    expect(new Set(records.ids.map((id, at) => `${records.typeOf[at]} ${id.toUpperCase()}`)).size).toBe(
      size.records,
    );
    expect(new Set(entities.codes).size).toBe(size.entities);
    expect(entities.codes.every((code) => /^[0-9A-Z]{3,20}$/.test(code))).toBe(true);
    expect([...entities.codes].sort()).toEqual(entities.codes);
    expect(records.starts.at(-1)).toBe(size.records);
    expect(Math.max(...records.ids.map((id) => id.length))).toBeLessThanOrEqual(250);
  });
});

describe('the access of the demo', () => {
  const data = new SecurityData(1, parseSize('demo'));
  const rows = data.records.ids.map((_id, record) => [...rowOf(data, record)]);

  it('is shut for 45 to 60 of 100 assignments, at every size', () => {
    for (const text of ['demo', 'large']) {
      const own = new SecurityData(1, parseSize(text));
      let open = 0;
      own.records.ids.forEach((_id, record) => rowOf(own, record).forEach((bit) => (open += bit)));
      expect(1 - open / own.rowCount).toBeGreaterThan(0.45);
      expect(1 - open / own.rowCount).toBeLessThan(0.6);
    }
  });

  it('is the same each time and another for another seed', () => {
    const again = new SecurityData(1, parseSize('demo'));
    const other = new SecurityData(2, parseSize('demo'));
    const all = (from: SecurityData): string =>
      from.records.ids.map((_id, record) => rowOf(from, record).join('')).join();
    expect(all(again)).toBe(rows.map((row) => row.join('')).join());
    expect(all(other)).not.toBe(all(again));
  });
});

describe('changes', () => {
  it('lie over the computed values and vanish when set back', () => {
    const data = new SecurityData(1, parseSize('records=30,entities=6,lines=0'));
    const before = rowOf(data, 4);
    const was = before[2] === 1;
    expect(data.set(4, 2, was)).toBe(false);
    expect(data.set(4, 2, !was)).toBe(true);
    expect(rowOf(data, 4)[2]).toBe(was ? 0 : 1);
    expect(data.set(4, 2, was)).toBe(true);
    expect(rowOf(data, 4)).toEqual(before);
  });
});
