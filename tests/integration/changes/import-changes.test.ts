import { writeXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  accessExportQuerySchema,
  importPreviewSchema,
  importRequestSchema,
  type FileFilter,
  type ImportPreview,
} from '@/lib/contract/access/access-file';
import { mostFileBytes } from '@/lib/contract/limits';
import { csvRow, csvRows } from '@/lib/domain/spreadsheet/csv';
import { exportAccess } from '@/lib/server/services/access/export-access';
import { importChanges } from '@/lib/server/services/changes/import-changes';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { mistakes, mistakesHeader, soundRows } from './mistakes';

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'records=90,entities=6,lines=10' });
beforeEach(async () => {
  await expect.poll(() => service.connection.mirror.status().complete).toBe(true);
});

async function postsSeen(): Promise<number> {
  const { totalPosts } = (await service.control('GET', '/counters')) as { totalPosts: number };
  return totalPosts;
}

type Asked = { name?: string; mode?: 'merge' | 'equal'; filter?: Partial<FileFilter> };

async function imported(file: string | Buffer, asked: Asked = {}): Promise<ImportPreview> {
  const reply = await importChanges({
    ctx: service.context('security-administrator'),
    input: importRequestSchema.parse({
      name: 'access.csv',
      content: Buffer.from(file).toString('base64'),
      mode: 'merge',
      ...asked,
    }),
  });
  return importPreviewSchema.parse(await new Response(reply.body).json());
}

async function exported(query: Record<string, unknown>): Promise<Buffer> {
  const input = accessExportQuerySchema.parse(query);
  const reply = await exportAccess({ ctx: service.context('auditor'), input });
  return Buffer.from(await new Response(reply.body).arrayBuffer());
}

/** An exported CSV with some of its cells written anew. */
async function edited(query: Record<string, unknown>, edit: (cells: string[]) => void): Promise<string> {
  const rows = [...csvRows((await exported(query)).toString('utf8'))].map(({ cells }) => [...cells]);
  for (const row of rows.slice(1)) edit(row);
  return rows.map(csvRow).join('');
}

describe('comparing a file', () => {
  it.each([
    { format: 'csv', shape: 'wide' },
    { format: 'xlsx', shape: 'long' },
  ] as const)(
    'finds nothing to do in what was just exported ($format, $shape), in either mode',
    async ({ format, shape }) => {
      const file = await exported({ format, shape });
      for (const mode of ['merge', 'equal'] as const) {
        const preview = await imported(file, { mode });
        expect(preview).toMatchObject({ format, shape, mode, cells: [], problems: [], notices: [] });
        expect(preview.counts).toMatchObject({ already: 540, give: 0, remove: 0, unnamed: 0, changed: 0 });
        expect(preview.origin).toMatchObject({
          connection: 'default',
          filter: { type: [], q: '', entity: '' },
        });
        expect(preview.already).toHaveLength(540);
      }
    },
  );

  it('says which cells will be given and removed, with the value now and at the export', async () => {
    let row = 0;
    const touched = new Map<number, string>();
    const file = await edited({ type: 'Customer', entity: '00' }, (cells) => {
      row++;
      if (row % 5 !== 0) return;
      cells[3] = cells[3] === 'yes' ? 'no' : 'yes';
      touched.set(row + 1, cells[3] === 'yes' ? 'give' : 'remove');
    });
    const before = await postsSeen();
    const { cells, counts } = await imported(file);
    expect(cells.map((cell) => [cell.row, cell.kind])).toEqual([...touched]);
    for (const { accessible, expected, base } of cells)
      expect([expected, base]).toEqual([!accessible, !accessible]);
    expect(counts.give + counts.remove).toBe(touched.size);
    expect(counts.already).toBe(row - touched.size);
    expect(await postsSeen()).toBe(before);
  });

  it('tells apart what the service changed since the export', async () => {
    const file = await exported({ type: 'Customer', q: '20000' });
    const cell = { recordType: 'Customer', recordId: '20000', entityId: '100' };
    const { mirror } = service.connection;
    const old = mirror.valueOf(cell) === true;
    mirror.confirm({ ...cell, accessible: !old });
    const { cells } = await imported(file);
    expect(cells).toEqual([{ ...cell, row: 3, kind: 'changed', accessible: old, expected: !old, base: old }]);
    mirror.confirm({ ...cell, accessible: old });
  });

  it('made equal, takes away what the file does not name within the filter', async () => {
    const filter = { type: ['Customer'], entity: '1' };
    const { mirror } = service.connection;
    const [first, ...others] = [...csvRows((await exported(filter)).toString('utf8'))].slice(1);
    const file =
      csvRow(['Record type', 'Record ID', 'Entity', 'Access']) + csvRow(first?.cells.slice(0, 4) ?? []);
    const losing = others.filter(({ cells }) => cells[3] === 'yes').length;
    expect((await imported(file)).counts).toMatchObject({ unnamed: 0, already: 1 });
    const preview = await imported(file, { mode: 'equal', filter });
    expect(preview.counts).toMatchObject({ unnamed: losing, give: 0, remove: 0 });
    for (const { row, kind, expected, ...cell } of preview.cells) {
      expect([row, kind, expected, cell.accessible, mirror.valueOf(cell)]).toEqual([
        null,
        'unnamed',
        true,
        false,
        true,
      ]);
      expect([cell.recordType, cell.entityId.includes('1')]).toEqual(['Customer', true]);
    }
    const withMistake = await imported(`${file}Customer,nobody,100,yes\r\n`, { mode: 'equal', filter });
    expect(withMistake.counts).toMatchObject({ unnamed: 0, withheld: losing, problems: 1 });
    expect(withMistake.notices).toEqual([expect.stringContaining('Nothing is removed for not being named')]);
    const nameless = 'Record type,Record ID,,100\r\nCustomer,10000,yes,yes\r\n';
    const { counts, problems } = await imported(nameless, { mode: 'equal', filter });
    expect(counts).toMatchObject({ unnamed: 0, problems: 1, leftOut: 1 });
    expect(counts.withheld).toBeGreaterThan(0);
    expect(problems).toEqual([
      { row: 1, message: expect.stringContaining('Column C has no name.') as string },
    ]);
    const [header = '', ...rows] = file.trimEnd().split('\r\n');
    const remarked = [`${header},`, ...rows.map((row) => `${row},no`)].join('\r\n');
    const long = await imported(remarked, { mode: 'equal', filter });
    expect(long.counts).toMatchObject({ unnamed: 0, withheld: losing, problems: 1, leftOut: 0, already: 1 });
  });

  it('made equal, says loudly that a file which names nothing takes away everything', async () => {
    const vendors: Asked = { mode: 'equal', filter: { type: ['Vendor'] } };
    const long = csvRow(['Record type', 'Record ID', 'Entity', 'Access']);
    const wide = csvRow(['Record type', 'Record ID', '100']);
    for (const file of [long, wide, long + csvRow(['Customer', '10000', '100', 'yes'])]) {
      expect((await imported(file)).notices).toEqual([]);
      const { counts, notices } = await imported(file, vendors);
      expect(counts.unnamed).toBeGreaterThan(10);
      expect(notices).toEqual([
        `The file names nothing within the filter, so everything there would lose access: ${String(counts.unnamed)} assignments. If that is not meant, choose another file or filter.`,
      ]);
    }
    const [, first] = [...csvRows((await exported({ type: 'Vendor' })).toString('utf8'))];
    const named = await imported(long + csvRow(first?.cells.slice(0, 4) ?? []), vendors);
    expect(named.counts).toMatchObject({ rows: 1, already: 1 });
    expect(named.notices).toEqual([]);
  });

  it('made equal with a choice of rows, leaves the records that were not chosen as they are', async () => {
    const filter = { type: ['Customer'] };
    const rows = (await exported({ ...filter, rows: 'mixed' })).toString('utf8').split('\r\n');
    const preview = await imported(rows.join('\r\n'), { mode: 'equal', filter });
    expect(preview.origin).toMatchObject({ rows: 'mixed', filter });
    expect(preview).toMatchObject({ cells: [], counts: { already: rows.length - 2, unnamed: 0 } });
    expect(preview.notices).toEqual([expect.stringContaining('“Mixed”')]);
    const without = rows.findIndex((row) => row.includes(',yes,'));
    const [gone] = rows.splice(without, 1);
    const { cells } = await imported(rows.join('\r\n'), { mode: 'equal', filter });
    expect(cells.map(({ recordType, recordId, entityId }) => [recordType, recordId, entityId])).toEqual([
      gone?.split(',').slice(0, 3),
    ]);
  });

  it('warns of a file of another connection', async () => {
    const file = (await exported({})).toString('utf8').replace('Base of default', 'Base of sandbox');
    expect((await imported(file)).notices).toEqual([expect.stringContaining('connection “sandbox”')]);
  });
});

describe('a spreadsheet with twenty mistakes', () => {
  const rows = [mistakesHeader, ...soundRows, ...mistakes.map(({ row }) => row)];

  it('tells each with its row', async () => {
    const sheets = [{ name: 'Sheet1', rows: rows.map((row) => [...row]) }]; // by another program
    const { mirror } = service.connection;
    const gone = { recordType: 'Customer', recordId: '30000', entityId: '999' };
    const kept = mirror.valueOf(gone) ?? null;
    mirror.confirm({ ...gone, accessible: null });
    const preview = await imported(Buffer.from(await writeXlsx({ sheets })));
    mirror.confirm({ ...gone, accessible: kept });
    expect(preview.problems.map(({ row }) => row)).toEqual(mistakes.map((_, at) => at + 4));
    for (const [at, { told }] of mistakes.entries()) expect(preview.problems[at]?.message).toMatch(told);
    // Of the two sound rows one is contradicted below, so only the other one may be left.
    expect(preview.counts).toMatchObject({ rows: 22, problems: 20, leftOut: 21 });
    const named = [...preview.cells, ...preview.already].map(({ row }) => row);
    expect(named).toEqual([2]);
  });
});

describe('a file that is not taken', () => {
  it.each([
    ['larger than 16 MB', Buffer.alloc(mostFileBytes + 1, 'a'), 'too-large', /16 MB at most/],
    ['of more rows than allowed', `Record type,Record ID,Entity,Access\n${'Customer,10000,100,yes\n'.repeat(100_001)}`, 'too-large', /more than 100,000 rows/],
    ['in another character set', Buffer.from('Record type;Record ID\nM\xFCnchen', 'latin1'), 'invalid-request', /CSV UTF-8/],
    ['below a title', 'Our customers\n\nRecord type,Record ID,100\n', 'invalid-request', /Row 1 holds “Our customers”; the header seems to be in row 3/],
    ['a damaged workbook', Buffer.from('PK\x03\x04 and so on'), 'invalid-request', /cannot be read as one/],
    ['with an open quotation mark', 'Record type,Record ID,Entity,Access\n"Customer,1,2,yes\n', 'invalid-request', /Row 2: .*never closed/],
])('is told so in words: %s', async (_, file, code, words) => {
    await expect(imported(file)).rejects.toMatchObject({ code, message: expect.stringMatching(words) as string });
  }); // prettier-ignore

  it('is said to be damaged or no workbook where it is called one and holds other bytes', async () => {
    const asked = imported(Buffer.from('89504e470d0a1a0a0000000d', 'hex'), { name: 'access.xlsx' });
    await expect(asked).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringMatching(/called a workbook, but is none: it is damaged/) as string,
    });
    await expect(
      imported('Record type,Record ID,Entity,Access\n', { name: 'access.xlsx' }),
    ).resolves.toMatchObject({ cells: [] });
  });

  it('is one that is not base64', async () => {
    const asked = importChanges({
      ctx: service.context('security-administrator'),
      input: importRequestSchema.parse({ name: 'a.csv', content: '%%%%', mode: 'merge' }),
    });
    await expect(asked).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('is compared one after another, and not when too many wait', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, () => imported('Record type,Record ID,Entity,Access\n')),
    );
    const refused = all.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(12);
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'rate-limited' } });
    await expect(imported('Record type,Record ID,Entity,Access\n')).resolves.toMatchObject({ cells: [] });
  });
});
