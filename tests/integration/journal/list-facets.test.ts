import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journalFacetsSchema, type JournalFacets } from '@/lib/contract/journal/journal';
import { facetsRequestSchema } from '@/lib/domain/journal/grouping-request';
import { decodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { listFacets } from '@/lib/server/services/journal/list-facets';
import { startJournalBench, type JournalBench } from './journal-bench';

let bench: JournalBench;
beforeAll(async () => {
  bench = await startJournalBench({ size: 'records=20,entities=5,lines=8000' });
});
afterAll(() => bench.close());

type Parameters = Record<string, string | string[]>;

async function facets(parameters: Parameters): Promise<JournalFacets> {
  const input = facetsRequestSchema.parse(parameters);
  return journalFacetsSchema.parse(await listFacets({ ctx: bench.context('accountant'), input }));
}

async function linesOf(parameters: Parameters): Promise<number | null> {
  const { query, faults } = decodeJournalQuery(parameters);
  expect(faults).toEqual([]);
  return (await bench.list({ ...query, pageSize: 1 })).total;
}

describe('values of a field', () => {
  it.each([
    ['BssiEntityID', 'entity'],
    ['JournalBatchName', 'batch'],
  ])(
    '%s are told with the lines that “%s” finds together with the other filters',
    async (field, parameter) => {
      const others = { filter: 'EntryType~ne~Sale', from: '2026-01-01' };
      const { values, more } = await facets({ field, ...others });
      expect(values.length).toBeGreaterThan(1);
      expect(more).toBe(0);
      const asked = values.filter(({ value }) => value !== '' || field === 'BssiEntityID');
      for (const { value, lines } of asked)
        expect(await linesOf({ ...others, [parameter]: String(value) }), String(value)).toBe(lines);
      expect(values.reduce((sum, { lines }) => sum + lines, 0)).toBe(await linesOf(others));
    },
  );

  it('follow every filter but those on the field itself', async () => {
    const free = await facets({ field: 'BssiEntityID', location: 'EAST' });
    expect(await facets({ field: 'BssiEntityID', location: 'EAST', entity: ['', '100'] })).toEqual(free);
    const own = { filter: ['BssiEntityID~eq~100', 'LocationCode~eq~EAST'] };
    expect(await facets({ field: 'BssiEntityID', ...own })).toEqual(free);
    expect((await facets({ field: 'BssiEntityID' })).values).not.toEqual(free.values);
    const dates = await facets({ field: 'PostingDate', from: '2026-11-01', to: '2026-11-02' });
    expect(dates.values).toEqual((await facets({ field: 'PostingDate' })).values);
  });

  it('tell lines of no entity', async () => {
    const { values } = await facets({ field: 'BssiEntityID' });
    expect(values.find(({ value }) => value === '')?.lines).toBe(await linesOf({ entity: '' }));
  });

  it('come with the most frequent first, 1,000 at most', async () => {
    const { values, more } = await facets({ field: 'DocumentNo' });
    expect(values).toHaveLength(1000);
    expect(more).toBeGreaterThan(0);
    expect(values.map(({ lines }) => lines)).toEqual(values.map(({ lines }) => lines).sort((a, b) => b - a));
  });
});
