import fc from 'fast-check';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { SheetFault } from '@/lib/domain/spreadsheet/sheet-row';
import { columnName, xlsxFile, type WrittenSheet } from '@/lib/server/spreadsheet/xlsx-writer';
import { isWorkbook, xlsxRows } from '@/lib/server/spreadsheet/xlsx-reader';
import { zipArchive } from '@/lib/server/spreadsheet/zip-writer';

const bytesOf = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};

const rowsOf = async (bytes: Buffer, sheet = 'Access') => {
  const rows: [number, readonly string[]][] = [];
  for await (const some of xlsxRows(bytes, sheet))
    for (const { number, cells } of some) rows.push([number, cells]);
  return rows;
};

const sheet = (rows: readonly (readonly string[])[], name = 'Access'): WrittenSheet => ({
  name,
  rows,
  widths: [10, 20],
  frozen: { rows: 1, columns: 1 },
});

/** An archive with these parts, as text. */
const archive = (parts: Record<string, string>) =>
  bytesOf(
    zipArchive(
      Object.entries(parts).map(([name, text]) => ({
        name,
        bytes: async function* () {
          yield await Promise.resolve(Buffer.from(text));
        },
      })),
    ),
  );

const around = {
  '_rels/.rels':
    '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="/xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml':
    '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="First" r:id="r1"/></x:sheets></x:workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="sheets/one.xml"/><Relationship Id="r2" Type="x/sharedStrings" Target="texts.xml"/></Relationships>',
  'xl/texts.xml':
    '<sst><si><t>plain</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></si></sst>',
};

const awkward = fc.string({
  unit: fc.constantFrom(...'ab_x005FA1 =-<>&"\'\u0001\r\n\té', '😀'),
  maxLength: 12,
});

describe('a workbook', () => {
  it('gives back whatever cells were written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(awkward, { maxLength: 5 }), { minLength: 1 }), async (rows) => {
        const read = await rowsOf(await bytesOf(xlsxFile([sheet(rows), sheet([], 'About')])));
        const cut = (cells: readonly string[]) =>
          cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
        expect(read).toEqual(rows.map((cells, at) => [at + 1, cut(cells)]));
      }),
      { numRuns: 150 },
    );
  });

  it('is read by another reader: both sheets, texts as texts', async () => {
    const bytes = await bytesOf(
      xlsxFile([
        sheet([
          ['Record type', 'Record ID'],
          ['Customer', '00100'],
          ['Item & <more>', '=1+1'],
          ['line\r\nbreak', '1E5'],
        ]),
        sheet([['Connection', 'default']], 'About'),
      ]),
    );
    expect(isWorkbook(bytes)).toBe(true);
    const { sheets } = await readXlsx(bytes);
    expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
      ['Access', [['Record type', 'Record ID'], ['Customer', '00100'], ['Item & <more>', '=1+1'], ['line\r\nbreak', '1E5']]],
      ['About', [['Connection', 'default']]],
    ]);
  }); // prettier-ignore

  it('of another writer is read, with shared texts, numbers and booleans', async () => {
    const written = await writeXlsx({
      sheets: [
        { name: 'About', rows: [['not this one']] },
        { name: 'Access', rows: [['Record type', 'Record ID', 'Access'], ['Customer', 40000, true], ['Item', null, 0.5]] },
      ],
    }); // prettier-ignore
    expect(await rowsOf(Buffer.from(written))).toEqual([
      [1, ['Record type', 'Record ID', 'Access']],
      [2, ['Customer', '40000', 'true']],
      [3, ['Item', '', '0.5']],
    ]);
  });

  it('is read with prefixes, rich texts, formulas, errors, gaps and CDATA', async () => {
    const bytes = await archive({
      ...around,
      'xl/sheets/one.xml':
        '<?xml version="1.0"?><!-- a > b --><x:worksheet xmlns:x="m"><x:sheetData>' +
        '<x:row r="2"><x:c r="B2" t="s"><x:v>1</x:v></x:c><x:c t="str"><x:f>A1&amp;"x"</x:f><x:v>done</x:v></x:c></x:row>' +
        "<x:row r='4'><x:c r='A4' t='e'><x:v>#N/A</x:v></x:c><x:c r='C4' t='inlineStr'><x:is><x:t><![CDATA[<i>]]>&#x41;</x:t></x:is></x:c><x:c r='D4'><x:v>1E5</x:v></x:c></x:row>" +
        '</x:sheetData></x:worksheet>',
    });
    expect(await rowsOf(bytes)).toEqual([
      [2, ['', 'rich', 'done']],
      [4, ['#N/A', '', '<i>A', '100000']],
    ]);
  });

  it.each([
    ['a DTD', '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>', /is not XML/],
    ['rows out of order', '<sheetData><row r="5"/><row r="4"/></sheetData>', /out of order/],
    ['a row beyond the last', '<row r="1048577"/>', /out of order/],
    ['an element that never ends', '<worksheet><row r="1"', /is not XML/],
    ['an endless tag', `<worksheet a="${'x'.repeat(1_000_000)}`, /is not XML/],
    [
      'cells far to the right in every row',
      Array.from({ length: 1_000 }, (_, at) => `<row r="${String(at + 1)}"><c r="XFD${String(at + 1)}"/></row>`).join(''),
      /out of order/,
    ],
  ])('is refused with %s', async (_, xml, words) => {
    const bytes = await archive({ ...around, 'xl/sheets/one.xml': xml });
    await expect(rowsOf(bytes)).rejects.toThrow(SheetFault);
    await expect(rowsOf(bytes)).rejects.toThrow(words);
  }); // prettier-ignore

  it('is refused when it is damaged, cut off or no workbook', async () => {
    const whole = await bytesOf(
      xlsxFile([sheet(Array.from({ length: 5_000 }, (_, at) => [String(at * 7919)]))]),
    );
    const flipped = Buffer.from(whole);
    flipped.fill(0x55, 2_500, 2_600);
    for (const bytes of [whole.subarray(0, -400), flipped, Buffer.from('PK\x03\x04'), await archive({})])
      await expect(rowsOf(bytes)).rejects.toThrow(SheetFault);
  });

  it('that unpacks to far more than it says, or says far more, is refused before it does', async () => {
    const bomb = async function* () {
      const piece = Buffer.alloc(1024 * 1024, ' ');
      for (let at = 0; at < 300; at++) yield await Promise.resolve(piece);
    };
    const parts = Object.entries(around).map(([name, text]) => ({
      name,
      bytes: async function* () {
        yield await Promise.resolve(Buffer.from(text));
      },
    }));
    const bytes = await bytesOf(zipArchive([...parts, { name: 'xl/sheets/one.xml', bytes: bomb }]));
    expect(bytes.length).toBeLessThan(1_000_000);
    await expect(rowsOf(bytes)).rejects.toThrow(/unpacks to more/);
    // The same with a directory that lies about the size.
    const entry = bytes.lastIndexOf('xl/sheets/one.xml') - 46;
    bytes.writeUInt32LE(1_000, entry + 24);
    await expect(rowsOf(bytes)).rejects.toThrow(/unpacks to more|is not XML|damaged/);
  });

  it('names columns as spreadsheets do', () => {
    expect([0, 25, 26, 701, 702, 16_383].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
  });
});
