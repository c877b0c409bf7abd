import { describe, expect, it } from 'vitest';
import { linesOfGroup } from '@/lib/domain/journal/group-filter';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { inOwnParameters } from '@/lib/domain/journal/own-parameters';
import { defaultJournalQuery, type FieldFilter, type JournalQuery } from '@/lib/domain/journal/query';

const own = (filters: readonly FieldFilter[], before: Partial<JournalQuery> = {}) => {
  const all = { ...defaultJournalQuery, ...before, filters };
  const { entities, batches, from, to, item, location } = all;
  return inOwnParameters({ entities, batches, from, to, item, location, filters });
};

describe('a condition on a field that has a parameter of its own', () => {
  it.each<[FieldFilter, Partial<JournalQuery>]>([
    [{ field: 'BssiEntityID', op: 'eq', value: '200' }, { entities: ['200'] }],
    [{ field: 'BssiEntityID', op: 'empty' }, { entities: [''] }],
    [{ field: 'LocationCode', op: 'eq', value: 'EAST' }, { location: 'EAST' }],
    [{ field: 'LocationCode', op: 'eq', value: 'A|B' }, { location: "'A|B'" }],
    [{ field: 'LocationCode', op: 'in', values: ['EAST', ''] }, { location: "EAST|''" }],
    [{ field: 'LocationCode', op: 'empty' }, { location: "''" }],
    [{ field: 'LocationCode', op: 'notempty' }, { location: "<>''" }],
    [{ field: 'ItemNo', op: 'startswith', value: '70' }, { item: '70*' }],
    [{ field: 'ItemNo', op: 'matches', value: '7..8' }, { item: '7..8' }],
    [
      { field: 'PostingDate', op: 'eq', value: '2026-11-09' },
      { from: '2026-11-09', to: '2026-11-09' },
    ],
    [{ field: 'PostingDate', op: 'gt', value: '2026-10-31' }, { from: '2026-11-01' }],
    [{ field: 'PostingDate', op: 'lt', value: '2026-11-01' }, { to: '2026-10-31' }],
  ])('is written there: %o', (filter, expected) => {
    expect(own([filter])).toMatchObject({ filters: [], ...expected });
  });

  it('stays a filter where that cannot say it', () => {
    const kept: FieldFilter[] = [
      { field: 'BssiEntityID', op: 'contains', value: '2' },
      { field: 'PostingDate', op: 'notempty' },
      { field: 'ItemNo', op: 'contains', value: 'a*b' },
      { field: 'JournalBatchName', op: 'eq', value: 'DEFAULT' },
      { field: 'PostingDate', op: 'gt', value: '9999-12-31' },
    ];
    expect(own(kept)).toMatchObject({ filters: kept, entities: [], item: '', from: '', batches: [] });
    const more: FieldFilter[] = [{ field: 'LocationCode', op: 'eq', value: 'EAST' }];
    expect(own(more, { location: 'E*' })).toMatchObject({ location: 'E*', filters: more });
  });

  it('narrows dates that are asked for, unless none would be left', () => {
    const week: FieldFilter = { field: 'PostingDate', op: 'between', from: '2026-10-26', to: '2026-11-01' };
    expect(own([week], { from: '2026-10-01', to: '2026-10-31' })).toMatchObject({
      ...{ from: '2026-10-26', to: '2026-10-31', filters: [] },
    });
    expect(own([week], { from: '2026-12-01' })).toMatchObject({ from: '2026-12-01', filters: [week] });
    const none: FieldFilter = { field: 'PostingDate', op: 'empty' };
    expect(own([none], { to: '2026-10-31' })).toMatchObject({ to: '', filters: [none] });
  });

  it('names batches where it names templates too', () => {
    const names: FieldFilter[] = [
      { field: 'JournalBatchName', op: 'in', values: ['DEFAULT', 'DAY'] },
      { field: 'JournalTemplateName', op: 'eq', value: 'ITEM' },
    ];
    const batches = [
      { template: 'ITEM', batch: 'DEFAULT' },
      { template: 'ITEM', batch: 'DAY' },
    ];
    expect(own(names)).toMatchObject({ batches, filters: [] });
    expect(own([{ field: 'JournalBatchName', op: 'eq', value: 'day' }], { batches })).toMatchObject({
      ...{ batches: [{ template: 'ITEM', batch: 'DAY' }], filters: [] },
    });
  });
});

describe('the lines of a group', () => {
  const linesOf = (key: string, value: string, query: Partial<JournalQuery> = {}) => {
    const by = groupingKey(key);
    return by && linesOfGroup({ ...defaultJournalQuery, ...query }, [by], [value]);
  };

  it('are asked for by the parameter of the group’s own field', () => {
    expect(linesOf('LocationCode', 'EAST', { location: 'E*|W*' })).toEqual({ location: 'EAST' });
    expect(linesOf('PostingDate.month', '2026-11', { from: '2026-11-09' })).toEqual({ to: '2026-11-30' });
    expect(linesOf('PostingDate', '2026-11-09')).toEqual({ from: '2026-11-09', to: '2026-11-09' });
    expect(linesOf('BssiEntityID', '200', { entities: ['100', '200'] })).toEqual({ entities: ['200'] });
    expect(linesOf('EntryType', 'Sale')).toEqual({
      filters: [{ field: 'EntryType', op: 'eq', value: 'Sale' }],
    });
  });
});
