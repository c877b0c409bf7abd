import { isDeepStrictEqual } from 'node:util';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { readJournalAddress } from '@/components/journal/journal-parameters';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { journalChecksSchema } from '@/lib/contract/journal/journal-checks';
import {
  checksWithin,
  journalCheck,
  journalChecks,
  type CheckId,
  type SingleCheckId,
} from '@/lib/domain/journal/checks';
import { groupsRequestSchema, journalExportRequestSchema } from '@/lib/domain/journal/grouping-request';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { journalChecksRequestSchema, journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { listAccess } from '@/lib/server/services/access/list-access';
import { readMatrix } from '@/lib/server/services/access/read-matrix';
import { checkLines } from '@/lib/server/services/journal/check-lines';
import { exportLines } from '@/lib/server/services/journal/export-lines';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import { listLines } from '@/lib/server/services/journal/list-lines';
import { shareScenario, startScenario, type Scenario } from '@/tests/support/console/scenario';
import { expectedChecks } from './expected-checks';

/** The reference service's lines stand still at 2026-11-15. */
const today = '2026-11-15';
type Reader = 'accountant' | 'auditor' | 'security-administrator';

/** A line that stands in two batches; others differ from it in what makes them lines of their own. */
const twin = {
  ...{ DocumentNo: 'TWICE', ItemNo: '1896-S', PostingDate: '2026-11-02', EntryType: 'Purchase' },
  ...{ BssiEntityID: '100', LocationCode: 'EAST', LotNo: '', Quantity: 4, UnitAmount: 10, Amount: 40 },
  ...{
    ShortcutDimension1Code: 'SALES',
    ShortcutDimension2Code: '',
    UnitofMeasureCode: 'PCS',
    DiscountAmount: 0,
  },
};
/** Nothing but the run time of a machine is posted. */
const timeTwin = {
  ...{ DocumentNo: 'TIME', ItemNo: '1896-S', PostingDate: '2026-11-02', BssiEntityID: '100' },
  ...{ OrderNo: '101001', OrderLineNo: 10_000, OperationNo: '10', Type: 'Machine Center', No: '110' },
  ...{ Quantity: 0, Amount: 0, OutputQuantity: 0, ScrapQuantity: 0, SetupTime: 0, RunTime: 30, StopTime: 0 },
  ...{
    LocationCode: 'EAST',
    ShortcutDimension1Code: 'PROD',
    ShortcutDimension2Code: '',
    UnitofMeasureCode: 'PCS',
  },
};

/** What somebody got wrong, by template and batch; each line is 10,000 after the one before. */
const mistakes: [string, string, number, Record<string, unknown>][] = [
  ['ITEM', 'DEFAULT', 10_000, { BssiEntityID: '' }],
  ['ITEM', 'DEFAULT', 20_000, { BssiEntityID: ' ' }],
  ['ITEM', 'DEFAULT', 30_000, { Quantity: 3, UnitAmount: 1.115, Amount: 3.35 }], // 3.345, rounded
  ['ITEM', 'DEFAULT', 40_000, { Quantity: 3, UnitAmount: 1.115, Amount: 3.36 }],
  ['ITEM', 'DEFAULT', 50_000, { Quantity: 10, UnitAmount: 10, Amount: 95, DiscountAmount: 5 }],
  ['ITEM', 'DEFAULT', 60_000, { Quantity: 10, UnitAmount: 10, Amount: 105, DiscountAmount: 5 }],
  ['ITEM', 'EAST', 10_000, { Quantity: 0, UnitAmount: 5, Amount: 0 }],
  ['ITEM', 'EAST', 20_000, { Quantity: -2, UnitAmount: 5, Amount: -10 }],
  ['OUTPUT', 'DEFAULT', 10_000, { Quantity: 0 }],
  ['REVAL', 'DEFAULT', 10_000, { Amount: 1, InventoryValueCalculated: 10, InventoryValueRevalued: 12 }],
  ['ITEM', 'WEST', 10_000, { PostingDate: '2026-12-01' }],
  ['ITEM', 'WEST', 40_000, { PostingDate: '2026-11-30' }],
  ['ITEM', 'WEST', 20_000, { PostingDate: '2025-12-31' }],
  ['ITEM', 'WEST', 30_000, { PostingDate: '0001-01-01' }],
  ['ITEM', 'MONTHEND', 10_000, { PostingDate: '2026-10-16', DocumentNo: 'AGE-1' }], // 30 days
  ['ITEM', 'MONTHEND', 20_000, { PostingDate: '2026-10-15', DocumentNo: 'AGE-2' }], // 31 days
  ['ITEM', 'MONTHEND', 30_000, { ...twin }],
  ['ITEM', 'CORRECT', 10_000, { ...twin, DocumentNo: 'twice', ItemNo: '1896-s' }],
  ['ITEM', 'CORRECT', 20_000, { ...twin, Quantity: 5, Amount: 50 }],
  ['ITEM', 'CORRECT', 30_000, { ...twin, EntryType: 'Sale' }],
  ['ITEM', 'CORRECT', 40_000, { ...twin, BssiEntityID: '110' }],
  ['ITEM', 'CORRECT', 50_000, { ...twin, LotNo: 'LOT2' }],
  ['ITEM', 'CORRECT', 60_000, { ...twin, ShortcutDimension1Code: 'ADM' }],
  ['ITEM', 'EAST', 30_000, { ...twin, ShortcutDimension2Code: 'LARGE' }],
  ['ITEM', 'EAST', 40_000, { ...twin, NewShortcutDimension1Code: 'ADM' }],
  ['ITEM', 'EAST', 60_000, { ...twin, UnitofMeasureCode: 'BOX' }],
  ['OUTPUT', 'DEFAULT', 20_000, { ...timeTwin }],
  ['OUTPUT', 'DEFAULT', 30_000, { ...timeTwin }],
  ['OUTPUT', 'DEFAULT', 40_000, { ...timeTwin, RunTime: 31 }],
  ['OUTPUT', 'DEFAULT', 50_000, { ...timeTwin, No: '120' }],
  ['OUTPUT', 'DEFAULT', 60_000, { ...timeTwin, Type: 'Work Center' }],
  ['OUTPUT', 'DEFAULT', 70_000, { ...timeTwin, OrderNo: '101002' }],
  ['OUTPUT', 'DEFAULT', 80_000, { ...timeTwin, OrderLineNo: 20_000 }],
  ['OUTPUT', 'DEFAULT', 90_000, { ...timeTwin, ScrapQuantity: 1 }],
  ['PHYS. INV.', 'DEFAULT', 10_000, { ...twin, DocumentNo: 'COUNT', Quantity: 0, Amount: 0 }],
  ['PHYS. INV.', 'DEFAULT', 20_000, { ...twin, DocumentNo: 'COUNT', Quantity: 0, Amount: 0 }],
  ['RECLASS', 'DEFAULT', 10_000, { DocumentNo: 'HALF', ItemNo: 'A', NewLocationCode: '', LocationCode: 'EAST', Quantity: 5, QuantityBase: 5 }],
  ['RECLASS', 'DEFAULT', 20_000, { DocumentNo: 'HALF', ItemNo: 'A', NewLocationCode: '', LocationCode: 'WEST', Quantity: -4, QuantityBase: -4 }],
  ['RECLASS', 'DEFAULT', 30_000, { DocumentNo: 'EVEN', ItemNo: 'B', NewLocationCode: '', LocationCode: 'EAST', Quantity: 5, QuantityBase: 5 }],
  ['RECLASS', 'DEFAULT', 40_000, { DocumentNo: 'EVEN', ItemNo: 'B', NewLocationCode: '', LocationCode: 'WEST', Quantity: -5, QuantityBase: -5 }],
  ['RECLASS', 'DEFAULT', 50_000, { Amount: 7 }],
]; // prettier-ignore

let service: Scenario;
let expected: Record<SingleCheckId, JournalRow[]>;
shareScenario((scenario) => (service = scenario), { size: 'records=200,entities=8,lines=600' });
beforeAll(async () => {
  for (const [template, batch, line, values] of mistakes)
    await service.control('POST', '/outside-edit', { template, batch, line, values });
  const lines: JournalRow[] = [];
  for await (const page of service.connection.upstream.readJournal()) lines.push(...page.rows);
  const access = new Map<string, boolean>();
  for await (const page of service.connection.upstream.readSecurity({}))
    for (const row of page.rows)
      access.set(
        [row.BssiMasterRecordType, row.BssiMasterRecordID, row.BssiEntityID].join('\n'),
        row.BssiAccessible,
      );
  expected = expectedChecks(folded(lines), today, (...cell) => access.get(cell.join('\n')));
});

/** Codes as the service compares them. */
function folded(lines: readonly JournalRow[]): JournalRow[] {
  return lines.map((line) => ({
    ...line,
    DocumentNo: String(line['DocumentNo']).toUpperCase(),
    ItemNo: String(line['ItemNo']).toUpperCase(),
  }));
}

const keyOf = (line: JournalRow) =>
  ['JournalTemplateName', 'JournalBatchName', 'LineNo'].map((name) => String(line[name])).join(' ');

const counted = async (query: Record<string, string | string[]> = {}, role: Reader = 'auditor') =>
  journalChecksSchema.parse(
    await checkLines({
      ctx: service.context(role),
      input: journalChecksRequestSchema.parse({ today, ...query }),
    }),
  );

const listed = async (query: Record<string, string | string[]>, role: Reader = 'auditor') =>
  listLines({ ctx: service.context(role), input: journalRequestSchema.parse({ pageSize: '500', ...query }) });

const added = async (query: Record<string, string | string[]>, role: Reader = 'auditor') =>
  (await groupLines({ ctx: service.context(role), input: groupsRequestSchema.parse(query) })).total;

describe('the checks of an accountant', () => {
  it.each(journalChecks.map(({ id }) => id))('%s finds what reading line by line finds', async (id) => {
    const { rows, total, source } = await listed({ check: id, today });
    expect(source).toBe('snapshot');
    expect(rows.map(keyOf)).toEqual(expected[id].map(keyOf).slice(0, 500));
    expect(total).toBe(expected[id].length);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(600);
  });

  it('find what was got wrong, and leave what is right', () => {
    const found = (id: SingleCheckId) => expected[id].map(keyOf);
    expect(found('no-entity')).toEqual(expect.arrayContaining(['ITEM DEFAULT 10000', 'ITEM DEFAULT 20000']));
    expect(found('amount-differs')).toEqual([
      'ITEM DEFAULT 40000',
      'ITEM DEFAULT 60000',
      'RECLASS DEFAULT 50000',
      'REVAL DEFAULT 10000',
    ]);
    expect(found('quantity-not-positive')).toEqual(['ITEM EAST 10000', 'ITEM EAST 20000']);
    expect(found('no-date')).toEqual(['ITEM WEST 30000']);
    expect(found('future-date')).toEqual(['ITEM WEST 10000']); // the last day of this month is no fault
    expect(found('past-year')).toEqual(['ITEM WEST 20000']);
    expect(found('older-than-30-days')).toContain('ITEM MONTHEND 20000');
    expect(found('older-than-30-days')).not.toContain('ITEM MONTHEND 10000');
    expect(found('duplicate-line').sort()).toEqual([
      'ITEM CORRECT 10000',
      'ITEM MONTHEND 30000',
      'OUTPUT DEFAULT 20000',
      'OUTPUT DEFAULT 30000',
    ]);
    expect(found('transfer-halves')).toEqual([
      'RECLASS DEFAULT 10000',
      'RECLASS DEFAULT 20000',
      'RECLASS DEFAULT 50000',
    ]);
  });

  it('are counted together, each with the address that shows its lines', async () => {
    const { checks, lines, ...more } = await counted();
    expect(lines).toBe(600);
    expect(more.today).toBe(today);
    expect(checks.map(({ id }) => id)).toEqual(journalChecks.map(({ id }) => id));
    for (const { id, lines: count, filter } of checks) {
      expect([id, count]).toEqual([id, expected[id as SingleCheckId].length]);
      expect((await listed(filter)).total).toBe(count);
    }
  });

  it('find as many lines older than 30 days as the posting date of that name does', async () => {
    const period = readJournalAddress(new URLSearchParams('period=older-than-30-days'), today).query;
    const { total } = await listed(encodeJournalQuery({ ...period, sort: [], pageSize: 50, columns: [] }));
    expect(total).toBe(expected['older-than-30-days'].length);
    expect(total).toBeGreaterThan(0);
  });

  it('count within the filter, and compare a line with all others all the same', async () => {
    const { checks, lines } = await counted({ batch: 'ITEM/CORRECT' });
    const ofBatch = (id: string) =>
      expected[id as SingleCheckId].filter((line) => keyOf(line).startsWith('ITEM CORRECT '));
    for (const { id, lines: count } of checks) expect([id, count]).toEqual([id, ofBatch(id).length]);
    expect(ofBatch('duplicate-line').map(keyOf)).toContain('ITEM CORRECT 10000');
    expect(lines).toBe((await listed({ batch: 'ITEM/CORRECT' })).total);
  });

  it('without a day of the reader go by the server’s', async () => {
    const { checks, today: day } = await counted({ today: '' });
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    const { total } = await listed({ check: 'future-date' });
    expect(checks.find(({ id }) => id === 'future-date')?.lines).toBe(total);
  });

  it('follow the access matrix as it changes', async () => {
    const before = (await listed({ check: 'item-access' })).total ?? 0;
    expect((await added({ check: 'item-access' })).count).toBe(before);
    const [line] = expected['item-access'];
    const cell = {
      recordType: 'Item',
      recordId: String(line?.['ItemNo']),
      entityId: String(line?.['BssiEntityID']),
    };
    service.connection.mirror.confirm({ ...cell, accessible: true });
    const { total } = await listed({ check: 'item-access' });
    expect(total).toBeLessThan(before);
    expect((await added({ check: 'item-access' })).count).toBe(total);
    service.connection.mirror.confirm({ ...cell, accessible: false });
    expect((await listed({ check: 'item-access' })).total).toBe(before);
    expect((await added({ check: 'item-access' })).count).toBe(before);
  });

  it('leave out lines whose access is being changed, and say how many', async () => {
    const { mirror } = service.connection;
    const found = expected['item-access'];
    const cellOf = (line: JournalRow) => ({
      recordType: 'Item',
      recordId: String(line['ItemNo']),
      entityId: String(line['BssiEntityID']),
    });
    const [first] = found.map(cellOf);
    if (!first) throw new Error('There are such lines.');
    const left = found.filter((line) => isDeepStrictEqual(cellOf(line), first)).length;
    const check = async () => (await counted()).checks.find(({ id }) => id === 'item-access');
    const before = await check();
    mirror.markUnconfirmed(first);
    expect(await check()).toMatchObject({
      lines: found.length - left,
      meaning: expect.stringMatching(
        new RegExp(
          `^${before?.meaning ?? ''} ${String(left)} lines? (is|are) left out: a change of this access`,
        ),
      ) as string,
    });
    const shown = (await listed({ check: 'item-access' })).rows.map(cellOf);
    expect(shown).toHaveLength(found.length - left);
    expect(shown).not.toContainEqual(first);
    for (const line of found) mirror.markUnconfirmed(cellOf(line));
    const none = await check();
    expect(none).toMatchObject({ lines: null, meaning: before?.meaning });
    expect(none?.why).toMatch(
      new RegExp(`^Nothing is found among the others. ${String(found.length)} lines are left out`),
    );
    for (const line of found) mirror.clearUnconfirmed(cellOf(line));
    expect(await check()).toEqual(before);
  });

  it('tell an accountant of lines by access, and nothing of the matrix', async () => {
    expect((await counted({}, 'accountant')).checks).toEqual((await counted()).checks);
    const { rows } = await listed({ check: 'item-access' }, 'accountant');
    expect(rows.map(keyOf)).toEqual(expected['item-access'].map(keyOf));
    const ctx = service.context('accountant');
    await expect(listAccess({ ctx, input: {} })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(readMatrix({ ctx, input: {} })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('together find each line once, with and without those of access', async () => {
    const union = (ids: readonly SingleCheckId[], batch = '') => [
      ...new Set(ids.flatMap((id) => expected[id].map(keyOf))).values(),
    ].filter((key) => key.startsWith(batch)).sort(); // prettier-ignore
    const shown = async (query: Record<string, string | string[]>, role?: Reader) =>
      (await listed({ today, ...query }, role)).rows.map(keyOf).sort();
    const [all, own] = (['any', 'any-without-access'] as const).map((id) => union(checksWithin(id)));
    expect(all?.length).toBeGreaterThan(own?.length ?? 0);
    const older = new Set(expected['older-than-30-days'].map(keyOf));
    expect(older.size).toBeGreaterThan(0);
    expect([...older].some((key) => !all?.includes(key))).toBe(true); // age alone forbids no posting
    expect(own?.length).toBeLessThan(500); // one page
    expect((await listed({ check: 'any', today })).total).toBe(all?.length);
    expect((await counted()).any).toMatchObject({
      id: 'any',
      lines: all?.length,
      filter: { check: ['any'], today: [today] },
    });
    expect(await shown({ check: 'any-without-access' }, 'accountant')).toEqual(own);
    expect(await shown({ check: 'any' }, 'accountant')).toEqual(await shown({ check: 'any' }));
    expect((await added({ check: 'any', today }, 'accountant')).count).toBe(all?.length);
    const input = journalExportRequestSchema.parse({ check: 'any-without-access', today, columns: 'LineNo' });
    const { body } = await exportLines({ ctx: service.context('accountant'), input });
    const text = await new Response(body).text();
    expect([...csvRows(text)]).toHaveLength((own?.length ?? 0) + 1);
    // Under another filter.
    expect(await shown({ check: 'any', batch: 'ITEM/CORRECT' })).toEqual(
      union(checksWithin('any'), 'ITEM CORRECT '),
    );
    expect((await counted({ batch: 'ITEM/CORRECT' })).any.lines).toBe(
      union(checksWithin('any'), 'ITEM CORRECT ').length,
    );
  });

  it.each<[CheckId, Reader]>([
    ['any', 'accountant'],
    ['transfer-halves', 'auditor'],
  ])('say in lists and files which of %s finds each line, to %s', async (check, role) => {
    const within = checksWithin(check);
    const key = ['JournalTemplateName', 'JournalBatchName', 'LineNo'];
    const query = { check, today, sort: '-PostingDate' };
    const finding = (row: JournalRow) =>
      within.filter((id) => expected[id].some((line) => keyOf(line) === keyOf(row)));
    const { rows } = await listed(query, role);
    const second = await listed({ ...query, pageSize: '15', page: '2' }, role);
    expect(second.checks).toEqual(check === 'transfer-halves' ? undefined : second.rows.map(finding));
    const wanted = rows.map((row) => [
      ...key.map((name) => String(row[name])),
      finding(row)
        .map((id) => journalCheck(id)?.title)
        .join('; '),
    ]);
    expect(wanted.every(([, , , words]) => words !== '')).toBe(true);
    if (check !== 'transfer-halves') expect(wanted.some(([, , , words]) => words?.includes('; '))).toBe(true);
    const file = async (more: Record<string, string>) => {
      const input = journalExportRequestSchema.parse({ ...query, columns: key.join(','), ...more });
      const { body } = await exportLines({ ctx: service.context(role), input });
      return Buffer.from(await new Response(body).arrayBuffer());
    };
    const [head, ...lines] = [...csvRows((await file({})).toString())].map(({ cells }) => cells);
    expect(head).toHaveLength(4);
    expect(head?.[3]).toBe('Checks');
    expect(lines.slice(0, wanted.length)).toEqual(wanted);
    const [sheet, about] = (await readXlsx(await file({ format: 'xlsx' }))).sheets;
    expect(
      sheet?.rows
        .slice(1)
        .map((cells) => cells.map(String))
        .slice(0, wanted.length),
    ).toEqual(wanted);
    expect(about?.rows.at(-1)).toEqual(['Column 4', 'Checks (checks that find the line)']);
  });

  it('say in a workbook of which day they are, where nobody gave one', async () => {
    const about = async (more: Record<string, string>) => {
      const input = journalExportRequestSchema.parse({ columns: 'LineNo', format: 'xlsx', ...more });
      const { body } = await exportLines({ ctx: service.context('auditor'), input });
      const { sheets } = await readXlsx(Buffer.from(await new Response(body).arrayBuffer()));
      return new Map(sheets[1]?.rows.map(([name, value]) => [String(name), String(value)]));
    };
    const filter = (await about({ check: 'past-year' })).get('Filter');
    expect(filter).toMatch(/^Check: Posting date in a past year, as of \d{4}-\d\d-\d\d$/);
    expect((await about({})).get('Filter')).toBe('none');
  });

  it('together leave a line out whose access is being changed only where nothing else is wrong with it', async () => {
    const { mirror } = service.connection;
    const before = await counted();
    const cells = expected['item-access'].map((line) => ({
      recordType: 'Item',
      recordId: String(line['ItemNo']),
      entityId: String(line['BssiEntityID']),
    }));
    for (const cell of cells) mirror.markUnconfirmed(cell);
    const others = new Set(
      checksWithin('any')
        .filter((id) => id !== 'item-access')
        .flatMap((id) => expected[id].map(keyOf)),
    );
    const left = expected['item-access'].filter((line) => !others.has(keyOf(line))).length;
    expect(left).toBeGreaterThan(0);
    const { any } = await counted();
    expect(any.lines).toBe(others.size);
    expect(any.meaning).toMatch(new RegExp(` ${String(left)} lines? (is|are) left out: `));
    for (const cell of cells) mirror.clearUnconfirmed(cell);
    expect((await counted()).any).toEqual(before.any);
  });

  it('say that access cannot be told while the matrix cannot be read, and count the others', async () => {
    const other = await startScenario({ size: 'records=20,entities=4,lines=60' });
    await other.faults({ kind: 'html200', resource: 'security' });
    const ctx = other.context('auditor');
    const { checks, any } = await checkLines({ ctx, input: journalChecksRequestSchema.parse({}) });
    expect(any.id).toBe('any-without-access');
    const together = journalRequestSchema.parse(any.filter);
    expect((await listLines({ ctx, input: together })).total).toBe(any.lines);
    for (const { id, lines, why } of checks)
      expect([id, lines === null, why !== undefined]).toEqual([
        id,
        id.endsWith('-access'),
        id.endsWith('-access'),
      ]);
    const input = journalRequestSchema.parse({ check: 'item-access' });
    await expect(listLines({ ctx, input })).rejects.toMatchObject({ code: 'service-malformed' });
    await other.close();
  });

  it.each([1, 4])('say the same where the matrix is lost at question %i, while the others are counted', async (askedBefore) => {
    const whole = await counted();
    const { mirror } = service.connection;
    const known = mirror.known.bind(mirror);
    let asked = 0;
    mirror.known = () => (++asked < askedBefore ? known() : null); // as a mirror that began anew answers
    try {
      const { checks, any } = await counted();
      expect(any.id).toBe('any-without-access');
      expect(any.lines).toBe((await listed({ check: 'any-without-access', today })).total);
      for (const { id, lines, why } of checks) {
        if (lines === null) expect([id.endsWith('-access'), why]).toEqual([true, expect.stringContaining('not read all assignments')]);
        else expect(lines).toBe(whole.checks.find((check) => check.id === id)?.lines);
      }
      expect(checks.filter(({ lines }) => lines === null)).toHaveLength(askedBefore <= 2 ? 2 : askedBefore <= 4 ? 1 : 0);
    } finally {
      mirror.known = known;
    }
    expect(await counted()).toEqual(whole);
  }); // prettier-ignore

  it.each(['page', 'elephant'])('refuse the parameter %s by name', (name) => {
    const { success, error } = journalChecksRequestSchema.safeParse({ [name]: '1' });
    expect(success).toBe(false);
    expect(error?.issues.map(({ path }) => path)).toEqual([[name]]);
  });

  it.each([
    ['check', 'elephants'],
    ['today', '2026-02-30'],
  ])('refuse %s=%s where lines are asked for', (name, value) => {
    const { success, error } = journalRequestSchema.safeParse({ [name]: value });
    expect(success).toBe(false);
    expect(error?.issues[0]?.message).toContain(`“${name}”`);
  });
});
