import type { GridEngine } from '@/components/grid/grid-engine';
import type { SelectedStrip } from '@/components/grid/grid-selection';
import { notify } from '@/components/ui/feedback/toast-store';
import { putOnClipboard, type ClipboardContent } from '@/components/ui/put-on-clipboard';
import type { JournalField } from '@/lib/domain/journal/fields';
import { inDigits } from '@/lib/domain/reader-formats';
import type { LineCell } from './lines-model';
import { linesIn, mostSelectedLines, type Read } from './selection-size';

interface CopiedCells {
  engine: GridEngine<LineCell>;
  /** None: the cell that is stood on. */
  selected: readonly SelectedStrip[];
  fields: readonly JournalField[];
  read: Read;
}

/** Copies what is selected as spreadsheets take it, and says whether that could be done. As `putOnClipboard` it is called in the task of the key. */
export function copyCells({ engine, selected, fields, read }: CopiedCells, isWithHeads: boolean): void {
  const { row, column } = engine.active;
  if (row < 0 && selected.length === 0) return; // the head of a column is stood on
  const one = { top: row, bottom: row, runs: [{ left: column, right: column }] };
  const strips = selected.length > 0 ? selected : [one];
  if (linesIn(strips) > mostSelectedLines)
    return void notify.problem(
      'Not copied',
      `More than ${inDigits(mostSelectedLines)} lines are selected. Select fewer, or export them.`,
    );
  const cells = async () => {
    const { selectedCells } = await import('./selected-cells');
    return selectedCells(strips, fields, read, isWithHeads);
  };
  void put(cells);
}

/** @param cells reads the selected cells; a second try calls it again. */
async function put(cells: () => Promise<ClipboardContent>): Promise<void> {
  const again = (how: typeof cells) => ({ action: { label: 'Copy', onPress: () => void put(how) } });
  const coming = cells();
  try {
    await putOnClipboard(coming);
    notify.success('Copied');
  } catch {
    const known = await coming.catch(() => null);
    if (known === null)
      notify.problem('Not copied', 'Some of the lines could not be read. Try again.', again(cells));
    else
      notify.problem(
        'Not copied',
        'The browser did not allow it. Press Copy to try again.',
        again(() => Promise.resolve(known)),
      );
  }
}
