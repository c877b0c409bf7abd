import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { groupTable } from '@/components/journal/analysis/group-rows';
import { groupsRequestSchema, journalExportRequestSchema } from '@/lib/domain/journal/grouping-request';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { exportLines } from '@/lib/server/services/journal/export-lines';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import { shareScenario, startScenario, type Scenario } from '@/tests/support/console/scenario';

type Query = Record<string, string | string[]>;

/** Values that a sheet would like to make something else of, or a sum of doubles gets wrong. */
const awkward: [string, string, number, Record<string, unknown>][] = [
  ['ITEM', 'DEFAULT', 10_000, { ItemNo: '00100', Amount: 0.1, PostingDate: '2026-11-02', BssiEntityID: '' }],
  ['ITEM', 'DEFAULT', 20_000, { ItemNo: '00100', Amount: 0.2, PostingDate: '2026-11-03', BssiEntityID: '' }],
  ['ITEM', 'DEFAULT', 30_000, { ItemNo: '=1+1', Amount: -5, PostingDate: '0001-01-01', BssiEntityID: '-9' }],
  ['ITEM', 'DEFAULT', 40_000, { ItemNo: '1E5', Amount: 9007199254740991, BssiEntityID: '=A1' }],
  ['ITEM', 'DEFAULT', 50_000, { ItemNo: '1E5', Amount: 0.25, BssiEntityID: '=A1' }],
]; // prettier-ignore

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'records=60,entities=6,lines=400' });
beforeAll(async () => {
  for (const [template, batch, line, values] of awkward)
    await service.control('POST', '/outside-edit', { template, batch, line, values });
});

async function exported(query: Query) {
  const input = journalExportRequestSchema.parse(query);
  const { body } = await exportLines({ ctx: service.context('accountant'), input });
  return Buffer.from(await new Response(body).arrayBuffer());
}

const grouped = async (query: Query) =>
  groupLines({ ctx: service.context('accountant'), input: groupsRequestSchema.parse(query) });

const rowsOf = (bytes: Buffer) => [...csvRows(bytes.toString('utf8'))].map(({ cells }) => cells);
const unsetWords = (name: string) => (name === 'BssiEntityID' ? 'No entity' : '(empty)');

describe('the export of journal lines in groups', () => {
  it.each<Query & { by: string; sum: string }>([
    { by: 'LocationCode,EntryType', sum: 'Amount', filter: 'Quantity~gt~2' },
    { by: 'ItemNo,PostingDate.month,Finished', sum: 'Amount', pivot: 'EntryType', entity: ['', '100'] },
  ])('has what the page has, group by group and cell by cell: %j', async (query) => {
    const [head = [], ...rows] = rowsOf(await exported(query));
    const { groups, across } = await grouped(query);
    const keys = query.by.split(',');
    const sums = query.sum.split(',');
    expect(groups.length).toBeGreaterThan(3);
    expect(head).toHaveLength(keys.length + 1 + sums.length + sums.length * across.length);
    const measures = ({ count, sums: all, cells = [] }: Omit<(typeof groups)[number], 'key'>) => [
      String(count),
      ...sums.map((name) => all[name]),
      ...cells.flatMap((cell) => sums.map((name) => cell?.sums[name] ?? '')),
    ];
    expect(rows).toEqual(
      groups.map(({ key, ...added }) => [
        ...key.map((value, at) => (value === '' ? unsetWords(keys[at] ?? '') : String(value))),
        ...measures(added),
      ]),
    );
  });

  it('has the name of an entity beside its ID', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mem-'));
    const labelsFile = join(folder, 'labels.csv');
    writeFileSync(labelsFile, 'entityId,name\n200,Alpes SARL\n');
    const named = await startScenario({ size: 'records=60,entities=6,lines=400', labelsFile });
    const input = journalExportRequestSchema.parse({ by: 'ItemNo,BssiEntityID' });
    const { body } = await exportLines({ ctx: named.context('accountant'), input });
    const [head = [], ...rows] = rowsOf(Buffer.from(await new Response(body).arrayBuffer()));
    expect(head.slice(0, 4)).toEqual(['Item No.', 'Entity ID', 'Entity name', 'Lines']);
    const keys = new Set(rows.map(([, id, name]) => `${id ?? ''}/${name ?? ''}`));
    expect(keys).toContain('200/Alpes SARL');
    expect(keys).toContain('300/');
    await named.close();
    rmSync(folder, { recursive: true });
  });

  it('is in the order of the page, also by a column across', async () => {
    const query = { by: 'ItemNo', sum: 'Amount', pivot: 'EntryType' };
    const data = await grouped(query);
    const [value] = data.across;
    for (const [order, descending] of [['ItemNo', true], ['lines', false], ['Amount', true], [`Amount@${String(value)}`, true]] as const) {
      const { rows: shown } = groupTable(data, { field: order, descending });
      const rows = rowsOf(await exported({ ...query, order: `${descending ? '-' : ''}${order}` }));
      expect(rows.slice(1).map(([item]) => item)).toEqual(shown.map(({ key: [item] }) => item || '(empty)'));
    }
  }); // prettier-ignore

  it('has dates as dates, exact sums as numbers, and makes no formula of a text, by another reader’s eyes', async () => {
    const { sheets } = await readXlsx(
      await exported({ format: 'xlsx', by: 'ItemNo,BssiEntityID,PostingDate', sum: 'Amount', batch: 'ITEM/DEFAULT' }),
    );
    expect(sheets.map(({ name }) => name)).toEqual(['Groups', 'Subtotals', 'About']);
    const [sheet] = sheets;
    expect(sheet?.freezePane).toMatchObject({ rows: 1, columns: 3 });
    expect(sheet?.rows[0]).toEqual(['Item No.', 'Entity ID', 'Posting Date', 'Lines', 'Amount']);
    const of = (item: string) => sheet?.rows.filter(([first]) => first === item).map((row) => row.slice(1));
    expect(of('00100')).toEqual([
      ['No entity', new Date('2026-11-02T00:00:00Z'), 1, 0.1],
      ['No entity', new Date('2026-11-03T00:00:00Z'), 1, 0.2],
    ]);
    expect(of('=1+1')).toEqual([['-9', '(empty)', 1, -5]]);
    const whole = await readXlsx(await exported({ format: 'xlsx', by: 'BssiEntityID', sum: 'Amount', batch: 'ITEM/DEFAULT' }));
    const sums = new Map(whole.sheets[0]?.rows.map(([entity, , amount]) => [entity, amount]));
    expect(sums.get('No entity')).toBe(0.3); // 0.1 + 0.2
    expect(sums.get('=A1')).toBe('9007199254740991.25'); // no number of a spreadsheet has these digits
    const week = await readXlsx(await exported({ format: 'xlsx', by: 'PostingDate.week,PostingDate.month,PostingDate.year', from: '2026-11-02', to: '2026-11-08' }));
    expect(week.sheets[0]?.rows[1]?.slice(0, 3)).toEqual([new Date('2026-11-02T00:00:00Z'), '2026-11', 2026]);
    const text = (await exported({ by: 'ItemNo,BssiEntityID', sum: 'Amount', batch: 'ITEM/DEFAULT' })).toString();
    expect(text).toContain("\r\n'=1+1,'-9,1,-5\r\n"); // the texts are safe, the number stays one
  }); // prettier-ignore

  it('says on a second sheet how it is grouped, of which lines, and of when', async () => {
    const query = { by: 'LocationCode', sum: 'Quantity,Amount', pivot: 'PostingDate.week', order: '-Amount', entity: '100' };
    const bytes = await exported({ format: 'xlsx', ...query });
    const { groups, total, asOf } = await grouped({ by: query.by, entity: '100' });
    const about = new Map((await readXlsx(bytes)).sheets[1]?.rows.map(([name, value]) => [name, value]));
    expect(about.get('Groups')).toBe(`${String(groups.length)} groups of ${String(total.count)} lines`);
    expect(about.get('Filter')).toBe('Entity 100');
    expect(about.get('Grouped by')).toBe('Location Code');
    expect(about.get('Across')).toBe('Posting Date, by week');
    expect(about.get('Added up')).toBe('Quantity, Amount');
    expect(about.get('Sorted by')).toBe('Amount descending');
    expect(about.get('As of')).toBe(`${asOf.slice(0, 19).replace('T', ' ')} (UTC)`);
    expect(about.get('Column 1')).toBe('Location Code (LocationCode)');
  }); // prettier-ignore

  it('is whole where the page lists only the first groups, and refused where no sheet holds the table', async () => {
    const other = await startScenario({ size: 'records=20,entities=4,lines=12000' });
    const ctx = other.context('auditor');
    const by = 'JournalTemplateName,JournalBatchName,LineNo';
    const page = await groupLines({ ctx, input: groupsRequestSchema.parse({ by }) });
    expect(page.more.groups).toBe(2_000);
    const { body } = await exportLines({ ctx, input: journalExportRequestSchema.parse({ by }) });
    const rows = rowsOf(Buffer.from(await new Response(body).arrayBuffer()));
    expect(rows).toHaveLength(1 + 12_000);
    const input = journalExportRequestSchema.parse({ by, across: 'DocumentNo' });
    await expect(exportLines({ ctx, input })).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringMatching(/more than 20,000,000 cells.*Nothing was exported/) as string,
    });
    await other.close();
  });

  it('is in the ledger with its filter and grouping, before it leaves and with how it ended', async () => {
    const before = await service.context('auditor').console.ledger.read(0, 1_000);
    await exported({ by: 'LocationCode', sum: 'Amount', across: 'EntryType', entity: '100' });
    const entries = await service.context('auditor').console.ledger.read(0, 1_000);
    const [asked = '', ended = ''] = entries
      .slice(before.length)
      .map(({ body }) => String((JSON.parse(body) as Record<string, unknown>)['detail']));
    const rest =
      ' of \\d+ lines, by LocationCode, sum Amount, across EntryType, filter \\{"entity":\\["100"\\]\\},';
    expect(asked).toMatch(new RegExp(`^journal-default-\\d+T\\d+Z-by-location-code-entity-100-\\w{6}.csv: \\d+ groups${rest}`)); // prettier-ignore
    expect(ended).toMatch(new RegExp(`: complete, \\d+ groups${rest}`));
  });

  it.each<[Query, string]>([
    [{ by: 'ItemNo', sort: 'ItemNo' }, 'sort'],
    [{ by: 'ItemNo', sum: 'Amount', order: 'Amount@EAST' }, 'order'],
    [{ by: 'ItemNo', pivot: 'EntryType', across: 'Type' }, 'across'],
    [{ pivot: 'EntryType' }, 'pivot'],
  ])('refuses %j, naming the fault', (query, parameter) => {
    const { success, error } = journalExportRequestSchema.safeParse(query);
    expect(success).toBe(false);
    expect(error?.issues.map(({ path }) => path)).toEqual([[parameter]]);
  });
});
