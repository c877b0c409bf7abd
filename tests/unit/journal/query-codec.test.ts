import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { decodeJournalQuery, encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { batchesOf, readLine, writeBatch, writeLine } from '@/lib/domain/journal/batch-name';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { anyQuery } from './queries';
import { onPushOrNightly } from '@/tests/support/run/nightly';

describe('journal query in an address', () => {
  it('comes back as it was, through a real query string', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const search = new URLSearchParams();
        for (const [name, values] of Object.entries(encodeJournalQuery(query))) {
          for (const value of values) search.append(name, value);
        }
        const read = new URLSearchParams(search.toString());
        const record = Object.fromEntries([...new Set(read.keys())].map((name) => [name, read.getAll(name)]));
        expect(decodeJournalQuery(record)).toEqual({ query, faults: [] });
      }),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
  });

  it('leaves defaults out', () => {
    expect(encodeJournalQuery(defaultJournalQuery)).toEqual({});
  });

  it('is written in the names of the contract', () => {
    const address = {
      page: ['2'],
      sort: ['-PostingDate,LineNo'],
      entity: ['', '100'],
      batch: ['PHYS. INV./DEFAULT', 'ITEM/EAST'],
      item: ['10..20|A*'],
      filter: [
        'Quantity~gt~1.5',
        'PostingDate~empty',
        'Amount~between~-1~20000',
        'EntryType~in~Sale~~a%7Eb%25',
        'Description~matches~a~*|B',
      ],
    };
    const { query, faults } = decodeJournalQuery(address);
    expect(faults).toEqual([]);
    expect(encodeJournalQuery(query)).toEqual(address);
    expect(query).toMatchObject({
      page: 2,
      sort: [{ field: 'PostingDate', descending: true }, { field: 'LineNo' }],
    });
    expect(query.filters.slice(0, 4)).toEqual([
      { field: 'BssiEntityID', op: 'in', values: ['', '100'] },
      { field: 'Batch', op: 'in', values: ['PHYS. INV./DEFAULT', 'ITEM/EAST'] },
      { field: 'ItemNo', op: 'matches', value: '10..20|A*' },
      { field: 'Quantity', op: 'gt', value: 1.5 },
    ]);
  });

  it.each([
    ['A/B%2F', 'C/D'],
    ['ITEM', ''],
    ['', 'DEFAULT'],
    ['', ''],
  ])('keeps the names of a batch, with slashes and empty ones: “%s”, “%s”', (template, batch) => {
    const written = writeBatch({ template, batch });
    const { query, faults } = decodeJournalQuery({ batch: written });
    expect([encodeJournalQuery(query), faults]).toEqual([{ batch: [written] }, []]);
    expect(batchesOf([written])).toEqual([{ template, batch }]);
    const line = { template, batch, lineNo: 10_000 };
    expect(readLine(writeLine(line))).toEqual(line);
  });
});

describe('a faulty parameter', () => {
  const faulty: [string, string | string[]][] = [
    ['page', '0'],
    ['page', '1.5'],
    ['page', ['1', '2']],
    ['pageSize', '501'],
    ['sort', 'Nothing'],
    ['sort', 'LineNo,-LineNo'],
    ['sort', '@odata.etag'],
    ['batch', 'ITEM'],
    ['from', '2026-02-29'],
    ['from', '0026-11-09'],
    ['filter', 'PostingDate~ge~0026-11-09'],
    ['to', '15.11.2026'],
    ['item', 'a\u0000b'],
    ['q', 'x'.repeat(201)],
    ['filter', 'Quantity~contains~1'],
    ['filter', 'Quantity~gt~much'],
    ['filter', 'Quantity~gt'],
    ['filter', 'Nothing~eq~1'],
    ['filter', '@odata.etag~eq~x'],
    ['filter', 'Finished~eq~yes'],
    ['filter', 'Description~contains~'],
    ['filter', 'SystemId~eq~1'],
    ['filter', 'Quantity~empty'],
    ['filter', 'PostingDate~empty~x'],
    ['filter', 'Quantity~between~1'],
    ['filter', 'Quantity~between~2~1'],
    ['filter', 'Quantity~between~1~2~3'],
    ['filter', 'ItemNo~in'],
    ['filter', 'ItemNo~matches~1..2..3'],
    ['filter', 'ItemNo~matches~>='],
    ['filter', 'ItemNo~matches~|'],
    ['filter', 'Quantity~matches~1..2'],
    ['filter', 'Amount~ge~20.000,5'],
    ['item', 'B..A'],
    ['item', '<>'],
    ['columns', 'ItemNo,Nothing'],
    ['surprise', 'x'],
  ];

  it.each(faulty)(
    '%s=%s is refused by the interface, named, and falls back to the default on the page',
    (name, value) => {
      const result = journalRequestSchema.safeParse({ [name]: value });
      expect(result.success).toBe(false);
      expect(result.error?.issues[0]?.path).toEqual([name]);
      expect(result.error?.issues[0]?.message).toContain(`“${name}”`);
      const { query } = decodeJournalQuery({ location: 'EAST', [name]: value });
      expect(encodeJournalQuery(query)).toEqual({ location: ['EAST'] });
    },
  );

  it('includes a list of too many values', () => {
    const filter = `ItemNo~in~${Array.from({ length: 501 }, (_, at) => at).join('~')}`;
    const result = journalRequestSchema.safeParse({ filter });
    expect(result.error?.issues[0]?.message).toContain('500 values at most');
  });

  it('includes filter syntax of too many parts', () => {
    const item = Array.from({ length: 501 }, (_, at) => `${at}*`).join('|');
    const result = journalRequestSchema.safeParse({ item });
    expect(result.error?.issues[0]?.message).toContain('it has 501 parts; 500 are the most');
  });

  it('includes filter syntax that is not understood, and says which part', () => {
    const result = journalRequestSchema.safeParse({ item: 'A1|1..2..3' });
    expect(result.error?.issues[0]?.message).toContain('“1..2..3” is not understood');
  });

  it('includes a period that ends before it begins', () => {
    const result = journalRequestSchema.safeParse({ from: '2026-02-01', to: '2026-01-01' });
    expect(result.error?.issues[0]?.path).toEqual(['from']);
  });
});
