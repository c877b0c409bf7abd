import { describe, expect, it } from 'vitest';
import { activeFilters } from '@/components/journal/filter-words';
import { emptyColumns, sortingOf, sortOf } from '@/components/journal/journal-table';
import { formatValue } from '@/components/journal/value-format';
import { journalField } from '@/lib/domain/journal/field-index';
import { journalFields } from '@/lib/domain/journal/fields';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';

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
    entities: ['', '100'],
    batch: { template: 'ITEM', batch: 'DEFAULT' },
    item: '1896-S',
    filters: [
      { field: 'Quantity', op: 'ge', value: 5 },
      { field: 'BinCode', op: 'eq', value: '' },
    ],
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
    ]);
  });

  it('can be taken away one by one until none is left', () => {
    let left = query;
    for (let count = 7; count > 0; count--) {
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
      { BssiEntityID: '', ItemNo: 'A', BinCode: ' ', Quantity: 0, ExpirationDate: '0001-01-01' },
      { BssiEntityID: '', ItemNo: '', BinCode: '', Quantity: 0, ExpirationDate: '0001-01-01' },
    ];
    expect(emptyColumns(['BssiEntityID', 'ItemNo', 'BinCode', 'Quantity', 'ExpirationDate'], rows)).toEqual([
      'BinCode',
      'ExpirationDate',
    ]);
  });

  it('speaks of order as the query does, at most five keys', () => {
    const sort = ['ItemNo', 'Quantity', 'Amount', 'LineNo', 'PostingDate'].map((field, at) => ({
      field,
      descending: at % 2 === 0,
    }));
    expect(sortOf(sortingOf(sort))).toEqual(sort);
    expect(sortOf([...sortingOf(sort), { id: 'BinCode', desc: true }])).toEqual(sort);
  });
});
