import { describe, expect, it } from 'vitest';
import { facetsRequestSchema, groupsRequestSchema } from '@/lib/domain/journal/grouping-request';

const decimals = ['Quantity', 'Amount', 'UnitCost', 'QuantityBase', 'DiscountAmount', 'AmountACY'];
const more = ['AppliedAmount', 'RunTime', 'SetupTime', 'StopTime', 'OutputQuantity'];

describe('a request for groups', () => {
  it('names keys, dates also by a part, sums and what stands across', () => {
    const { grouping, query } = groupsRequestSchema.parse({
      by: 'BssiEntityID,PostingDate.week',
      sum: 'Quantity,Amount',
      pivot: 'PostingDate.month',
      entity: ['', '100'],
    });
    expect(grouping.by.map(({ field, part }) => [field.name, part])).toEqual([
      ['BssiEntityID', null],
      ['PostingDate', 'week'],
    ]);
    expect(grouping.sum).toEqual(['Quantity', 'Amount']);
    expect(grouping.pivot).toMatchObject({ name: 'PostingDate.month', part: 'month' });
    expect(query.filters).toEqual([{ field: 'BssiEntityID', op: 'in', values: ['', '100'] }]);
  });

  it('may ask for the total alone, of as many fields as are shown', () => {
    const { grouping } = groupsRequestSchema.parse({ sum: [...decimals, ...more].join(',') });
    expect(grouping).toMatchObject({ by: [], pivot: null });
    expect(grouping.sum).toHaveLength(11);
  });

  it.each([
    [{ by: 'Colour' }, 'by', '“by” names “Colour”, which is no field of a journal line.'],
    [{ by: 'ItemNo,ItemNo' }, 'by', '“by” names a field twice.'],
    [{ by: ['ItemNo', 'EntryType'] }, 'by', '“by” may be given once only.'],
    [{ by: 'ItemNo,EntryType,LocationCode,BinCode' }, 'by', '“by” may name at most 3 fields.'],
    [{ by: 'Amount' }, 'by', '“by” names Amount; lines are grouped by texts, options, codes, dates, whole numbers and yes or no.'],
    [{ by: 'SystemId' }, 'by', '“by” names SystemId; lines are grouped by texts'],
    [{ by: 'PostingDate.quarter' }, 'by', '“by” names “PostingDate.quarter”; a date has .month, .week and .year'],
    [{ by: 'ItemNo.month' }, 'by', '“by” names “ItemNo.month”; a date has'],
    [{ by: 'ItemNo', pivot: 'EntryType,LocationCode' }, 'pivot', '“pivot” may name one field only.'],
    [{ by: 'ItemNo', pivot: 'ItemNo' }, 'pivot', '“pivot” names ItemNo, which “by” names already.'],
    [{ pivot: 'toString' }, 'pivot', '“pivot” names “toString”, which is no field of a journal line.'],
    [{ sum: 'ItemNo' }, 'sum', '“sum” names ItemNo, which is no amount or quantity to add up.'],
    [{ sum: 'LineNo' }, 'sum', '“sum” names LineNo, which is no amount'],
    [{ sum: 'Total' }, 'sum', '“sum” names “Total”, which is no field of a journal line.'],
    [{ by: 'ItemNo', sum: [...decimals, ...more].join(',') }, 'sum', '“sum” may name at most 10 fields where lines are grouped.'],
    [{ page: '2' }, 'page', '“page” is not a parameter of this address.'],
    [{ sort: 'ItemNo' }, 'sort', '“sort” is not a parameter of this address.'],
    [{ columns: 'ItemNo' }, 'columns', '“columns” is not a parameter of this address.'],
    [{ field: 'ItemNo' }, 'field', '“field” is not a parameter of this address.'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'from', '“from” lies after “to”.'],
  ])('%j is refused, naming the fault', (parameters, parameter, words) => {
    const { error } = groupsRequestSchema.safeParse(parameters);
    expect(error?.issues).toHaveLength(1);
    expect(error?.issues[0]?.path).toEqual([parameter]);
    expect(error?.issues[0]?.message.startsWith(words), error?.issues[0]?.message).toBe(true);
  }); // prettier-ignore
});

describe('a request for the values of a field', () => {
  it.each([
    ['BssiEntityID', { entity: '100' }],
    ['JournalBatchName', { batch: 'ITEM/DEFAULT' }],
    ['JournalTemplateName', { batch: 'ITEM/DEFAULT' }],
    ['PostingDate', { from: '2026-11-01', to: '2026-11-30' }],
    ['ItemNo', { item: '1896-S' }],
    ['LocationCode', { location: 'EAST' }],
    ['EntryType', { filter: ['EntryType~eq~Sale', 'EntryType~ne~Transfer'] }],
  ])('of %s leaves out the conditions on it, and keeps the others', (field, own) => {
    const others = { q: 'desk', filter: 'Quantity~gt~1' };
    const filter = [others.filter, 'filter' in own ? own.filter : []].flat();
    expect(facetsRequestSchema.parse({ field, ...others, ...own, filter })).toEqual(
      facetsRequestSchema.parse({ field, ...others }),
    );
  });

  it.each([
    [{}, 'field', '“field” must name the field whose values to list.'],
    [{ field: 'Colour' }, 'field', '“field” names “Colour”, which is no field of a journal line.'],
    [{ field: 'ItemNo,EntryType' }, 'field', '“field” may name one field only.'],
    [{ field: '@odata.etag' }, 'field', '“field” cannot be @odata.etag: each line has its own.'],
    [{ field: 'ItemNo', facets: 'true' }, 'facets', '“facets” is not a parameter of this address.'],
    [{ field: 'ItemNo', pageSize: '5' }, 'pageSize', '“pageSize” is not a parameter of this address.'],
  ])('%j is refused, naming the fault', (parameters, parameter, words) => {
    const { error } = facetsRequestSchema.safeParse(parameters);
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([[[parameter], words]]);
  });
});
