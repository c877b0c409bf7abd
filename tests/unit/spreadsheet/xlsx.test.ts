import fc from 'fast-check';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { columnName, SheetFault } from '@/lib/domain/spreadsheet/sheet-row';
import { xlsxFile, type WrittenSheet } from '@/lib/server/spreadsheet/xlsx-writer';
import { isWorkbook, readSheet } from '@/lib/server/spreadsheet/xlsx-reader';
import { ZipReader } from '@/lib/server/spreadsheet/zip-reader';
import { zipArchive } from '@/lib/server/spreadsheet/zip-writer';
import { archive } from '@/tests/support/changes/workbook';

const bytesOf = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};

const rowsOf = async (bytes: Buffer, sheet = 'Access') => {
  const rows: [number, readonly string[]][] = [];
  for await (const some of (await readSheet(bytes, sheet, () => false)).rows)
    for (const { number, cells } of some) rows.push([number, cells]);
  return rows;
};

const sheet = (rows: readonly (readonly string[])[], name = 'Access'): WrittenSheet => ({
  name,
  rows,
  widths: [10, 20],
  frozen: { rows: 1, columns: 1 },
});

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

/** Beginnings and whole ones of what stands for a character, beside what has to be written so. */
const awkward = fc.string({
  unit: fc.constantFrom(...'ab_x005FA1 =-<>&"\'\u0001\r\n\té', '😀', '_x005F', 'x005F_', '_x00e9_'),
  maxLength: 12,
});

describe('a workbook', () => {
  it('gives back whatever cells were written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(awkward, { maxLength: 5 }), { minLength: 1 }), async (rows) => {
        const read = await rowsOf(await bytesOf(xlsxFile([sheet(rows), sheet([], 'About')])));
        const cut = (cells: readonly string[]) =>
          cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
        const written = rows.map((cells, at) => [at + 1, cut(cells)] as const);
        expect(read).toEqual(written.filter(([, cells]) => cells.length > 0));
      }),
      { numRuns: 150, examples: [[[['_x005F\u0001']]]] },
    );
  });

  it('is made as it is taken, and no more once nobody takes it', async () => {
    let made = 0;
    let isOver = false;
    const rows = function* () {
      try {
        for (;;) yield ['Customer', String(made++ * 7919), 'yes'];
      } finally {
        isOver = true;
      }
    };
    const file = xlsxFile([{ name: 'Access', rows: { [Symbol.iterator]: rows }, widths: [] }]);
    let taken = 0;
    while (taken < 500_000) {
      const piece = await file.next();
      if (piece.done === true) break;
      taken += piece.value.length;
    }
    const before = made;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(made - before).toBeLessThan(50_000); // what fits into the buffers between
    await file.return(undefined);
    await expect.poll(() => isOver).toBe(true);
  });

  it('breaks off where its rows do, with what went wrong there', async () => {
    const rows = function* () {
      for (let row = 0; row < 20_000; row++) yield [String(row * 7919)];
      throw new Error('The rows broke off.');
    };
    await expect(bytesOf(xlsxFile([{ name: 'Access', rows: rows(), widths: [] }]))).rejects.toThrow(
      'The rows broke off.',
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

  it('is opened with its first sheet alone selected, since typing into one of several selected sheets changes all', async () => {
    const bytes = await bytesOf(xlsxFile([sheet([]), sheet([], 'More'), sheet([], 'About')]));
    const zip = await ZipReader.open(bytes);
    const texts = [1, 2, 3].map(async (number) =>
      (await bytesOf(zip.read(`xl/worksheets/sheet${String(number)}.xml`, 10_000))).toString(),
    );
    const areSelected = (await Promise.all(texts)).map((text) => text.includes('tabSelected="1"'));
    expect(areSelected).toEqual([true, false, false]);
  });

  it('has numbers, dates, times and booleans where a column is of that kind, and texts where a value is not', async () => {
    const kinds = ['date', 'time', 'decimal', 'whole', 'boolean', 'text'] as const;
    const rows = [
      ['Day', 'Time', 'Amount', 'Line', 'Done', 'No.'],
      ['2026-02-28', '06:00:00', -0.00001, 20_000, true, '00100'],
      ['9999-12-31', '23:59:59', 0, 0, false, '=1'],
      ['1900-02-28', '6 a.m.', 'many', '', 'yes', 7],
    ];
    const bytes = await bytesOf(
      xlsxFile([{ ...sheet([]), rows, kinds, frozen: { rows: 1, columns: 0 }, isFiltered: true }]),
    );
    const [read] = (await readXlsx(bytes)).sheets;
    expect(read?.autoFilter).toMatchObject({ range: 'A1:F4' });
    const [head, first, last, other] = read?.rows ?? [];
    expect(head).toEqual(rows[0]);
    expect(first).toEqual([new Date('2026-02-28'), expect.anything(), -0.00001, 20_000, true, '00100']);
    expect(last?.[0]).toEqual(new Date('9999-12-31'));
    expect(last?.slice(2)).toEqual([0, 0, false, '=1']);
    // Excel counts a 29 February 1900, so what lies before it is safer as a text.
    expect(other).toEqual(['1900-02-28', '6 a.m.', 'many', null, 'yes', 7]);
    const texts = await rowsOf(bytes);
    expect(texts[1]?.[1].slice(1, 2)).toEqual(['06:00']);
  });

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

  it('is read where the names of its parts begin with a slash, as some programs write them', async () => {
    const sheet = '<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>';
    const parts = Object.entries({ ...around, 'xl/sheets/one.xml': sheet });
    const marked = await archive(Object.fromEntries(parts.map(([name, text]) => [`~${name}`, text])));
    const bytes = Buffer.from(marked.toString('latin1').replaceAll(/~(?=xl\/|_rels\/)/g, '/'), 'latin1');
    expect(await rowsOf(bytes)).toEqual([[1, ['7']]]);
  });

  it('is read with booleans as XML has them, and others as the text they are', async () => {
    const cells = ['1', '0', 'true', 'false', 'toString', '']
      .map((value) => `<c t="b"><v>${value}</v></c>`)
      .join('');
    const xml = `<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`;
    expect(await rowsOf(await archive({ ...around, 'xl/sheets/one.xml': xml }))).toEqual([
      [1, ['true', 'false', 'true', 'false', 'toString']],
    ]);
  });

  it.each([
    ['a DTD', '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>', /is not XML/],
    ['rows out of order', '<sheetData><row r="5"><c><v>1</v></c></row><row r="4"><c><v>1</v></c></row></sheetData>', /out of order/],
    ['a row beyond the last', '<row r="1048577"><c><v>1</v></c></row>', /out of order/],
    ['an element that never ends', '<worksheet><row r="1"', /is not XML/],
    ['an endless tag', `<worksheet a="${'x'.repeat(1_000_000)}`, /is not XML/],
    ['an endless text', `<worksheet>${'x'.repeat(1_000_000)}`, /is not XML/],
    ['elements inside one another without end', '<worksheet>'.repeat(1_000), /is not XML/],
    ['a cell that ends with the document', '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>', /is not XML/],
    ['an entity that XML does not know', '<worksheet><sheetData><row><c><v>10&nbsp;000</v></c></row></sheetData></worksheet>', /is not XML/],
    ['an entity named as a function is', '<worksheet><sheetData><row><c><v>&toString;</v></c></row></sheetData></worksheet>', /is not XML/],
    ['an element closed by another', '<worksheet><sheetData></row></sheetData></worksheet>', /is not XML/],
    ['a text that is not in the table', '<worksheet><sheetData><row><c t="s"><v>2</v></c></row></sheetData></worksheet>', /a text that it does not have/],
    ['a text of no number', '<worksheet><sheetData><row><c t="s"><v/></c></row></sheetData></worksheet>', /a text that it does not have/],
    [
      'cells far to the right in every row',
      `<sheetData>${Array.from({ length: 1_000 }, (_, at) => `<row r="${String(at + 1)}"><c r="XFD${String(at + 1)}"><v>1</v></c></row>`).join('')}</sheetData>`,
      /far to the right/,
    ],
  ])('is refused with %s', async (_, xml, words) => {
    const bytes = await archive({ ...around, 'xl/sheets/one.xml': xml });
    await expect(rowsOf(bytes)).rejects.toThrow(SheetFault);
    await expect(rowsOf(bytes)).rejects.toThrow(words);
  }); // prettier-ignore

  it('is refused without the table of texts that its cells point to', async () => {
    const rest = Object.fromEntries(Object.entries(around).filter(([name]) => name !== 'xl/texts.xml'));
    const row = '<row><c t="s"><v>0</v></c><c t="n"><v>7</v></c></row>';
    const sheet = `<worksheet><sheetData>${row}</sheetData></worksheet>`;
    expect(await rowsOf(await archive({ ...around, 'xl/sheets/one.xml': sheet }))).toEqual([
      [1, ['plain', '7']],
    ]);
    const without = await archive({ ...rest, 'xl/sheets/one.xml': sheet });
    await expect(rowsOf(without)).rejects.toThrow(/a text that it does not have/);
    const unneeded = await archive({ ...rest, 'xl/sheets/one.xml': sheet.replace(' t="s"', '') });
    expect(await rowsOf(unneeded)).toEqual([[1, ['0', '7']]]);
  });

  it('is refused when the bytes of a part are not those that were packed, whichever part it is', async () => {
    const parts = { ...around, 'xl/sheets/one.xml': '<worksheet><sheetData/></worksheet>' };
    const whole = await archive(parts);
    expect(await rowsOf(whole)).toEqual([]);
    for (const name of Object.keys(parts)) {
      const wrong = Buffer.from(whole);
      const entry = wrong.lastIndexOf(name) - 46; // of the directory, which comes last
      wrong.writeUInt32LE((wrong.readUInt32LE(entry + 16) ^ 1) >>> 0, entry + 16);
      await expect(rowsOf(wrong), name).rejects.toThrow(SheetFault);
    }
  });

  it('is refused when it has a part twice, for nobody knows which one is meant', async () => {
    const parts = Object.entries({
      ...around,
      'xl/sheets/one.xml': '<worksheet/>',
      'xl/sheets/two.xml': '<worksheet/>',
    });
    const bytes = await archive(Object.fromEntries(parts));
    const name = bytes.lastIndexOf('xl/sheets/two.xml');
    bytes.write('xl/sheets/one.xml', name);
    await expect(rowsOf(bytes)).rejects.toThrow(SheetFault);
  });

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
