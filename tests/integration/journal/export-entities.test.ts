import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { groupsRequestSchema, journalExportRequestSchema } from '@/lib/domain/journal/grouping-request';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { exportLines } from '@/lib/server/services/journal/export-lines';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import { listLines } from '@/lib/server/services/journal/list-lines';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { wholeCopy } from '@/tests/support/console/whole-copy';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

const labelsFile = join(temporaryFolder('mem-labels'), 'labels.csv');
writeFileSync(labelsFile, 'entityId,name\n200,Alpes: SARL [F] with a very long name\n');

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'records=60,entities=6,lines=400', labelsFile });
beforeAll(() => wholeCopy(service.connection));

async function workbook(query: Record<string, string>) {
  const input = journalExportRequestSchema.parse({ format: 'xlsx', ...query });
  const { body, headers } = await exportLines({ ctx: service.context('accountant'), input });
  const { sheets } = await readXlsx(Buffer.from(await new Response(body).arrayBuffer()));
  return { sheets, headers };
}

const number = (text: string | undefined) => (text === undefined ? null : Number(text));

describe('a workbook with a sheet an entity', () => {
  const query = { filter: 'Quantity~gt~2', sort: '-Amount,ItemNo' };
  const columns = 'BssiEntityID,ItemNo,Amount';
  const sums = ['Amount.in', 'Amount.out', 'Amount.net'];
  const grouped = () => {
    const input = groupsRequestSchema.parse({
      by: 'BssiEntityID',
      sum: sums.join(','),
      filter: query.filter,
    });
    return groupLines({ ctx: service.context('accountant'), input });
  };

  it('lists its sheets first, each with its lines, in, out and net, and the total', async () => {
    const { sheets, headers } = await workbook({ ...query, columns, sheets: 'BssiEntityID' });
    const { groups, total } = await grouped();
    const [list] = sheets;
    expect(list?.name).toBe('Entities');
    expect(list?.rows[0]).toEqual(['Entity ID', 'Entity name', 'Sheet', 'Lines', 'Amount in', 'Amount out', 'Amount net']);
    expect(list?.rows.slice(1).map((row) => [row[0], ...row.slice(3)])).toEqual(
      [...groups, { ...total, key: ['Total'] }].map(({ key, count, sums: all }) => [
        key[0] || null,
        count,
        ...sums.map((name) => number(all[name])),
      ]),
    );
    expect(sheets.slice(1, -1).map(({ name }) => name)).toEqual(list?.rows.slice(1, -1).map((row) => row[2]));
    expect(list?.rows.find(([id]) => id === '200')?.slice(1, 3)).toEqual([
      'Alpes: SARL [F] with a very long name',
      '200 Alpes SARL F with a very lo',
    ]);
    expect(headers['X-Row-Count']).toBe(String(total.count));
  }); // prettier-ignore

  it('has on each sheet the lines of its entity in the order asked for, and what they come to', async () => {
    const { sheets } = await workbook({ ...query, columns, sheets: 'BssiEntityID' });
    const { groups } = await grouped();
    for (const [at, { key, sums: all }] of groups.entries()) {
      const given = { ...query, columns, pageSize: '500', entity: String(key[0]) };
      const input = journalRequestSchema.parse(given);
      const { rows } = await listLines({ ctx: service.context('accountant'), input });
      const [head, ...lines] = sheets[at + 1]?.rows ?? [];
      expect(head).toEqual(['Entity ID', 'Entity name', 'Item No.', 'Amount']);
      expect(lines.slice(0, -4).map(([id, , item, amount]) => [id, item, amount])).toEqual(
        rows.map((row) => [row['BssiEntityID'] || null, row['ItemNo'] || null, row['Amount'] ?? null]),
      );
      expect(lines.slice(-3).map((row) => [row[0], row[3]])).toEqual(
        ['In', 'Out', 'Net'].map((word, flow) => [word, number(all[sums[flow] ?? ''])]),
      );
    }
  });

  it('keeps to 167 columns where all are asked for', async () => {
    const { sheets } = await workbook({ sheets: 'BssiEntityID' });
    expect(sheets[1]?.rows[0]).toHaveLength(167);
  });
});

describe('a workbook of lines', () => {
  it('has the name of an entity beside its ID', async () => {
    const { sheets } = await workbook({ columns: 'LineNo,BssiEntityID', entity: '200' });
    const [head, first] = sheets[0]?.rows ?? [];
    expect(head).toEqual(['Line No.', 'Entity ID', 'Entity name']);
    expect(first?.slice(1)).toEqual(['200', 'Alpes: SARL [F] with a very long name']);
  });
});

describe('a workbook of groups', () => {
  it('has the total below its groups, and on another sheet the subtotals', async () => {
    const query = { by: 'EntryType,ItemNo', sum: 'Amount.net,Quantity' };
    const { sheets } = await workbook(query);
    const input = groupsRequestSchema.parse(query);
    const { groups, subtotals = [], total } = await groupLines({ ctx: service.context('auditor'), input });
    const figures = ({ count, sums, mixed = [] }: typeof total) => [
      count,
      number(sums['Amount.net']),
      mixed.includes('Quantity') ? null : number(sums['Quantity']),
    ];
    const totalRow = ['Total', null, ...figures(total)];
    expect(total.mixed).toEqual(['Quantity']);
    expect(sheets[0]?.rows).toEqual([
      ['Entry Type', 'Item No.', 'Lines', 'Amount net', 'Quantity'],
      ...groups.map(({ key, ...added }) => [...key.map((value) => value || '(empty)'), ...figures(added)]),
      totalRow,
    ]);
    expect(sheets[1]?.name).toBe('Subtotals');
    expect(sheets[1]?.rows.slice(1)).toEqual([
      ...subtotals.map(({ key, ...added }) => [key[0], 'All', ...figures(added)]),
      totalRow,
    ]);
    const about = new Map(sheets[2]?.rows.map(([name, value]) => [name, value]));
    expect(about.get('Without a sum')).toMatch(/^quantities of lines in several units/);
    expect(about.get('In, out, net')).toMatch(/^Neither in nor out: \d+ transfer lines?\.$/);
  });
});
