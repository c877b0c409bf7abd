import { describe, expect, it } from 'vitest';
import {
  batchField,
  conditionsOn,
  datesAreReversed,
  hasMoreOn,
  normalConditions,
  postingDays,
  shortOn,
  valuesOn,
  withPostingDays,
  withShort,
  withValues,
} from '@/lib/domain/journal/conditions-list';
import { linesOfGroup } from '@/lib/domain/journal/group-filter';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { defaultJournalQuery, type FieldFilter } from '@/lib/domain/journal/query';
import { decodeJournalQuery, encodeJournalQuery } from '@/lib/domain/journal/query-codec';

type Address = Record<string, string | readonly string[]>;

/** The address of the conditions that another address and these filters say together. */
const together = (filters: readonly FieldFilter[], address: Address = {}) => {
  const before = decodeJournalQuery(address).query.filters;
  return encodeJournalQuery({ ...defaultJournalQuery, filters: normalConditions([...before, ...filters]) });
};

describe('a condition on a field with a short parameter', () => {
  it.each<[FieldFilter, Address]>([
    [{ field: 'BssiEntityID', op: 'eq', value: '200' }, { entity: ['200'] }],
    [{ field: 'BssiEntityID', op: 'empty' }, { entity: [''] }],
    [{ field: 'LocationCode', op: 'eq', value: 'EAST' }, { location: ['EAST'] }],
    [{ field: 'LocationCode', op: 'eq', value: 'A|B' }, { location: ["'A|B'"] }],
    [{ field: 'LocationCode', op: 'in', values: ['EAST', ''] }, { location: ["EAST|''"] }],
    [{ field: 'LocationCode', op: 'empty' }, { location: ["''"] }],
    [{ field: 'LocationCode', op: 'notempty' }, { location: ["<>''"] }],
    [{ field: 'ItemNo', op: 'startswith', value: '70' }, { item: ['70*'] }],
    [{ field: 'ItemNo', op: 'matches', value: '7..8' }, { item: ['7..8'] }],
    [
      { field: 'PostingDate', op: 'eq', value: '2026-11-09' },
      { from: ['2026-11-09'], to: ['2026-11-09'] },
    ],
    [{ field: 'PostingDate', op: 'gt', value: '2026-10-31' }, { from: ['2026-11-01'] }],
    [{ field: 'PostingDate', op: 'lt', value: '2026-11-01' }, { to: ['2026-10-31'] }],
  ])('is written by it: %o', (filter, expected) => {
    expect(together([filter])).toEqual(expected);
  });

  it('is a filter where the parameter cannot say it', () => {
    const kept: FieldFilter[] = [
      { field: 'BssiEntityID', op: 'contains', value: '2' },
      { field: 'PostingDate', op: 'notempty' },
      { field: 'ItemNo', op: 'contains', value: 'a*b' },
      { field: 'JournalBatchName', op: 'eq', value: 'DEFAULT' },
      { field: 'PostingDate', op: 'gt', value: '9999-12-31' },
    ];
    expect(normalConditions(kept)).toEqual(kept);
    const more: FieldFilter[] = [{ field: 'LocationCode', op: 'eq', value: 'EAST' }];
    expect(together(more, { location: 'E*' })).toEqual({
      location: ['E*'],
      filter: ['LocationCode~eq~EAST'],
    });
    const longest = Array.from({ length: 400 }, (_, at) => `'ITEM ${at}'`);
    const long: FieldFilter[] = [{ field: 'ItemNo', op: 'in', values: longest }];
    expect(normalConditions(long)).toEqual(long); // as filter syntax it would be longer than a parameter may be
  });

  it('narrows dates that are asked for, unless none would be left', () => {
    const week: FieldFilter = { field: 'PostingDate', op: 'between', from: '2026-10-26', to: '2026-11-01' };
    expect(together([week], { from: '2026-10-01', to: '2026-10-31' })).toEqual({
      ...{ from: ['2026-10-26'], to: ['2026-10-31'] },
    });
    expect(together([week], { from: '2026-12-01' })).toEqual({
      ...{ from: ['2026-12-01'], filter: ['PostingDate~between~2026-10-26~2026-11-01'] },
    });
    const none: FieldFilter = { field: 'PostingDate', op: 'empty' };
    expect(together([none], { to: '2026-10-31' })).toEqual({ filter: ['PostingDate~empty'] });
  });

  it('leaves the days of a period as they are', () => {
    const days: FieldFilter = { field: 'PostingDate', op: 'between', from: '2026-11-01', to: '2026-11-30' };
    const since: FieldFilter = { field: 'PostingDate', op: 'ge', value: '2026-11-09' };
    expect(normalConditions([since, days], days)).toEqual([days, since]);
  });

  it('are in one order, also where one of them says nothing beside another', () => {
    const found = normalConditions([
      { field: 'PostingDate', op: 'le', value: '2026-11-02' },
      { field: 'JournalTemplateName', op: 'contains', value: 'C' },
      { field: 'PostingDate', op: 'ge', value: '2026-11-06' },
      { field: 'PostingDate', op: 'empty' },
    ]);
    expect(normalConditions(found)).toEqual(found);
  });
});

describe('the conditions of one field', () => {
  const { query } = decodeJournalQuery({
    ...{ entity: ['100', '200'], batch: 'ITEM/DEFAULT', from: '2026-11-01', item: '10..20' },
    filter: ['BssiEntityID~ne~300', 'Amount~gt~5', 'PostingDate~notempty'],
  });

  it('are read whichever parameter said them', () => {
    expect(conditionsOn(query, 'BssiEntityID')).toEqual([
      { op: 'in', values: ['100', '200'] },
      { op: 'ne', value: '300' },
    ]);
    expect(conditionsOn(query, batchField)).toEqual([{ op: 'in', values: ['ITEM/DEFAULT'] }]);
    expect(postingDays(query)).toEqual({ from: '2026-11-01', to: '' });
    expect([shortOn(query, 'ItemNo'), shortOn(query, 'Amount')]).toEqual([
      { op: 'matches', value: '10..20' },
      null,
    ]);
    expect(['BssiEntityID', 'ItemNo', 'Amount'].map((field) => hasMoreOn(query, field))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('are replaced, that of the short parameter by itself', () => {
    const one = { op: 'in', values: ['400'] } as const;
    expect(conditionsOn(withShort(query, 'BssiEntityID', one), 'BssiEntityID')).toEqual([
      one,
      { op: 'ne', value: '300' },
    ]);
    expect(conditionsOn(withShort(query, 'ItemNo', null), 'ItemNo')).toEqual([]);
    const none = withPostingDays(query, { op: 'empty' });
    expect(conditionsOn(none, 'PostingDate')).toEqual([{ op: 'empty' }, { op: 'notempty' }]);
    expect(conditionsOn(withPostingDays(none, { op: 'le', value: '2026-11-30' }), 'PostingDate')).toEqual([
      { op: 'le', value: '2026-11-30' },
      { op: 'notempty' },
    ]);
  });

  it('say which days are the wrong way round', () => {
    const reversed = decodeJournalQuery({ from: '2026-02-01', to: '2026-01-01' }).query;
    expect([datesAreReversed(reversed), datesAreReversed(query)]).toEqual([true, false]);
    expect(encodeJournalQuery(reversed)).toEqual({ from: ['2026-02-01'], to: ['2026-01-01'] });
  });
});

describe('the values of a field that are ticked', () => {
  it('are those that all lists have: conditions hold together', () => {
    const filters: FieldFilter[] = [
      { field: 'EntryType', op: 'in', values: ['Sale', 'Purchase', 'Transfer'] },
      { field: 'EntryType', op: 'in', values: ['Purchase', 'sale', 'Output'] },
      { field: 'EntryType', op: 'ne', value: 'Output' },
    ];
    expect(valuesOn({ filters }, 'EntryType')).toEqual(['Sale', 'Purchase']);
    expect(withValues({ filters }, 'EntryType', ['Sale']).filters).toEqual([
      filters[2],
      { field: 'EntryType', op: 'in', values: ['Sale'] },
    ]);
  });

  it('are written by the short parameter of their field', () => {
    const ticked = withValues({ filters: [] }, 'LocationCode', ['', 'EAST']);
    expect(encodeJournalQuery({ ...defaultJournalQuery, ...ticked })).toEqual({ location: ["''|EAST"] });
    expect(valuesOn(ticked, 'LocationCode')).toEqual(['', 'EAST']);
    expect(withValues(ticked, 'LocationCode', [])).toEqual({ filters: [] });
    expect(withValues({ filters: [] }, 'BinCode', [''])).toEqual({
      filters: [{ field: 'BinCode', op: 'empty' }],
    });
    expect(withValues({ filters: [] }, 'Finished', [true])).toEqual({
      filters: [{ field: 'Finished', op: 'eq', value: true }],
    });
  });
});

describe('the lines of a group', () => {
  const linesOf = (key: string, value: string, address: Address = {}) => {
    const keys = key.split(',').flatMap((name) => groupingKey(name) ?? []);
    const { query } = decodeJournalQuery(address);
    return encodeJournalQuery({ ...query, ...linesOfGroup(query, keys, value.split(',')) });
  };

  it('are asked for by the parameter of the group’s own field', () => {
    expect(linesOf('LocationCode', 'EAST', { location: 'E*|W*' })).toEqual({ location: ['EAST'] });
    expect(linesOf('PostingDate.month', '2026-11', { from: '2026-11-09' })).toEqual({
      ...{ from: ['2026-11-09'], to: ['2026-11-30'] },
    });
    expect(linesOf('PostingDate', '2026-11-09')).toEqual({ from: ['2026-11-09'], to: ['2026-11-09'] });
    expect(linesOf('BssiEntityID', '200', { entity: ['100', '200'] })).toEqual({ entity: ['200'] });
    const batches = { batch: ['ITEM/DEFAULT', 'ITEM/DAY'] };
    expect(linesOf('JournalTemplateName,JournalBatchName', 'ITEM,DAY', batches)).toEqual({
      batch: ['ITEM/DAY'],
    });
    expect(linesOf('EntryType', 'Sale')).toEqual({ filter: ['EntryType~eq~Sale'] });
  });
});
