import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barsOf, barWords } from '@/components/journal/pictures/lines-bars';
import { dateBars } from '@/components/journal/pictures/date-bars';
import { keyWords } from '@/components/journal/analysis/key-words';
import { linesOfGroup } from '@/lib/domain/journal/group-filter';
import { groupingKey, type GroupingKey } from '@/lib/domain/journal/grouping';
import { groupsRequestSchema } from '@/lib/domain/journal/grouping-request';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { decodeJournalQuery, encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import { startJournalBench, type JournalBench } from './journal-bench';

/** What a service may send for a day, though it is none. */
const odd = [
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '0001-01-01T00:00:00Z',
  '1.11.2026',
  'soon',
  ' 2026-11-02',
];

/** Days at the edges of the calendar, where sums of days leave it. */
const edges = ['0001-01-02', '0026-11-02', '9999-12-27', '9999-12-31'];

let bench: JournalBench;
beforeAll(async () => {
  bench = await startJournalBench({ size: 'records=20,entities=5,lines=120' });
  for (const [at, PostingDate] of [...odd, ...edges].entries())
    await bench.control('POST', '/outside-edit', {
      ...{ template: 'ITEM', batch: 'DEFAULT', line: (at + 1) * 10_000 },
      values: { PostingDate, Amount: 1 },
    });
});
afterAll(() => bench.close());

const keyOf = (name: string): GroupingKey => {
  const key = groupingKey(name);
  if (key === undefined) throw new Error(`Lines are not grouped by ${name}.`);
  return key;
};

describe('a date of the service that is no day of the calendar', () => {
  it.each(['PostingDate', 'PostingDate.week', 'PostingDate.month', 'PostingDate.year'])(
    'is no date in groups by %s, each of which has the lines that its own filter finds',
    async (by) => {
      const input = groupsRequestSchema.parse({ by, sum: 'Amount' });
      const { groups, total } = await groupLines({ ctx: bench.context('accountant'), input });
      expect(total.count).toBe(120);
      const key = keyOf(by);
      for (const { key: values, count } of groups) {
        const own = linesOfGroup(defaultJournalQuery, [key], values);
        expect(decodeJournalQuery(encodeJournalQuery({ ...defaultJournalQuery, ...own })).faults).toEqual([]);
        expect([values, (await bench.list({ ...own, pageSize: 1 })).total]).toEqual([values, count]);
        expect(keyWords(key, values[0] ?? '')).not.toMatch(/NaN|Invalid/);
      }
      expect(groups[0]?.key).toEqual(['']);
      expect(groups[0]?.count).toBeGreaterThanOrEqual(odd.length);
    },
  );

  it('is a bar without a date in pictures', async () => {
    const input = groupsRequestSchema.parse({ by: 'PostingDate', sum: 'Amount' });
    const days = barsOf((await groupLines({ ctx: bench.context('accountant'), input })).groups);
    for (const most of [200, 10, 3, 1]) {
      const { part, bars } = dateBars(days, most);
      const key = keyOf(part === null ? 'PostingDate' : `PostingDate.${part}`);
      const words = bars.map(({ value }) => barWords(key, value));
      expect(words[0]).toBe('No posting date');
      expect(words.join()).not.toMatch(/NaN|Invalid/);
    }
  });

  it('is read as not set', async () => {
    const ofBatch = { field: 'Batch', op: 'in', values: ['ITEM/DEFAULT'] } as const;
    const asked = { filters: [ofBatch], pageSize: odd.length, columns: ['PostingDate'] };
    const { rows } = await bench.list(asked);
    expect(new Set(rows.map(({ PostingDate }) => PostingDate))).toEqual(new Set(['0001-01-01']));
    const filters = [ofBatch, { field: 'PostingDate', op: 'empty' } as const];
    expect((await bench.list({ ...asked, filters })).total).toBeGreaterThanOrEqual(odd.length);
  }); // prettier-ignore
});
