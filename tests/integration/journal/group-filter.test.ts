import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normalConditions, shortOn } from '@/lib/domain/journal/conditions-list';
import { journalFields } from '@/lib/domain/journal/fields';
import { linesOfGroup } from '@/lib/domain/journal/group-filter';
import { groupingKey, type GroupingKey } from '@/lib/domain/journal/grouping';
import { groupsRequestSchema } from '@/lib/domain/journal/grouping-request';
import { defaultJournalQuery, type FieldFilter, type JournalQuery } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import { startJournalBench, type JournalBench } from './journal-bench';

/** Values that differ in case alone, and such as are not set. */
const odd = [
  { LocationCode: 'west', EntryType: 'Purchase' },
  { LocationCode: 'West', EntryType: 'Sale' },
  { LocationCode: '', BssiEntityID: '', PostingDate: '0001-01-01' },
  { LocationCode: ' ', EntryType: ' ' },
];

let bench: JournalBench;
beforeAll(async () => {
  bench = await startJournalBench({ size: 'records=20,entities=5,lines=600' });
  for (const [at, values] of odd.entries())
    await bench.control('POST', '/outside-edit', {
      ...{ template: 'ITEM', batch: 'DEFAULT', line: (at + 1) * 10_000, values },
    });
});
afterAll(() => bench.close());

const keysOf = (names: readonly string[]): GroupingKey[] => names.flatMap((name) => groupingKey(name) ?? []);

const grouped = (parameters: Record<string, string | string[]>) =>
  groupLines({ ctx: bench.context('accountant'), input: groupsRequestSchema.parse(parameters) });

/** Whether each group counts the lines that its own filter finds. */
async function expectOwnLines(query: JournalQuery, names: readonly string[]): Promise<void> {
  const { groups } = await grouped({ ...encodeJournalQuery(query), by: names.join(',') });
  for (const { key, count } of groups.slice(0, 12)) {
    const { total } = await bench.list({ ...query, ...linesOfGroup(query, keysOf(names), key) });
    expect([key, total]).toEqual([key, count]);
  }
}

describe('a condition in the form of a short parameter', () => {
  it('finds the same lines as the filter that it came from', async () => {
    const found = async (query: JournalQuery) => (await bench.list(query)).total;
    const { groups } = await grouped({ by: 'LocationCode,ItemNo,PostingDate' });
    const values = (at: number) => [...new Set(groups.map(({ key }) => String(key[at])))].slice(0, 3);
    const [locations, items, days] = [values(0), values(1), values(2).filter((day) => day !== '')];
    const filters: FieldFilter[] = [
      ...locations.map((value): FieldFilter => ({ field: 'LocationCode', op: 'eq', value })),
      ...items.map((value): FieldFilter => ({ field: 'ItemNo', op: 'ne', value })),
      { field: 'LocationCode', op: 'in', values: ['', ...locations] },
      { field: 'LocationCode', op: 'empty' },
      { field: 'LocationCode', op: 'notempty' },
      { field: 'ItemNo', op: 'contains', value: '1' },
      { field: 'ItemNo', op: 'endswith', value: '0' },
      ...days.flatMap((value) =>
        (['eq', 'ge', 'gt', 'le', 'lt'] as const).map((op): FieldFilter => ({
          ...{ field: 'PostingDate', op, value },
        })),
      ),
    ];
    expect(filters.length).toBeGreaterThan(15);
    for (const filter of filters) {
      const asked = { ...defaultJournalQuery, filters: [filter] };
      const short = { ...asked, filters: normalConditions([filter]) };
      expect(shortOn(short, filter.field)).not.toBeNull();
      expect([filter, await found(short)]).toEqual([filter, await found(asked)]);
    }
  });
});

describe('the lines of a group', () => {
  const dates = ['PostingDate.month', 'PostingDate.week', 'PostingDate.year', 'ExpirationDate.month'];

  it('are as many as the group counts, by whatever field', async () => {
    const fields = journalFields.map(({ name }) => name).filter((name) => groupingKey(name) !== undefined);
    expect(fields.length).toBeGreaterThan(100);
    for (const name of [...fields, ...dates]) await expectOwnLines(defaultJournalQuery, [name]);
  });

  it('are found within the filter that was grouped', async () => {
    const query: JournalQuery = {
      ...defaultJournalQuery,
      filters: [
        { field: 'BssiEntityID', op: 'in', values: ['', '100', '200'] },
        { field: 'PostingDate', op: 'ge', value: '2026-11-01' },
        { field: 'Quantity', op: 'gt', value: 1 },
      ],
    };
    await expectOwnLines(query, ['BssiEntityID', 'PostingDate.week', 'EntryType']);
    await expectOwnLines(query, ['LocationCode', 'JournalTemplateName', 'BssiEntityID']);
  });
});

describe('the lines of a cell of a pivot', () => {
  it.each([
    ['BssiEntityID', 'PostingDate.week', {}],
    ['LocationCode', 'EntryType', {}],
    ['PostingDate.month', 'PostingDate.week', {}],
    ['BssiEntityID,LocationCode', 'PostingDate.month', { from: '2026-10-15', to: '2026-11-20' }],
    ['JournalTemplateName', 'JournalBatchName', { batch: 'ITEM/DEFAULT' }],
    ['EntryType', 'BssiEntityID', { entity: ['', '100', '200'] }],
  ] as const)('by %s and %s are as many as it counts', async (by, pivot, conditions) => {
    const input = groupsRequestSchema.parse({ by, pivot, ...conditions });
    const { groups, total, across } = await groupLines({ ctx: bench.context('accountant'), input });
    const keys = [...keysOf(by.split(',')), ...keysOf([pivot])];
    let cells = 0;
    for (const { key, cells: own = [] } of [...groups, { ...total, key: [] }])
      for (const [at, cell] of own.entries()) {
        const values = [...key, across[at] ?? ''];
        const ofCell = key.length === 0 ? keys.slice(-1) : keys;
        const found = await bench.list({ ...input.query, ...linesOfGroup(input.query, ofCell, values) });
        expect([values, found.total]).toEqual([values, cell?.count ?? 0]);
        cells++;
      }
    expect(cells).toBeGreaterThan(1);
  });
});
