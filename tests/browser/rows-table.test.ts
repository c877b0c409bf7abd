import { flushSync } from 'react-dom';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { someTable, type DrawnTable } from './some-table';

withPageStyles();

const keys = async (...pressed: string[]) => {
  for (const key of pressed) await userEvent.keyboard(key);
};

/** Whether a cell is in view whole, and no sticky part lies over it. */
function isClear({ grid }: DrawnTable, cell: HTMLElement): boolean {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const hits = [
    [left + 2, top + 2],
    [right - 3, bottom - 3],
  ].map(([x = 0, y = 0]) => document.elementFromPoint(x, y));
  return grid.contains(cell) && hits.every((hit) => cell.contains(hit));
}

describe('keys', () => {
  it('walk cells and heads from one tab stop, to the ends of the page, and keep the cell in view', async () => {
    const table = someTable();
    await keys('{Tab}');
    expect(table.focus()).toBe('0 0');
    expect(table.grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    await keys('{ArrowRight}', '{ArrowDown}');
    expect(table.focus()).toBe('1 1');
    await keys('{ArrowUp}', '{ArrowUp}');
    expect(table.focus()).toBe('-1 1');
    await keys('{ArrowRight}', '{ArrowDown}', '{End}');
    expect(table.focus()).toBe('0 5');
    expect(isClear(table, table.cell(0, 5))).toBe(true);
    await keys('{Home}');
    expect(table.focus()).toBe('0 0');
    await keys('{Control>}{End}{/Control}');
    expect(table.focus()).toBe('99 5');
    expect(isClear(table, table.cell(99, 5))).toBe(true);
    await keys('{Control>}{Home}{/Control}', '{PageDown}');
    const [row] = (table.focus() ?? '').split(' ').map(Number);
    expect(row).toBeGreaterThan(5);
    expect(isClear(table, table.cell(row ?? 0, 0))).toBe(true);
    await keys('{PageUp}');
    expect(table.focus()).toBe('0 0');
    expect(table.told.turned).toEqual([]);
    expect(table.told.stood).toContain(99);
  });

  it('turn the page at its end: on to the first line of the next, back to the last of the one before', async () => {
    const table = someTable();
    await userEvent.click(table.cell(0, 2));
    await keys('{Control>}{ArrowDown}{/Control}', '{PageDown}');
    expect(table.told.turned).toEqual([1]);
    expect(table.focus()).toBe('0 2');
    expect(table.cell(0, 2).textContent).toBe('Line 100');
    expect(table.cell(0, 2).parentElement?.ariaRowIndex).toBe('102');
    expect(isClear(table, table.cell(0, 2))).toBe(true);
    await keys('{PageUp}');
    expect(table.focus()).toBe('99 2');
    expect(table.cell(99, 2).textContent).toBe('Line 99');
    expect(isClear(table, table.cell(99, 2))).toBe(true);
    await keys('{Shift>}{PageDown}{/Shift}'); // extends a selection: the page stays
    expect(table.told.turned).toEqual([1, -1]);
  });

  it('open a line, sort by heads, ask for a menu, make columns wider and move them', async () => {
    const table = someTable();
    await userEvent.click(table.cell(3, 3));
    await keys('{Enter}', '{ArrowDown}', ' ');
    expect(table.told.opened).toEqual([3, 4]);
    flushSync(() => table.head('Quantity').focus());
    await keys('{Enter}');
    expect(table.known.sort).toEqual([{ field: 'Quantity', descending: false }]);
    expect(table.head('Quantity').ariaSort).toBe('ascending');
    await keys('{ArrowRight}', '{Shift>}{Enter}{/Shift}');
    expect(table.known.sort).toEqual([
      { field: 'Quantity', descending: false },
      { field: 'Amount', descending: false },
    ]);
    expect(table.head('Amount').textContent).toContain('↑2');
    await keys('{Alt>}{ArrowDown}{/Alt}');
    expect(table.told.menus).toEqual(['Amount']);
    const { width } = table.head('Amount').getBoundingClientRect();
    await keys('{Alt>}{ArrowRight}{/Alt}');
    expect(table.head('Amount').getBoundingClientRect().width).toBe(width + 16);
    await keys('{Alt>}{ArrowLeft}{/Alt}');
    expect(table.head('Amount').getBoundingClientRect().width).toBe(width);
    await keys('{Shift>}{ArrowLeft}{/Shift}');
    expect(table.order()).toEqual([
      'PostingDate',
      'ItemNo',
      'Description',
      'Amount',
      'Quantity',
      'LocationCode',
    ]);
    expect(document.activeElement).toBe(table.head('Amount'));
  });

  it('select: Shift extends, whole lines, columns and all, and Escape selects nothing', async () => {
    const table = someTable({ rowCount: 6 });
    await userEvent.click(table.cell(1, 1));
    expect(table.selected()).toEqual([]);
    await keys('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    expect(table.selected()).toEqual(['1 1', '1 2', '2 1', '2 2']);
    expect(table.cell(1, 1).dataset.edges).toBe('top left');
    expect(table.cell(2, 2).dataset.edges).toBe('right bottom');
    await keys('{Shift>}{ArrowUp}{ArrowUp}{/Shift}');
    expect(table.selected()).toEqual(['0 1', '0 2', '1 1', '1 2']);
    await keys('{Shift>} {/Shift}');
    expect(table.selected()).toHaveLength(12);
    await keys('{Shift>}{ArrowDown}{/Shift}'); // whole lines stay whole
    expect(new Set(table.selected().map((place) => place.split(' ')[1])).size).toBe(6);
    await keys('{Escape}');
    expect(table.selected()).toEqual([]);
    await keys('{Control>} {/Control}');
    expect(table.selected()).toHaveLength(6);
    await keys('{Control>}a{/Control}');
    expect(table.selected()).toHaveLength(36);
    await keys('{ArrowDown}');
    expect(table.selected()).toEqual([]);
  });
});
