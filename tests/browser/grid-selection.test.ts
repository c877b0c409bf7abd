import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { at, named, someGrid, someModel, type SomeGrid } from './some-grid';

const [rows, columns] = [named('r', 100), named('c', 30)];

/** Names of the cells in view that say they are selected, and the engine's count of all. */
function selected({ root, engine, shown }: SomeGrid): { names: string[]; cells: number } {
  const told = [...root.querySelectorAll('[aria-selected="true"]')].map((cell) => cell.textContent);
  return {
    names: shown().filter((name) => told.includes(name)),
    cells: engine.selection.counts().cells,
  };
}

const names = (top: number, bottom: number, left: number, right: number): string[] =>
  rows
    .slice(top, bottom + 1)
    .flatMap((row) => columns.slice(left, right + 1).map((column) => `${row} ${column}`));

function headOf({ root }: SomeGrid, name: string): HTMLElement {
  const heads = root.querySelectorAll<HTMLElement>('[role="columnheader"], [role="rowheader"]');
  const found = [...heads].find((head) => head.textContent === name && head.checkVisibility());
  if (!found) throw new Error(`There is no head ${name}.`);
  return found;
}

describe('by mouse', () => {
  it('cells are selected by dragging over them, and none is pressed', async () => {
    const model = someModel(rows, columns);
    const grid = await someGrid(model);
    await userEvent.dragAndDrop(grid.control('r1 c1'), grid.control('r3 c2'));
    expect(selected(grid)).toEqual({ names: names(1, 3, 1, 2), cells: 6 });
    expect(model.pressed).toEqual([]);
    expect(grid.engine.active).toEqual(at(3, 2));
  });

  it('a pointer that stays on a cell of the drag selects nothing anew', async () => {
    const grid = await someGrid(someModel(rows, columns));
    const middle = (name: string) => {
      const { x, y, width, height } = grid.control(name).getBoundingClientRect();
      return { clientX: x + width / 2, clientY: y + height / 2 };
    };
    const send = (type: string, name: string) =>
      grid
        .control(name)
        .dispatchEvent(
          new PointerEvent(type, { bubbles: true, isPrimary: true, buttons: 1, ...middle(name) }),
        );
    send('pointerdown', 'r1 c1');
    // A pointer that the test makes up cannot be captured.
    grid.root.setPointerCapture = () => undefined;
    send('pointermove', 'r3 c2');
    const { length } = names(1, 3, 1, 2);
    expect(grid.engine.selection.counts().cells).toBe(length);
    const told = grid.selections();
    for (let moves = 0; moves < 5; moves++) send('pointermove', 'r3 c2');
    expect(grid.selections()).toBe(told);
    send('pointermove', 'r4 c2');
    expect(grid.selections()).toBe(told + 1);
    send('pointerup', 'r4 c2');
  });

  it('one line lies around all that is selected, also where a cell is taken out of it', async () => {
    const grid = await someGrid(someModel(rows, columns));
    await userEvent.dragAndDrop(grid.control('r1 c1'), grid.control('r2 c3'));
    const edges = (name: string) => grid.control(name).parentElement?.dataset.edges?.trim() ?? '';
    expect(['r1 c1', 'r1 c2', 'r1 c3', 'r2 c1', 'r2 c2', 'r2 c3', 'r3 c2'].map(edges)).toEqual([
      ...['top left', 'top', 'top right', 'bottom left', 'bottom', 'right bottom', ''],
    ]);
    await userEvent.click(grid.control('r2 c2'), { modifiers: ['Control'] });
    expect(['r1 c2', 'r2 c1', 'r2 c2', 'r2 c3'].map(edges)).toEqual([
      ...['top bottom', 'right bottom left', '', 'right bottom left'],
    ]);
  });

  it('Shift draws to a cell, Ctrl adds one or takes it out, and a plain click ends it and presses', async () => {
    const model = someModel(rows, columns);
    const grid = await someGrid(model);
    await userEvent.click(grid.control('r1 c1'));
    await userEvent.click(grid.control('r2 c3'), { modifiers: ['Shift'] });
    expect(selected(grid)).toEqual({ names: names(1, 2, 1, 3), cells: 6 });
    await userEvent.click(grid.control('r5 c0'), { modifiers: ['Control'] });
    expect(selected(grid)).toEqual({ names: [...names(1, 2, 1, 3), 'r5 c0'], cells: 7 });
    await userEvent.click(grid.control('r1 c2'), { modifiers: ['Control'] });
    expect(selected(grid).cells).toBe(6);
    expect(selected(grid).names).not.toContain('r1 c2');
    expect(model.pressed).toEqual(['r1 c1']);
    await userEvent.click(grid.control('r6 c1'));
    expect(selected(grid)).toEqual({ names: [], cells: 0 });
    expect(model.pressed).toEqual(['r1 c1', 'r6 c1']);
  });

  it('a head selects its whole row or column, Shift all up to it', async () => {
    const grid = await someGrid(someModel(rows, columns));
    await userEvent.click(headOf(grid, 'r2'));
    expect(selected(grid)).toEqual({ names: names(2, 2, 0, 5), cells: 30 });
    await userEvent.click(headOf(grid, 'r4'), { modifiers: ['Shift'] });
    expect(selected(grid)).toEqual({ names: names(2, 4, 0, 5), cells: 90 });
    await userEvent.click(headOf(grid, 'c1'), { modifiers: ['Control'] });
    expect(selected(grid).cells).toBe(90 + 97);
    await userEvent.click(headOf(grid, 'c3'));
    expect(selected(grid)).toEqual({ names: names(0, 9, 3, 3), cells: 100 });
  });
});

describe('by keys', () => {
  it('Shift with an arrow draws, an arrow alone ends it', async () => {
    const grid = await someGrid(someModel(rows, columns));
    grid.engine.moveTo(at(1, 1));
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
    expect(selected(grid)).toEqual({ names: names(1, 2, 1, 2), cells: 4 });
    expect(grid.focused()).toBe('r2 c2');
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(selected(grid)).toEqual({ names: names(1, 2, 1, 1), cells: 2 });
    await userEvent.keyboard('{ArrowLeft}');
    expect(selected(grid)).toEqual({ names: [], cells: 0 });
  });

  it('Ctrl+A selects all, Ctrl+Space the columns, Shift+Space the rows, Escape nothing', async () => {
    const grid = await someGrid(someModel(rows, columns));
    grid.engine.moveTo(at(2, 2));
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(selected(grid)).toEqual({ names: names(0, 9, 0, 5), cells: 3_000 });
    await userEvent.keyboard('{Escape}');
    expect(selected(grid).cells).toBe(0);
    await userEvent.keyboard('{Control>} {/Control}');
    expect(selected(grid)).toEqual({ names: names(0, 9, 2, 2), cells: 100 });
    await userEvent.keyboard('{Escape}{Shift>} {/Shift}');
    expect(selected(grid)).toEqual({ names: names(2, 2, 0, 5), cells: 30 });
    expect(grid.engine.selection.whole).toBe('rows');
  });

  it('Ctrl+A is the key of that letter, and of that place where the keyboard has other letters', async () => {
    const grid = await someGrid(someModel(rows, columns));
    grid.engine.moveTo(at(2, 2));
    const press = (key: string, code: string) => {
      const more = { ctrlKey: true, bubbles: true, cancelable: true };
      const event = new KeyboardEvent('keydown', { key, code, ...more });
      document.activeElement?.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([press('q', 'KeyA'), selected(grid).cells]).toEqual([false, 0]); // AZERTY
    expect([press('ф', 'KeyA'), selected(grid).cells]).toEqual([true, 3_000]); // Russian
    await userEvent.keyboard('{Escape}');
    expect([press('a', 'KeyQ'), selected(grid).cells]).toEqual([true, 3_000]);
  });
});

describe('a selection', () => {
  it('is told of each time it is another one', async () => {
    const { engine, selections } = await someGrid(someModel(rows, columns));
    engine.selectAll();
    expect(selections()).toBe(1);
    engine.selectNothing();
    engine.selectNothing();
    expect(selections()).toBe(2);
  });

  it('shows in whatever cells come into view', async () => {
    const grid = await someGrid(someModel(rows, columns));
    grid.engine.select({ top: 40, bottom: 41, left: 3, right: 4 }, at(40, 3));
    expect(selected(grid).names).toEqual([]);
    await grid.scroll({ top: 1_200 });
    expect(selected(grid).names).toEqual(names(40, 41, 3, 4));
    await grid.scroll({ top: 0 });
    expect(selected(grid).names).toEqual([]);
  });

  it('stays where a new model has the same cells there, and ends where it has not', async () => {
    const grid = await someGrid(someModel(rows, columns));
    grid.engine.select({ top: 1, bottom: 2, left: 1, right: 2 }, at(1, 1));
    grid.engine.setModel(someModel(rows, columns));
    expect(selected(grid)).toEqual({ names: names(1, 2, 1, 2), cells: 4 });
    grid.engine.setModel(someModel([...rows.slice(1), 'new'], columns));
    expect(selected(grid)).toEqual({ names: [], cells: 0 });
    expect(grid.selections()).toBe(2);
  });
});
