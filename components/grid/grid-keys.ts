import { shortcutKey } from '@/components/ui/keys/typed-key';
import type { GridPosition } from './grid-model';
import type { GridRange, WholeLines } from './grid-selection';

/** What the keyboard needs to know of a grid. */
export interface GridExtent {
  rows: number;
  columns: number;
  /** Rows that PageUp and PageDown move by. */
  page: number;
  /** Whether the arrow up leads from the first row to the heads, row -1. */
  hasHeads?: boolean;
}

/** The parts of a keyboard event that decide. */
export interface GridKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * Where a key moves the active cell, or null when the key is none of the grid's. Arrows by one, Home and End within
 * the row, with Ctrl (or Cmd) to the first and last cell, PageUp and PageDown by a view (WAI-ARIA grid pattern). From
 * a head, row -1, most keys lead along the heads.
 */
export function positionAfterKey(
  from: GridPosition,
  event: GridKey,
  extent: GridExtent,
): GridPosition | null {
  const next = positionInBody(from, event, extent);
  return next !== null && from.row < 0 && staysInHeads(event) ? { row: -1, column: next.column } : next;
}

function staysInHeads({ key, ctrlKey, metaKey }: GridKey): boolean {
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  return isSideways || (!ctrlKey && !metaKey && key !== 'ArrowDown' && key !== 'PageDown');
}

function positionInBody(from: GridPosition, event: GridKey, extent: GridExtent): GridPosition | null {
  if (event.altKey || extent.rows === 0 || extent.columns === 0) return null;
  const far = event.ctrlKey || event.metaKey;
  const lastRow = extent.rows - 1;
  const lastColumn = extent.columns - 1;
  const to = (row: number, column: number): GridPosition => ({
    row: Math.max(0, Math.min(row, lastRow)),
    column: Math.max(0, Math.min(column, lastColumn)),
  });
  switch (event.key) {
    case 'ArrowUp':
      if (from.row === 0 && extent.hasHeads === true) return { row: -1, column: from.column };
      return to(far ? 0 : from.row - 1, from.column);
    case 'ArrowDown':
      return to(far ? lastRow : from.row + 1, from.column);
    case 'ArrowLeft':
      return to(from.row, far ? 0 : from.column - 1);
    case 'ArrowRight':
      return to(from.row, far ? lastColumn : from.column + 1);
    case 'Home':
      return to(far ? 0 : from.row, 0);
    case 'End':
      return to(far ? lastRow : from.row, lastColumn);
    case 'PageUp':
      return to(from.row - extent.page, from.column);
    case 'PageDown':
      return to(from.row + extent.page, from.column);
    default:
      return null;
  }
}

/** What keys select in a grid. */
export interface SelectingHost {
  active: GridPosition;
  extent: Pick<GridExtent, 'rows' | 'columns'>;
  /** The range that was drawn last; null: nothing is selected. */
  lastRange: () => GridRange | null;
  select: (range: GridRange, whole: WholeLines) => void;
  /** Selects nothing; answers whether anything was selected. */
  clear: () => boolean;
}

/**
 * Ctrl+A selects all, Ctrl+Space columns, Shift+Space rows, Escape nothing (WAI-ARIA grid pattern); on a head the first
 * and the last of these. Answers whether the key meant something.
 */
export function selectByKey(event: KeyboardEvent, { active, extent, ...host }: SelectingHost): boolean {
  if (event.altKey) return false;
  if (event.key === 'Escape') return host.clear();
  const isControl = event.ctrlKey || event.metaKey;
  const { row, column } = active;
  const last = host.lastRange() ?? { top: row, bottom: row, left: column, right: column };
  const rows = { top: 0, bottom: extent.rows - 1 };
  const across = { left: 0, right: extent.columns - 1 };
  if (isControl && shortcutKey(event) === 'a') host.select({ ...rows, ...across }, 'all');
  else if (row < 0 || event.key !== ' ' || isControl === event.shiftKey) return false;
  else if (isControl) host.select({ ...last, ...rows }, 'columns');
  else host.select({ ...last, ...across }, 'rows');
  return true;
}
