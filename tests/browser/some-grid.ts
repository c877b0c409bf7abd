import { onTestFinished } from 'vitest';
import { GridEngine } from '@/components/grid/grid-engine';
import type { GridCell, GridModel, GridPosition } from '@/components/grid/grid-model';

/** A cell whose control is a button with its place as text. */
interface ButtonCell extends GridCell {
  element: HTMLElement;
  control: HTMLButtonElement;
}

/** Names of rows and columns from 0 on, such as `r7` and `c3`. */
export const named = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${letter}${String(at)}`);

/** What a grid of buttons shows: each cell its row's and its column's name, as in `r7 c3`. */
export interface SomeModel extends GridModel<ButtonCell> {
  /** Cells that were pressed, as they are named. */
  pressed: string[];
}

export function someModel(
  rows: readonly string[],
  columns: readonly string[],
  more: Partial<GridModel<ButtonCell>> = {},
): SomeModel {
  const pressed: string[] = [];
  const nameOf = (row: number, column: number): string => `${rows[row] ?? ''} ${columns[column] ?? ''}`;
  return {
    rowCount: rows.length,
    rowHeight: 30,
    headHeight: 40,
    columns: { count: columns.length, least: 80, most: 80 },
    pinned: [{ key: 'name', label: 'Name', width: 120, namesRow: true }],
    order: null,
    createCell: () => {
      const element = document.createElement('div');
      element.setAttribute('role', 'gridcell');
      const control = document.createElement('button');
      control.tabIndex = -1;
      element.append(control);
      return { element, control };
    },
    paintCell: ({ control }, row, column) => (control.textContent = nameOf(row, column)),
    paintHeader: (element, column) => (element.textContent = columns[column] ?? ''),
    paintPinned: (element, row) => (element.textContent = rows[row] ?? ''),
    focusTarget: ({ control }) => control,
    press: (row, column) => {
      pressed.push(nameOf(row, column));
      return false;
    },
    rowKey: (row) => rows[row] ?? '',
    rowOfKey: (key) => rows.indexOf(key),
    columnKey: (column) => columns[column] ?? '',
    columnOfKey: (key) => columns.indexOf(key),
    pressed,
    ...more,
  };
}

/** A grid on the page of a test, 600 px wide and 340 high: ten rows and six columns are in view. */
export interface SomeGrid {
  root: HTMLElement;
  engine: GridEngine<ButtonCell>;
  /** The control of a cell by its name; fails where it is not shown. */
  control: (name: string) => HTMLButtonElement;
  /** Names of the cells that are painted and in view, row by row. */
  shown: () => string[];
  /** What of a cell's name is in focus: the cell, `grid` for the grid itself, or null. */
  focused: () => string | null;
  /** How many times another selection was told of. */
  selections: () => number;
  scroll: (to: Partial<{ top: number; left: number }>) => Promise<void>;
}

/** Draws a grid that goes with its test, and hands on what is told of selections. */
export async function someGrid(model: SomeModel): Promise<SomeGrid> {
  const root = document.createElement('div');
  root.style.cssText = 'width: 600px; height: 340px';
  document.body.append(root);
  let told = 0;
  const engine = new GridEngine(root, model, { selection: () => told++ });
  onTestFinished(() => {
    engine.destroy();
    root.remove();
  });
  await painted();
  const controls = (): HTMLButtonElement[] =>
    [...root.querySelectorAll('button')].filter((button) => button.checkVisibility());
  return {
    root,
    engine,
    control: (name) => {
      const found = controls().find((button) => button.textContent === name);
      if (!found) throw new Error(`The grid shows no ${name}.`);
      return found;
    },
    shown: () => {
      const box = root.getBoundingClientRect();
      return controls()
        .map((button) => ({ name: button.textContent, place: button.getBoundingClientRect() }))
        .filter(
          ({ place: { top, bottom, left, right } }) =>
            bottom > box.top + 40 && top < box.bottom && right > box.left + 120 && left < box.right,
        )
        .sort((a, b) => a.place.top - b.place.top || a.place.left - b.place.left)
        .map(({ name }) => name);
    },
    focused: () => {
      const { activeElement } = document;
      if (activeElement === root) return 'grid';
      return root.contains(activeElement) ? (activeElement?.textContent ?? null) : null;
    },
    selections: () => told,
    scroll: async (to) => {
      root.scrollTo({ top: to.top ?? root.scrollTop, left: to.left ?? root.scrollLeft });
      await painted();
    },
  };
}

/** Resolves when the browser has told of what happened and painted it. */
export function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
}

/** A place in the body of a grid. */
export const at = (row: number, column: number): GridPosition => ({ row, column });

/** A press so many px beside the middle of a control; it lands on what it is dispatched at. */
export function pressBeside(control: Element, pointerType: string, beside: number): PointerEvent {
  const { left, top, width, height } = control.getBoundingClientRect();
  return new PointerEvent('click', {
    ...{ bubbles: true, cancelable: true, detail: 1, pointerType },
    clientX: left + width / 2 + beside,
    clientY: top + height / 2,
  });
}
