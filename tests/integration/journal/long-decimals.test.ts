import { readXlsx } from 'hucre/xlsx';
import { beforeAll, expect, it } from 'vitest';
import { formatValue } from '@/components/journal/value-format';
import { figuresOf } from '@/components/journal/table/selected-sums';
import { journalField } from '@/lib/domain/journal/field-index';
import { groupsRequestSchema, journalExportRequestSchema } from '@/lib/domain/journal/grouping-request';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { exportLines } from '@/lib/server/services/journal/export-lines';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import { listLines } from '@/lib/server/services/journal/list-lines';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { wholeCopy } from '@/tests/support/console/whole-copy';

/** What the reference service sends for the fault, as people write it. */
const amounts = ['12345678901234567.89', '-12345678901234567.7912345678', 1.4012345678];

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'records=20,entities=5,lines=10' });
beforeAll(async () => {
  await service.faults({ kind: 'wrongJson', variant: 'longDecimals', resource: 'journal' });
  await wholeCopy(service.connection);
});

const listed = (query: Record<string, string> = {}) =>
  listLines({ ctx: service.context('accountant'), input: journalRequestSchema.parse(query) });

async function exported(query: Record<string, string>): Promise<Buffer> {
  const input = journalExportRequestSchema.parse({ columns: 'Amount,LineNo', ...query });
  const { body } = await exportLines({ ctx: service.context('accountant'), input });
  return Buffer.from(await new Response(body).arrayBuffer());
}

it('decimals of more digits than a double keep them in lists and on the screen', async () => {
  const { rows } = await listed();
  expect(rows.map(({ Amount }) => Amount)).toEqual(amounts);
  const field = journalField('Amount');
  expect(field && rows.map(({ Amount }) => formatValue(field, Amount))).toEqual([
    '12,345,678,901,234,567.89',
    '-12,345,678,901,234,567.7912345678',
    '1.40123',
  ]);
});

it('they are sorted and filtered by their size', async () => {
  const linesOf = async (query: Record<string, string>) =>
    (await listed(query)).rows.map(({ LineNo }) => LineNo);
  expect(await linesOf({ sort: 'Amount' })).toEqual([2, 3, 1]);
  expect(await linesOf({ filter: 'Amount~gt~2' })).toEqual([1]);
});

it('they are added up exactly, by the server and in a selection', async () => {
  const input = groupsRequestSchema.parse({ by: 'ItemNo', sum: 'Amount' });
  const { groups, total } = await groupLines({ ctx: service.context('accountant'), input });
  expect(groups.map(({ sums }) => sums['Amount'])).toEqual(['1.5']);
  expect(total.sums['Amount']).toBe('1.5');
  const field = journalField('Amount');
  if (field === undefined) throw new Error('There is no such field.');
  const { rows } = await listed();
  const bought = rows.map((row) => ({ ...row, EntryType: 'Purchase' }));
  const figures = figuresOf(bought.map((row) => ({ row, level: null, cells: [{ at: 0, field }] })));
  expect(figures).toMatchObject({ count: 3, measures: [{ flows: { in: '1.5', out: '0' } }] });
});

it('they keep their digits in files', async () => {
  const written = amounts.map(String);
  const csv = await exported({ format: 'csv' });
  expect([...csvRows(csv.toString('utf8'))].slice(1, 4).map(({ cells }) => cells[0])).toEqual(written);
  expect(csv.toString('utf8')).not.toContain("'-123");
  const other = (await exported({ format: 'csv', separator: 'semicolon' })).toString('utf8');
  expect(other.split('\r\n').slice(1, 4)).toEqual(
    written.map((text, at) => `${text.replace('.', ',')};${at + 1}`),
  );
  const { sheets } = await readXlsx(await exported({ format: 'xlsx' }));
  expect(sheets[0]?.rows.slice(1, 4).map(([value]) => String(value))).toEqual(written);
});
