import type { GridSelection } from '@/components/grid/grid-selection';
import type { MatrixRows } from '@/lib/domain/access/filter/bands';

/** How many assignments are selected, of how many records and entities. */
export interface SelectedCounts {
  cells: number;
  rows: number;
  columns: number;
}

/** How much is selected, each counted once: records of bands too. */
export function selectedCounts(rows: MatrixRows, selection: GridSelection): SelectedCounts {
  const counts = { cells: 0, rows: 0, columns: selection.counts().columns };
  const strips = selection.strips();
  for (const { top, bottom, runs } of strips) {
    const records = rows.recordsIn(top, bottom, strips.length === 1).length;
    counts.rows += records;
    for (const { left, right } of runs) counts.cells += records * (right - left + 1);
  }
  return counts;
}
