import type { GridSelection } from '@/components/grid/grid-selection';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixRows } from '@/lib/domain/access/filter/bands';

/** A matrix, its rows, and the entity indices in the order shown. */
export interface ShownParts {
  matrix: AccessMatrix;
  rows: MatrixRows;
  entities: Uint32Array;
}

/** How many assignments are selected, of how many records and entities. */
export interface SelectedCounts {
  cells: number;
  rows: number;
  columns: number;
  /** ID of the only entity; null: there are several, or none. */
  entity: string | null;
}

/** What is counted where nothing is selected. */
export const nothingSelected: SelectedCounts = { cells: 0, rows: 0, columns: 0, entity: null };

/** How much is selected, each counted once; a band's head counts as its records. */
export function selectedCounts(
  { matrix, rows, entities }: ShownParts,
  selection: GridSelection,
): SelectedCounts {
  const { columns } = selection.counts();
  const only = columns === 1 ? entities[selection.ranges[0]?.left ?? -1] : undefined;
  const counts = { ...nothingSelected, columns, entity: only === undefined ? null : matrix.entityId(only) };
  const strips = selection.strips();
  rows.recordsOf(strips).forEach(({ length }, at) => {
    counts.rows += length;
    for (const { left, right } of strips[at]?.runs ?? []) counts.cells += length * (right - left + 1);
  });
  return counts;
}
