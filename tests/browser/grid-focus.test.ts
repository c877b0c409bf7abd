import { describe, expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { at, named, painted, pressBeside, someGrid, someModel } from './some-grid';

const [rows, columns] = [named('r', 100), named('c', 30)];

/** A button before and one after the grid, in the order of Tab. */
function neighbours(root: HTMLElement): [HTMLButtonElement, HTMLButtonElement] {
  const [before, after] = [document.createElement('button'), document.createElement('button')];
  root.before(before);
  root.after(after);
  onTestFinished(() => {
    before.remove();
    after.remove();
  });
  return [before, after];
}

describe('the keyboard', () => {
  it('comes to the active cell by one Tab and leaves by the next', async () => {
    const { root, focused } = await someGrid(someModel(rows, columns));
    const [before, after] = neighbours(root);
    before.focus();
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe('r0 c0');
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Tab}');
    expect(document.activeElement).toBe(after);
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(focused()).toBe('r1 c1');
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(document.activeElement).toBe(before);
  });

  it('comes by Tab to a cell that is wholly in view, also where half of it lay under what stays', async () => {
    const { root, engine, focused, scroll } = await someGrid(someModel(rows, columns));
    const [before] = neighbours(root);
    engine.moveTo({ row: 4, column: 3 });
    before.focus();
    await scroll({ left: 280, top: 135 });
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe('r4 c3');
    const box = document.activeElement?.closest('[role="gridcell"]')?.getBoundingClientRect();
    const grid = root.getBoundingClientRect();
    // 120 px name the rows; the head takes 40.
    expect([(box?.left ?? 0) - grid.left, (box?.top ?? 0) - grid.top]).toEqual([120, 40]);
  });

  it('moves the active cell, in view and in focus, and shows which it is', async () => {
    const { root, engine, focused } = await someGrid(someModel(rows, columns));
    const [before] = neighbours(root);
    before.focus();
    await userEvent.keyboard('{Tab}');
    const keys: [string, string][] = [
      ['{ArrowRight}', 'r0 c1'],
      ['{ArrowDown}', 'r1 c1'],
      ['{ArrowUp}{ArrowUp}', 'r0 c1'],
      ['{End}', 'r0 c29'],
      ['{PageDown}', 'r9 c29'],
      ['{Control>}{End}{/Control}', 'r99 c29'],
      ['{Home}', 'r99 c0'],
      ['{PageUp}', 'r90 c0'],
      ['{Control>}{Home}{/Control}', 'r0 c0'],
    ];
    for (const [press, name] of keys) {
      await userEvent.keyboard(press);
      expect(focused(), press).toBe(name);
      expect(engine.isInView(engine.active), press).toBe(true);
      expect(root.querySelector('[data-active]')?.textContent, press).toBe(name);
    }
  });

  it('goes on from a row whose link was pressed, also where that row has been scrolled away', async () => {
    const model = someModel(rows, columns, {
      paintPinned: (element, row) => {
        const link = element.firstElementChild ?? element.appendChild(document.createElement('a'));
        link.setAttribute('href', '#'); // shown beside the grid
        link.textContent = `to r${String(row)}`;
      },
    });
    const { root, engine, focused, scroll } = await someGrid(model);
    root.addEventListener('click', (event) => event.preventDefault());
    const link = [...root.querySelectorAll('a')].find(({ textContent }) => textContent === 'to r5');
    engine.moveTo(at(1, 2));
    await userEvent.click(link ?? root);
    expect(focused()).toBe('r5 c2');
    await scroll({ top: 1_500 });
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('r6 c2');
  });

  it('presses the active cell by Space and Enter, once however long a key is held', async () => {
    const model = someModel(rows, columns);
    const { engine, control } = await someGrid(model);
    engine.moveTo(at(2, 3));
    await userEvent.keyboard(' ');
    await userEvent.keyboard('{Enter}');
    expect(model.pressed).toEqual(['r2 c3', 'r2 c3']);
    const held = new KeyboardEvent('keydown', { key: ' ', repeat: true, bubbles: true, cancelable: true });
    expect(control('r2 c3').dispatchEvent(held)).toBe(false); // else the button's own click would press
    expect(model.pressed).toHaveLength(2);
  });

  it('brings a cell that is out of view back by Space, and presses it by the next', async () => {
    const model = someModel(rows, columns);
    const { engine, scroll } = await someGrid(model);
    engine.moveTo(at(2, 3));
    await scroll({ top: 100 }); // one row too far: it is still among the painted cells
    await userEvent.keyboard(' ');
    expect([model.pressed, engine.isInView(at(2, 3))]).toEqual([[], true]);
    await userEvent.keyboard(' ');
    expect(model.pressed).toEqual(['r2 c3']);
  });

  it('hands letters to the model, which says whether they meant something', async () => {
    const typed: string[] = [];
    const { engine, control } = await someGrid(
      someModel(rows, columns, {
        letter: (letter, row, column) => {
          typed.push(`${letter} ${String(row)} ${String(column)}`);
          return letter === 'h';
        },
      }),
    );
    engine.moveTo(at(1, 2));
    const type = (key: string, more: KeyboardEventInit = {}): boolean =>
      !control('r1 c2').dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
      );
    expect([type('h'), type('x'), type('h', { ctrlKey: true })]).toEqual([true, false, false]);
    expect(typed).toEqual(['h 1 2', 'x 1 2']);
  });
});

describe('the focus', () => {
  it('is held by the grid while its cell is out of view, and goes back to it', async () => {
    const model = someModel(rows, columns);
    const { engine, focused, scroll } = await someGrid(model);
    engine.moveTo(at(1, 1));
    await scroll({ top: 2_000 });
    expect(focused()).toBe('grid');
    await scroll({ top: 0 });
    expect(focused()).toBe('r1 c1');
    await scroll({ top: 2_000 });
    await userEvent.keyboard(' '); // brings it back, and presses nothing that nobody sees
    expect(focused()).toBe('r1 c1');
    expect(model.pressed).toEqual([]);
    await userEvent.keyboard(' ');
    expect(model.pressed).toEqual(['r1 c1']);
  });

  it('stays on its element while other rows scroll through the pool', async () => {
    const { engine, control, scroll } = await someGrid(someModel(rows, columns));
    engine.moveTo(at(8, 1));
    const element = control('r8 c1');
    for (const top of [60, 120, 180, 240, 120]) {
      await scroll({ top });
      expect(document.activeElement).toBe(element);
      expect(element.textContent).toBe('r8 c1');
    }
  });

  it('follows its row and column into another model', async () => {
    const { engine, focused } = await someGrid(someModel(rows, columns));
    engine.moveTo(at(4, 2));
    engine.setModel(someModel(['new', ...rows], columns.slice(1)));
    expect(engine.active).toEqual(at(5, 1));
    expect(focused()).toBe('r4 c2');
  });

  it.each([
    ['another list', named('s', 100), columns, true, 's4 c2'],
    ['fewer rows', rows.slice(0, 3), columns, false, 'r2 c2'],
    ['other columns', rows, named('d', 30), false, 'r4 d2'],
  ])(
    'is on no cell of %s that lacks its own, until a key goes there and changes nothing',
    async (_, newRows, newColumns, isOther, near) => {
      const { root, engine, focused } = await someGrid(someModel(rows, columns));
      const [before] = neighbours(root);
      engine.moveTo(at(4, 2));
      const letters: string[] = [];
      const letter = (typed: string) => letters.push(typed) > 0;
      const model = someModel(newRows, newColumns, { letter });
      engine.setModel(model, isOther);
      expect([focused(), engine.hasActive, root.querySelector('[data-active]')]).toEqual([
        'grid',
        false,
        null,
      ]);
      before.focus();
      engine.focus();
      expect(focused()).toBe('grid');
      await userEvent.keyboard('h{Shift>} {/Shift}');
      expect([focused(), engine.hasActive, engine.selection.isEmpty, letters]).toEqual([
        near,
        true,
        true,
        [],
      ]);
      engine.setModel(someModel(rows.slice(50), columns.slice(9)), true);
      engine.setModel(model, true);
      await userEvent.keyboard(' ');
      expect([engine.hasActive, model.pressed]).toEqual([true, []]);
      await userEvent.keyboard(' ');
      expect(model.pressed).toHaveLength(1);
    },
  );

  it('gives no start to a selection in another list that lacks its cell', async () => {
    const { engine, control } = await someGrid(someModel(rows, columns));
    engine.moveTo(at(4, 2));
    engine.setModel(someModel(named('s', 100), columns), true);
    await userEvent.click(control('s6 c3'), { modifiers: ['Shift'] });
    expect(engine.selection.ranges).toEqual([{ top: 6, left: 3, bottom: 6, right: 3 }]);
  });

  it('is on no head of another list that lacks its column', async () => {
    const more = { pressHead: () => true };
    const { engine, focused } = await someGrid(someModel(rows, columns, more));
    engine.moveTo(at(-1, 2));
    engine.setModel(someModel(rows, named('d', 30), more), true);
    expect([focused(), engine.hasActive]).toEqual(['grid', false]);
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('r0 d2');
  });

  it('is not taken from elsewhere by another model', async () => {
    const { root, engine } = await someGrid(someModel(rows, columns));
    const [before] = neighbours(root);
    engine.moveTo(at(4, 2));
    before.focus();
    engine.setModel(someModel(['new', ...rows], columns));
    expect(document.activeElement).toBe(before);
  });

  it('is not taken from elsewhere either after its cell had scrolled away', async () => {
    const { root, engine, scroll } = await someGrid(someModel(rows, columns));
    const [before] = neighbours(root);
    engine.moveTo(at(4, 2));
    await scroll({ top: 3_000 });
    before.focus();
    engine.setModel(someModel(rows, columns), true);
    expect(engine.active).toEqual(at(4, 2));
    expect(document.activeElement).toBe(before);
  });

  it('lights up the row and the head of the column it is in', async () => {
    const { root, engine } = await someGrid(someModel(rows, columns));
    engine.moveTo(at(3, 4));
    const lit = [...root.querySelectorAll('[data-lit]')];
    expect(lit.map((element) => element.getAttribute('role')).sort()).toEqual(['columnheader', 'row']);
    expect(lit.find((element) => element.role === 'columnheader')?.textContent).toBe('c4');
    expect(lit.find((element) => element.role === 'row')?.getAttribute('aria-rowindex')).toBe('5');
  });

  it('keeps them lit when the pointer has come and gone', async () => {
    const { root, engine, control } = await someGrid(someModel(rows, columns));
    const litRows = () =>
      [...root.querySelectorAll('[role="row"][data-lit]')].map((row) => row.getAttribute('aria-rowindex'));
    engine.moveTo(at(3, 4));
    const over = new PointerEvent('pointerover', { bubbles: true });
    await expect.poll(() => control('r1 c1').dispatchEvent(over) && litRows()).toEqual(['3']); // once nothing scrolls
    root.dispatchEvent(new PointerEvent('pointerleave'));
    expect(litRows()).toEqual(['5']);
    control('r3 c4').blur();
    root.dispatchEvent(new PointerEvent('pointerleave'));
    expect(litRows()).toEqual([]);
  });
});

describe('a click', () => {
  it('presses on the control and near it, and elsewhere in the cell only goes there', async () => {
    const model = someModel(rows, columns, { columns: { count: columns.length, least: 200, most: 200 } });
    const { control, focused, engine } = await someGrid(model);
    await userEvent.click(control('r1 c1'));
    expect(model.pressed).toEqual(['r1 c1']);
    const cell = control('r2 c1').closest('[role="gridcell"]') ?? expect.fail();
    cell.dispatchEvent(pressBeside(control('r2 c1'), 'mouse', 13));
    cell.dispatchEvent(pressBeside(control('r2 c1'), 'touch', 25));
    expect(model.pressed).toEqual(['r1 c1']);
    expect(focused()).toBe('r2 c1');
    expect(engine.active).toEqual(at(2, 1));
    cell.dispatchEvent(pressBeside(control('r2 c1'), 'mouse', 11));
    cell.dispatchEvent(pressBeside(control('r2 c1'), 'touch', 23));
    expect(model.pressed).toEqual(['r1 c1', 'r2 c1', 'r2 c1']);
  });

  it('by assistive technology, which has no place, presses', async () => {
    const model = someModel(rows, columns);
    const { control } = await someGrid(model);
    control('r3 c2').click();
    expect(model.pressed).toEqual(['r3 c2']);
  });

  it('presses nothing where another list came while it was pressed', async () => {
    const model = someModel(rows, columns);
    const { engine, control } = await someGrid(model);
    const point = { bubbles: true, cancelable: true, button: 0, isPrimary: true, pointerType: 'mouse' };
    const target = control('r3 c2');
    target.dispatchEvent(new PointerEvent('pointerdown', point));
    const other = someModel(['new', ...rows], columns);
    engine.setModel(other);
    target.dispatchEvent(new PointerEvent('pointerup', point));
    target.dispatchEvent(new PointerEvent('click', { ...point, detail: 1 }));
    expect([model.pressed, other.pressed]).toEqual([[], []]);
  });
});

describe('a grid with heads that act', () => {
  it('stays where it is when the browser itself brings heads and what stays at the left into view', async () => {
    const pressHead = () => true;
    const paintHeader = (element: HTMLElement) => element.replaceChildren(document.createElement('button'));
    const model = someModel(rows, columns, { pressHead, paintHeader });
    const { root, scroll } = await someGrid(model);
    await scroll({ top: 900, left: 400 });
    const staying = root.querySelectorAll('[role="columnheader"],[role="columnheader"] *,[role="rowheader"]');
    const shown = [...staying].filter((one) => {
      const [box, grid] = [one.getBoundingClientRect(), root.getBoundingClientRect()];
      return one.checkVisibility() && box.left >= grid.left && box.top >= grid.top;
    });
    expect(shown.length).toBeGreaterThan(15);
    for (const one of shown) {
      const before = { top: root.scrollTop, left: root.scrollLeft };
      one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const moved = { top: root.scrollTop - before.top, left: root.scrollLeft - before.left };
      const isHead = one.closest('[role="columnheader"]') !== null;
      const stays = one.closest('[role="presentation"]') !== null;
      expect([one.textContent, isHead && moved.top, stays && moved.left]).toEqual([
        ...[one.textContent, isHead && 0, stays && 0],
      ]);
    }
  });

  it('leads up to the heads, along them and back, and presses them instead of selecting', async () => {
    const asked: string[] = [];
    const pressHead = (column: number) => asked.push(`press c${String(column)}`) > 0;
    const { engine, root, focused, selections } = await someGrid(someModel(rows, columns, { pressHead }));
    engine.moveTo(at(0, 4));
    await userEvent.keyboard('{ArrowUp}');
    expect(focused()).toBe('c4');
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(asked).toEqual(['press c5']);
    await userEvent.keyboard('{Home}');
    expect(focused()).toBe('c0');
    await userEvent.keyboard('{End}');
    await painted();
    expect(focused()).toBe('c29');
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('r0 c29');
    root.scrollLeft = 0;
    await painted();
    const c2 = [...root.querySelectorAll('[role="columnheader"]')].find(
      ({ textContent }) => textContent === 'c2',
    );
    await userEvent.click(c2 ?? root);
    expect(asked.at(-1)).toBe('press c2');
    expect(focused()).toBe('c2');
    expect(selections()).toBe(0);
    // It stays in focus while rows pass below, and the grid keeps it when its column is out of view.
    root.scrollTop = 900;
    await painted();
    expect(focused()).toBe('c2');
    root.scrollLeft = 900;
    await painted();
    expect(focused()).toBe('grid');
    root.scrollLeft = 0;
    await painted();
    expect(focused()).toBe('c2');
  });

  it('selects the column of a head that does nothing itself', async () => {
    const pressHead = () => false;
    const { engine, root } = await someGrid(someModel(rows, columns, { pressHead }));
    const c2 = [...root.querySelectorAll('[role="columnheader"]')].find(
      ({ textContent }) => textContent === 'c2',
    );
    await userEvent.click(c2 ?? root);
    expect(engine.selection.ranges).toEqual([{ top: 0, bottom: rows.length - 1, left: 2, right: 2 }]);
  });

  it('selects all and nothing from a head too', async () => {
    const pressHead = () => true;
    const { engine, focused } = await someGrid(someModel(rows, columns, { pressHead }));
    engine.moveTo(at(0, 4));
    await userEvent.keyboard('{ArrowUp}{Control>}a{/Control}');
    expect(engine.selection.counts()).toMatchObject({ cells: rows.length * columns.length });
    await userEvent.keyboard('{Escape}');
    expect(engine.selection.isEmpty).toBe(true);
    await userEvent.keyboard('{Control>}{ArrowLeft}{/Control}');
    expect(focused()).toBe('c0');
  });
});
