import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchField, valuesOn, withValues } from '@/lib/domain/journal/conditions-list';
import { facetsRequestSchema } from '@/lib/domain/journal/grouping-request';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { listFacets } from '@/lib/server/services/journal/list-facets';
import { startJournalBench, type JournalBench } from './journal-bench';

let bench: JournalBench;
beforeAll(async () => {
  bench = await startJournalBench({ size: 'records=20,entities=5,lines=600' });
});
afterAll(() => bench.close());

const query: JournalQuery = {
  ...defaultJournalQuery,
  filters: [{ field: 'Quantity', op: 'gt', value: 1 }],
};

describe('the values of a column', () => {
  it.each(['BssiEntityID', 'JournalBatchName', 'EntryType', 'Finished'])(
    'of %s show as many lines as they count, one by one',
    async (name) => {
      const asked = name === 'JournalBatchName' ? batchField : name;
      const input = facetsRequestSchema.parse({ ...encodeJournalQuery(query), field: name });
      const { values } = await listFacets({ ctx: bench.context('accountant'), input });
      for (const { value, lines } of values.slice(0, 8)) {
        const narrowed = { ...query, ...withValues(query, asked, [value]) };
        expect(valuesOn(narrowed, asked)).toEqual([String(value)]);
        expect([value, (await bench.list(narrowed)).total]).toEqual([value, lines]);
      }
    },
  );

  it('add up when several are ticked, what is not set among them', async () => {
    const input = facetsRequestSchema.parse({ field: 'LocationCode' });
    const { values } = await listFacets({ ctx: bench.context('accountant'), input });
    const [first] = values.filter(({ value }) => value !== '');
    const blank = values.find(({ value }) => value === '');
    const ticked = {
      ...defaultJournalQuery,
      ...withValues(defaultJournalQuery, 'LocationCode', ['', String(first?.value)]),
    };
    expect(valuesOn(ticked, 'LocationCode')).toEqual(['', String(first?.value)]);
    expect((await bench.list(ticked)).total).toBe((blank?.lines ?? 0) + (first?.lines ?? 0));
    expect(withValues(ticked, 'LocationCode', [])).toEqual({ filters: [] });
  });
});
