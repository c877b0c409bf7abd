'use client';

import { useLayoutEffect, useMemo, useRef, useState, type ClipboardEvent, type MouseEvent } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { SelectedStrip } from '@/components/grid/grid-selection';
import { VirtualGrid } from '@/components/grid/virtual-grid';
import { classNames } from '@/components/ui/class-names';
import { isPlainPress } from '@/components/ui/plain-press';
import { densityPreference } from '@/components/ui/preferences';
import { shortcutKey } from '@/components/ui/keys/typed-key';
import { usePreference } from '@/components/ui/use-preference';
import type { JournalRow } from '@/lib/contract/journal/journal';
import frame from '../frame.module.css';
import { LinesActions, type LinesActionParts } from './lines-actions';
import styles from './lines-grid.module.css';
import { createLinesModel, rowHeadsOf, rowKeysOf, type LineCell, type RowHead } from './lines-model';

interface LinesGridProps extends LinesActionParts {
  /** How many columns, from the first, stay in view where it has room for them. */
  frozen: number;
  /** The lines belong to the question before. */
  isOld: boolean;
  isBusy: boolean;
  /** Told which row the person stands on. */
  onStand: (row: number) => void;
  /** Told what is selected; nothing while only one cell is stood on. */
  onSelection: (selected: readonly SelectedStrip[]) => void;
  onEngine: (engine: GridEngine<LineCell> | null) => void;
  onCopy: (isWithHeads: boolean) => void;
  label: string;
  rowHeadLabel: string;
  rowHead: (line: JournalRow, row: number) => RowHead;
  /** A finger, which has no double press, opens a row by any of its cells. */
  opensByTap?: boolean;
  /** A row that adds up the others. */
  totalRow?: number | null;
}

/** Lines as a grid on the engine: every cell can be stood on, and the heads sort, move and widen their columns. */
export function LinesGrid(props: LinesGridProps) {
  const { columns, lines, sort, frozen, isOld, isBusy, label, rowHeadLabel, rowHead, onCopy } = props;
  const { totalRow = null } = props;
  const hasMenus = props.onMenu !== null;
  const rowHeight = usePreference(densityPreference) === 'compact' ? 32 : 40;
  const [actions] = useState(() => new LinesActions(props));
  /** Whether the last press was a finger's: not every browser tells it of a click. */
  const isTouch = useRef(false);
  useLayoutEffect(() => actions.use(props));
  const version = lines.isCounted ? `${lines.listKey} ${String(lines.count)}` : lines.listKey;
  const rowHeads = useMemo(() => rowHeadsOf(rowHeadLabel), [rowHeadLabel]);
  const rowKeys = useMemo(() => rowKeysOf(version), [version]);
  const model = useMemo(
    () =>
      createLinesModel({
        ...{ columns, rowHeight, sort, rowKeys, frozen },
        rowCount: lines.count,
        lineAt: lines.at,
        ...{ rowHeads, rowHead, totalRow, hasMenus },
        open: actions.open,
        heads: actions.heads,
      }),
    [columns, rowHeight, sort, rowKeys, lines, frozen, actions, rowHeads, rowHead, totalRow, hasMenus],
  );
  return (
    <div
      className={isOld ? 'h-full opacity-60' : 'h-full'}
      aria-busy={isBusy}
      onPointerDown={({ nativeEvent }) => {
        isTouch.current = nativeEvent.pointerType === 'touch';
        actions.pointing.down(nativeEvent);
      }}
      onClick={(event) => {
        const row = rowToOpen(event, isTouch.current && props.opensByTap === true);
        if (row === null) return;
        event.preventDefault();
        actions.open(row);
      }}
      onDoubleClick={({ nativeEvent, target }) => {
        actions.pointing.twice(nativeEvent);
        const isCell = target instanceof Element && target.closest('[role="gridcell"]') !== null;
        if (isCell && actions.engine) actions.open(actions.engine.active.row);
      }}
      onFocus={() => actions.engine && props.onStand(actions.engine.active.row)}
      onCopy={(event: ClipboardEvent) => {
        if (isTextSelected()) return; // Safari tells of a copy only then: the key is heard below
        event.preventDefault();
        onCopy(false);
      }}
      onKeyDown={(event) => {
        const { ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
        if (!(ctrlKey || metaKey) || altKey || shortcutKey(nativeEvent) !== 'c') return;
        if (!shiftKey && isTextSelected()) return;
        event.preventDefault();
        onCopy(shiftKey);
      }}
    >
      <VirtualGrid
        model={model}
        label={label}
        isReadOnly
        listKey={lines.listKey}
        keepsPlace
        onEngine={(engine) => {
          actions.setEngine(engine);
          props.onEngine(engine);
        }}
        onSelection={(selection) => props.onSelection(selection.strips())}
        className={classNames(styles.grid, frame.box, 'h-full text-sm')}
      />
    </div>
  );
}

function isTextSelected(): boolean {
  return window.getSelection()?.isCollapsed === false;
}

/** The row whose number, or any cell by a tap, is pressed plainly: its line opens here, and its address is for another tab. */
function rowToOpen(event: MouseEvent, isByTap: boolean): number | null {
  const pressed =
    event.target instanceof Element ? event.target.closest(isByTap ? 'a,[role="gridcell"]' : 'a') : null;
  if (pressed === null || !isPlainPress(event)) return null;
  return Number(pressed.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2; // the head is the first row
}
