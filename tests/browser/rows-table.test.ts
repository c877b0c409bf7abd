import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { allColumns, columnsNamed, someTable, tableOf, type DrawnTable } from './some-table';

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
    await keys('{PageUp}'); // no page is before
    expect(table.told.turned).toEqual([]);
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

  it('leave columns as they are that have no order, width or place of their own', async () => {
    const [first, second, ...others] = columnsNamed('PostingDate', 'ItemNo', 'Quantity', 'Amount');
    const columns = [
      ...(first ? [{ ...first, isStill: true }] : []),
      ...(second ? [{ ...second, isFixed: true }] : []),
      ...others,
    ];
    const table = someTable({ columns, pins: [], isMovable: false, hasMenus: false });
    const widths = () => [0, 1].map((column) => table.cell(-1, column).offsetWidth);
    const before = widths();
    await userEvent.click(table.cell(-1, 0));
    expect(table.focus()).toBe('-1 0');
    await keys('{Enter}', '{Alt>}{ArrowRight}{/Alt}', '{Alt>}{ArrowDown}{/Alt}', '{ArrowRight}');
    expect(table.focus()).toBe('-1 1');
    await keys('{Alt>}{ArrowRight}{/Alt}', '{Shift>}{ArrowRight}{/Shift}');
    expect(widths()).toEqual(before);
    expect(table.order()).toEqual(['ItemNo', 'Quantity', 'Amount']); // the first names no field
    expect(table.known.sort).toEqual([{ field: 'PostingDate', descending: true }]);
    expect(table.grid.querySelectorAll('[data-resize]')).toHaveLength(2);
    expect(table.grid.querySelectorAll('[data-menu]')).toHaveLength(0);
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

describe('by mouse', () => {
  it('a drag selects, and goes on beyond the edge of the view', async () => {
    const table = someTable();
    await userEvent.dragAndDrop(table.cell(1, 1), table.cell(3, 2));
    expect(table.selected()).toEqual(['1 1', '1 2', '2 1', '2 2', '3 1', '3 2']);
    expect(table.focus()).toBe('3 2');
    const send = (type: string, at: HTMLElement, clientX: number, clientY: number) =>
      at.dispatchEvent(
        new PointerEvent(type, { bubbles: true, isPrimary: true, buttons: 1, clientX, clientY }),
      );
    const [from, over] = [table.cell(1, 1), table.cell(2, 1)];
    const { left, top } = over.getBoundingClientRect();
    table.grid.setPointerCapture = () => undefined; // the browser knows no pointer that a test makes up
    send('pointerdown', from, left, top - 10);
    send('pointermove', over, left + 5, top + 5);
    send('pointermove', over, left + 5, table.grid.getBoundingClientRect().bottom + 60);
    await expect.poll(() => table.grid.scrollTop).toBeGreaterThan(200);
    send('pointerup', over, left, top);
    const rows = table.selected().map((place) => Number(place.split(' ')[0]));
    expect(Math.max(...rows)).toBeGreaterThan(12);
    expect(rows).toHaveLength(Math.max(...rows)); // rows 1 to the last, one column
  });

  it('Shift extends, Ctrl adds cells and takes them out, and a row number or its cell opens the line', async () => {
    const table = someTable();
    await userEvent.click(table.cell(1, 1));
    await userEvent.click(table.cell(2, 2), { modifiers: ['Shift'] });
    expect(table.selected()).toEqual(['1 1', '1 2', '2 1', '2 2']);
    await userEvent.click(table.cell(4, 4), { modifiers: ['Control'] });
    expect(table.selected()).toContain('4 4');
    await userEvent.click(table.cell(1, 2), { modifiers: ['Control'] });
    expect(table.selected()).toEqual(['1 1', '2 1', '2 2', '4 4']);
    await userEvent.click(table.cell(0, 0));
    expect(table.selected()).toEqual([]);
    await userEvent.click(table.link(3));
    expect(table.told.opened).toEqual([3]);
    expect(table.focus()).toBe('3 0');
    await userEvent.dblClick(table.cell(2, 3));
    expect(table.told.opened).toEqual([3, 2]);
    await userEvent.click(table.cell(4, -1)); // beside the number
    expect(table.selected()).toHaveLength(6);
  });

  it('a head sorts, its button asks for the menu, its edge widens, and a drag moves the column', async () => {
    const table = someTable();
    await userEvent.click(table.head('Amount'));
    expect(table.known.sort).toEqual([{ field: 'Amount', descending: false }]);
    await userEvent.hover(table.head('Amount'));
    await userEvent.click(table.head('Amount').querySelector('button') ?? table.grid);
    expect(table.told.menus).toEqual(['Amount']);
    const edge = table.head('Amount').querySelector('[data-resize]') ?? table.grid;
    const [{ width, left }, to] = [table.head('Amount').getBoundingClientRect(), 40];
    const send = (type: string, at: EventTarget, clientX: number) =>
      at.dispatchEvent(
        new PointerEvent(type, { bubbles: true, isPrimary: true, buttons: 1, clientX, clientY: 20 }),
      );
    const drawn = (sent: () => void) => flushSync(sent);
    send('pointerdown', edge, left + width);
    drawn(() => send('pointermove', window, left + width + to));
    expect(table.head('Amount').getBoundingClientRect().width).toBe(width + to);
    drawn(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
    expect(table.head('Amount').getBoundingClientRect().width).toBe(width);
    send('pointerdown', edge, left + width);
    drawn(() => send('pointermove', window, left + width + to));
    drawn(() => send('pointerup', window, left + width + to));
    expect(table.head('Amount').getBoundingClientRect().width).toBe(width + to);
    expect(table.known.sort).toEqual([{ field: 'Amount', descending: false }]);
    await userEvent.dblClick(edge); // fits what is shown
    expect(table.head('Amount').getBoundingClientRect().width).toBeLessThan(width);
    await userEvent.dragAndDrop(table.head('Amount'), table.head('Description'), {
      sourcePosition: { x: 5, y: 30 },
      targetPosition: { x: 3, y: 30 },
    });
    expect(table.order()).toEqual([
      'PostingDate',
      'ItemNo',
      'Amount',
      'Description',
      'Quantity',
      'LocationCode',
    ]);
    expect(table.known.sort).toEqual([{ field: 'Amount', descending: false }]);
    await userEvent.dragAndDrop(table.head('LocationCode'), table.head('PostingDate'), {
      sourcePosition: { x: 5, y: 30 },
      targetPosition: { x: 3, y: 30 },
    });
    expect(table.order()[0]).toBe('LocationCode'); // beside a column that stays it stays too
    expect(getComputedStyle(table.head('LocationCode')).position).toBe('sticky');
    table.grid.scrollLeft = 400;
    expect(isClear(table, table.cell(0, 0))).toBe(true);
  });
});

describe('by touch', () => {
  const touch = (cell: HTMLElement, type: string) => {
    const { left, top } = cell.getBoundingClientRect();
    const where = { clientX: left + 8, clientY: top + 8 };
    cell.dispatchEvent(
      new PointerEvent(type, { bubbles: true, isPrimary: true, pointerType: 'touch', ...where }),
    );
  };
  const tap = (cell: HTMLElement) => {
    touch(cell, 'pointerdown');
    touch(cell, 'pointerup');
    cell.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  };

  it('a tap opens a line, a finger that rests selects, and rests again to extend', async () => {
    const table = someTable();
    tap(table.cell(2, 1));
    expect(table.told.opened).toEqual([2]);
    touch(table.cell(1, 1), 'pointerdown');
    await expect.poll(table.selected).toEqual(['1 1']);
    touch(table.cell(1, 1), 'pointerup');
    touch(table.cell(3, 1), 'pointerdown');
    await expect.poll(table.selected).toEqual(['1 1', '2 1', '3 1']);
    touch(table.cell(3, 1), 'pointerup');
    expect(table.told.opened).toEqual([2]);
  });
});

describe('many columns', () => {
  it('are drawn as far as they are in view, in the order and at the places of all', async () => {
    const table = someTable({ columns: allColumns, pins: ['PostingDate', 'ItemNo'] });
    const drawn = () => table.order().length;
    expect(drawn()).toBeLessThan(45);
    expect(table.grid.querySelectorAll('tbody tr[data-row]').length).toBeLessThan(50);
    const { scrollWidth, scrollHeight } = table.grid;
    await userEvent.click(table.cell(2, 0));
    await keys('{End}');
    expect(table.focus()).toBe('2 166');
    expect(isClear(table, table.cell(2, 166))).toBe(true);
    await expect.poll(() => table.cell(2, 166).previousElementSibling?.ariaColIndex).toBe('167');
    expect(table.grid.querySelector('table')?.ariaColCount).toBe('168');
    expect(table.cell(2, 0).textContent).toBe('Nov 15, 2026'); // it stays
    await keys('{Control>}{End}{/Control}');
    expect(table.focus()).toBe('99 166');
    await expect.poll(() => isClear(table, table.cell(98, 165))).toBe(true);
    expect(Math.abs(table.grid.scrollWidth - scrollWidth)).toBeLessThan(2);
    expect(table.grid.scrollHeight).toBe(scrollHeight);
    await keys('{Home}', '{ArrowRight}', '{ArrowRight}', '{ArrowRight}');
    expect(table.focus()).toBe('99 3');
    expect(isClear(table, table.cell(99, 3))).toBe(true);
    await keys('{Control>}a{/Control}');
    await expect.element(table.place).toHaveTextContent('16,700 cells selected');
  });

  it('come into view while it is scrolled, and the focus stays in the cell that left the view', async () => {
    const table = someTable({ columns: allColumns });
    await userEvent.click(table.cell(0, 1));
    table.grid.scrollTo({ left: 9_000, top: 1_500 });
    await expect
      .poll(() => {
        const { left, top } = table.grid.getBoundingClientRect();
        return document.elementFromPoint(left + 400, top + 200)?.closest('td')?.textContent ?? '';
      })
      .not.toBe('');
    expect(table.focus()).toBe('0 1');
    await keys('{ArrowDown}');
    expect(isClear(table, table.cell(1, 1))).toBe(true);
  });
});

describe('what a page of rows says', () => {
  it('rows and columns have the places of the whole list, and a row of sums stays in view at the end', async () => {
    const table = someTable({
      rowCount: 300,
      footer: [{ ItemNo: 'All', Quantity: 44_850 }],
      levelOf: (row) => (row === 100 ? 0 : null),
    });
    const grid = table.grid.querySelector('table');
    expect([grid?.ariaRowCount, grid?.ariaColCount]).toEqual(['302', '7']);
    expect(table.link(0).parentElement?.parentElement?.ariaRowIndex).toBe('2');
    expect(table.cell(100, 1).parentElement?.ariaRowIndex).toBe('302');
    expect(table.cell(100, 1).textContent).toBe('All');
    expect(isClear(table, table.cell(100, 1))).toBe(true);
    await userEvent.click(table.cell(99, 3)); // above the sums, wherever it was
    await keys('{ArrowUp}', '{ArrowDown}');
    expect(isClear(table, table.cell(99, 3))).toBe(true);
    await keys('{Shift>}{ArrowDown}{/Shift}');
    // 99 and the sum of all, which contains it.
    await expect.element(table.place).toHaveTextContent('2 cells selected');
    await expect.element(table.place).toHaveTextContent('Net 99');
  });

  it('a number without room is not cut, and keeps its name', async () => {
    const [amount] = columnsNamed('Amount');
    const columns = amount ? [{ field: { ...amount.field, width: 40 } }] : [];
    const table = someTable({ columns, pins: [] });
    const cell = table.cell(99, 0);
    expect([cell.textContent, cell.ariaLabel, cell.title]).toEqual(['###', '24.75', '24.75']);
    await userEvent.click(table.cell(0, 0));
    await keys('{ArrowUp}', '{Alt>}{ArrowRight}{ArrowRight}{/Alt}');
    expect([cell.textContent, cell.ariaLabel]).toEqual(['24.75', null]);
  });

  it('comes from the server as it stands in the browser', async () => {
    const error = vi.spyOn(console, 'error');
    const lines = tableOf();
    const place = document.body.appendChild(document.createElement('div'));
    place.innerHTML = renderToString(lines.part);
    expect(place.querySelectorAll('tbody tr')).toHaveLength(100);
    expect(place.querySelector('[data-row="99"] > [aria-colindex="4"]')?.textContent).toBe('Line 99');
    const places = () =>
      ['[data-row="0"] > [aria-colindex="6"]', '[data-row="99"] > th'].map(
        (cell) => place.querySelector(cell)?.getBoundingClientRect().toJSON() as object,
      );
    const before = places();
    const root = hydrateRoot(place, lines.part);
    onTestFinished(() => {
      root.unmount();
      place.remove();
    });
    await expect.poll(() => lines.known.handle).not.toBeNull();
    expect(places()).toEqual(before);
    expect(error).not.toHaveBeenCalled();
  });

  it('cells lead on by links, pressed and by keys, and heads have two lines', async () => {
    const [quantity] = columnsNamed('Quantity');
    const column = quantity && {
      ...quantity,
      over: 'Week 46',
      hrefAt: (row: number) => (row === 1 ? null : `?cell=${String(row)}`),
      labelAt: (row: number) => `Lines of row ${String(row)}`,
    };
    const table = someTable({ columns: column ? [column] : [], pins: [], hasMenus: false });
    expect(table.head('Quantity').textContent).toBe('Week 46Quantity');
    await userEvent.click(table.cell(0, 0).querySelector('a') ?? table.grid);
    expect(table.followed.map((href) => new URL(href).search)).toEqual(['?cell=0']);
    expect(table.told.opened).toEqual([]);
    await keys('{ArrowDown}', '{ArrowDown}');
    expect(document.activeElement?.ariaLabel).toBe('Lines of row 2');
    await keys('{Enter}');
    expect(table.followed.map((href) => new URL(href).search)).toEqual(['?cell=0', '?cell=2']);
    await keys('{ArrowUp}', '{Enter}');
    expect(table.told.opened).toEqual([1]);
  });
});
