import { describe, expect, it } from 'vitest';
import { groupTable, shareColumn, shareWords } from '@/components/journal/analysis/group-rows';
import { readJournalAddress } from '@/components/journal/journal-parameters';
import { formatValue } from '@/components/journal/value-format';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import type { SortKey } from '@/lib/domain/journal/query';

const added = (count: number, amount: string, mixed?: string[]) => ({
  ...{ count, sums: { 'Amount.net': amount } },
  ...(mixed && { mixed }),
});
const group = (key: (string | number | boolean)[], count: number, amount: string) => ({
  ...{ key, ...added(count, amount) },
});

const answer: JournalGroups = {
  by: ['BssiEntityID', 'PostingDate.month'],
  sum: ['Amount.net'],
  pivot: null,
  groups: [
    group(['', '2026-11'], 3, '-1.5'),
    group(['9', ''], 1, '12345678901234567890.12345'),
    group(['9', '2026-10'], 2, '7'),
  ],
  subtotals: [group([''], 3, '-1.5'), group(['9'], 3, '12345678901234567897.12345')],
  total: added(6, '12345678901234567895.62345'),
  across: [],
  more: { groups: 0, across: 0 },
  complete: true,
  copy: 'a-1',
  asOf: '2026-11-15T12:00:00Z',
  refreshing: false,
};

const rowsOf = (order: SortKey | null, names?: Map<string, string>) =>
  groupTable(answer, order, names).rows.map(({ row, level }) => [
    row['BssiEntityID'],
    row['PostingDate.month'],
    row['lines'],
    level,
  ]);
const plain = (order: SortKey) => rowsOf(order).filter(([, , , level]) => level === null);

describe('groups as rows', () => {
  it('say their keys in words, and each run of them ends with its subtotal', () => {
    expect(rowsOf(null)).toEqual([
      ['No entity', 'Nov 2026', 3, null],
      ['No entity', 'Total', 3, 1],
      ['9', '(empty)', 1, null],
      ['9', 'Oct 2026', 2, null],
      ['9', 'Total', 3, 1],
    ]);
    const { total } = groupTable(answer, null);
    expect(total).toMatchObject({ key: [], level: 0, row: { BssiEntityID: 'Total', lines: 6 } });
  });

  it('have a subtotal for each prefix of three keys', () => {
    const three: JournalGroups = {
      ...answer,
      by: ['BssiEntityID', 'LocationCode', 'ItemNo'],
      groups: [
        group(['1', 'A', 'x'], 1, '1'),
        group(['1', 'A', 'y'], 1, '2'),
        group(['1', 'B', 'x'], 1, '3'),
      ],
      subtotals: [group(['1'], 3, '6'), group(['1', 'A'], 2, '3'), group(['1', 'B'], 1, '3')],
    };
    expect(groupTable(three, null).rows.map(({ key, level }) => [key.join(' '), level])).toEqual([
      ['1 A x', null],
      ['1 A y', null],
      ['1 A', 2],
      ['1 B x', null],
      ['1 B', 2],
      ['1', 1],
    ]);
  });

  it('have no subtotals where another order parts their groups', () => {
    const order = (field: string) => rowsOf({ field, descending: true }).map(([, , , level]) => level);
    expect(order('lines')).toEqual([null, null, null]);
    expect(order('PostingDate.month')).toEqual([null, null, null]);
    expect(order('BssiEntityID')).toEqual([null, null, 1, null, 1]);
  });

  it('lead with the names of entities, for those that have one', () => {
    const names = new Map([['9', 'Cronus UK']]);
    expect(rowsOf(null, names).map(([entity]) => entity)).toEqual([
      ...['No entity', 'No entity'],
      ...['Cronus UK · 9', 'Cronus UK · 9', 'Cronus UK · 9'],
    ]);
  });

  it('are sorted by key, in natural order, and by what they count and come to', () => {
    const lines = (field: string, descending: boolean) =>
      plain({ field, descending }).map(([, , count]) => count);
    expect(lines('PostingDate.month', false)).toEqual([1, 2, 3]);
    expect(lines('lines', false)).toEqual([1, 2, 3]);
    expect(lines('Amount.net', true)).toEqual([1, 2, 3]);
    expect(lines('Colour', true)).toEqual([3, 1, 2]);
  });

  it('show sums to the last digit, also those that no computer’s number holds', () => {
    const { columns, rows, total } = groupTable(answer, null);
    const amount = columns.find(({ column }) => column.field.name === 'Amount.net')?.column.field;
    expect([total, ...rows].map(({ row }) => amount && formatValue(amount, row['Amount.net']))).toEqual([
      '12,345,678,901,234,567,895.62345',
      ...['-1.50', '-1.50'],
      ...['12,345,678,901,234,567,890.12345', '7.00', '12,345,678,901,234,567,897.12345'],
    ]);
  });

  it('tell their share of the lines as a bar where the other columns leave room for it', () => {
    const { rows, total } = groupTable(answer, null);
    expect(rows.map(({ row }) => row['share'])).toEqual(['50.0%', '50.0%', '16.7%', '33.3%', '50.0%']);
    expect(shareWords({ count: 1 }, { ...answer, total: added(3_000, '0') })).toBe('<0.1%');
    expect(shareColumn(159, 6, rows)).toEqual([]);
    const [share] = shareColumn(160, 6, [...rows, total]);
    expect(share?.field.width).toBe(160);
    expect([0, 2, 3, 5].map((row) => share?.barAt?.(row).toFixed(2))).toEqual([
      '0.50',
      '0.17',
      '0.33',
      '0.00',
    ]);
  });
});

describe('a pivot', () => {
  const pivoted: JournalGroups = {
    ...answer,
    by: ['BssiEntityID'],
    pivot: 'PostingDate.week',
    across: ['', '2026-11-02', '2026-11-16'],
    groups: [
      { ...group(['9'], 5, '-95'), cells: [null, added(1, '5'), added(4, '-100')] },
      { ...group(['10'], 1, '-25'), cells: [null, null, added(1, '-25')] },
    ],
    total: { ...added(6, '-120'), cells: [null, added(1, '5'), added(5, '-125')] },
  };
  const { columns, rows, total } = groupTable(pivoted, { field: 'Amount.net@2026-11-16', descending: true });

  it('has heads of two lines, a value over its sums, and says where weeks are left out', () => {
    expect(columns.map(({ column }) => [column.over, column.field.label])).toEqual([
      [undefined, 'Entity ID'],
      [undefined, 'Lines'],
      [undefined, 'Amount net'],
      ['(empty)', 'Amount net'],
      ['Nov 2 – 8, 2026', 'Amount net'],
      ['… Nov 16 – 22, 2026', 'Amount net'],
    ]);
    const widths = columns.map(({ column }) => column.field.width);
    expect(widths[5]).toBeGreaterThan(18 * 6); // its words are not cut
  });

  it('has empty cells where a group has no such line, and is sorted by a column across', () => {
    expect(rows.map(({ row }) => [row['BssiEntityID'], row['Amount.net@2026-11-02']])).toEqual([
      ['10', undefined],
      ['9', 5],
    ]);
  });

  it('is tinted by size, few lines so that they are seen, whatever the sign; sums are not', () => {
    const tint = columns[5]?.tintOf;
    expect([...rows, total].map((row) => tint?.(row).toFixed(2))).toEqual(['0.50', '1.00', '0.00']);
    expect(rows[1] && columns[4]?.tintOf?.(rows[1]).toFixed(2)).toBe('0.22');
  });

  it('says in words what a cell counts and adds up', () => {
    expect([...rows, total].map((row) => columns[5]?.inWords?.(row))).toEqual([
      '1 line, Amount net -25.00',
      '4 lines, Amount net -100.00',
      '5 lines, Amount net -125.00',
    ]);
  });
});

describe('a quantity over several units', () => {
  const quantity = (...mixed: boolean[]): JournalGroups => {
    const one = (at: number) => ({
      ...{ count: 2, sums: { 'Quantity.net': String(at) } },
      ...(mixed[at] && { mixed: ['Quantity'] }),
    });
    return {
      ...answer,
      by: ['ItemNo'],
      sum: ['Amount.in', 'Amount.out', 'Amount.net', 'Quantity.net'],
      groups: mixed.map((_, at) => ({ key: [String(at)], ...one(at) })),
      total: { ...one(0), mixed: ['Quantity'] },
    };
  };
  const shown = (data: JournalGroups) => {
    const { columns, rows, total } = groupTable(data, null);
    const own = columns.find(({ column }) => column.field.name === 'Quantity.net');
    return own && [...rows, total].map((row) => row.row['Quantity.net'] ?? own.wordsOf?.(row));
  };

  it('has no sum', () => {
    expect(shown(quantity(true, false))).toEqual(['several units', 1, 'several units']);
  });

  it('has no column among the usual sums where no group has one unit', () => {
    expect(shown(quantity(true, true))).toBeUndefined();
    expect(shown({ ...quantity(true, true), sum: ['Quantity.net'] })).toEqual(Array(3).fill('several units'));
  });
});

describe('sums in an address', () => {
  const shown = (search: string) => readJournalAddress(new URLSearchParams(search), '2026-11-24').grouping;

  it('are in, out and net unless it names others; of a pivot net alone', () => {
    const sums = ['Amount.in', 'Amount.out', 'Amount.net', 'Quantity.net'];
    expect(shown('by=ItemNo')).toMatchObject({ sum: sums });
    expect(shown('by=ItemNo&across=EntryType')).toMatchObject({ sum: ['Amount.net'] });
    expect(shown('by=ItemNo&sum=none')).toMatchObject({ sum: [] });
    expect(shown('by=ItemNo&sum=Quantity.out')).toMatchObject({ sum: ['Quantity.out'] });
  });

  it('mean in less out where an old link names none of these', () => {
    expect(shown('by=ItemNo&sum=Quantity,Amount&order=-Amount')).toMatchObject({
      sum: ['Quantity.net', 'Amount.net'],
      order: { field: 'Amount.net', descending: true },
    });
    expect(shown('by=ItemNo&across=EntryType&order=Amount@Sale')).toMatchObject({
      order: { field: 'Amount.net@Sale', descending: false },
    });
    for (const field of ['lines', 'ItemNo', 'Amount.in'])
      expect(shown(`by=ItemNo&order=${field}`)).toMatchObject({ order: { field } });
  });
});
