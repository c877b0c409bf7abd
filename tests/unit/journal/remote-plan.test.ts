import { describe, expect, it } from 'vitest';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';
import { remotePlan } from '@/lib/domain/journal/remote-plan';

const able = { filter: true, order: true, page: true, count: true, select: true };
const plan = (part: Partial<JournalQuery>, abilities = able) =>
  remotePlan({ ...defaultJournalQuery, ...part }, abilities);

describe('what the service is asked', () => {
  it('is a page in a full order, so that pages never overlap', () => {
    expect(plan({ page: 3, pageSize: 25, sort: [{ field: 'PostingDate', descending: true }] })).toEqual({
      comparisons: [],
      orderBy: [
        { field: 'PostingDate', descending: true },
        { field: 'JournalTemplateName', descending: false },
        { field: 'JournalBatchName', descending: false },
        { field: 'LineNo', descending: false },
      ],
      top: 25,
      skip: 50,
      count: true,
      select: null,
    });
  });

  it('spells every part of the query as a comparison', () => {
    const found = plan({
      entities: ['100'],
      batches: [{ template: 'ITEM', batch: 'DEFAULT' }],
      from: '2026-01-01',
      to: '2026-01-31',
      item: '1896-S',
      location: 'EAST',
      filters: [{ field: 'DocumentNo', op: 'startswith', value: 'abc' }],
    });
    expect(found?.comparisons.map(({ field, op, value }) => `${field} ${op} ${String(value)}`)).toEqual([
      'JournalTemplateName eq ITEM',
      'JournalBatchName eq DEFAULT',
      'BssiEntityID eq 100',
      'PostingDate ge 2026-01-01',
      'PostingDate le 2026-01-31',
      'ItemNo eq 1896-S',
      'LocationCode eq EAST',
      'DocumentNo startswith ABC',
    ]);
  });

  it('asks filter syntax and other ways to say a plain comparison as that comparison', () => {
    const found = plan({
      item: 'a*',
      location: '@east',
      filters: [
        { field: 'DocumentNo', op: 'matches', value: '*-7' },
        { field: 'ReasonCode', op: 'matches', value: '<>OLD' },
        { field: 'SerialNo', op: 'matches', value: '*12*' },
        { field: 'BinCode', op: 'endswith', value: 'x' },
        { field: 'VariantCode', op: 'in', values: ['RED'] },
        { field: 'Amount', op: 'between', from: 10, to: 20.5 },
      ],
    });
    expect(found?.comparisons.map(({ field, op, value }) => `${field} ${op} ${String(value)}`)).toEqual([
      'ItemNo startswith A',
      'LocationCode eq east',
      'DocumentNo endswith -7',
      'ReasonCode ne OLD',
      'SerialNo contains 12',
      'BinCode endswith X',
      'VariantCode eq RED',
      'Amount ge 10',
      'Amount le 20.5',
    ]);
  });

  it('selects the key, the columns and what it filters by', () => {
    const found = plan({ columns: ['Quantity', '@odata.etag'], location: 'EAST' });
    expect(found?.select).toEqual([
      'JournalTemplateName',
      'JournalBatchName',
      'LineNo',
      'Quantity',
      'LocationCode',
    ]);
  });

  it.each<[string, Partial<JournalQuery>]>([
    ['search across fields', { q: 'desk' }],
    ['several entities', { entities: ['100', '200'] }],
    ['no entity', { entities: [''] }],
    ['a Code in another script', { item: '北京-01' }],
    [
      'case of a text that is no Code',
      { filters: [{ field: 'Description', op: 'contains', value: 'desk' }] },
    ],
    ['an option', { filters: [{ field: 'EntryType', op: 'eq', value: 'Sale' }] }],
    ['an empty value', { filters: [{ field: 'BinCode', op: 'eq', value: '' }] }],
    ['a field without a value', { filters: [{ field: 'PostingDate', op: 'empty' }] }],
    ['a list', { filters: [{ field: 'ItemNo', op: 'in', values: ['A', 'B'] }] }],
    ['a list in filter syntax', { item: 'A|B' }],
    ['a range of Codes', { item: '10..20' }],
    ['a pattern in the middle', { location: 'E?ST' }],
    ['what is not contained', { filters: [{ field: 'ItemNo', op: 'notcontains', value: 'A' }] }],
    ['a wildcard inside a Code', { filters: [{ field: 'ItemNo', op: 'contains', value: 'A*' }] }],
    ['a GUID', { filters: [{ field: 'SystemId', op: 'eq', value: '00000000-0000-0000-0000-000000000000' }] }],
    ['order of a text that is no Code', { sort: [{ field: 'Description', descending: false }] }],
    ['order of an option', { sort: [{ field: 'EntryType', descending: false }] }],
  ])('leaves to the snapshot: %s', (_, part) => {
    expect(plan(part)).toBeNull();
  });

  it('keeps to what the service is known to do', () => {
    expect(plan({}, { ...able, page: false })).toBeNull();
    expect(plan({}, { ...able, order: false })).toBeNull();
    expect(plan({ item: 'X' }, { ...able, filter: false })).toBeNull();
    expect(plan({}, { ...able, filter: false })).not.toBeNull();
    expect(plan({}, { ...able, count: false })?.count).toBe(false);
    expect(plan({ columns: ['ItemNo'] }, { ...able, select: false })?.select).toBeNull();
  });
});
