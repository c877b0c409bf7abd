import { describe, expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { at, named, someGrid, someModel } from './some-grid';

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

  it('follows its row and column into another model, and their neighbours when they are gone', async () => {
    const { engine, focused } = await someGrid(someModel(rows, columns));
    engine.moveTo(at(4, 2));
    engine.setModel(someModel(['new', ...rows], columns.slice(1)));
    expect(engine.active).toEqual(at(5, 1));
    expect(focused()).toBe('r4 c2');
    engine.setModel(someModel(rows.slice(0, 3), columns.slice(1)));
    expect(engine.active).toEqual(at(2, 1));
    expect(focused()).toBe('r2 c2');
  });

  it('is not taken from elsewhere by another model', async () => {
    const { root, engine } = await someGrid(someModel(rows, columns));
    const [before] = neighbours(root);
    engine.moveTo(at(4, 2));
    before.focus();
    engine.setModel(someModel(['new', ...rows], columns));
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
});

describe('a click', () => {
  it('presses on the control and near it, and elsewhere in the cell only goes there', async () => {
    const model = someModel(rows, columns, { columnWidth: 200 });
    const { control, focused, engine } = await someGrid(model);
    await userEvent.click(control('r1 c1'));
    expect(model.pressed).toEqual(['r1 c1']);
    const cell = control('r2 c1').closest<HTMLElement>('[role="gridcell"]');
    if (!cell) throw new Error('A control lies in a cell.');
    await userEvent.click(cell, { position: { x: 190, y: 10 } });
    expect(model.pressed).toEqual(['r1 c1']);
    expect(focused()).toBe('r2 c1');
    expect(engine.active).toEqual(at(2, 1));
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
