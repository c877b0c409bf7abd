import { beforeEach, describe, expect, it } from 'vitest';
import {
  importPreviewSchema,
  importRequestSchema,
  type ImportPreview,
} from '@/lib/contract/access/access-file';
import { importChanges } from '@/lib/server/services/changes/import-changes';
import { formula, number, workbook, type WrittenCell } from '@/tests/support/changes/workbook';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'records=90,entities=6,lines=10' });
beforeEach(async () => {
  await expect.poll(() => service.connection.mirror.status().complete).toBe(true);
});

type Written = Parameters<typeof workbook>[0];
type Row = readonly WrittenCell[];

async function imported(written: Written, mode: 'merge' | 'equal'): Promise<ImportPreview> {
  const content = (await workbook(written)).toString('base64');
  const reply = await importChanges({
    ctx: service.context('security-administrator'),
    input: importRequestSchema.parse({ name: 'access.xlsx', content, mode }),
  });
  return importPreviewSchema.parse(await new Response(reply.body).json());
}

const long: Row = ['Record type', 'Record ID', 'Entity', 'Access'];
const wide: Row = ['Record type', 'Record ID', '100', '200'];
const one = (rows: readonly Row[], more: Partial<Written> & { after?: string } = {}): Written => ({
  ...more,
  sheets: [{ name: 'Access', rows, after: more.after ?? '' }],
});

/** Asks that nothing is done but for these rows, in either mode. @returns what is wrong, "row: words". */
async function problemsOf(written: Written, named: readonly number[] = []): Promise<string[]> {
  const { problems, cells, already } = await imported(written, 'merge');
  expect([...cells, ...already].map(({ row }) => row).sort()).toEqual(named);
  const equal = await imported(written, 'equal');
  expect(equal.counts.unnamed).toBe(0);
  expect(equal.counts.withheld).toBeGreaterThan(0);
  expect(equal.cells.every(({ row }) => row !== null)).toBe(true);
  return problems.map(({ row, message }) => `${String(row)}: ${message}`);
}

const said = (...words: RegExp[]) => words.map((word) => expect.stringMatching(word) as string);

describe('a cell that does not surely hold what a person meant is a problem, and nothing is removed for it:', () => {
  it('formulas that were never worked out', async () => {
    const blank = formula('<v></v>', 't="str"');
    const rows = [wide, ['Customer', '10000', formula(), 'yes'], ['Customer', '20000', 'yes', blank]];
    expect(await problemsOf(one(rows), [3])).toEqual(
      said(/^2: Entity 100: .*not saved.*Open the file.*other values are left out too/),
    );
  });

  it('heads of columns', async () => {
    const rows = [['Record type', 'Record ID', number(100, 1), '100'], ['Customer', '10000', 'yes', null]];
    expect(await problemsOf(one(rows, { formats: [14] }))).toEqual(
      said(/^1: Column C: the cell holds a date \(9 April 1900\).* Row 2 has a value in it/),
    );
    const remarks: Row[] = [[...wide, 'Remark'], ['Customer', '10000', 'yes', null, number(40_000, 1)]];
    expect(await problemsOf(one(remarks, { formats: [14] }))).toEqual(
      said(/^1: There is no entity “Remark”.* Row 2 has a value in it/),
    );
    const formulas = one([['Record type', formula(), 'Entity', 'Access'], ['Customer', '10000', '100', 'no']]);
    await expect(imported(formulas, 'merge')).rejects.toMatchObject({
      message: expect.stringMatching(/Sheet “Access”: Row 1 has no column “Record ID”.*Column B: .*not saved/) as string,
    });
  }); // prettier-ignore
});

describe('the sheet that was read', () => {
  const rows = [long, ['Customer', '10000', '100', 'no']];

  it('is named, and so are others that may have been meant', async () => {
    const sheets: Written['sheets'] = [
      { name: 'Listen', rows: [['x']], state: 'veryHidden' },
      { name: 'Diagramm', rows: [], isChart: true },
      { name: 'Tabelle1', rows },
      { name: 'Old', rows },
      { name: 'Older', rows, state: 'hidden' },
    ];
    const { sheet, counts, notices } = await imported({ sheets }, 'merge');
    expect([sheet, counts.rows]).toEqual(['Tabelle1', 1]);
    expect(notices).toEqual([expect.stringMatching(/sheets “Old” and “Older” \(hidden\) look like access lists/)]);
    const plan: Written['sheets'] = [{ name: 'Plan', rows: [['x']] }, { name: 'Old', rows }];
    await expect(imported({ sheets: plan }, 'merge')).rejects.toMatchObject({
      message: expect.stringMatching(/^Sheet “Plan”: .*no column.*sheet “Old” looks like an access list/) as string,
    });
  }); // prettier-ignore

  it('has its hidden rows and columns named', async () => {
    const before = '<cols><col min="4" max="4" hidden="1"/></cols>';
    const hidden = { is: 'hidden="1"', cells: ['Customer', '20000', '100', 'no'] };
    const { notices } = await imported({ sheets: [{ name: 'A', before, rows: [...rows, hidden] }] }, 'merge');
    expect(notices).toEqual([expect.stringMatching(/Hidden in the sheet “A”.*: row 3; column D\./)]);
  });
});
