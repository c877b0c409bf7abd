import { positionAfterKey, type GridExtent } from '@/components/grid/grid-keys';
import type { GridPosition } from '@/components/grid/grid-model';
import type { GridRange, WholeLines } from '@/components/grid/grid-selection';
import { shortcutKey } from '@/components/ui/keys/typed-key';

/** What keys act on in a table; row -1 is the heads. */
export interface TableKeysHost {
  active: GridPosition;
  extent: GridExtent;
  /** Rows without those that stay in view below them. */
  bodyRows: number;
  /** The range that was drawn last; null: nothing is selected. */
  lastRange: () => GridRange | null;
  moveTo: (position: GridPosition) => void;
  extendTo: (position: GridPosition) => void;
  select: (range: GridRange, whole: WholeLines) => void;
  /** Selects nothing; answers whether anything was selected. */
  clear: () => boolean;
  /** Opens a row, or follows the link of its cell. */
  press: (position: GridPosition) => void;
  /** Turns the page. */
  turn: (by: 1 | -1) => void;
  pressHead: (column: number, isMore: boolean) => void;
  /** A key on a head; answers whether it meant something. */
  headKey: (column: number, event: KeyboardEvent) => boolean;
}

/** Does what a key means in a table (WAI-ARIA grid pattern); answers whether it meant something. */
export function tableKey(event: KeyboardEvent, host: TableKeysHost): boolean {
  const { active, extent } = host;
  const isFar = event.ctrlKey || event.metaKey;
  const isPress = event.key === ' ' || event.key === 'Enter';
  const isHead = active.row < 0;
  if (extent.rows === 0 || extent.columns === 0) return false;
  if (selectByKey(event, host)) return true;
  if (isPress && (isFar || event.altKey)) return false;
  if (isPress && event.repeat) return true;
  if (isPress) {
    if (isHead) host.pressHead(active.column, event.shiftKey);
    else host.press(active);
    return true;
  }
  if (isHead && host.headKey(active.column, event)) return true;
  const by = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : null;
  const isAtEnd = by === 1 ? active.row >= host.bodyRows - 1 : active.row === 0;
  if (by !== null && isAtEnd && !event.shiftKey && !isFar && !event.altKey) {
    host.turn(by);
    return true;
  }
  const next = positionAfterKey(active, event, extent);
  if (next === null) return false;
  if (event.shiftKey && !isHead) host.extendTo({ row: Math.max(0, next.row), column: next.column });
  else {
    host.moveTo(isHead && staysInHeads(event.key, isFar) ? { row: -1, column: next.column } : next);
    host.clear();
  }
  return true;
}

function staysInHeads(key: string, isFar: boolean): boolean {
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  return isSideways || (!isFar && key !== 'ArrowDown' && key !== 'PageDown');
}

/** Ctrl+A selects all, Ctrl+Space columns, Shift+Space rows, Escape nothing. */
function selectByKey(event: KeyboardEvent, host: TableKeysHost): boolean {
  const { active, extent } = host;
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
