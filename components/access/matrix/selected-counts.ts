import type { GridSelection } from '@/components/grid/grid-selection';
import type { MatrixRows } from '@/lib/domain/access/filter/bands';

/** How many assignments are selected, of how many records and entities. */
export interface SelectedCounts {
  cells: number;
  rows: number;
  columns: number;
}

/** How much is selected, each counted once; a band's head counts as its records. */
export function selectedCounts(rows: MatrixRows, selection: GridSelection): SelectedCounts {
  const counts = { cells: 0, rows: 0, columns: selection.counts().columns };
  const strips = selection.strips();
  rows.recordsOf(strips).forEach(({ length }, at) => {
    counts.rows += length;
    for (const { left, right } of strips[at]?.runs ?? []) counts.cells += length * (right - left + 1);
  });
  return counts;
}
