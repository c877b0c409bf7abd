import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Comparison, Filter } from '@/lib/server/upstream/odata/filter';
import type { JournalWireRow } from '@/lib/server/upstream/odata/wire';
import { all, failureOf, startStage } from './against-reference';
import type { Stage } from './against-reference';

let stage: Stage;
let every: JournalWireRow[];
beforeAll(async () => {
  stage = await startStage({ pageSize: 50 });
  every = (await all(stage.connect().readJournal({}))).flatMap((page) => page.rows);
  await stage.clear();
});
afterEach(() => stage.clear());
afterAll(() => stage.close());

const keyOf = (row: JournalWireRow): string =>
  JSON.stringify([row['JournalTemplateName'], row['JournalBatchName'], row['LineNo']]);
const keysOf = (rows: readonly JournalWireRow[]): string[] => rows.map(keyOf).sort();
const some = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The reference service has no such row.');
  return value;
};
const text = (field: string, op: Comparison['op'], value: string): Comparison => ({
  field,
  op,
  value,
  kind: 'string',
});

describe('a full read of journal lines', () => {
  it('brings every line once, each with the 167 keys of the interface', () => {
    expect(new Set(every.map(keyOf)).size).toBe(120);
    expect(new Set(every.map((row) => Object.keys(row).length))).toEqual(new Set([167]));
  });
});

describe('one page', () => {
  it('is sorted, cut and counted by the service, and not followed', async () => {
    const query = { orderBy: [{ field: 'LineNo', descending: true }], top: 7, skip: 3, count: true };
    const pages = await all(stage.connect().readJournal(query));
    expect(pages).toHaveLength(1);
    const [page] = pages;
    expect(page).toMatchObject({ count: 120, filterIgnored: false });
    expect(page?.rows).toHaveLength(7);
    const numbers = every.map((row) => Number(row['LineNo'])).sort((a, b) => b - a);
    expect(page?.rows.map((row) => row['LineNo'])).toEqual(numbers.slice(3, 10));
  });

  it('holds the chosen fields', async () => {
    const [page] = await all(stage.connect().readJournal({ select: ['ItemNo', 'LineNo'], top: 2 }));
    const names = Object.keys(some(page?.rows[0])).filter((name) => !name.startsWith('@'));
    expect(names).toEqual(expect.arrayContaining(['ItemNo', 'LineNo']));
    expect(names.length).toBeLessThan(10);
  });
});

describe('a filter', () => {
  it('that the service ignores is carried out here, and that is said', async () => {
    await stage.modes({ ignoreFilter: true });
    const filter: Filter = { field: 'Amount', op: 'gt', value: 100.5, kind: 'decimal' };
    const pages = await all(stage.connect().readJournal({ filter }));
    expect(pages.some((page) => page.filterIgnored)).toBe(true);
    expect(keysOf(pages.flatMap((page) => page.rows))).toEqual(
      keysOf(every.filter((row) => Number(row['Amount']) > 100.5)),
    );
  });

  it('on a field the service does not have is refused with its sentence', async () => {
    const error = await failureOf(
      all(stage.connect().readJournal({ filter: text('NoSuchField', 'eq', 'x') })),
    );
    expect(error).toMatchObject({ code: 'rejected', status: 400 });
    expect(error.userMessage).toContain('NoSuchField');
  });
});

describe('lines posted while they are read', () => {
  it('leave a list without doubles', async () => {
    const seen: JournalWireRow[] = [];
    const first = some(every[0]);
    for await (const page of stage.connect().readJournal({})) {
      if (seen.length === 0)
        await stage.control('POST', '/outside-posting', {
          template: first['JournalTemplateName'],
          batch: first['JournalBatchName'],
        });
      seen.push(...page.rows);
    }
    expect(new Set(seen.map(keyOf)).size).toBe(seen.length);
    await stage.control('POST', '/reset');
  });
});
