import { describe, expect, it } from 'vitest';
import { groupRows } from '@/components/journal/analysis/group-rows';
import {
  shareColumn,
  shareField,
  shareWords,
  shownOrder,
  toldOrder,
} from '@/components/journal/analysis/share-column';
import { formatValue } from '@/components/journal/value-format';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import type { SortKey } from '@/lib/domain/journal/query';

const group = (key: (string | number | boolean)[], count: number, amount: string) => ({
  key,
  count,
  sums: { Amount: amount },
});

const answer: JournalGroups = {
  by: ['BssiEntityID', 'PostingDate.month'],
  sum: ['Amount'],
  pivot: null,
  groups: [
    group(['', '2026-11'], 3, '-1.5'),
    group(['9', ''], 1, '12345678901234567890.12345'),
    group(['10', '2026-10'], 2, '7'),
  ],
  total: { count: 6, sums: { Amount: '12345678901234567895.62345' } },
  across: [],
  more: { groups: 0, across: 0 },
  complete: true,
  copy: 'a-1',
  asOf: '2026-11-15T12:00:00Z',
  refreshing: false,
};

const inOrder = (order: SortKey | null) =>
  groupRows(answer, order)
    .rows.slice(1)
    .map((row) => row['BssiEntityID']);

describe('groups as rows', () => {
  it('say their keys in words, below what all lines come to', () => {
    const { rows, groups } = groupRows(answer, null);
    expect(rows.map((row) => [row['BssiEntityID'], row['PostingDate.month'], row['lines']])).toEqual([
      ['All', undefined, 6],
      ['No entity', 'Nov 2026', 3],
      ['9', '(empty)', 1],
      ['10', 'Oct 2026', 2],
    ]);
    expect(groups[0]).toBeUndefined();
    expect(groups[1]?.key).toEqual(['', '2026-11']);
  });

  it('lead with the names of entities, for those that have one', () => {
    const { rows, groups } = groupRows(answer, null, new Map([['10', 'Cronus UK']]));
    expect(rows.map((row) => row['BssiEntityID'])).toEqual(['All', 'No entity', '9', 'Cronus UK · 10']);
    expect(groups[3]?.key).toEqual(['10', '2026-10']);
  });

  it('are sorted by key, in natural order, and by what they count and come to', () => {
    expect(inOrder({ field: 'BssiEntityID', descending: true })).toEqual(['10', '9', 'No entity']);
    expect(inOrder({ field: 'PostingDate.month', descending: false })).toEqual(['9', '10', 'No entity']);
    expect(inOrder({ field: 'lines', descending: false })).toEqual(['9', '10', 'No entity']);
    expect(inOrder({ field: 'Amount', descending: true })).toEqual(['9', '10', 'No entity']);
    expect(inOrder({ field: 'Colour', descending: true })).toEqual(['No entity', '9', '10']);
  });

  it('show sums to the last digit, also those that no computer’s number holds', () => {
    const { fields, rows } = groupRows(answer, null);
    const amount = fields.find(({ name }) => name === 'Amount');
    expect(rows.map((row) => amount && formatValue(amount, row['Amount']))).toEqual([
      '12,345,678,901,234,567,895.62345',
      '-1.50',
      '12,345,678,901,234,567,890.12345',
      '7.00',
    ]);
  });

  it('have a column for each value across, empty where a group has no such line', () => {
    const pivoted: JournalGroups = {
      ...answer,
      by: ['BssiEntityID'],
      pivot: 'Finished',
      across: [false, true],
      groups: [{ ...group(['9'], 1, '5'), cells: [null, { count: 1, sums: { Amount: '5' } }] }],
    };
    const { fields, rows } = groupRows(pivoted, { field: 'Amount@true', descending: true });
    expect(fields.map(({ label }) => label)).toEqual([
      'Entity ID',
      'Lines',
      'Amount',
      'No: Amount',
      'Yes: Amount',
    ]);
    expect(rows[1]).toEqual({ BssiEntityID: '9', lines: 1, Amount: 5, 'Amount@true': 5, share: '16.7%' });
  });

  it('tell their share of the lines as a bar where the other columns leave room for it', () => {
    const { fields, rows, groups } = groupRows(answer, null);
    expect(rows.map(({ share }) => share)).toEqual(['100.0%', '50.0%', '16.7%', '33.3%']);
    const { total } = answer;
    expect(shareWords({ count: 1 }, { ...answer, total: { ...total, count: 3_000 } })).toBe('<0.1%');
    const others = fields.map((field) => ({ field, width: 100 }));
    const counts = groups.map((one) => one?.count);
    expect(shareColumn(others, 400 + 239, counts, total.count)).toEqual([]);
    const [share] = shareColumn(others, 400 + 240, counts, total.count);
    expect(share?.width).toBe(240);
    expect([0, 1, 2, 3].map((row) => share?.barAt?.(row).toFixed(2))).toEqual([
      '0.00',
      '0.50',
      '0.17',
      '0.33',
    ]);
  });

  it('are ordered by their shares as by their lines, and marked where that was pressed', () => {
    const [byLines, byShares] = ['lines', 'share'].map((field) => ({ field, descending: true }));
    const byAmount = { field: 'Amount', descending: true };
    expect([byShares, byLines, byAmount].map((key) => key && toldOrder(key))).toEqual([
      byLines,
      byLines,
      byAmount,
    ]);
    const columns = [{ field: shareField, width: 240 }];
    expect(shownOrder(byLines ?? null, true, columns)).toEqual([byShares]);
    expect(shownOrder(byLines ?? null, false, columns)).toEqual([byLines]);
    expect(shownOrder(byLines ?? null, true, [])).toEqual([byLines]); // a narrow window has no such column
    expect(shownOrder(byAmount, true, columns)).toEqual([byAmount]);
    expect(shownOrder(null, true, columns)).toEqual([]);
  });
});
