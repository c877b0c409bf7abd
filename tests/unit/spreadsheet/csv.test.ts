import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byteOrderMark,
  csvRow,
  csvRowBy,
  csvRows,
  formulaSafe,
  fromFormulaSafe,
} from '@/lib/domain/spreadsheet/csv';
import { SheetFault } from '@/lib/domain/spreadsheet/sheet-row';
import { onPushOrNightly } from '@/tests/support/run/nightly';

const cellsOf = (text: string) => [...csvRows(text)].map(({ cells }) => cells);

/** Texts with all that is special to CSV and to spreadsheets. */
const awkward = fc.string({
  unit: fc.constantFrom(...'ab1 \'"=+-@,;\t\r\n\uFEFFä', '😀'),
  maxLength: 12,
});

describe('a CSV text', () => {
  it('gives back whatever cells were written', () => {
    fc.assert(
      fc.property(fc.array(fc.array(awkward, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (rows) => {
        // The header decides about the separator, as it does in a file of ours.
        const text = byteOrderMark + csvRow(['Record type', 'Record ID']) + rows.map(csvRow).join('');
        expect(cellsOf(text).slice(1)).toEqual(rows);
      }),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
  });

  it('never begins a cell with what a spreadsheet takes for a formula', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        expect(formulaSafe(text)).not.toMatch(/^[=+\-@\t\r]/);
        expect(fromFormulaSafe(formulaSafe(text))).toBe(text);
      }),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
    expect(csvRow([-1, 0, 1.5, true, '-1'])).toBe("-1,0,1.5,true,'-1\r\n");
    expect(csvRow(['=1+1', '-1', "'-1", "O'Brien", '@x'])).toBe("'=1+1,'-1,''-1,O'Brien,'@x\r\n");
  });

  it('takes no text for a number, however much it looks like one', () => {
    const cells = ['20261129120000.001', '-1234567890123456', { decimal: '-12345678901234567.5' }, 1.5];
    expect(csvRow(cells)).toBe("20261129120000.001,'-1234567890123456,-12345678901234567.5,1.5\r\n");
    expect(csvRowBy('semicolon')(cells)).toBe(
      "20261129120000.001;'-1234567890123456;-12345678901234567,5;1,5\r\n",
    );
  });

  it.each([
    ['commas', 'a,b\r\n1,2', [['a', 'b'], ['1', '2']]],
    ['semicolons', 'a;b\n"1;5";2\n', [['a', 'b'], ['1;5', '2']]],
    ['TABs and lone CRs', 'a\tb\r1\t2\r', [['a', 'b'], ['1', '2']]],
    ['a separator inside quotes of the header', '"a;b;c",d\n1,2', [['a;b;c', 'd'], ['1', '2']]],
    ['an empty last cell', 'a,b,\n', [['a', 'b', '']]],
    ['a line end inside quotes', '"a\r\nb",c\n', [['a\r\nb', 'c']]],
    ['doubled quotes', '"say ""yes""",b\n', [['say "yes"', 'b']]],
    ['text after a closing quote', '"a"b,c\n', [['ab', 'c']]],
    ['empty lines', 'a\n\nb\n', [['a'], [''], ['b']]],
    ['nothing', '', []],
    ['a first line that names the separator', 'sep=;\r\na,x;b\r\n1;2', [['a,x', 'b'], ['1', '2']]],
    ['that line after a byte order mark', '\uFEFFSEP=\t\na;x\tb\n', [['a;x', 'b']]],
    ['nothing but that line', 'sep=;', []],
    ['blanks around quoted cells', '"a", "b;""c"" ;" , "d"\n1, "2" ,3', [['a', 'b;"c" ;', 'd'], ['1', '2', '3']]],
    ['ditto marks after blanks', 'a, "\nb, "\n', [['a', ' "'], ['b', ' "']]],
    ['a quotation mark after a blank that nothing closes', 'a, "b\nc,d', [['a', ' "b'], ['c', 'd']]],
    ['a blank first line', '\uFEFF\r\n \r\na;b,c;d\r\n1;2;3', [[''], [' '], ['a', 'b,c', 'd'], ['1', '2', '3']]],
    ['a column that is called so', 'sep=x,b\n1,2', [['sep=x', 'b'], ['1', '2']]],
  ])('is read with %s', (_, text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  }); // prettier-ignore

  it.each([
    ['Name;Key;Notes (who, when, why, by)\n1;2;3', [['Name', 'Key', 'Notes (who, when, why, by)'], ['1', '2', '3']]],
    ['List, made by hand, of 2026, for you\n\nName;Key\n1;2', [['List, made by hand, of 2026, for you'], [''], ['Name', 'Key'], ['1', '2']]],
    ['Name\tKey;a;b;c\n1\t2', [['Name', 'Key;a;b;c'], ['1', '2']]],
  ])('is separated as its known heads are: %j', (text, rows) => {
    const isHead = (cell: string) => ['Name', 'Key'].includes(cell);
    expect([...csvRows(text, isHead)].map(({ cells }) => cells)).toEqual(rows);
  }); // prettier-ignore

  it('counts rows as a spreadsheet does, not lines', () => {
    expect([...csvRows('a\n"x\ny"\nb\n')].map(({ number, cells }) => [number, cells[0]])).toEqual([
      [1, 'a'],
      [2, 'x\ny'],
      [3, 'b'],
    ]);
    expect([...csvRows('sep=,\na,b\nc,d\n')].map(({ number, cells }) => [number, cells[0]])).toEqual([
      [1, 'a'],
      [2, 'c'],
    ]);
  });

  it.each([
    ['a quotation mark that is never closed', `a,b\n1,"2\n${'3,4\n'.repeat(5)}`, /Row 2: .*never closed/],
    ['a cell of millions of doubled quotes', `a\n"${'""'.repeat(3_000_000)}"`, /Row 2: a cell is longer/],
    ['a cell of 40,000 characters', `a\n${'x'.repeat(40_000)}`, /Row 2: a cell is longer/],
    ['a row of 20,000 cells', `a\n${','.repeat(20_000)}`, /Row 2 has more than the 16,384 columns/],
  ])('is refused with %s', (_, text, words) => {
    expect(() => cellsOf(text)).toThrow(SheetFault);
    expect(() => cellsOf(text)).toThrow(words);
  });
});
