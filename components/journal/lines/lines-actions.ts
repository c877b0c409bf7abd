import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridHeads } from '@/components/grid/grid-model';
import type { SortKey } from '@/lib/domain/journal/query';
import { headPointing, isMenu, type ColumnArrangement, type HeadActions } from '../columns/head-pointing';
import { nextSort } from '../columns/next-sort';
import { fittingWidth, type LineCell, type LineColumn } from './lines-model';
import type { JournalRow } from '@/lib/contract/journal/journal';

/** Does something with the columns. */
export type Arrange = (does: (columns: ColumnArrangement) => void) => void;

/** What the keys and presses of a grid of lines act on. */
export interface LinesActionParts {
  arrange: Arrange;
  /** Whether columns can be moved; how wide they are can always be changed. */
  areMovable: boolean;
  columns: readonly LineColumn[];
  lines: GridLines;
  sort: readonly SortKey[];
  onSort: (sort: SortKey[]) => void;
  onOpen: (row: number) => void;
  /** A column's menu is asked for, at its head; null: columns have none. */
  onMenu: ((field: string, head: HTMLElement) => void) | null;
}

/** The rows of a grid. */
export interface GridLines {
  /** Another key is another list. */
  listKey: string;
  count: number;
  isCounted: boolean;
  at: (row: number) => JournalRow | undefined;
}

/** Px by which a key makes a column wider or narrower. */
const widthStep = 16;

/** What the keys and presses of a grid of lines do, always to what is shown: the grid's model outlives a drawing. */
export class LinesActions {
  readonly pointing = headPointing(() => this.#columns());
  #engine: GridEngine<LineCell> | null = null;
  #parts: LinesActionParts;

  constructor(parts: LinesActionParts) {
    this.#parts = parts;
  }

  /** They act on this from now on. */
  use(parts: LinesActionParts): void {
    this.#parts = parts;
  }

  /** The grid whose they are; null where it is gone. */
  get engine(): GridEngine<LineCell> | null {
    return this.#engine;
  }

  setEngine(engine: GridEngine<LineCell> | null): void {
    this.#engine = engine;
  }

  /** Opens the line of a row. */
  readonly open = (row: number): void => {
    if (this.#parts.lines.at(row) !== undefined) this.#parts.onOpen(row);
  };

  readonly heads: GridHeads = {
    press: (at, event) => {
      const { columns, sort, onSort } = this.#parts;
      const { field, isStill } = columns[at] ?? {};
      if (
        field === undefined ||
        isStill ||
        (event instanceof MouseEvent && event.detail > 0 && this.pointing.wasDragged())
      )
        return;
      if (isMenu(event.target)) this.#askMenu(field.name);
      else if (field.kind !== 'etag') onSort(nextSort(sort, field.name, event.shiftKey));
    },
    key: (at, event) => {
      const { arrange, areMovable, columns } = this.#parts;
      const column = columns[at];
      if (
        column === undefined ||
        column.isStill ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey === event.altKey
      )
        return false;
      const { name } = column.field;
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
      if (by !== null && event.shiftKey) {
        if (!areMovable) return false;
        arrange((all) => all.step(name, by));
      } else if (by !== null) {
        if (column.isFixed === true) return false;
        arrange((all) => all.resize(name, column.width + by * widthStep));
      } else if (event.altKey && event.key === 'ArrowDown') this.#askMenu(name);
      else return false;
      return true;
    },
  };

  #askMenu(field: string): void {
    const head = this.#engine?.root.querySelector<HTMLElement>(
      `[role="columnheader"][data-field="${CSS.escape(field)}"]`,
    );
    if (head) this.#parts.onMenu?.(field, head);
  }

  #columns(): HeadActions {
    const { arrange, areMovable, columns, lines } = this.#parts;
    const resize = (field: string, width: number): void => arrange((all) => all.resize(field, width));
    return {
      widthOf: (field) => columns.find((column) => column.field.name === field)?.width ?? 0,
      resize,
      move: areMovable
        ? (field, beside, isAfter) => arrange((all) => all.move(field, beside, isAfter))
        : null,
      fit: (field) => {
        const shown = this.#parts.columns.find((column) => column.field.name === field)?.field;
        const width = shown && this.#engine && fittingWidth(shown, lines.at, this.#engine.view);
        if (width != null) resize(field, width);
      },
    };
  }
}
