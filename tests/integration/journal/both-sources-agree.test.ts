import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalRow } from '@/lib/contract/journal';
import { journalField } from '@/lib/domain/journal/field-index';
import { journalFields } from '@/lib/domain/journal/fields';
import { operatorsOf } from '@/lib/domain/journal/operators';
import { defaultJournalQuery, type FieldFilter, type JournalQuery } from '@/lib/domain/journal/query';
import { expectedLines } from './expected-lines';
import { startJournalBench, type JournalBench } from './journal-bench';

let bench: JournalBench;
let lines: JournalRow[];

beforeAll(async () => {
  bench = await startJournalBench({ size: 'records=60,entities=12,lines=1500', pageSize: 400 });
  lines = await bench.allLines();
});
afterAll(() => bench.close());

/** Queries made of values that occur, so that most of them find something. */
function queriesOver(rows: readonly JournalRow[]): fc.Arbitrary<JournalQuery> {
  const anyRow = fc.constantFrom(...rows);
  const valueOf = (name: string): fc.Arbitrary<string> => anyRow.map((row) => String(row[name] ?? ''));
  const sometimes = <T>(value: fc.Arbitrary<T>, otherwise: T): fc.Arbitrary<T> =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value });
  const filterable = journalFields.filter(({ kind }) => operatorsOf[kind].length > 0);
  const filter: fc.Arbitrary<FieldFilter> = fc
    .tuple(fc.constantFrom(...filterable), anyRow, fc.nat(), fc.boolean())
    .map(([field, row, pick, lower]) => {
      const operators = operatorsOf[field.kind];
      const op = operators[pick % operators.length] ?? 'eq';
      const held = row[field.name] ?? '';
      const text = typeof held === 'string' && field.kind === 'string';
      const part = text && op !== 'eq' && op !== 'ne' ? held.slice(0, 1 + (pick % 6)) : held;
      const value = text && lower ? String(part).toLowerCase() : part;
      return String(value).trim() === '' && op !== 'ne'
        ? { field: field.name, op: 'eq', value }
        : { field: field.name, op, value };
    });
  return fc.record({
    page: fc.constantFrom(1, 1, 2, 3),
    pageSize: fc.constantFrom(10, 25, 100),
    sort: fc.uniqueArray(
      fc.record({ field: fc.constantFrom(...filterable.map(({ name }) => name)), descending: fc.boolean() }),
      { maxLength: 3, selector: ({ field }) => field },
    ),
    entities: sometimes(fc.uniqueArray(valueOf('BssiEntityID'), { minLength: 1, maxLength: 3 }), []),
    batch: sometimes<JournalQuery['batch']>(
      anyRow.map((row) => ({
        template: String(row['JournalTemplateName']),
        batch: String(row['JournalBatchName']).toLowerCase(),
      })),
      null,
    ),
    from: sometimes(valueOf('PostingDate'), ''),
    to: sometimes(valueOf('PostingDate'), ''),
    item: sometimes(valueOf('ItemNo'), ''),
    location: sometimes(valueOf('LocationCode'), ''),
    q: sometimes(
      valueOf('Description').map((text) => text.slice(0, 5).toLowerCase().trim()),
      '',
    ),
    filters: fc.oneof(fc.constant([]), fc.array(filter, { maxLength: 2 })),
    columns: fc.constantFrom([], ['ItemNo', 'Quantity', 'PostingDate', 'Finished', '@odata.etag']),
  });
}

describe('service and snapshot', () => {
  it('find the same lines in the same order, row for row, as plain reading of all lines does', async () => {
    const sources = new Set<string>();
    await fc.assert(
      fc.asyncProperty(queriesOver(lines), async (query) => {
        const expected = expectedLines(lines, query);
        const names =
          query.columns.length === 0
            ? null
            : ['JournalTemplateName', 'JournalBatchName', 'LineNo', ...query.columns];
        const rows = expected
          .slice((query.page - 1) * query.pageSize, query.page * query.pageSize)
          .map((row) => (names ? Object.fromEntries(names.map((name) => [name, row[name]])) : row));
        for (const facets of [false, true]) {
          const answer = await bench.list(query, { facets });
          expect(answer.rows).toEqual(rows);
          expect(answer.total).toBe(expected.length);
          sources.add(answer.source);
        }
      }),
      { numRuns: 400 },
    );
    expect(sources).toEqual(new Set(['remote', 'snapshot']));
  }, 180_000); // a quarter of a minute of computing, more where others compute as well

  it('show every line once over all pages, however many share the sorted value', async () => {
    for (const facets of [false, true]) {
      const seen: string[] = [];
      for (let page = 1; page <= 15; page++) {
        const answer = await bench.list(
          { page, pageSize: 100, sort: [{ field: 'Finished', descending: true }], columns: ['Finished'] },
          { facets },
        );
        seen.push(
          ...answer.rows.map(
            (row) => `${row['JournalTemplateName']}/${row['JournalBatchName']}/${row['LineNo']}`,
          ),
        );
      }
      expect(seen).toHaveLength(lines.length);
      expect(new Set(seen).size).toBe(lines.length);
    }
  });

  it('give every field of a line its own kind', async () => {
    for (const facets of [false, true]) {
      const [row] = (await bench.list({ pageSize: 1 }, { facets })).rows;
      expect(Object.keys(row ?? {})).toHaveLength(167);
      for (const [name, value] of Object.entries(row ?? {})) {
        const kind = journalField(name)?.kind;
        const type =
          kind === 'boolean' ? 'boolean' : kind === 'integer' || kind === 'decimal' ? 'number' : 'string';
        expect(typeof value, name).toBe(type);
      }
    }
  });

  it('find texts of another script whatever their case', async () => {
    const scripted = { ...defaultJournalQuery, q: 'ünïcode' };
    const answer = await bench.list(scripted);
    expect(answer.source).toBe('snapshot');
    expect(answer.total).toBe(expectedLines(lines, scripted).length);
  });
});
