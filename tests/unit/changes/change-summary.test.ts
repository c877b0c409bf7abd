import { describe, expect, it } from 'vitest';
import { summaryFrom, summaryOf } from '@/lib/domain/changes/change-summary';

describe('the summary of a set', () => {
  const to = (recordType: string, recordId: string, entityId: string, accessible = true) => ({
    ...{ recordType, recordId, entityId, accessible },
  });

  it('counts records and entities once, names the two types with the most cells, and two entities at most', () => {
    const cells = [
      ...['1', '2', '3'].map((id) => to('Item', id, '220')),
      ...['1', '2'].map((id) => to('Customer', id, '210', false)),
      to('Customer', '1', '220'),
      to('Vendor', '1', '220'),
    ];
    expect(summaryOf(cells)).toEqual({
      ...{ given: 5, removed: 2, records: 6, record: null },
      types: { count: 3, names: ['Customer', 'Item'] },
      entities: { count: 2, ids: ['210', '220'] },
    });
    const more = summaryOf([...cells, to('Item', '1', '100')]);
    expect([more.records, more.entities]).toEqual([6, { count: 3, ids: [] }]);
  });

  it('names the one record there is', () => {
    expect(summaryOf([to('Item', '1', '210'), to('Item', '1', '220')])).toMatchObject({
      ...{ records: 1, record: { recordType: 'Item', recordId: '1' } },
    });
    expect(summaryFrom([], { count: 0, ids: [] })).toMatchObject({ given: 0, records: 0, record: null });
  });
});
