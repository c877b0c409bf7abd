import type { GridEngine } from './grid-engine';
import type { GridCell, GridHeading, GridModel } from './grid-model';
import { GridPool } from './grid-pool';
import { GridSelection } from './grid-selection';
import styles from './grid.module.css';

type ColumnSlots = Pick<GridPool<GridCell>, 'frozen' | 'columnSlots'>;

/**
 * Keeps the row in view that heads those which are looked at, below the heads of the columns: a copy for the eye and the
 * pointer. Screen readers and keys have the row itself.
 */
export class StickyHeading<Cell extends GridCell> implements GridHeading<Cell> {
  readonly #engine: GridEngine<Cell>;
  readonly #place = document.createElement('div');
  #pool: GridPool<Cell> | null = null;
  #model: GridModel<Cell> | null = null;
  #row = -1;

  constructor(engine: GridEngine<Cell>) {
    this.#engine = engine;
    this.#place.className = styles.heading ?? '';
    this.#place.ariaHidden = 'true';
    this.#place.addEventListener('mousedown', (event) => event.preventDefault()); // the focus stays in the rows
    this.#place.addEventListener('click', (event) => this.#press(event));
  }

  /** Shows the row that heads the first one in view, pushed up by the next of its like. */
  show(model: GridModel<Cell>, top: number, column: number, columns: ColumnSlots): void {
    const { rowHeight, rowCount, headingOf } = model;
    const first = Math.floor(top / rowHeight);
    const headOf = (row: number) => (row < rowCount ? (headingOf?.(row) ?? row) : row);
    this.#row = headOf(first);
    const next = headOf(first + 1);
    const isHead = this.#row < first || next === first; // else nothing in view belongs to it
    this.#place.hidden = !isHead || top <= this.#row * rowHeight;
    if (this.#place.hidden) return;
    const own = this.#poolFor(model, columns);
    own.show(this.#row, column, this.#row * rowHeight);
    this.#place.style.translate = next > first ? `0 ${first * rowHeight - top}px` : '';
  }

  repaint(): void {
    this.#pool?.forget();
  }

  /** A pool of one row, as wide as that of the grid. */
  #poolFor(model: GridModel<Cell>, { frozen, columnSlots }: ColumnSlots): GridPool<Cell> {
    if (this.#model !== model || this.#pool?.columnSlots !== columnSlots) {
      this.#model = model;
      this.#pool = new GridPool(() => model, frozen, new GridSelection());
      this.#pool.grow(1, columnSlots);
      const pinned = model.pinned.reduce((sum, { width }) => sum + width, 0);
      this.#pool.resize(pinned + model.columns.size, model.rowHeight);
      this.#place.replaceChildren(this.#pool.body);
    }
    if (!this.#place.isConnected) this.#engine.root.firstElementChild?.after(this.#place);
    return this.#pool;
  }

  /** Goes where the row itself lies; from its name it is pressed there too. */
  #press({ target }: MouseEvent): void {
    const row = this.#row;
    this.#engine.show({ row, column: this.#engine.active.column });
    const isName = target instanceof Element && target.closest('[role="rowheader"]') !== null;
    if (isName) this.#engine.model.pressRow?.(row);
  }
}
