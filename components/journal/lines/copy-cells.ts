import type { GridEngine } from '@/components/grid/grid-engine';
import type { SelectedStrip } from '@/components/grid/grid-selection';
import { notify } from '@/components/ui/feedback/toast-store';
import type { JournalField } from '@/lib/domain/journal/fields';
import { inDigits } from '@/lib/domain/reader-formats';
import type { LineCell } from './lines-model';
import { selectedText } from './selected-cells';
import { mostSelectedLines, type Read } from './selection-size';

interface CopiedCells {
  engine: GridEngine<LineCell>;
  /** None: the cell that is stood on. */
  selected: readonly SelectedStrip[];
  fields: readonly JournalField[];
  read: Read;
}

/** Copies what is selected as spreadsheets take it, and says whether that could be done. */
export async function copyCells(
  { engine, selected, fields, read }: CopiedCells,
  isWithHeads: boolean,
): Promise<void> {
  const { row, column } = engine.active;
  if (row < 0 && selected.length === 0) return; // the head of a column is stood on
  const one = { top: row, bottom: row, runs: [{ left: column, right: column }] };
  try {
    const text = await selectedText(selected.length > 0 ? selected : [one], fields, read, isWithHeads);
    if (text === null) {
      notify.problem(
        'Not copied',
        `More than ${inDigits(mostSelectedLines)} lines are selected. Select fewer, or export them.`,
      );
      return;
    }
    await navigator.clipboard.writeText(text);
    notify.success('Copied');
  } catch {
    notify.problem('Not copied', 'The browser did not allow it, or some lines could not be read.');
  }
}
