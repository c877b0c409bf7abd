import { describe, expect, it } from 'vitest';
import type { Comparison, Filter } from '@/lib/server/upstream/odata/filter';
import { surelyOutside } from '@/lib/server/upstream/odata/filter';

const row = { ItemNo: '1896-S', Amount: -5, PostingDate: '2026-11-05', Finished: false, EntryType: ' ' };
const where = (
  field: string,
  op: Comparison['op'],
  value: Comparison['value'],
  kind: Comparison['kind'],
): Filter => ({ field, op, value, kind });

describe('a row is surely outside', () => {
  it.each<[boolean, Filter]>([
    [false, where('ItemNo', 'eq', '1896-s', 'string')],
    [true, where('ItemNo', 'eq', '1896', 'string')],
    [false, where('ItemNo', 'ne', '1896-s', 'string')],
    [true, where('ItemNo', 'ne', '1896-S', 'string')],
    [false, where('ItemNo', 'lt', '0', 'string')],
    [false, where('ItemNo', 'contains', '96-s', 'string')],
    [true, where('ItemNo', 'contains', 'x', 'string')],
    [true, where('ItemNo', 'startswith', '96', 'string')],
    [true, where('ItemNo', 'endswith', '18', 'string')],
    [false, where('EntryType', 'eq', '', 'string')],
    [false, where('Amount', 'lt', 0, 'decimal')],
    [true, where('Amount', 'ge', 0, 'decimal')],
    [false, where('Amount', 'le', -5, 'decimal')],
    [true, where('Amount', 'gt', -5, 'decimal')],
    [false, where('PostingDate', 'ge', '2026-11-05', 'date')],
    [true, where('PostingDate', 'lt', '2026-11-05', 'date')],
    [true, where('Finished', 'eq', true, 'boolean')],
    [false, where('NotSelected', 'eq', 'x', 'string')],
    [false, { and: [] }],
    [true, { and: [where('Amount', 'lt', 0, 'decimal'), where('Finished', 'eq', true, 'boolean')] }],
  ])('%s for %j', (outside, filter) => {
    expect(surelyOutside(row, filter)).toBe(outside);
  });
});
