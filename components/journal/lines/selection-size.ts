import type { SelectedStrip } from '@/components/grid/grid-selection';
import type { JournalRow } from '@/lib/contract/journal/journal';

/** So many lines are added up or copied at most; the file and the sums of all lines know no such limit. */
export const mostSelectedLines = 5_000;

/** All lines of some rows, the last one among them; a signal ends the reading. */
export type Read = (top: number, bottom: number, signal?: AbortSignal) => Promise<readonly JournalRow[]>;

/** How many lines are selected. */
export function linesIn(strips: readonly SelectedStrip[]): number {
  return strips.reduce((sum, { top, bottom }) => sum + bottom - top + 1, 0);
}

/** How many cells are selected. */
export function cellsIn(strips: readonly SelectedStrip[]): number {
  const across = (runs: SelectedStrip['runs']) =>
    runs.reduce((sum, { left, right }) => sum + right - left + 1, 0);
  return strips.reduce((sum, { top, bottom, runs }) => sum + (bottom - top + 1) * across(runs), 0);
}
