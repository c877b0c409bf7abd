import type { IncomingMessage } from 'node:http';
import { closeSync, ftruncateSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { rowCountHeader } from '@/lib/contract/request-headers';
import type { FileFormat } from '@/lib/contract/access/file-kinds';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { journalFields } from '@/lib/domain/journal/fields';
import { journalExportRequestSchema } from '@/lib/domain/journal/grouping-request';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { openDatabase } from '@/lib/server/db/database';
import { Ledger } from '@/lib/server/ledger/ledger';
import { withReader } from '@/lib/server/http/page-reader';
import { exportLines } from '@/lib/server/services/journal/export-lines';
import { listLines } from '@/lib/server/services/journal/list-lines';
import { wholeMatrix } from '@/lib/server/services/access/mirror/whole-matrix';
import type { ContextParts } from '@/tests/support/console/connected-console';
import { shareScenario, startScenario, type Scenario } from '@/tests/support/console/scenario';
import { testDatabase } from '@/tests/support/database/test-database';

type Query = Record<string, string | string[]>;

/** Values that a spreadsheet would like to make something else of. */
const awkward: [string, string, number, Record<string, unknown>][] = [
  ['ITEM', 'DEFAULT', 10_000, { DocumentNo: '00100', Description: '=1+1', ItemNo: '1E5' }],
  ['ITEM', 'DEFAULT', 20_000, { Description: '@SUM(A1)', ExternalDocumentNo: '-5', Quantity: -2.5 }],
  ['ITEM', 'DEFAULT', 30_000, { Description: 'say "no";\r\n, or <b>&amp; ', UnitAmount: 0.00001 }],
  ['ITEM', 'DEFAULT', 40_000, { PostingDate: '0001-01-01', Description: '北京 Münze 😀', Amount: 123456789.12 }],
  ['ITEM', 'DEFAULT', 50_000, { PostingDate: '1899-05-01', DocumentDate: '9999-12-31' }],
]; // prettier-ignore

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'records=60,entities=6,lines=400' });
beforeAll(async () => {
  for (const [template, batch, line, values] of awkward)
    await service.control('POST', '/outside-edit', { template, batch, line, values });
});

async function exported(query: Query = {}, more: ContextParts = {}) {
  const ctx = service.context('accountant', more);
  const reply = await exportLines({ ctx, input: journalExportRequestSchema.parse(query) });
  return { reply, bytes: Buffer.from(await new Response(reply.body).arrayBuffer()) };
}

/** The same lines as a page of the copy shows them. */
async function listed(given: Query): Promise<{ rows: JournalRow[]; asOf: string }> {
  const { query } = journalRequestSchema.parse({ pageSize: '500', ...given });
  const { lines, age, release } = await service.connection.journal.hold(new AbortController().signal);
  const { rows } = lines.page(query);
  release();
  return { rows, asOf: age.asOf };
}

const exportsInLedger = async () =>
  (await service.context('auditor').console.ledger.read(0, 1_000))
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    .filter(({ kind }) => kind === 'exported');

const rowsOf = (bytes: Buffer) => [...csvRows(bytes.toString('utf8'))].map(({ cells }) => cells);
const names = journalFields.map(({ name }) => name);
const labelOf = (name: string) => journalFields.find((field) => field.name === name)?.label;

describe('the export of journal lines', () => {
  it('is a CSV of all 167 fields that says what the page says, cell by cell', async () => {
    const { bytes, reply } = await exported();
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [head = [], ...lines] = rowsOf(bytes);
    expect(head).toHaveLength(167);
    expect(new Set(head).size).toBe(167);
    expect(head[names.indexOf('PostingDate')]).toBe('Posting Date');
    const { rows } = await listed({});
    expect(rows).toHaveLength(400);
    expect(lines).toEqual(
      rows.map((row) => names.map((name) => (isUnset(row[name]) ? '' : String(row[name])))),
    );
    expect(reply.headers[rowCountHeader]).toBe('400');
  });

  it('is a CSV with semicolons and decimal commas for readers who write them', async () => {
    const columns = 'LineNo,ItemNo,Quantity,Amount';
    const { bytes } = await exported({ columns, separator: 'semicolon' });
    const { rows } = await listed({ columns });
    const [head, ...lines] = bytes.toString('utf8').slice(1, -2).split('\r\n'); // between byte order mark and last line end
    expect(head).toBe('Line No.;Item No.;Quantity;Amount');
    expect(lines.some((line) => /;-?\d+,\d+$/.test(line))).toBe(true);
    expect(lines).toEqual(
      rows.map((row) =>
        columns
          .split(',')
          .map((name) => row[name] ?? '')
          .map((value) => (typeof value === 'number' ? String(value).replace('.', ',') : value))
          .join(';'),
      ),
    );
  });

  it('is a workbook of all 167 fields by another reader’s eyes, cell by cell and kind by kind', async () => {
    const { bytes, reply } = await exported({ format: 'xlsx' });
    expect(reply.headers['Content-Disposition']).toMatch(/filename="journal-default-\d{8}T\d{6}Z\.xlsx"$/);
    const { sheets } = await readXlsx(bytes);
    expect(sheets.map(({ name }) => name)).toEqual(['Journal lines', 'About']);
    const [sheet] = sheets;
    expect(sheet?.freezePane).toMatchObject({ rows: 1 });
    expect(sheet?.autoFilter).toMatchObject({ range: 'A1:FK401' });
    const { rows } = await listed({});
    expect(sheet?.rows).toHaveLength(401 + 4);
    rows.forEach((row, at) => {
      const cells = sheet?.rows[at + 1] ?? [];
      expect(journalFields.map(({ kind }, column) => asWire(cells[column], kind))).toEqual(
        names.map((name) => (isUnset(row[name]) ? null : row[name])),
      );
    });
  });

  it('has dates as dates and numbers as numbers, and makes no formula of a text', async () => {
    const columns = ['DocumentNo', 'Description', 'ItemNo', 'Quantity', 'PostingDate', 'DocumentDate', 'LineNo', 'DropShipment', 'StartingTime'];
    const of = async (query: Query) => {
      const { bytes } = await exported({ format: 'xlsx', columns: columns.join(','), ...query });
      return (await readXlsx(bytes)).sheets[0]?.rows.slice(1) ?? [];
    };
    const lines = await of({ batch: 'ITEM/DEFAULT' });
    expect(lines[0]?.slice(0, 3)).toEqual(['00100', '=1+1', '1E5']);
    expect(lines[1]?.[3]).toBe(-2.5);
    expect(lines[2]?.[1]).toBe('say "no";\r\n, or <b>&amp; ');
    expect(lines[3]?.[4] ?? null).toBeNull();
    expect(lines[4]?.[4]).toBe('1899-05-01'); // before the first day of Excel's calendar
    expect(lines[4]?.[5]).toEqual(new Date('9999-12-31T00:00:00Z'));
    expect(lines[0]?.[6]).toBe(10_000);
    expect(lines[0]?.[7]).toBe(false);
    const [stop] = await of({ batch: 'CAPACITY/DEFAULT' });
    expect(asWire(stop?.[8], 'time')).toMatch(/^0[789]:15:00$/);
    const csv = rowsOf((await exported({ columns: 'ExternalDocumentNo,Quantity', batch: 'ITEM/DEFAULT' })).bytes);
    expect(csv[2]).toEqual(['-5', '-2.5']);
    const text = (await exported({ columns: 'ExternalDocumentNo,Quantity', batch: 'ITEM/DEFAULT' })).bytes.toString();
    expect(text).toContain("\r\n'-5,-2.5\r\n"); // the text is safe, the number stays one
  }); // prettier-ignore

  it.each<Query & { columns: string }>([
    { sort: '-Description', columns: 'Description,JournalBatchName', filter: 'Quantity~gt~5' },
    { q: 'desk', columns: 'Finished,Description,Quantity', sort: '-Quantity' },
    { check: 'older-than-30-days', columns: 'DocumentNo,ItemNo', sort: 'DocumentNo' },
  ])('keeps to filter, order and columns: %o', async (query) => {
    const [head, ...lines] = rowsOf((await exported(query)).bytes);
    const columns = query.columns.split(',');
    const checks = query['check'] === undefined ? [] : ['Older than 30 days'];
    expect(head).toEqual([...columns.map(labelOf), ...checks.map(() => 'Checks')]);
    const { rows } = await listed(query);
    expect(rows.length).toBeGreaterThan(3);
    expect(lines).toEqual(
      rows.map((row) => [...columns.map((name) => (isUnset(row[name]) ? '' : String(row[name]))), ...checks]),
    );
  });

  it('adds its lines up in a workbook, in, out and net, below an empty row', async () => {
    const columns = 'ItemNo,Amount,UnitAmount,Quantity';
    const { bytes } = await exported({ format: 'xlsx', columns, filter: 'Amount~lt~1000' });
    const [sheet] = (await readXlsx(bytes)).sheets;
    const sum = ['in', 'out', 'net'].map((flow) => `Amount.${flow}`).join(',');
    const input = journalRequestSchema.parse({ sum, filter: 'Amount~lt~1000' });
    const { sums = {}, total } = await listLines({ ctx: service.context('accountant'), input });
    expect(sheet?.rows.slice(total + 1)).toEqual([
      [null, null, null, null],
      ['In', Number(sums['Amount.in']), null, null],
      ['Out', Number(sums['Amount.out']), null, null],
      ['Net', Number(sums['Amount.net']), null, null],
    ]);
    expect(sheet?.autoFilter).toMatchObject({ range: `A1:D${String(total + 1)}` });
    expect(rowsOf((await exported({ columns, filter: 'Amount~lt~1000' })).bytes)).toHaveLength(total + 1);
  });

  it('says on a second sheet what it holds, of when, for whom and that it is whole', async () => {
    const query = { entity: '100', filter: 'Quantity~gt~5', sort: '-PostingDate', columns: 'ItemNo,Type' };
    const { bytes } = await exported({ format: 'xlsx', ...query });
    const { rows, asOf } = await listed(query);
    const about = new Map((await readXlsx(bytes)).sheets[1]?.rows.map(([name, value]) => [name, value]));
    expect(about.get('Lines')).toBe(`${String(rows.length)} lines`);
    expect(about.get('Connection')).toBe('Reference service (default)');
    expect(about.get('Filter')).toBe('Entity 100; Quantity is more than 5');
    expect(about.get('Sorted by')).toBe('Posting Date descending');
    expect(about.get('As of')).toBe(`${asOf.slice(0, 19).replace('T', ' ')} (UTC)`);
    expect(about.get('Exported by')).toBe('Somebody');
    expect(about.get('Column 2')).toBe('Type (Type)');
  });

  it('says when it is of by the clocks of whoever asks, in America/St_Johns, and names the zone', async () => {
    const cookie = `mem-reader=${encodeURIComponent('America/St_Johns')}`;
    const { reply, bytes } = await withReader({ headers: { cookie } } as IncomingMessage, () =>
      exported({ columns: 'ItemNo', format: 'xlsx' }),
    );
    const { asOf } = await listed({});
    const name = /filename="journal-default-(\d{8}T\d{6})([+-]\d{4})-/.exec(String(reply.headers['Content-Disposition']));
    const { sheets } = await readXlsx(bytes);
    const about = new Map(sheets[1]?.rows.map(([key, value]) => [String(key), String(value)]));
    const zoned = /^(\S+ \S+) \((\S+), UTC([+-]\d\d:\d\d)\)$/;
    expect(about.get('Exported at')).toMatch(zoned);
    const [, asOfWords = '', said = '', offset = ''] = zoned.exec(about.get('As of') ?? '') ?? [];
    expect(said).toBe(new Intl.DateTimeFormat('en', { timeZone: 'America/St_Johns' }).resolvedOptions().timeZone);
    expect(offset).toMatch(/^-0[23]:30$/);
    expect(Date.parse(`${asOfWords.replace(' ', 'T')}${offset}`)).toBe(Math.floor(Date.parse(asOf) / 1_000) * 1_000);
    expect(name?.slice(1)).toEqual([asOfWords.replaceAll(/[-:]/g, '').replace(' ', 'T'), offset.replace(':', '')]);
  }); // prettier-ignore

  it('is in the ledger with its filter and count before it leaves, and with how it ended', async () => {
    const before = (await exportsInLedger()).length;
    const { reply } = await exported({ entity: '100', columns: 'ItemNo' });
    const name = /filename="(.*)"/.exec(String(reply.headers['Content-Disposition']))?.[1] ?? '';
    expect(name).toMatch(/^journal-default-\d{8}T\d{6}Z-entity-100-[0-9a-f]{6}\.csv$/);
    const [asked, ended, ...more] = (await exportsInLedger()).slice(before);
    expect(more).toEqual([]);
    expect(asked).toMatchObject({ what: 'journal', connection: 'default', requestId: 'test-request' });
    expect(asked?.actor).toMatchObject({ id: 'somebody', roles: ['accountant'] });
    expect(asked?.detail).toMatch(/^journal-\S+: \d+ lines, columns ItemNo, filter \{"entity":\["100"\]\},/);
    expect(ended?.detail).toMatch(/^journal-\S+: complete, \d+ lines, columns ItemNo/);
  });

  it('does not leave the console when the ledger cannot be written', async () => {
    const { url, drop } = await testDatabase();
    const database = await openDatabase(url);
    await database.close();
    const broken = { database, ledger: new Ledger(database) };
    await expect(exported({}, broken)).rejects.toMatchObject({ code: 'ledger-unavailable' });
    await drop();
  });

  it('ends when whoever asked goes away, and the ledger says at which line', async () => {
    const before = (await exportsInLedger()).length;
    const leaving = new AbortController();
    const asked = async (signal: AbortSignal) =>
      exportLines({
        ctx: service.context('auditor', { signal }),
        input: journalExportRequestSchema.parse({}),
      });
    const { body } = await asked(leaving.signal);
    const reader = (body as ReadableStream<Uint8Array>).getReader(); // which an export always is
    await reader.read();
    await reader.cancel();
    const unread = await asked(leaving.signal);
    expect(unread.body).toBeInstanceOf(ReadableStream);
    leaving.abort();
    await expect.poll(async () => (await exportsInLedger()).length).toBe(before + 4);
    const details = (await exportsInLedger()).slice(before).map(({ detail }) => String(detail));
    expect(details[1]).toMatch(/: stopped at line \d+ of 400: whoever asked for it went away,/);
    expect(details[3]).toMatch(/: stopped at line 0 of 400: whoever asked for it went away,/);
  });

  it('has the lines that its check found when it was asked for, though the matrix is another meanwhile', async () => {
    const { mirror } = service.connection;
    await wholeMatrix(mirror);
    const check = 'item-access';
    const { rows } = await listed({ check });
    const cells = rows.map(({ ItemNo, BssiEntityID }) => ({
      recordType: 'Item',
      recordId: String(ItemNo),
      entityId: String(BssiEntityID),
    }));
    expect(cells.length).toBeGreaterThan(3);
    const input = journalExportRequestSchema.parse({ check, columns: 'LineNo' });
    const { body } = await exportLines({ ctx: service.context('auditor'), input });
    for (const cell of cells) mirror.confirm({ ...cell, accessible: true });
    expect((await listed({ check })).rows).toEqual([]);
    const lines = rowsOf(Buffer.from(await new Response(body).arrayBuffer()));
    for (const cell of cells) mirror.confirm({ ...cell, accessible: false });
    expect(lines.slice(1)).toEqual(rows.map(({ LineNo }) => [String(LineNo), 'Entity may not use the item']));
  });

  it('goes on with the lines it began with, though newer ones take their place', async () => {
    const other = await startScenario({ size: 'records=20,entities=4,lines=3000' });
    const held = await other.connection.journal.hold(new AbortController().signal);
    const input = journalExportRequestSchema.parse({});
    const { body } = await exportLines({ ctx: other.context('auditor'), input });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const first = await reader.read();
    await other.connection.journal.close(); // gives the copy up, as a newer one does
    held.release();
    let text = Buffer.from(first.value ?? []).toString();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      text += Buffer.from(piece.value).toString();
    expect([...csvRows(text)]).toHaveLength(3_001);
    expect(() => held.lines.count(input.query)).not.toThrow(); // counted before
    expect(() => held.lines.lineReader(['ItemNo'])(1)).toThrow();
    await other.close();
  }); // prettier-ignore

  /** An export whose copy of the lines breaks after its first bytes. */
  async function broken(format: FileFormat) {
    const other = await startScenario({ size: 'records=20,entities=4,lines=12000' });
    onTestFinished(() => other.close());
    const input = journalExportRequestSchema.parse({ format });
    const { body } = await exportLines({ ctx: other.context('auditor'), input });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const pieces = [await reader.read()].map(({ value }) => Buffer.from(value ?? []));
    truncateSnapshots();
    const bytes = async () => {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read())
        pieces.push(Buffer.from(piece.value));
      return Buffer.concat(pieces);
    };
    const ended = async () => (await other.context('auditor').console.ledger.read(0, 100)).at(-1)?.body;
    return { bytes, ended };
  }

  it.each(['csv', 'xlsx'] as const)(
    'breaks off as %s when its copy cannot be read on, and the ledger says at which line',
    async (format) => {
      const { bytes, ended } = await broken(format);
      await expect(bytes()).rejects.toThrow();
      await expect.poll(ended).toMatch(/stopped at line \d+ of 12000: the console could not read/);
    },
  );

  it('goes out to several at once, each in its own order and whole', async () => {
    const other = await startScenario({ size: 'records=20,entities=4,lines=2000' });
    const asked = ['-PostingDate', 'Description', '-Quantity', 'ItemNo', ''].map((sort) => ({
      sort,
      columns: 'JournalTemplateName,JournalBatchName,LineNo,Quantity',
    }));
    const file = async (query: Query) => {
      const input = journalExportRequestSchema.parse(query);
      const { body } = await exportLines({ ctx: other.context('auditor'), input });
      return rowsOf(Buffer.from(await new Response(body).arrayBuffer()));
    };
    const together = await Promise.all([...asked, ...asked].map(file));
    const alone: (readonly string[])[][] = [];
    for (const query of asked) alone.push(await file(query));
    together.forEach((rows, at) => {
      expect(rows).toHaveLength(2_001);
      expect(rows).toEqual(alone[at % asked.length]);
    });
    await other.close();
  });

  it.each([
    ['page', '2'],
    ['separator', 'tab'],
    ['columns', 'Elephant'],
    ['order', 'lines'],
    ['sheets', 'BssiEntityID'],
  ])('refuses %s=%s by name', (name, value) => {
    const { success, error } = journalExportRequestSchema.safeParse({ [name]: value });
    expect(success).toBe(false);
    expect(error?.issues.map(({ path }) => path)).toEqual([[name]]);
  });
});

/** Cuts the files of all snapshots of this process off, as a disk that fails does; they have no names any more. */
function truncateSnapshots(): void {
  const folder = '/proc/self/fd';
  for (const name of readdirSync(folder)) {
    const path = `${folder}/${name}`;
    let target = '';
    try {
      target = readlinkSync(path);
    } catch {
      continue; // the list's own
    }
    if (!/journal-.*\.db \(deleted\)$/.test(target)) continue;
    const file = openSync(path, 'r+');
    ftruncateSync(file, 4_096);
    closeSync(file);
  }
}

/** A cell of another reader as the interface writes such values. */
function asWire(cell: unknown, kind: string): unknown {
  if (cell === undefined || cell === null || cell === '') return null;
  if (!(cell instanceof Date)) {
    if (kind === 'time' && typeof cell === 'number')
      return new Date(Math.round(cell * 86_400) * 1_000).toISOString().slice(11, 19);
    return cell;
  }
  return kind === 'time' ? cell.toISOString().slice(11, 19) : cell.toISOString().slice(0, 10);
}
