import {
  positionAfterKey,
  selectByKey,
  type GridExtent,
  type SelectingHost,
} from '@/components/grid/grid-keys';
import type { GridPosition } from '@/components/grid/grid-model';

/** What keys act on in a table; row -1 is the heads. */
export interface TableKeysHost extends SelectingHost {
  extent: GridExtent;
  /** Rows without those that stay in view below them. */
  bodyRows: number;
  moveTo: (position: GridPosition) => void;
  extendTo: (position: GridPosition) => void;
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
    host.moveTo(next);
    host.clear();
  }
  return true;
}
