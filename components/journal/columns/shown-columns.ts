import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { JournalShown } from '../journal-parameters';

/** A column as it is drawn: which field, and how wide in px. */
export interface LineColumn {
  field: JournalField;
  width: number;
  /** What a cell shows of a text, in two parts of which the second is never cut. */
  partsOf?: ((text: string) => TextParts) | undefined;
  /** How long the bar beside its text is in a row, from 0 to 1. */
  barAt?: (row: number) => number;
  /** It is as wide as the others leave room for: no head, key or press makes it another width. */
  isFixed?: boolean;
  /** It is no field: it stands where it stands, its head does nothing, and its cells have their whole text as title. */
  isStill?: boolean;
}

export type TextParts = readonly [string, string];

/**
 * The columns as they stand in the grid: those that stay in view come first. The address and the browser's layout alone
 * tell it, so that the first view needs no more; who arranges columns does it by their model (journal-table.ts).
 * @param names what is shown, in order.
 * @param hidden columns that are left out for now, being empty.
 * @returns with how many of them stay in view.
 */
export function shownColumns(
  names: readonly string[],
  hidden: readonly string[],
  { widths, pins }: Pick<JournalShown, 'widths' | 'pins'>,
): { columns: LineColumn[]; frozen: number } {
  const shown = new Set(names);
  for (const name of hidden) shown.delete(name);
  const staying = pins.filter((name) => shown.delete(name));
  const columns = [...staying, ...shown].flatMap((name) => {
    const field = journalField(name);
    return field ? [{ field, width: widths[name] ?? field.width }] : [];
  });
  return { columns, frozen: staying.length };
}
