import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { decodeJournalQuery, encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { readLine, writeLine } from '@/lib/domain/journal/query-parameters';
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
    const query = {
      ...defaultJournalQuery,
      page: 2,
      sort: [
        { field: 'PostingDate', descending: true },
        { field: 'LineNo', descending: false },
      ],
      entities: ['', '100'],
      batches: [
        { template: 'PHYS. INV.', batch: 'DEFAULT' },
        { template: 'ITEM', batch: 'EAST' },
      ],
      item: '10..20|A*',
      filters: [
        { field: 'Quantity', op: 'gt' as const, value: 1.5 },
        { field: 'PostingDate', op: 'empty' as const },
        { field: 'Amount', op: 'between' as const, from: -1, to: 20_000 },
        { field: 'EntryType', op: 'in' as const, values: ['Sale', '', 'a~b%'] },
        { field: 'Description', op: 'matches' as const, value: 'a~*|B' },
      ],
    };
    expect(encodeJournalQuery(query)).toEqual({
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
    });
  });

  it('keeps slashes in either name of a batch', () => {
    const batch = { template: 'A/B%2F', batch: 'C/D' };
    const record = encodeJournalQuery({ ...defaultJournalQuery, batches: [batch] });
    expect(decodeJournalQuery(record).query.batches).toEqual([batch]);
  });

  it.each([
    ['ITEM', ''],
    ['', 'DEFAULT'],
    ['', ''],
  ])('keeps a batch of which a name is empty: “%s”, “%s”', (template, batch) => {
    const record = encodeJournalQuery({ ...defaultJournalQuery, batches: [{ template, batch }] });
    const { query, faults } = decodeJournalQuery(record);
    expect([query.batches, faults]).toEqual([[{ template, batch }], []]);
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
      expect(query).toEqual({ ...defaultJournalQuery, location: 'EAST' });
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
