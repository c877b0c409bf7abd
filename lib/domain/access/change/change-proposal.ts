import type { Cell } from '@/lib/contract/access/access';
import type { CellState } from '@/lib/domain/access/matrix';

/** What is to become of assignments; `invert`: each gets the other value. */
export type BulkAction = 'give' | 'remove' | 'invert';

/** A change that is staged, reviewed, or waits for its change set: the value the cell is to have. */
export interface WantedChange {
  readonly cell: Cell;
  readonly wanted: boolean;
}

/** Changes that are to be looked through before they are made. */
export interface Proposal {
  changes: readonly WantedChange[];
  /** Assignments that were meant too: already match, are not set up, or are more than one set takes. */
  already: number;
  absent: number;
  isCut: boolean;
}

/** One assignment of a proposal, by index in its matrix. */
export interface ProposedCell {
  record: number;
  entity: number;
  /** The value it is to have. */
  wanted: boolean;
}

/** Tells the value of an assignment as the person sees it, which may be newer than the matrix. */
export type ReadCell = (record: number, entity: number) => CellState;

/**
 * The assignments of records x entities that a bulk action changes, in the order given. Those that have the wanted value, and
 * those that do not exist, are counted and left out.
 * @param most the walk ends when so many were found; `isCut` then says so.
 */
export function propose(
  seen: ReadCell,
  records: Iterable<number>,
  entities: Iterable<number>,
  action: BulkAction,
  most: number,
): { cells: ProposedCell[]; already: number; absent: number; isCut: boolean } {
  const columns = [...entities];
  const cells: ProposedCell[] = [];
  let already = 0;
  let absent = 0;
  for (const record of records)
    for (const entity of columns) {
      const now = seen(record, entity);
      if (now === 'none') absent++;
      else if (action !== 'invert' && (now === 'granted') === (action === 'give')) already++;
      else if (cells.length === most) return { cells, already, absent, isCut: true };
      else cells.push({ record, entity, wanted: action === 'invert' ? now === 'denied' : action === 'give' });
    }
  return { cells, already, absent, isCut: false };
}

/**
 * Parts changes into those that are still to be made and the others, which came to be so meanwhile, or whose assignment
 * is no more.
 * @param now the value that the person sees.
 */
export function stillToMake<C extends { wanted: boolean }>(
  changes: readonly C[],
  now: (change: C) => CellState,
): { changes: C[]; others: C[]; already: number; absent: number } {
  const parts = { changes: [] as C[], others: [] as C[], already: 0, absent: 0 };
  for (const change of changes) {
    const state = now(change);
    const isOpen = state !== 'none' && (state === 'granted') !== change.wanted;
    (isOpen ? parts.changes : parts.others).push(change);
    if (state === 'none') parts.absent++;
    else if (!isOpen) parts.already++;
  }
  return parts;
}
