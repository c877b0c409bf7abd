import {
  positionAfterKey,
  selectByKey,
  type GridExtent,
  type SelectingHost,
} from '@/components/grid/grid-keys';
import type { GridPosition } from '@/components/grid/grid-model';

/** Row -1: the heads. */
interface TableKeysHost extends SelectingHost {
  extent: GridExtent;
  bodyRows: number;
  moveTo: (position: GridPosition) => void;
  extendTo: (position: GridPosition) => void;
  /** Opens a row, or follows the cell's link. */
  press: (position: GridPosition) => void;
  turn: (by: 1 | -1) => void;
  pressHead: (column: number, isMore: boolean) => void;
  /** @returns whether the key was handled. */
  headKey: (column: number, event: KeyboardEvent) => boolean;
}

/** Handles a key by the WAI-ARIA grid pattern. @returns whether it did. */
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
