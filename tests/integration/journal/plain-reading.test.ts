import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journalGroupsSchema, type JournalRow } from '@/lib/contract/journal/journal';
import { isBusinessCentralDay } from '@/lib/domain/calendar-day';
import { journalField } from '@/lib/domain/journal/field-index';
import { needsQuotes } from '@/lib/domain/filter-syntax';
import { batchField } from '@/lib/domain/journal/conditions-list';
import { readFieldFilter, syntaxFault, writeFieldFilter } from '@/lib/domain/journal/field-filter';
import { journalFields, type JournalField } from '@/lib/domain/journal/fields';
import type { FilterValue } from '@/lib/domain/journal/filter-value';
import { groupingKey, isSummable, type Grouping } from '@/lib/domain/journal/grouping';
import { operatorsOf } from '@/lib/domain/journal/operators';
import {
  defaultJournalQuery,
  type BatchName,
  type FieldFilter,
  type JournalQuery,
} from '@/lib/domain/journal/query';
import { decodeJournalQuery, encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { writeBatch } from '@/lib/domain/journal/batch-name';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import { expectedGroups } from './expected-groups';
import { expectedLines } from './expected-lines';
import { startJournalBench, type JournalBench } from './journal-bench';
import { onPushOrNightly } from '@/tests/support/run/nightly';

let bench: JournalBench;
let lines: JournalRow[];

beforeAll(async () => {
  bench = await startJournalBench({ size: 'records=60,entities=12,lines=1500', pageSize: 400 });
  lines = await bench.allLines();
});
afterAll(() => bench.close());

const often: ReadonlySet<string> = new Set([
  'ItemNo',
  'Description',
  'DocumentNo',
  'EntryType',
  'Type',
  'LocationCode',
  'PostingDate',
  'ExpirationDate',
  'StartingTime',
  'Quantity',
  'Amount',
]);

/** Fields that other parameters of an address ask for too. */
const hasShortParameter: ReadonlySet<string> = new Set([
  ...['BssiEntityID', 'PostingDate', 'ItemNo', 'LocationCode', 'JournalTemplateName', 'JournalBatchName'],
]);

/** A filter of values that the field has in some line, whole or in part, in small letters or as they are. */
function filterOn(field: JournalField, anyRow: fc.Arbitrary<JournalRow>): fc.Arbitrary<FieldFilter> {
  const isText = field.kind === 'string';
  const held = fc.tuple(anyRow, fc.boolean()).map(([row, lower]): FilterValue => {
    const value = row[field.name] ?? '';
    return isText && lower ? String(value).toLowerCase() : value;
  });
  return fc.constantFrom(...operatorsOf[field.kind]).chain((op): fc.Arbitrary<FieldFilter> => {
    switch (op) {
      case 'empty':
      case 'notempty':
        return fc.constant({ field: field.name, op });
      case 'between':
        return fc
          .tuple(held, held)
          .map(([one, other]) =>
            one <= other
              ? { field: field.name, op, from: one, to: other }
              : { field: field.name, op, from: other, to: one },
          );
      case 'in':
        return fc
          .array(held, { minLength: 1, maxLength: 4 })
          .map((values) => ({ field: field.name, op, values }));
      case 'matches':
        return inSyntax(field.name, anyRow).map((value) => ({ field: field.name, op, value }));
      default:
        return fc.tuple(held, fc.nat(8)).map(([whole, at]): FieldFilter => {
          const isPart = isText && op !== 'eq' && op !== 'ne';
          const text = String(whole);
          const value = !isPart
            ? whole
            : op === 'endswith'
              ? text.slice(-1 - at)
              : text.slice(at % 3, at + 1);
          return String(value).trim() === '' && op !== 'ne'
            ? { field: field.name, op: 'eq', value }
            : { field: field.name, op, value };
        });
    }
  });
}

/** What Business Central's filter syntax can say of two values that occur. */
function inSyntax(name: string, anyRow: fc.Arbitrary<JournalRow>): fc.Arbitrary<string> {
  const whole = anyRow.map((row) => String(row[name] ?? '').trim());
  return fc.tuple(whole, whole, fc.nat(4), fc.nat(20), fc.boolean()).map(([a, b, at, shape, lower]) => {
    const [one, other] = [a, b].map((text) =>
      text === '' || needsQuotes(text) ? `'${text.replaceAll("'", "''")}'` : text,
    );
    const [low, high] = a.toLowerCase() <= b.toLowerCase() ? [one, other] : [other, one];
    const part = a.replace(/[^\w .\-]/g, '?').trim();
    const shapes = [
      `${one}`,
      `${one}|${other}`,
      `<>${one}`,
      `<>${one}&<>${other}`,
      `${low}..${high}`,
      `..${one}`,
      `${one}..`,
      `>${one}`,
      `>=${one}&<${other}`,
      `<=${one}|${other}`,
      `${part.slice(0, at + 1)}*`,
      `*${part.slice(-at - 1)}`,
      `*${part.slice(at, at + 3)}*`,
      `@${part.slice(0, at + 1)}*`,
      `${part.slice(0, at)}?${part.slice(at + 1)}`,
      `${part.slice(0, 1)}*${part.slice(-1)}`,
      `<>${part.slice(0, at + 1)}*`,
      `<>*${part.slice(-at - 1)}`,
      `${part.slice(0, at + 1)}*|${other}`,
      '*',
      '?*',
    ];
    const text = shapes[shape] ?? '*';
    const usable = syntaxFault(text.trim(), '|,') === null ? text.trim() : "''";
    return lower ? usable.toLowerCase() : usable;
  });
}

/** An address of journal lines, and the query that its parameters say one by one. */
interface Asked {
  address: Record<string, string | string[]>;
  plain: JournalQuery;
}

/** Queries made of values that occur, so that most of them find something. */
function queriesOver(rows: readonly JournalRow[]): fc.Arbitrary<JournalQuery> {
  return askedOver(rows).map(({ address }) => decodeJournalQuery(address).query);
}

function askedOver(rows: readonly JournalRow[]): fc.Arbitrary<Asked> {
  const anyRow = fc.constantFrom(...rows);
  const day = anyRow.map((row) => String(row['PostingDate'] ?? '')).filter(isBusinessCentralDay);
  const valueOf = (name: string): fc.Arbitrary<string> => anyRow.map((row) => String(row[name] ?? ''));
  const sometimes = <T>(value: fc.Arbitrary<T>, otherwise: T): fc.Arbitrary<T> =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value });
  const filterable = journalFields.filter(({ kind }) => operatorsOf[kind].length > 0);
  const filter = fc
    .oneof(
      fc.constantFrom(...filterable),
      fc.constantFrom(...filterable.filter(({ name }) => often.has(name))),
      fc.constantFrom(...filterable.filter(({ name }) => hasShortParameter.has(name))),
    )
    .chain((field) => filterOn(field, anyRow))
    .filter((one) => 'value' in readFieldFilter(writeFieldFilter(one))); // no address names a date that is not set
  const parts = fc.record({
    page: fc.constantFrom(1, 1, 2, 3),
    pageSize: fc.constantFrom(10, 25, 100),
    sort: fc.uniqueArray(
      fc.record({ field: fc.constantFrom(...filterable.map(({ name }) => name)), descending: fc.boolean() }),
      { maxLength: 3, selector: ({ field }) => field },
    ),
    entity: sometimes(fc.uniqueArray(valueOf('BssiEntityID'), { minLength: 1, maxLength: 3 }), []),
    batch: sometimes<BatchName[]>(
      fc.array(
        anyRow.map((row) => ({
          template: String(row['JournalTemplateName']),
          batch: String(row['JournalBatchName']).toLowerCase(),
        })),
        { minLength: 1, maxLength: 3 },
      ),
      [],
    ),
    from: sometimes(day, ''),
    to: sometimes(day, ''),
    item: sometimes(inSyntax('ItemNo', anyRow), ''),
    location: sometimes(inSyntax('LocationCode', anyRow), ''),
    q: sometimes(
      valueOf('Description').map((text) => text.slice(0, 5).toLowerCase().trim()),
      '',
    ),
    filters: fc.oneof(fc.constant<FieldFilter[]>([]), fc.array(filter, { maxLength: 4 })),
    columns: fc.constantFrom([], ['ItemNo', 'Quantity', 'PostingDate', 'Finished', '@odata.etag']),
  });
  return parts.map(({ entity, batch, from, to, item, location, filters, ...others }): Asked => {
    const { sort, columns, page, pageSize, q } = others;
    const address = {
      ...{ page: String(page), pageSize: String(pageSize), columns: columns.join(','), q },
      ...{ sort: sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',') },
      ...{
        entity,
        batch: batch.map(writeBatch),
        from,
        to,
        item,
        location,
        filter: filters.map(writeFieldFilter),
      },
    };
    const plain: FieldFilter[] = [
      ...(entity.length === 0 ? [] : [{ field: 'BssiEntityID', op: 'in', values: entity } as const]),
      ...(batch.length === 0 ? [] : [{ field: batchField, op: 'in', values: address.batch } as const]),
      ...(from === '' ? [] : [{ field: 'PostingDate', op: 'ge', value: from } as const]),
      ...(to === '' ? [] : [{ field: 'PostingDate', op: 'le', value: to } as const]),
      ...(item === '' ? [] : [{ field: 'ItemNo', op: 'matches', value: item } as const]),
      ...(location === '' ? [] : [{ field: 'LocationCode', op: 'matches', value: location } as const]),
      ...filters,
    ];
    return { address, plain: { ...defaultJournalQuery, ...others, filters: plain } };
  });
}

/** Groupings of one to three fields or none, with sums, and with another field across now and then. */
const anyGrouping = fc
  .record({
    names: fc.uniqueArray(
      fc.constantFrom(
        ...journalFields.filter(({ name }) => groupingKey(name)).map(({ name }) => name),
        ...['BssiEntityID', 'EntryType', 'LocationCode', 'JournalBatchName', 'ItemNo', 'DropShipment'],
        ...['PostingDate.month', 'PostingDate.week', 'PostingDate.year', 'OrderDate.week'],
      ),
      { maxLength: 4 },
    ),
    isPivoted: fc.boolean(),
    sum: fc.uniqueArray(
      fc
        .tuple(
          fc.constantFrom(...journalFields.filter(isSummable).map(({ name }) => name), 'Quantity', 'Amount'),
          fc.constantFrom('', '.in', '.out', '.net'),
        )
        .map(([name, flow]) => `${name}${flow}`),
      { maxLength: 4 },
    ),
  })
  .map(({ names, isPivoted, sum }): Grouping => {
    const keys = names.flatMap((name) => groupingKey(name) ?? []);
    const pivot = isPivoted ? (keys.pop() ?? null) : null;
    return { by: keys.slice(0, 3), sum, pivot };
  });

describe('groups of lines', () => {
  it('are the lines that match, counted and added up digit by digit', async () => {
    await fc.assert(
      fc.asyncProperty(queriesOver(lines), anyGrouping, async (query, grouping) => {
        const answer = await groupLines({ ctx: bench.context('accountant'), input: { query, grouping } });
        expect(journalGroupsSchema.parse(answer)).toEqual(answer);
        expect(answer).toMatchObject(expectedGroups(expectedLines(lines, query), grouping));
      }),
      { numRuns: onPushOrNightly(100, 2_000) },
    );
  }, 180_000);
});

describe('an address', () => {
  it('asks for the lines that each of its parameters lets through, whatever form their conditions take', async () => {
    await fc.assert(
      fc.asyncProperty(askedOver(lines), async ({ address, plain }) => {
        const { query, faults } = decodeJournalQuery(address);
        expect(faults).toEqual([]);
        const again = decodeJournalQuery(encodeJournalQuery(query));
        expect(again).toEqual({ query, faults: [] });
        const { total } = await bench.list({ ...query, page: 1, pageSize: 1, columns: ['LineNo'] });
        expect(total).toBe(expectedLines(lines, plain).length);
      }),
      { numRuns: onPushOrNightly(300, 5_000) },
    );
  }, 180_000);
});

describe('the copy of all lines', () => {
  it('finds the same lines in the same order, row for row, as plain reading of them does', async () => {
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
        expect(await bench.list(query)).toMatchObject({ rows, total: expected.length });
      }),
      { numRuns: onPushOrNightly(100, 2_000) },
    );
  }, 180_000); // a quarter of a minute of computing, more where others compute as well

  it('finds the same lines by every comparison of the fields that lines are filtered by most', async () => {
    const fields = journalFields.filter(({ name }) => often.has(name));
    const filter = fc.constantFrom(...fields).chain((field) => filterOn(field, fc.constantFrom(...lines)));
    await fc.assert(
      fc.asyncProperty(filter, async (one) => {
        const query = { ...defaultJournalQuery, pageSize: 10, filters: [one], columns: ['LineNo'] };
        const expected = expectedLines(lines, query);
        const { rows, total } = await bench.list(query);
        expect(total).toBe(expected.length);
        expect(rows.map((row) => row['LineNo'])).toEqual(expected.slice(0, 10).map((row) => row['LineNo']));
      }),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
  }, 180_000);

  it('shows every line once over all pages, however many share the sorted value', async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 15; page++) {
      const answer = await bench.list({
        page,
        pageSize: 100,
        sort: [{ field: 'Finished', descending: true }],
        columns: ['Finished'],
      });
      seen.push(
        ...answer.rows.map(
          (row) => `${row['JournalTemplateName']}/${row['JournalBatchName']}/${row['LineNo']}`,
        ),
      );
    }
    expect(seen).toHaveLength(lines.length);
    expect(new Set(seen).size).toBe(lines.length);
  });

  it('gives every field of a line its own kind', async () => {
    const [row] = (await bench.list({ pageSize: 1 })).rows;
    expect(Object.keys(row ?? {})).toHaveLength(167);
    for (const [name, value] of Object.entries(row ?? {})) {
      const kind = journalField(name)?.kind;
      const type =
        kind === 'boolean' ? 'boolean' : kind === 'integer' || kind === 'decimal' ? 'number' : 'string';
      expect(typeof value, name).toBe(type);
    }
  });

  it('takes as long a list as a filter may be', async () => {
    const patterns = Array.from({ length: 499 }, (_, at) => `Q${at}*`).join('|');
    const values = Array.from({ length: 499 }, (_, at) => `Ü${at}`);
    const query: JournalQuery = {
      ...defaultJournalQuery,
      filters: [
        { field: 'ItemNo', op: 'matches', value: `${patterns}|1896-S` },
        { field: 'Description', op: 'in', values: [...values, 'ATHENS Desk'] },
      ],
    };
    const answer = await bench.list(query);
    expect(answer.total).toBe(expectedLines(lines, query).length);
    expect(answer.total).toBeGreaterThan(0);
  });

  it('finds texts of another script whatever their case', async () => {
    const scripted = { ...defaultJournalQuery, q: 'ünïcode' };
    const answer = await bench.list(scripted);
    expect(answer.total).toBe(expectedLines(lines, scripted).length);
  });
});
