import { describe, expect, it } from 'vitest';
import { namesRecords } from '@/lib/domain/access/file/file-layout';
import { readSheet } from '@/lib/server/spreadsheet/xlsx-reader';
import { formula, number, workbook, type WrittenCell } from '@/tests/support/changes/workbook';

const head = ['Record type', 'Record ID', 'Entity', 'Access'];

async function read(bytes: Buffer) {
  const sheet = await readSheet(bytes, 'Access', namesRecords);
  const rows = [];
  for await (const some of sheet.rows) rows.push(...some);
  return { ...sheet, rows };
}

/** A sheet of these rows, read: the texts of its rows, and what is wrong with them. */
async function cells(
  rows: readonly (readonly WrittenCell[])[],
  more: Omit<Parameters<typeof workbook>[0], 'sheets'> & { after?: string } = {},
) {
  const sheet = await read(
    await workbook({ ...more, sheets: [{ name: 'Access', rows, after: more.after ?? '' }] }),
  );
  return sheet.rows.map((row) => [row.number, row.cells, Object.fromEntries(row.faults ?? [])]);
}

const matching = (words: RegExp) => expect.stringMatching(words) as string;

describe('a cell', () => {
  it('is read as its style shows it, by custom and built-in formats', async () => {
    expect(
      await cells([[number(40_000, 1), number(7, 2), number(10_000), number(1, 3), { is: 's="2" t="inlineStr"', holds: '<is><t>7</t></is>' }]], {
        formats: [14, '000', 3],
      }),
    ).toEqual([[1, ['6 July 2009', '007', '10000', '1', '7'], { 0: matching(/date \(6 July 2009\)/) }]]);
  }); // prettier-ignore

  it.each(['1', 'true'])('is read with days from 1904 where the workbook counts so (%s)', async (on) => {
    const properties = `<workbookPr date1904="${on}"/>`;
    const [row] = await cells([[number(38_538, 1)]], { formats: [16], properties });
    expect(row?.[1]).toEqual(['6 July 2009']);
  });

  it('without a style has the first one, which is a date where that is one of dates', async () => {
    const [row] = await cells([[{ is: '', holds: '<v>40000</v>' }]], { normal: 14 });
    expect(row?.[1]).toEqual(['6 July 2009']);
  });

  it('that holds its day as a text has a fault as well', async () => {
    expect(await cells([[{ is: 't="d"', holds: '<v>2009-07-06T00:00:00</v>' }]])).toEqual([
      [1, ['2009-07-06T00:00:00'], { 0: matching(/a date \(2009-07-06/) }],
    ]);
  });

  it('with a formula has a fault where no result was saved, and is blank where the result is', async () => {
    const rows = [
      ['x', formula(), formula('<v></v>'), formula('<v/>', 't="b"'), formula('', 't="str"')],
      ['x', formula('<v></v>', 't="str"'), formula('<v>no</v>', 't="str"'), formula('<v>1</v>')],
    ];
    const fault = matching(/formula whose result was not saved/);
    expect(await cells(rows)).toEqual([
      [1, ['x', '(formula)', '(formula)', '(formula)', '(formula)'], { 1: fault, 2: fault, 3: fault, 4: fault }],
      [2, ['x', '', 'no', '1'], {}],
    ]);
    // XlsxWriter and others write 0 as the result of every formula, and leave it to the spreadsheet to work it out.
    expect(
      await cells([['x', formula('<v>0</v>')]], { calculation: '<calcPr fullCalcOnLoad="1"/>' }),
    ).toEqual([[1, ['x', '(formula)'], { 1: fault }]]);
  }); // prettier-ignore

  it('with an error has a fault that names it', async () => {
    expect(await cells([[{ is: 't="e"', holds: '<v>#REF!</v>' }]])).toEqual([
      [1, ['#REF!'], { 0: matching(/“#REF!”, an error/) }],
    ]);
  });

  it('that is covered by a merged one has a fault, unless that one is blank', async () => {
    const after =
      '<mergeCells><mergeCell ref="B3:B4"/><mergeCell ref="A1:B1"/><mergeCell ref="A2:A4"/><mergeCell ref="C2:D3"/></mergeCells>';
    const fault = (place: string, text: string) => matching(new RegExp(`merged with ${place}.*“${text}”`));
    expect(
      await cells([['head', 'never seen'], ['Customer', '1', null, 'seen by nobody'], [null, '2', null, ''], [null, null, 'yes']], { after }),
    ).toEqual([
      [1, ['head', 'never seen'], { 1: fault('A1', 'head') }],
      [2, ['Customer', '1', '', 'seen by nobody'], { 3: fault('C2', '') }],
      [3, ['(merged)', '2'], { 0: fault('A2', 'Customer') }],
      [4, ['(merged)', '(merged)', 'yes'], { 0: fault('A2', 'Customer'), 1: fault('B3', '2') }],
    ]);
  }); // prettier-ignore

  it('that is covered by one in a row without text has a fault that says so', async () => {
    const after = '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>';
    const rows = [['head', 'b'], [], ['seen by nobody', 'x']];
    const [, row] = await cells(rows, { after });
    expect(row).toEqual([3, ['seen by nobody', 'x'], { 0: matching(/merged with A2, which shows “”/) }]);
  });

  it('that is covered beyond all texts of the sheet is none', async () => {
    const after = '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>';
    const rows = await cells(
      Array.from({ length: 500 }, () => ['a', 'b', 'c']),
      { after },
    );
    expect(rows.map(([, texts]) => texts)).toEqual(Array.from({ length: 500 }, () => ['a', 'b', 'c']));
    expect(Object.keys(rows[499]?.[2] ?? {})).toHaveLength(3);
  });

  it.each([
    ['areas', 100_001, (at: number) => `A${String(at + 1)}:B${String(at + 1)}`, ['a']],
    ['cells in one', 1, () => 'A1:XFD1048576', ['a', ...Array<null>(16_382).fill(null), 'z']],
    ['areas in each row', 20_000, () => 'B1:B1048576', ['a']],
  ] as const)('is refused where too many are merged: %s', async (_, count, ref, row) => {
    const areas = Array.from({ length: count }, (_none, at) => `<mergeCell ref="${ref(at)}"/>`);
    const after = `<mergeCells>${areas.join('')}</mergeCells>`;
    const rows = [row, ...Array.from({ length: 1_000 }, () => ['a'])];
    await expect(cells(rows, { after })).rejects.toThrow('too many merged cells');
  });

  it('that its format hides has a fault, be it a number or a text', async () => {
    const text = { is: 't="inlineStr" s="1"', holds: '<is><t>yes</t></is>' };
    const [row] = await cells([[number(1, 1), text]], { formats: [';;;'] });
    expect(row?.[2]).toEqual({ 0: matching(/hides “1”/), 1: matching(/hides “yes”/) });
  });
});

describe('which sheet', () => {
  const rows = [head, ['Customer', '10000', '100', 'no']];
  const other = [['something else']];

  it.each([
    ['the first', [{ name: 'Tabelle1', rows }, { name: 'B', rows: other }], 'Tabelle1'],
    ['not a hidden one', [{ name: 'Listen', rows: other, state: 'hidden' }, { name: 'Tabelle1', rows }], 'Tabelle1'],
    ['not a very hidden one', [{ name: 'Access', rows: other, state: 'veryHidden' }, { name: 'Tabelle1', rows }], 'Tabelle1'],
    ['not a chart', [{ name: 'Diagramm1', rows: [], isChart: true }, { name: 'Zugriff', rows }], 'Zugriff'],
    ['the one called Access', [{ name: 'About', rows: other }, { name: 'ACCESS', rows }], 'ACCESS'],
  ] as const)('is read: %s', async (_, sheets, name) => {
    expect(await read(await workbook({ sheets }))).toMatchObject({ name, others: [], rows: [{ cells: head }, {}] });
  }); // prettier-ignore

  it('was not read and looks like one is named, hidden ones as such', async () => {
    const titled = [['Access as of today'], [], ...rows];
    const sheets = [
      { name: 'Access', rows },
      { name: 'Old', rows: titled },
      { name: 'Plan', rows: other },
      { name: 'Secret', rows, state: 'hidden' as const },
    ];
    expect((await read(await workbook({ sheets }))).others).toMatchObject([
      { name: 'Old', isHidden: false },
      { name: 'Secret', isHidden: true },
    ]);
  });

  it('is told where all are hidden', async () => {
    const all = workbook({ sheets: [{ name: 'A', rows, state: 'hidden' }] });
    await expect(all.then(read)).rejects.toThrow(/All sheets of the workbook are hidden/);
  });

  it('has hidden rows and columns with text is known when its rows are read', async () => {
    const sheets = [
      {
        name: 'A',
        before: '<cols><col min="2" max="2" hidden="1"/><col min="3" max="9" width="0"/></cols>',
        rows: [
          head,
          { is: 'hidden="1"', cells: ['a', 'b', '', 'd'] },
          { is: 'hidden="true"', cells: [] },
          ['e'],
          { is: 'ht="0"', cells: ['f'] },
        ],
      },
    ];
    const { hiddenRows, hiddenColumns } = await read(await workbook({ sheets }));
    expect(hiddenRows).toEqual([2, 5]);
    expect([...hiddenColumns].sort()).toEqual([1, 2, 3]);
  });
});

describe('a workbook', () => {
  it('is read whatever the case of the names of its parts', async () => {
    const renamed = { 'xl/styles.xml': 'xl/Styles.XML', 'xl/sheets/0.xml': 'XL/Sheets/0.xml' };
    const bytes = await workbook({ sheets: [{ name: 'A', rows: [[number(7, 1)]] }], formats: ['000'], renamed });
    expect((await read(bytes)).rows).toEqual([{ number: 1, cells: ['007'] }]);
  }); // prettier-ignore

  it('with columns formatted to the last row has the rows that hold something', async () => {
    const formatted = Array.from(
      { length: 1_048_573 },
      (_, at) => `<row r="${String(at + 3)}" spans="1:6"><c r="F${String(at + 3)}" s="1"/></row>`,
    );
    const last = '<row r="1048576"><c r="A1048576"><v>1</v></c></row>';
    const rows = [head, ['Customer', '10000', '100', 'no']];
    const bytes = workbook({ sheets: [{ name: 'A', rows, more: formatted.join('') + last }] });
    expect((await read(await bytes)).rows.map((row) => row.number)).toEqual([1, 2, 1_048_576]);
  });

  it('with tags that repeat an attribute in another is read in one go through each', async () => {
    const row = (at: number) =>
      `<row r="${String(at)}" a='${' r="1"'.repeat(8_000)}'><c r="A${String(at)}"><v>1</v></c></row>`;
    const more = Array.from({ length: 300 }, (_, at) => row(at + 2)).join('');
    const { rows } = await read(await workbook({ sheets: [{ name: 'A', rows: [head], more }] }));
    expect(rows).toHaveLength(301); // after minutes, were each of them a new search
  });

  it('keeps what looks like a row without text in a text', async () => {
    const text = 'a<row r="9"></row>b';
    const cell = { is: 't="inlineStr"', holds: `<is><t><![CDATA[${text}]]></t></is>` };
    expect(await cells([[cell]])).toEqual([[1, [text], {}]]);
  });
});
