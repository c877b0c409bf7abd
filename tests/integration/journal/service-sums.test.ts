import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LinesAdded } from '@/lib/contract/journal/journal';
import { groupsRequestSchema, journalExportRequestSchema } from '@/lib/domain/journal/grouping-request';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { exportLines } from '@/lib/server/services/journal/export-lines';
import { groupLines } from '@/lib/server/services/journal/group-lines';
import { listLines } from '@/lib/server/services/journal/list-lines';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { wholeCopy } from '@/tests/support/console/whole-copy';
import { onPushOrNightly } from '@/tests/support/run/nightly';

/*
 * Sums made from the service's own JSON text, digit by digit, with none of the console's code: what it totals, groups,
 * puts across and writes into files must come to the same. 100,000 lines at night.
 */

const lineCount = onPushOrNightly(3_000, 100_000);
const slow = onPushOrNightly(30_000, 600_000);
const into = ['Purchase', 'Positive Adjmt.', 'Output', 'Assembly Output'];
const out = ['Sale', 'Negative Adjmt.', 'Consumption', 'Assembly Consumption'];
const added = ['Amount', 'Quantity', 'DiscountAmount'];
const flows = ['', '.in', '.out', '.net'];
const names = added.flatMap((field) => flows.map((flow) => `${field}${flow}`));
const fields = [...added, 'LineNo', 'BssiEntityID', 'EntryType', 'ItemNo', 'PostingDate', 'ValueEntryType'];

/** Every value as the service wrote it. */
type Line = Record<string, string>;
/** By name of a sum, in units of the tenth place. */
type Sums = Map<string, bigint>;

let service: Scenario;
let lines: Line[];
shareScenario((scenario) => (service = scenario), { size: `records=200,entities=24,lines=${lineCount}` });
beforeAll(async () => {
  await wholeCopy(service.connection);
  lines = await readLines();
}, slow);

async function readLines(): Promise<Line[]> {
  const { baseUrl, tenantId, environment, publisher, companyId } = service.reference;
  const company = `api/${publisher}/bssiMem/v1.0/companies(${companyId})`;
  let url: string | undefined =
    `${baseUrl}/v2.0/${tenantId}/${environment}/${company}/bssiItemJournalLines?$select=${fields.join(',')}`;
  const all: Line[] = [];
  while (url !== undefined) {
    const text = await (await fetch(url)).text();
    // Numbers become texts, so that no digit is lost.
    const quoted = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
      token.startsWith('"') ? token : `"${token}"`,
    );
    const page = JSON.parse(quoted) as { value: Line[]; '@odata.nextLink'?: string };
    all.push(...page.value);
    url = page['@odata.nextLink'];
  }
  return all;
}

function tenths(text: string): bigint {
  const [, minus, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,10}))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`“${text}” is not written plainly.`);
  const units = BigInt(whole + fraction.padEnd(10, '0'));
  return minus === '-' ? -units : units;
}

function sumsOf(some: readonly Line[]): Sums {
  const sums: Sums = new Map(names.map((name) => [name, 0n]));
  for (const line of some) {
    const entryType = line['EntryType'] ?? '';
    for (const field of added) {
      const value = tenths(line[field] ?? '');
      const add = (flow: string, units: bigint) =>
        sums.set(`${field}${flow}`, (sums.get(`${field}${flow}`) ?? 0n) + units);
      const isOut = out.includes(entryType);
      add('', value);
      if (field === 'Quantity' && line['ValueEntryType'] === 'Revaluation') continue;
      if (!isOut && !into.includes(entryType)) {
        expect(entryType).toBe('Transfer');
        continue;
      }
      add(isOut ? '.out' : '.in', value);
      add('.net', isOut ? -value : value);
    }
  }
  return sums;
}

const weekOf = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return day.startsWith('0001') ? '' : date.toISOString().slice(0, 10);
};
const keyOf: Record<string, (line: Line) => string> = {
  BssiEntityID: (line) => line['BssiEntityID']?.trim() ?? '',
  EntryType: (line) => line['EntryType'] ?? '',
  ItemNo: (line) => line['ItemNo']?.trim() ?? '',
  'PostingDate.week': (line) => weekOf(line['PostingDate'] ?? ''),
};

function groupedBy(some: readonly Line[], keys: readonly string[]): Map<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of some) {
    const key = JSON.stringify(keys.map((name) => keyOf[name]?.(line)));
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return groups;
}

const told = ({ count, sums }: LinesAdded) => [count, ...names.map((name) => tenths(sums[name] ?? ''))];
const made = (some: readonly Line[]) => {
  const sums = sumsOf(some);
  return [some.length, ...names.map((name) => sums.get(name))];
};
const context = () => service.context('accountant');
const sum = names.slice(0, 8).join(',');

describe('sums of all lines, from the text of the service', () => {
  it('are the totals of the page, of all lines and of those that a filter matches', async () => {
    expect(lines).toHaveLength(lineCount);
    const asked = (given: object) =>
      listLines({ ctx: context(), input: journalRequestSchema.parse({ sum: names.join(','), ...given }) });
    const all = await asked({});
    expect(told({ count: all.total, sums: all.sums ?? {} })).toEqual(made(lines));
    for (const [entity, own] of [...groupedBy(lines, ['BssiEntityID'])].slice(0, 5)) {
      const [id] = JSON.parse(entity) as [string];
      const some = await asked({ entity: id });
      expect(told({ count: some.total, sums: some.sums ?? {} })).toEqual(made(own));
    }
  });

  it(
    'are the groups, the subtotals and the cells of a pivot',
    async () => {
      const by = ['BssiEntityID', 'EntryType', 'ItemNo'];
      const runs = [0, 1, 2].map((length) => groupedBy(lines, by.slice(0, length)));
      for (const sumOf of [names.slice(0, 8), names.slice(8)]) {
        const input = groupsRequestSchema.parse({ by: by.slice(0, 2).join(','), sum: sumOf.join(','), pivot: 'PostingDate.week' });
        const answer = await groupLines({ ctx: context(), input });
        expect(answer.complete).toBe(true);
        const sumsToldOf = (one: LinesAdded) => [one.count, ...sumOf.map((name) => tenths(one.sums[name] ?? ''))];
        const sumsMadeOf = (some: readonly Line[]) => {
          const sums = sumsOf(some);
          return [some.length, ...sumOf.map((name) => sums.get(name))];
        };
        const every = [...answer.groups, ...(answer.subtotals ?? []), { ...answer.total, key: [] }];
        for (const { key, cells = [], ...whole } of every) {
          const own = runs[key.length]?.get(JSON.stringify(key)) ?? [];
          expect([key, ...sumsToldOf(whole)]).toEqual([key, ...sumsMadeOf(own)]);
          const weeks = groupedBy(own, ['PostingDate.week']);
          const inCells = cells.map((cell, at) => cell && [answer.across[at], ...sumsToldOf(cell)]);
          expect(inCells).toEqual(
            answer.across.map((week) => {
              const inside = weeks.get(JSON.stringify([week]));
              return inside === undefined ? null : [week, ...sumsMadeOf(inside)];
            }),
          );
        }
        expect(answer.groups).toHaveLength(runs[2]?.size ?? 0);
      }
      const input = groupsRequestSchema.parse({ by: by.join(','), sum });
      const { subtotals = [] } = await groupLines({ ctx: context(), input });
      expect(subtotals.length).toBeGreaterThan(24);
      for (const { key, count, sums } of subtotals) {
        const own = runs[key.length]?.get(JSON.stringify(key)) ?? [];
        expect([key, count, tenths(sums['Amount.net'] ?? '')]).toEqual([key, own.length, sumsOf(own).get('Amount.net')]);
      }
    },
    slow,
  ); // prettier-ignore

  it('are the figures of the files', { timeout: slow }, async () => {
    const exported = async (given: object) => {
      const input = journalExportRequestSchema.parse(given);
      const { body } = await exportLines({ ctx: context(), input });
      return Buffer.from(await new Response(body).arrayBuffer());
    };
    const csv = async (given: object) =>
      [...csvRows((await exported(given)).toString('utf8'))].slice(1).map(({ cells }) => cells);
    const ofLines = await csv({ columns: fields.join(',') });
    const read = ofLines.map((cells) => Object.fromEntries(fields.map((name, at) => [name, cells[at] ?? ''])));
    expect(made(read)).toEqual(made(lines));
    const ofGroups = await csv({ by: 'BssiEntityID', sum: 'Amount.in,Amount.out,Amount.net' });
    const entities = groupedBy(lines, ['BssiEntityID']);
    const flowsOf = (own: readonly Line[]) => flows.slice(1).map((flow) => sumsOf(own).get(`Amount${flow}`));
    const groupRows = new Map(ofGroups.map(([id = '', count, ...sums]) => [id, [Number(count), ...sums.map(tenths)]]));
    for (const [key, own] of entities) {
      const [id = ''] = JSON.parse(key) as string[];
      expect([id, ...(groupRows.get(id === '' ? 'No entity' : id) ?? [])]).toEqual([id, own.length, ...flowsOf(own)]);
    }
    const book = await exported({ format: 'xlsx', sheets: 'BssiEntityID', columns: 'EntryType,Amount,BssiEntityID' });
    const [list, ...sheets] = (await readXlsx(book)).sheets;
    expect(list?.rows).toHaveLength(entities.size + 2);
    const inTenths = (cells: readonly unknown[]) => cells.map((cell) => tenths(String(cell)));
    for (const [at, [id, , , count, ...sums]] of (list?.rows.slice(1) ?? []).entries()) {
      const own = id === 'Total' ? lines : (entities.get(JSON.stringify([id ?? ''])) ?? []);
      expect([id, count, ...inTenths(sums)]).toEqual([id, own.length, ...flowsOf(own)]);
      if (id === 'Total') continue;
      const rows = sheets[at]?.rows.slice(1) ?? [];
      expect(inTenths(rows.slice(-3).map((row) => row[1]))).toEqual(flowsOf(own));
      expect(rows.slice(0, -4).reduce((all, row) => all + tenths(String(row[1])), 0n)).toBe(sumsOf(own).get('Amount'));
    }
  }); // prettier-ignore
});
