import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { accessExportQuerySchema } from '@/lib/contract/access/access-file';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { openDatabase } from '@/lib/server/db/database';
import { Ledger } from '@/lib/server/ledger/ledger';
import { exportAccess } from '@/lib/server/services/access/export-access';
import { wholeMatrix } from '@/lib/server/services/access/mirror/whole-matrix';
import { shareScenario, startScenario, type Scenario } from '@/tests/support/console/scenario';
import { testDatabase } from '@/tests/support/database/test-database';

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'records=90,entities=6,lines=10' });

async function exported(
  query: Record<string, unknown>,
  role: 'auditor' | 'security-administrator' = 'auditor',
) {
  const reply = await exportAccess({
    ctx: service.context(role),
    input: accessExportQuerySchema.parse(query),
  });
  return { reply, bytes: Buffer.from(await new Response(reply.body).arrayBuffer()) };
}

const rowsOf = (bytes: Buffer) => [...csvRows(bytes.toString('utf8'))].map(({ cells }) => cells);

/** Entries of the ledger about exports, newest last. */
const exportsInLedger = async () =>
  (await service.context('auditor').console.ledger.read(0, 1_000))
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    .filter(({ kind }) => kind === 'exported');

describe('the export of the matrix', () => {
  it('waits a little for a matrix that is being read, and is never made of a part of it', async () => {
    await service.faults({ kind: 'slow', delayMs: 800, resource: 'security' });
    await expect(wholeMatrix(service.connection.mirror, 100)).rejects.toMatchObject({
      code: 'service-unavailable',
      message: expect.stringContaining('nothing is made from a part of them') as string,
    });
    expect(rowsOf((await exported({})).bytes)).toHaveLength(541);
    await service.faults();
  });

  it('says why the matrix cannot be read, and leaves nothing in the ledger', async () => {
    const before = await exportsInLedger();
    const other = await startScenario({ size: 'records=9,entities=2,lines=1' });
    await other.faults({ kind: 'html200', resource: 'security' });
    const input = accessExportQuerySchema.parse({});
    const {
      console: { ledger },
    } = service.context('auditor');
    const asked = () => exportAccess({ ctx: other.context('auditor', { ledger }), input });
    await expect(asked()).rejects.toMatchObject({ code: 'service-malformed' });
    expect(await exportsInLedger()).toEqual(before);
    await other.close();
  });

  it('is a CSV with a byte order mark, a row an assignment, in the order of the page', async () => {
    const { reply, bytes } = await exported({});
    expect(reply.headers).toMatchObject({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': expect.stringMatching(
        /^attachment; filename="access-default-\d{8}T\d{6}Z-long\.csv"$/,
      ) as string,
    });
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [header, ...rows] = rowsOf(bytes);
    expect(header?.slice(0, 4)).toEqual(['Record type', 'Record ID', 'Entity', 'Access']);
    expect(header?.[4]).toMatch(/^Base of default as of \d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(rows).toHaveLength(540);
    const { mirror } = service.connection;
    for (const [recordType = '', recordId = '', entityId = '', access, base] of rows) {
      expect(mirror.valueOf({ recordType, recordId, entityId })).toBe(access === 'yes');
      expect(base).toBe(access);
    }
    const customers = rows.filter(([type]) => type === 'Customer').map(([, recordId]) => recordId);
    expect([...new Set(customers)].slice(0, 3)).toEqual(['10000', '20000', '30000']);
  });

  it('holds what the filter of the page lets through, and the ledger has it', async () => {
    const filter = { type: ['Customer', 'Vendor'], q: '1', entity: '1' };
    const { reply, bytes } = await exported({ ...filter, shape: 'wide' }, 'security-administrator');
    const [header = [], ...rows] = rowsOf(bytes);
    expect(header.at(-1)).toContain('where type=Customer&type=Vendor&q=1&entity=1 columns ');
    expect(header.slice(2, -1).every((entity) => entity.includes('1'))).toBe(true);
    expect(rows.length).toBeGreaterThan(0);
    for (const [type = '', recordId] of rows) {
      expect(['Customer', 'Vendor']).toContain(type);
      expect(recordId).toContain('1');
    }
    expect(reply.headers['Content-Disposition']).toMatch(/-wide-customer-vendor-1-1-[0-9a-f]{6}\.csv"$/);
    const entry = (await exportsInLedger()).at(-1);
    expect(entry).toMatchObject({ what: 'matrix', connection: 'default', requestId: 'test-request' });
    expect(entry?.actor).toMatchObject({ id: 'somebody', roles: ['security-administrator'] });
    expect(entry?.detail).toContain(`${String(rows.length)} records`);
  });

  it('follows the choice of rows, judged within the shown entities, and hides what the page hides', async () => {
    const valuesOf = (rows: (readonly string[])[]) => {
      const values = new Map<string, string[]>();
      for (const [type = '', id = '', , access = ''] of rows.slice(1))
        values.set(`${type} ${id}`, [...(values.get(`${type} ${id}`) ?? []), access]);
      return values;
    };
    const entity = '100|200|300';
    const all = valuesOf(rowsOf((await exported({ entity })).bytes));
    const isMixed = (values: string[]) => values.includes('yes') && values.includes('no');
    const mixed = valuesOf(rowsOf((await exported({ entity, rows: 'mixed' })).bytes));
    expect([...mixed]).toEqual([...all].filter(([, values]) => isMixed(values)));
    expect(mixed.size).toBeGreaterThan(0);
    expect(mixed.size).toBeLessThan(all.size);

    const one = { type: 'Customer', q: '10000', entity, shape: 'wide' };
    const { mirror } = service.connection;
    const of = (entityId: string) => ({ recordType: 'Customer', recordId: '10000', entityId });
    const kept = mirror.valueOf(of('200')) === true;
    for (const [accessible, shown] of [[true, true], [false, false]] as const) {
      mirror.confirm({ ...of('200'), accessible });
      const [header] = rowsOf((await exported({ ...one, used: 'true' })).bytes);
      expect(header?.includes('200')).toBe(shown);
      expect(rowsOf((await exported(one)).bytes)[0]).toContain('200');
    }
    mirror.confirm({ ...of('200'), accessible: kept });
  }); // prettier-ignore

  it('holds the records that are named where only the page knows which ones are meant', async () => {
    const record = ['Customer/20000', 'Vendor/10000'];
    const { bytes, reply } = await exported({ rows: 'pending', record, entity: '100' });
    const [header, ...rows] = rowsOf(bytes);
    expect(rows.map(([type = '', id = '']) => `${type}/${id}`)).toEqual(record);
    expect(header?.at(-1)).toContain('where entity=100&rows=pending');
    expect(reply.headers['Content-Disposition']).toContain('-long-100-pending-');
    for (const query of [
      { rows: 'pending' },
      { record },
      { rows: 'mixed', record },
      { rows: 'outside', record: ['Customer'] },
    ])
      expect(accessExportQuerySchema.safeParse(query).success).toBe(false);
  });

  it('has another name for each filter, made of letters and digits whatever the filter is', async () => {
    const nameOf = async (query: Record<string, unknown>) =>
      /filename="(.*)"/.exec(String((await exported(query)).reply.headers['Content-Disposition']))?.[1] ?? '';
    const filters = [
      {},
      { q: '1' },
      { q: '2' },
      { entity: '1' },
      { type: 'Customer' },
      { type: ['Customer', 'Vendor'] },
      { rows: 'mixed' },
      { used: 'true' },
      { q: '../"\r\nX: y' },
      { q: '..\\Ünï' },
      { q: 'a'.repeat(8_000) },
      { q: '*' },
    ];
    const names = await Promise.all(filters.map(nameOf));
    expect(new Set(names).size).toBe(filters.length);
    for (const name of names) expect(name).toMatch(/^access-default-\d{8}T\d{6}Z-long(-[a-z0-9]+)*\.csv$/);
    for (const name of names) expect(name.length).toBeLessThan(120);
    expect(names[5]).toContain('-long-customer-vendor-');
    expect(await nameOf({ type: ['Customer', 'Vendor'] })).toBe(names[5]);
  });

  it.each(['long', 'wide'])('is a workbook in the %s shape, with a sheet about itself', async (shape) => {
    const { bytes } = await exported({ format: 'xlsx', shape });
    const csv = rowsOf((await exported({ shape })).bytes);
    const { sheets } = await readXlsx(bytes);
    expect(sheets.map(({ name }) => name)).toEqual(['Access', 'About']);
    expect(sheets[0]?.rows).toEqual(csv);
    expect(sheets[0]?.freezePane).toMatchObject({ rows: 1 });
    const about = new Map(sheets[1]?.rows.map(([name, value]) => [name, value]));
    expect(about.get('Connection')).toBe('Reference service (default)');
    expect(about.get('Record types')).toBe('all');
    expect(about.get('Choice of rows')).toBe('any');
  });

  it('marks an assignment whose value nobody knows', async () => {
    const cell = { recordType: 'Customer', recordId: '10000', entityId: '100' };
    service.connection.mirror.markUnconfirmed(cell);
    const { bytes } = await exported({ type: 'Customer', q: '10000', entity: '100' });
    expect(rowsOf(bytes)[1]).toEqual(['Customer', '10000', '100', 'unknown', 'unknown']);
    service.connection.mirror.clearUnconfirmed(cell);
  });

  it('does not leave the console when the ledger cannot be written', async () => {
    const { url, drop } = await testDatabase();
    const database = await openDatabase(url);
    await database.close();
    const ctx = service.context('auditor', { database, ledger: new Ledger(database) });
    await expect(exportAccess({ ctx, input: accessExportQuerySchema.parse({}) })).rejects.toMatchObject({
      code: 'ledger-unavailable',
    });
    await drop();
  });
});
