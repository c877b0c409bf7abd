import { describe, expect, it } from 'vitest';
import { at, named, painted, someGrid, someModel } from './some-grid';

const [rows, columns] = [named('r', 1_000), named('c', 200)];

describe('what a grid shows', () => {
  it('is as large as its model says to a screen reader', async () => {
    const { root } = await someGrid(someModel(rows, columns));
    expect(root.getAttribute('role')).toBe('grid');
    expect(root.getAttribute('aria-rowcount')).toBe('1001'); // the head is a row
    expect(root.getAttribute('aria-colcount')).toBe('201'); // and the pinned column a column
  });

  it('is the rows and columns in view, in the same few elements wherever that is', async () => {
    const { root, shown, scroll } = await someGrid(someModel(rows, columns));
    const elements = (): number => root.querySelectorAll('*').length;
    const before = elements();
    expect(shown()).toHaveLength(60);
    expect(shown()).toEqual(expect.arrayContaining(['r0 c0', 'r9 c5']));
    await scroll({ top: 15_000, left: 4_000 });
    expect(shown()).toHaveLength(60);
    expect(shown()).toEqual(expect.arrayContaining(['r500 c50', 'r509 c55']));
    expect(elements()).toBe(before);
  });

  it('says of each cell and head where it lies', async () => {
    const { root, control, scroll } = await someGrid(someModel(rows, columns));
    await scroll({ top: 15_000, left: 4_000 });
    const cell = control('r500 c50').closest('[role="gridcell"]');
    expect(cell?.getAttribute('aria-colindex')).toBe('52');
    expect(cell?.closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('502');
    const heads = [...root.querySelectorAll('[role="columnheader"]')];
    expect(heads.find((head) => head.textContent === 'c50')?.getAttribute('aria-colindex')).toBe('52');
    const names = [...root.querySelectorAll('[role="rowheader"]')].map((name) => name.textContent);
    expect(names).toContain('r500');
  });

  it('is in reading order once scrolling has settled', async () => {
    const { root, scroll } = await someGrid(someModel(rows, columns));
    for (const top of [70, 310, 900, 400]) await scroll({ top, left: top });
    const indexes = (selector: string, name: string): number[] =>
      [...root.querySelectorAll(`${selector}:not([hidden])`)].map((one) => Number(one.getAttribute(name)));
    const ascending = (numbers: number[]): number[] => [...numbers].sort((a, b) => a - b);
    await expect
      .poll(() => indexes('[role="row"]', 'aria-rowindex'))
      .toEqual(ascending(indexes('[role="row"]', 'aria-rowindex')));
    const first = '[role="row"][aria-rowindex="15"] [role="gridcell"]';
    expect(indexes(first, 'aria-colindex')).toEqual(ascending(indexes(first, 'aria-colindex')));
  });

  it('reaches the last of more rows than a browser can scroll', async () => {
    const many = 2_000_000;
    const model = someModel([], ['c0'], {
      rowCount: many,
      rowKey: String,
      rowOfKey: Number,
      paintCell: ({ control }, row) => (control.textContent = String(row)),
    });
    const { root, engine, shown, scroll } = await someGrid(model);
    await scroll({ top: root.scrollHeight });
    expect(shown()).toContain(String(many - 1));
    engine.reveal(at(many / 2, 0));
    expect(shown()).toContain(String(many / 2));
    expect(engine.isInView(at(many / 2, 0))).toBe(true);
    expect(engine.isInView(at(0, 0))).toBe(false);
  });

  it('grows with its frame', async () => {
    const { root, shown } = await someGrid(someModel(rows, columns));
    root.style.height = '640px';
    await painted();
    expect(shown()).toHaveLength(120);
  });

  it('keeps the active column in view where its frame becomes narrower', async () => {
    const { root, engine } = await someGrid(someModel(rows, columns));
    engine.moveTo(at(3, 5));
    root.style.width = '400px';
    await expect.poll(() => root.scrollLeft).toBe(200);
    root.scrollLeft = 4_000;
    await painted();
    root.style.width = '300px';
    await painted();
    expect(root.scrollLeft).toBe(4_000); // it was out of view
  });

  it('is nothing where there are no rows, and after its end', async () => {
    const { root, engine, shown } = await someGrid(someModel([], columns));
    expect(shown()).toEqual([]);
    engine.setModel(someModel(rows, columns));
    expect(shown()).toHaveLength(60);
    engine.destroy();
    expect(root.childElementCount).toBe(0);
  });

  it('scrolls as little as is needed to bring a cell wholly into view', async () => {
    const { root, engine } = await someGrid(someModel(rows, columns));
    engine.reveal(at(9, 5));
    expect([root.scrollTop, root.scrollLeft]).toEqual([0, 0]);
    engine.reveal(at(12, 8));
    expect([root.scrollTop, root.scrollLeft]).toEqual([90, 240]);
    engine.reveal(at(2, 1));
    expect([root.scrollTop, root.scrollLeft]).toEqual([60, 80]);
  });

  it('stays where it is sideways where only a row is brought into view', async () => {
    const { root, engine, scroll } = await someGrid(someModel(rows, columns));
    await scroll({ left: 800 });
    engine.reveal(at(40, -1));
    expect([engine.isInView(at(40, 10)), root.scrollLeft]).toEqual([true, 800]);
  });
});

describe('another model', () => {
  it('leaves what is in view where it is, whatever came or went before it', async () => {
    const { engine, root, shown, scroll } = await someGrid(someModel(rows, columns));
    await scroll({ top: 3_010, left: 800 });
    const before = shown();
    engine.setModel(someModel([...named('new', 7), ...rows], columns.slice(3)));
    expect(shown()).toEqual(before);
    expect([root.scrollTop, root.scrollLeft]).toEqual([3_220, 560]);
  });

  it('at the very start lets new rows push down what is there', async () => {
    const { engine, shown } = await someGrid(someModel(rows, columns));
    engine.setModel(someModel(['a', ...rows], columns));
    expect(shown()[0]).toBe('a c0');
  });

  it('begins at the top where it is another list', async () => {
    const { engine, shown, scroll } = await someGrid(someModel(rows, columns));
    await scroll({ top: 3_000 });
    engine.setModel(someModel(rows, columns), true);
    expect(shown()[0]).toBe('r0 c0');
  });

  it('with other pinned columns or sizes is drawn anew', async () => {
    const { root, engine, shown } = await someGrid(someModel(rows, columns));
    const pinned = [
      { key: 'name', label: 'Name', width: 100, namesRow: true },
      { key: 'count', label: 'Count', width: 20, align: 'end' as const, namesRow: false },
    ];
    engine.setModel(someModel(rows, columns, { pinned, rowHeight: 50 }));
    expect(shown()).toHaveLength(36);
    expect(root.getAttribute('aria-colcount')).toBe('202');
    expect(root.querySelector('[data-col="count"]')?.textContent).toBe('Count');
  });

  it('says by which column its rows are ordered', async () => {
    const { root, engine } = await someGrid(
      someModel(rows, columns, { order: { among: 'columns', at: 2, direction: 'descending' } }),
    );
    const marked = (): (string | null)[] =>
      [...root.querySelectorAll('[aria-sort]')].map((head) => head.textContent);
    expect(marked()).toEqual(['c2']);
    engine.setModel(someModel(rows, columns, { order: { among: 'pinned', at: 0, direction: 'ascending' } }));
    expect(marked()).toEqual(['Name']);
  });
});

describe('painting again', () => {
  it('of cells touches these alone, each head and row once, and none that is out of view', async () => {
    const painting: string[] = [];
    const model = someModel(rows, columns);
    const { engine } = await someGrid({
      ...model,
      paintCell: (cell, row, column) => {
        painting.push(`r${String(row)} c${String(column)}`);
        model.paintCell(cell, row, column);
      },
      paintHeader: (element, column) => {
        painting.push(`head c${String(column)}`);
        model.paintHeader(element, column);
      },
      paintPinned: (element, row, pinned) => {
        painting.push(`head r${String(row)}`);
        model.paintPinned(element, row, pinned);
      },
    });
    painting.length = 0;
    engine.repaintCells([at(3, 2), at(4, 2), at(3, 1), at(500, 2), at(3, 100), at(-1, 2)]);
    expect(painting.sort()).toEqual(['head c1', 'head c2', 'head r3', 'head r4', 'r3 c1', 'r3 c2', 'r4 c2']);
    engine.repaint();
    expect(painting.length).toBeGreaterThan(60);
  });

  it('while scrolling by one row paints one row', async () => {
    let count = 0;
    const model = someModel(rows, columns);
    const { scroll, root } = await someGrid({
      ...model,
      paintCell: (cell, row, column) => {
        count++;
        model.paintCell(cell, row, column);
      },
    });
    await scroll({ top: 3_000 });
    const row = root.querySelectorAll('[role="row"][aria-rowindex="102"] [role="gridcell"]').length;
    count = 0;
    await scroll({ top: 3_030 });
    expect(count).toBe(row);
  });
});
