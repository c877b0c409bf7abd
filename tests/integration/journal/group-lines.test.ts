import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { decimalText, exactDecimal, exactSum } from '@/lib/domain/exact-decimal';
import { groupsRequestSchema } from '@/lib/domain/journal/grouping-request';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import type { LineGroup } from '@/lib/server/services/journal/snapshot/line-groups';
import { SnapshotWriter } from '@/lib/server/services/journal/snapshot/snapshot-writer';
import { onPushOrNightly } from '@/tests/support/run/nightly';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';
import { startJournalBench, type JournalBench } from './journal-bench';

/** Groups lines of our own making, in a file as the console writes it. */
async function groupedBy(
  by: readonly string[],
  sum: readonly string[],
  rows: JournalRow[],
  most?: number,
): Promise<LineGroup[]> {
  const writer = new SnapshotWriter(temporaryFolder('mem-groups'));
  const lines = rows.map((row, at) => ({
    JournalTemplateName: 'ITEM',
    JournalBatchName: 'DEFAULT',
    LineNo: at + 1,
    ...row,
  }));
  await writer.add(lines, new AbortController().signal);
  const snapshot = writer.finish(Date.now(), () => null);
  const keys = by.flatMap((name) => groupingKey(name) ?? []);
  try {
    return snapshot.groups(defaultJournalQuery, keys, sum, most);
  } finally {
    snapshot.close();
  }
}

describe('sums', () => {
  const sumOf = async (amounts: readonly number[]): Promise<string> => {
    const [group] = await groupedBy(
      ['ItemNo'],
      ['Amount'],
      amounts.map((Amount) => ({ Amount })),
    );
    return group ? decimalText(group.sum(0)) : 'none';
  };

  it('drift by nothing, where adding up doubles does', async () => {
    const tenth = Array.from({ length: 1000 }, () => 0.1);
    expect(tenth.reduce((sum, value) => sum + value, 0)).not.toBe(100);
    expect(await sumOf(tenth)).toBe('100');
    expect(await sumOf([0.1, 0.2])).toBe('0.3');
    expect(await sumOf([1e9, 0.00001, -1e9])).toBe('0.00001');
  });

  it('keep decimals finer than Business Central sends, and values too large for a number of 64 bits', async () => {
    expect(await sumOf([0.1, 0.123456789, -0.000000001])).toBe('0.223456788');
    expect(await sumOf([9e17, 9e17, 0.5])).toBe('1800000000000000000.5');
    expect(await sumOf([1e-7, 1.5e21])).toBe('1500000000000000000000.0000001');
    expect(await sumOf(Array.from({ length: 9000 }, () => 9_999_999_999.99999))).toBe('89999999999999.91');
  });

  const inParts = (parts: number) =>
    fc.integer({ min: -(10 ** 15), max: 10 ** 15 }).map((units) => units / parts);
  const digits = (least: number, most: number) =>
    fc.stringMatching(new RegExp(`^\\d{${String(least)},${String(most)}}$`));
  /** As the service sends them: numbers, texts where a number would lose digits, nothing. */
  const amount: fc.Arbitrary<number | string> = fc.oneof(
    ...[100, 100_000, 10 ** 8].map(inParts),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.constantFrom(
      0.00001,
      -0.00001,
      1e-7,
      2 ** 52 / 1e5,
      -(2 ** 52) / 1e5,
      90071992547.40991,
      1.5e21,
      9e17,
    ),
    fc
      .tuple(fc.constantFrom('', '-'), digits(1, 20), digits(15, 30))
      .map(([sign, whole, fraction]) => `${sign}${whole}.${fraction}`),
    fc.constant(''),
  );

  it('are those of the digits as written, group by group, whatever the values', async () => {
    const line = fc.record({ ItemNo: fc.constantFrom('A', 'B', ''), Amount: amount, UnitCost: amount });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 40 }), async (rows) => {
        const names = ['Amount', 'UnitCost'] as const;
        const groups = await groupedBy(['ItemNo'], names, rows);
        for (const group of groups) {
          const { key, count } = group;
          const own = rows.filter(({ ItemNo }) => ItemNo === key[0]);
          const exact = names.map((name) =>
            own.map((row) => exactDecimal(row[name] === '' ? 0 : row[name])).reduce(exactSum),
          );
          expect([count, ...names.map((_, at) => decimalText(group.sum(at)))]).toEqual([
            own.length,
            ...exact.map(decimalText),
          ]);
        }
        expect(groups.reduce((all, { count }) => all + count, 0)).toBe(rows.length);
      }),
      { numRuns: onPushOrNightly(60, 600) },
    );
  });

  it('of more than 64 bits hold in all lines what each of them has', async () => {
    const largest = 2 ** 52 / 100_000;
    expect(await sumOf(Array.from({ length: 3_000 }, () => largest))).toBe('135107988821114.88');
    expect(await sumOf(Array.from({ length: 3_000 }, () => -largest))).toBe('-135107988821114.88');
  });
});

describe('groups', () => {
  it('put together what filters do not tell apart: case, blanks and what is not set', async () => {
    const groups = await groupedBy(
      ['Description'],
      [],
      [
        { Description: 'Desk' },
        { Description: 'DESK' },
        { Description: ' ' },
        {},
        { Description: 'über' },
        { Description: 'Über' },
      ],
    );
    expect(groups.map(({ key, count }) => [key[0], count])).toEqual([
      ['', 2],
      ['DESK', 2],
      ['Über', 2],
    ]);
  });

  it('show one spelling of a text in all of them', async () => {
    const rows = [
      { ItemNo: '1', Description: 'Desk' },
      { ItemNo: '2', Description: 'DESK' },
      { ItemNo: '3', Description: ' ' },
      { ItemNo: '1', Description: 'desk' },
    ];
    for (const by of [
      ['Description', 'ItemNo'],
      ['ItemNo', 'Description'],
    ]) {
      const at = by.indexOf('Description');
      const groups = await groupedBy(by, [], rows);
      expect(new Set(groups.map(({ key }) => key[at]))).toEqual(new Set(['', 'DESK']));
      expect(groups.map(({ count }) => count).sort()).toEqual([1, 1, 2]);
    }
  });

  it('stand in natural order: 9 before 10, what is not set first', async () => {
    const rows = ['A10', 'A9', '', 'a1'].map((ItemNo) => ({ ItemNo, OrderLineNo: ItemNo.length }));
    expect((await groupedBy(['ItemNo'], [], rows)).map(({ key }) => key[0])).toEqual(['', 'a1', 'A9', 'A10']);
    const numbers = [30000, 10000, 9000].map((OrderLineNo) => ({ OrderLineNo }));
    expect((await groupedBy(['OrderLineNo'], [], numbers)).map(({ key }) => key[0])).toEqual([
      9000, 10000, 30000,
    ]);
  });

  it('take dates together by month, by the week that begins on Monday, and by year', async () => {
    const rows = ['2026-11-01', '2026-11-02', '2026-11-08', '2027-01-01', '0001-01-01'].map(
      (PostingDate) => ({
        PostingDate,
      }),
    );
    const keys = async (part: string): Promise<unknown[]> =>
      (await groupedBy([`PostingDate.${part}`], [], rows)).map(({ key, count }) => [key[0], count]);
    expect(await keys('month')).toEqual([
      ['', 1],
      ['2026-11', 3],
      ['2027-01', 1],
    ]);
    expect(await keys('week')).toEqual([
      ['', 1],
      ['2026-10-26', 1],
      ['2026-11-02', 2],
      ['2026-12-28', 1],
    ]);
    expect(await keys('year')).toEqual([
      ['', 1],
      ['2026', 3],
      ['2027', 1],
    ]);
  });
});

describe('more groups than are put together', () => {
  const rows = Array.from({ length: 1_001 }, () => ({}));

  it('are refused in words, and as many as may be are not', async () => {
    expect(await groupedBy(['LineNo'], [], rows, 1_001)).toHaveLength(1_001);
    await expect(groupedBy(['LineNo'], [], rows, 1_000)).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringMatching(/more than 1,000 groups.*Nothing was.*Filter the lines/) as string,
    });
  });
});

describe('grouping journal lines', () => {
  let bench: JournalBench;
  beforeAll(async () => {
    bench = await startJournalBench({ size: 'records=20,entities=5,lines=12000' });
  });
  afterAll(() => bench.close());

  const ask = (parameters: Record<string, string>) =>
    groupLines({ ctx: bench.context('auditor'), input: groupsRequestSchema.parse(parameters) });

  it('sends the first 10,000 groups and says how many there are beyond; the total covers all', async () => {
    const answer = await ask({ by: 'JournalTemplateName,JournalBatchName,LineNo', sum: 'Amount' });
    expect(answer.groups).toHaveLength(10_000);
    expect(answer).toMatchObject({
      complete: false,
      more: { groups: 2000, across: 0 },
      total: { count: 12_000 },
    });
    expect(answer.total).toEqual((await ask({ sum: 'Amount' })).total);
  });

  it('puts the 100 values with the most lines across, and says how many there are beyond', async () => {
    const answer = await ask({ by: 'EntryType', pivot: 'LineNo' });
    expect(answer.across).toHaveLength(100);
    expect(answer.complete).toBe(false);
    expect(answer.groups.every(({ cells }) => cells?.length === 100)).toBe(true);
    const counts = await bench.list({
      filters: [{ field: 'LineNo', op: 'eq', value: Number(answer.across[0]) }],
    });
    expect(answer.total.cells?.[0]?.count).toBe(counts.total);
  });

  it('sends fewer groups the more figures each has, and says how many there are beyond', async () => {
    const sum = 'Quantity,Amount,UnitAmount,UnitCost,QuantityBase,InvoicedQuantity,DiscountAmount,InvoicedQtyBase,QtyperUnitofMeasure,IndirectCost'.split(',');
    const by = 'JournalTemplateName,JournalBatchName,LineNo';
    const answer = await ask({ by, pivot: 'DocumentNo', sum: sum.join(',') });
    expect([answer.across.length, answer.sum.length]).toEqual([100, 10]);
    const figures = (groups: number) => groups * (1 + 100) * (1 + 10);
    expect(figures(answer.groups.length)).toBeLessThanOrEqual(400_000);
    expect(figures(answer.groups.length + 1)).toBeGreaterThan(400_000);
    expect(answer).toMatchObject({ complete: false, more: { groups: 12_000 - answer.groups.length }, total: { count: 12_000 } });
  }); // prettier-ignore

  it('answers a filter that nothing matches', async () => {
    const answer = await ask({
      by: 'EntryType',
      sum: 'Amount',
      pivot: 'PostingDate.month',
      q: 'no such line',
    });
    expect(answer).toMatchObject({
      groups: [],
      across: [],
      total: { count: 0, sums: { Amount: '0' }, cells: [] },
      complete: true,
    });
    expect((await ask({ sum: 'Amount', q: 'no such line' })).total).toEqual({
      count: 0,
      sums: { Amount: '0' },
    });
  });
});
