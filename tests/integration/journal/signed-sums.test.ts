import { beforeAll, describe, expect, it } from 'vitest';
import { figuresOf } from '@/components/journal/table/selected-sums';
import { journalFields } from '@/lib/domain/journal/fields';
import { addsUp } from '@/lib/domain/journal/grouping';
import { groupsRequestSchema } from '@/lib/domain/journal/grouping-request';
import { movementFields } from '@/lib/domain/journal/movement';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import { listLines } from '@/lib/server/services/journal/list-lines';
import { SnapshotWriter } from '@/lib/server/services/journal/snapshot/snapshot-writer';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { wholeCopy } from '@/tests/support/console/whole-copy';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

const flows = (field: string): string[] => [field, `${field}.in`, `${field}.out`, `${field}.net`];

/** Sums over lines of our own making. */
async function summed(rows: readonly object[], sums: readonly string[]) {
  const writer = new SnapshotWriter(temporaryFolder('mem-sums'));
  const identity = { JournalTemplateName: 'ITEM', JournalBatchName: 'DEFAULT' };
  await writer.add(
    rows.map((row, at) => ({ ...identity, LineNo: at + 1, ValueEntryType: 'Direct Cost', ...row })),
    new AbortController().signal,
  );
  const lines = writer.finish(Date.now(), () => null);
  try {
    return lines.page({ ...defaultJournalQuery, columns: ['LineNo'] }, sums);
  } finally {
    lines.close();
  }
}

describe('in, out and net', () => {
  it('count an out line negative and keep the sign that a line has', async () => {
    const rows = [
      { EntryType: 'Purchase', Amount: 10 },
      { EntryType: 'Purchase', Amount: -5 },
      { EntryType: 'Sale', Amount: 0.1 },
      { EntryType: 'Sale', Amount: -0.3 },
    ];
    const { sums } = await summed(rows, flows('Amount'));
    expect(sums).toEqual({ Amount: '4.8', 'Amount.in': '5', 'Amount.out': '-0.2', 'Amount.net': '5.2' });
  });

  it('are exact for decimals finer than those of Business Central, and for long ones', async () => {
    const rows = [
      { EntryType: 'Output', Amount: 0.123456789 },
      { EntryType: 'Consumption', Amount: '12345678901234567.8900001' },
      { EntryType: 'Sale', Amount: 0.1 },
      { EntryType: 'Transfer', Amount: 1e-7 },
    ];
    const { sums } = await summed(rows, flows('Amount'));
    expect(sums).toEqual({
      Amount: '12345678901234568.113456989',
      'Amount.in': '0.123456789',
      'Amount.out': '12345678901234567.9900001',
      'Amount.net': '-12345678901234567.866543311',
    });
  });

  it('leave out quantities of revaluations, and say how many lines those are', async () => {
    const rows = [
      { EntryType: 'Purchase', Quantity: 1, Amount: 1 },
      { EntryType: 'Purchase', ValueEntryType: 'Revaluation', Quantity: 2, Amount: 2 },
      { EntryType: 'Transfer', ValueEntryType: 'Revaluation', Quantity: 4, Amount: 4 },
    ];
    const page = await summed(rows, ['Quantity.net', 'Amount.net']);
    expect(page).toMatchObject({ sums: { 'Quantity.net': '1', 'Amount.net': '3' }, revalued: 1, moved: 1 });
    expect(await summed(rows, ['Amount.net'])).not.toHaveProperty('revalued');
  });

  it('leave out transfers and unknown entry types, and say how many lines those are', async () => {
    const rows = [
      { EntryType: 'Einkauf', Quantity: 1, Amount: 1 },
      { EntryType: 'Transfer', Quantity: 2, Amount: 2 },
      { EntryType: 'Kit Output', Quantity: 4, Amount: 4 },
      { EntryType: 'KIT OUTPUT', Quantity: 8, Amount: 8 },
      { EntryType: ' ', Quantity: 16, Amount: 16 },
      { EntryType: 'Sale', ValueEntryType: 'Xyz', Quantity: 32, Amount: 32 },
    ];
    const page = await summed(rows, ['Quantity', 'Quantity.net', 'Amount.in', 'Amount.net']);
    expect(page).toMatchObject({
      sums: { Quantity: '63', 'Quantity.net': '1', 'Amount.in': '1', 'Amount.net': '-31' },
      moved: 1,
      uncounted: [
        { entryType: '', lines: 1 },
        { entryType: 'KIT OUTPUT', lines: 2 },
        { entryType: 'Sale', valueEntryType: 'Xyz', lines: 1 },
      ],
    });
    expect(await summed(rows, ['Amount'])).not.toHaveProperty('uncounted');
  });

  it('count the amount of a revaluation, and none of its quantities', async () => {
    const rows = [
      { EntryType: 'Positive Adjmt.', ValueEntryType: 'Revaluation', Quantity: 7, Amount: 2 },
      { EntryType: 'Kit Output', ValueEntryType: 'Revaluation', Quantity: 7, Amount: 2 },
    ];
    expect(await summed(rows, ['Quantity.in', 'Amount.in'])).toMatchObject({
      sums: { 'Quantity.in': '0', 'Amount.in': '2' },
      uncounted: [{ entryType: 'Kit Output', lines: 1 }],
    });
  });
});

describe('quantities in several units', () => {
  const boxed = { ItemNo: 'A', UnitofMeasureCode: 'BOX', Quantity: 2, QuantityBase: 20 };
  const pieces = { ItemNo: 'A', UnitofMeasureCode: 'PCS', Quantity: 3, QuantityBase: 3 };
  const sums = ['Quantity', 'QuantityBase.net', 'RunTime', 'Amount'];

  it('are said to have no total; one item has one in its base unit', async () => {
    expect((await summed([boxed, pieces], sums)).mixed).toEqual(['Quantity']);
    expect((await summed([boxed, { ...pieces, ItemNo: 'B' }], sums)).mixed).toEqual([
      'Quantity',
      'QuantityBase',
    ]);
  });

  it('in base units are of several items that may have other base units where each is in boxes', async () => {
    const box = { ...boxed, QtyperUnitofMeasure: 10 };
    expect((await summed([box, { ...box, ItemNo: 'B' }], sums)).mixed).toEqual(['QuantityBase']);
    expect(await summed([box, box], sums)).not.toHaveProperty('mixed');
    expect(await summed([pieces, { ...pieces, ItemNo: 'B' }], sums)).not.toHaveProperty('mixed');
  });

  it('are those of lines that have a quantity, whatever the case of the unit', async () => {
    const other = { UnitofMeasureCode: 'KG', Quantity: 0, Amount: 5 };
    expect(await summed([pieces, { ...pieces, UnitofMeasureCode: 'pcs' }, other], sums)).not.toHaveProperty(
      'mixed',
    );
  });

  it('of times go by the unit of the capacity', async () => {
    const run = { RunTime: 1, UnitofMeasureCode: 'BOX', CapUnitofMeasureCode: 'MINUTES' };
    expect((await summed([run, { ...run, CapUnitofMeasureCode: 'HOURS' }], sums)).mixed).toEqual(['RunTime']);
  });
});

describe('journal lines of the demo', () => {
  let demo: Scenario;
  shareScenario((scenario) => (demo = scenario), { size: 'demo' });
  beforeAll(() => wholeCopy(demo.connection));

  const list = (given: Record<string, string>) =>
    listLines({ ctx: demo.context('accountant'), input: journalRequestSchema.parse(given) });

  it('come to a gross and a net amount, exactly', async () => {
    const { total, sums, uncounted } = await list({ sum: flows('Amount').join(',') });
    expect(total).toBe(3_000);
    expect(sums).toMatchObject({ Amount: '7302853.21', 'Amount.net': '-694877.45' });
    const cents = (name: string): number => Math.round(Number(sums?.[name]) * 100);
    expect(cents('Amount.in') - cents('Amount.out')).toBe(cents('Amount.net'));
    expect(uncounted).toEqual([]);
  });

  it.each(['entity=300', 'filter=EntryType~eq~Transfer', 'filter=ValueEntryType~eq~Revaluation', 'q=lamp'])(
    'come to the same where the cells of all are selected: %s',
    async (conditions) => {
      const fields = journalFields.filter(addsUp);
      for (const chosen of [fields.slice(0, 3), fields.slice(3, 6), fields.slice(6, 9)]) {
        const names = chosen.map(({ name }) => name);
        const sum = names.flatMap((name) => flows(name).slice(1)).join(',');
        const columns = [...names, ...movementFields].join(',');
        const given = {
          ...Object.fromEntries(new URLSearchParams(conditions)),
          sum,
          columns,
          pageSize: '500',
        };
        const { rows, total, sums, mixed = [], ...left } = await list(given);
        expect([rows.length, total > 0]).toEqual([total, true]);
        const cells = chosen.map((field, at) => ({ at, field }));
        const figures = figuresOf(rows.map((row) => ({ row, level: null, cells })));
        expect(figures.measures).toHaveLength(names.length);
        for (const [at, { sum: net, flows: ways }] of figures.measures.entries()) {
          const name = names[at] ?? '';
          expect(net).toBe(mixed.includes(name) ? null : sums?.[`${name}.net`]);
          expect(ways).toEqual({ in: sums?.[`${name}.in`], out: sums?.[`${name}.out`] });
        }
        expect(left).toMatchObject(figures.left);
      }
    },
  );

  it('are grouped with the same sums, and each first value has a subtotal', async () => {
    const sum = 'Amount.in,Amount.net,Quantity.net';
    const input = groupsRequestSchema.parse({ by: 'BssiEntityID,EntryType,ItemNo', sum });
    const {
      groups,
      subtotals = [],
      total,
      moved,
    } = await groupLines({ ctx: demo.context('auditor'), input });
    expect(total).toMatchObject({ count: 3_000, sums: { 'Amount.net': '-694877.45' }, mixed: ['Quantity'] });
    expect(moved).toBeGreaterThan(0);
    const keysBefore = subtotals.map(({ key }) => key.length);
    expect(keysBefore.slice(0, 2)).toEqual([1, 2]);
    for (const { key, count, sums } of subtotals) {
      const { length } = key;
      const own = await list({
        sum,
        entity: String(key[0]),
        ...(length === 2 && { filter: `EntryType~eq~${String(key[1])}` }),
      });
      expect([key, count, sums]).toEqual([key, own.total, own.sums]);
    }
    const first = new Set(groups.map(({ key }) => key[0]));
    expect(subtotals.filter(({ key }) => key.length === 1).map(({ key }) => key[0])).toEqual([...first]);
  });

  it('are paged by a line: its page, and its place among all that match', async () => {
    const query = { sort: '-Amount,ItemNo', filter: 'Quantity~gt~5', columns: 'LineNo' };
    const all = (await list({ ...query, pageSize: '500' })).rows;
    expect(all).toHaveLength(500);
    for (const at of [0, 6, 7, all.length - 1]) {
      const line = ['JournalTemplateName', 'JournalBatchName', 'LineNo']
        .map((name) => String(all[at]?.[name]))
        .join('/');
      const { page, lineRow, rows } = await list({ ...query, pageSize: '7', line });
      expect([page, lineRow]).toEqual([1 + Math.floor(at / 7), at]);
      expect(rows[at % 7]).toEqual(all[at]);
    }
    expect(await list({ ...query, line: 'ITEM/NONE/1' })).toMatchObject({ page: 1, lineRow: null });
    expect(await list(query)).not.toHaveProperty('lineRow');
  });

  it.each([
    [{ line: 'ITEM', page: '2' }, ['line']],
    [{ line: 'ITEM/DEFAULT/10000', page: '2' }, ['line']],
  ])('are refused for %j', (given, faults) => {
    const { error } = journalRequestSchema.safeParse(given);
    expect(error?.issues.map(({ path }) => path[0])).toEqual(faults);
  });
});
