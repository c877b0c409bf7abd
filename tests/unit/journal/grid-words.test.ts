import { describe, expect, it } from 'vitest';
import { activeFilters } from '@/components/journal/filters/filter-words';
import { emptyColumns, filledFields } from '@/components/journal/columns/empty-columns';
import { nextSort } from '@/components/journal/table/table-control';
import { formatValue } from '@/components/journal/value-format';
import { journalField } from '@/lib/domain/journal/field-index';
import { journalFields } from '@/lib/domain/journal/fields';
import { daysCondition } from '@/lib/domain/journal/conditions-list';
import { leadingColumns } from '@/lib/domain/journal/presets';
import { firstPostingDay, type PeriodDays, type PostingPeriod } from '@/lib/domain/journal/posting-period';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';
import { readBy } from '@/tests/support/read-by';

function shown(name: string, value: string | number | boolean): string {
  const field = journalField(name);
  if (!field) throw new Error(`no field ${name}`);
  return formatValue(field, value);
}

describe('a value on the page', () => {
  it('is nothing where the service says "not set", in every field', () => {
    for (const field of journalFields) {
      expect(formatValue(field, field.kind === 'date' ? '0001-01-01' : ' '), field.name).toBe('');
    }
  });

  it.each([
    ['en-GB', '4 Nov 2026'],
    ['en', 'Nov 4, 2026'],
  ])('is in %s a date as the other pages write it', (locale, words) => {
    expect(readBy(locale, () => shown('PostingDate', '2026-11-04'))).toBe(words);
  });

  it('keeps the day it names, in whatever time zone the page is read', () => {
    const zone = process.env.TZ;
    try {
      for (const place of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
        process.env.TZ = place;
        expect(shown('PostingDate', '2026-11-15')).toMatch(/\b15\b/);
        expect(shown('StartingTime', '23:30:00')).toMatch(/(23|11).30/);
      }
    } finally {
      process.env.TZ = zone;
    }
  });

  it('has its own decimals, amounts at least two, and no binary drift', () => {
    const digits = (text: string): string => text.replace(/[^\d-]/g, '');
    expect(digits(shown('Quantity', 1.23456))).toBe('123456');
    expect(digits(shown('Quantity', 5))).toBe('5');
    expect(digits(shown('Amount', -506.6))).toBe('-50660');
    expect(digits(shown('Amount', 0.1 + 0.2))).toBe('030');
    expect(shown('LineNo', 1230000)).toBe('1230000');
  });

  it('says zero and no as values', () => {
    expect(shown('Quantity', 0)).toBe('0');
    expect(shown('Finished', false)).toBe('No');
    expect(shown('Finished', true)).toBe('Yes');
  });
});

describe('conditions in words', () => {
  const query: JournalQuery = {
    ...defaultJournalQuery,
    q: 'desk',
    filters: [
      { field: 'BssiEntityID', op: 'in', values: ['', '100'] },
      { field: 'Batch', op: 'in', values: ['ITEM/DEFAULT'] },
      { field: 'ItemNo', op: 'matches', value: '1896-S' },
      { field: 'Quantity', op: 'ge', value: 5 },
      { field: 'BinCode', op: 'eq', value: '' },
      { field: 'PostingDate', op: 'notempty' },
      { field: 'Amount', op: 'between', from: 10, to: 20_000 },
      { field: 'EntryType', op: 'in', values: ['Sale', ''] },
      { field: 'DocumentNo', op: 'matches', value: 'A..B' },
    ],
    check: 'no-entity',
  };

  it('name each one', () => {
    expect(activeFilters(query).map(({ words }) => words)).toEqual([
      'Contains “desk”',
      'No entity',
      'Entity 100',
      'Batch ITEM / DEFAULT',
      'Item 1896-S',
      'Quantity is at least 5',
      'Bin Code is empty',
      'Posting Date is not empty',
      'Amount is between 10.00 and 20,000.00',
      'Entry Type is Sale or (empty)',
      'Document No. matches “A..B”',
      'Check: No entity',
    ]);
  });

  it('name an entity that has a name', () => {
    const [, none, entity] = activeFilters(query, null, false, new Map([['100', 'Cronus UK']]));
    expect([none?.words, entity?.words]).toEqual(['No entity', 'Cronus UK · 100']);
  });

  it('name the day of a check only where the address fixes one', () => {
    const late: JournalQuery = { ...defaultJournalQuery, check: 'future-date', today: '2026-11-15' };
    expect(activeFilters(late)[0]?.words).toBe('Check: Posting date after this month');
    expect(activeFilters(late, null, true)[0]?.words).toBe(
      'Check: Posting date after this month, as of Nov 15, 2026',
    );
  });

  it('name the posting dates as one part, a period with the days it means', () => {
    const queryOf = (days: PeriodDays) => ({
      ...defaultJournalQuery,
      filters: [{ field: 'PostingDate', ...(daysCondition(days) ?? { op: 'empty' as const }) }],
    });
    const words = (days: Partial<PeriodDays>, period?: PostingPeriod) =>
      activeFilters(queryOf({ from: '', to: '', ...days }), period).map((one) => one.words);
    const november = { from: '2026-11-01', to: '2026-11-30' };
    expect(words(november)[0]).toBe('Posting date Nov 1 – 30, 2026');
    expect(words(november, 'this-month')[0]).toBe('Posting date this month (Nov 1 – 30, 2026)');
    expect(words({ from: firstPostingDay, to: '2025-12-31' }, 'before-this-year')).toEqual([
      'Posting date before this year (to Dec 31, 2025)',
    ]);
    expect(words({ from: '2026-11-01' })).toEqual(['Posting date from Nov 1, 2026']);
    expect(words({ to: '2026-11-30' })).toEqual(['Posting date to Nov 30, 2026, or none']);
    expect(words({ from: '2026-11-30', to: '2026-11-01' })).toEqual([
      'Posting date from Nov 30, 2026 to Nov 1, 2026',
    ]);
    expect(activeFilters(queryOf(november))[0]?.without).toEqual({ filters: [] });
  });

  it('can be taken away one by one until none is left', () => {
    let left = query;
    for (let count = 12; count > 0; count--) {
      const [first] = activeFilters(left);
      left = { ...left, ...first?.without };
      expect(activeFilters(left)).toHaveLength(count - 1);
    }
    expect(left).toEqual(defaultJournalQuery);
  });
});

describe('the column model', () => {
  it('finds columns without any value, but never those that stay in view', () => {
    const rows = [
      {
        PostingDate: '0001-01-01',
        EntryType: 'Sale',
        BinCode: ' ',
        Quantity: 0,
        ExpirationDate: '0001-01-01',
      },
      { PostingDate: '0001-01-01', EntryType: '', BinCode: '', Quantity: 0, ExpirationDate: '0001-01-01' },
    ];
    const names = ['PostingDate', 'EntryType', 'BinCode', 'Quantity', 'ExpirationDate'];
    expect(emptyColumns(names, filledFields(rows), leadingColumns)).toEqual(['BinCode', 'ExpirationDate']);
  });

  it('orders by a pressed head up, then down; with Shift beside the others, and then not by it at all', () => {
    const up = (field: string) => ({ field, descending: false });
    const down = (field: string) => ({ field, descending: true });
    expect(nextSort([down('PostingDate')], 'PostingDate', false)).toEqual([up('PostingDate')]);
    expect(nextSort([up('PostingDate')], 'PostingDate', false)).toEqual([down('PostingDate')]);
    expect(nextSort([up('PostingDate'), down('ItemNo')], 'Amount', false)).toEqual([up('Amount')]);
    let sort = nextSort([down('PostingDate')], 'ItemNo', true);
    expect(sort).toEqual([down('PostingDate'), up('ItemNo')]);
    sort = nextSort(sort, 'ItemNo', true);
    expect(sort).toEqual([down('PostingDate'), down('ItemNo')]);
    expect(nextSort(sort, 'ItemNo', true)).toEqual([down('PostingDate')]);
    for (const field of ['Quantity', 'Amount', 'LineNo', 'BinCode']) sort = nextSort(sort, field, true);
    expect(sort.map(({ field }) => field)).toEqual(['ItemNo', 'Quantity', 'Amount', 'LineNo', 'BinCode']);
  });
});
