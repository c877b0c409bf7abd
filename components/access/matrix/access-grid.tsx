'use client';

import { useCallback, useEffect, useMemo, useRef, type MouseEvent } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridSelection } from '@/components/grid/grid-selection';
import { VirtualGrid } from '@/components/grid/virtual-grid';
import { shortcutKey } from '@/components/ui/keys/typed-key';
import { isPlainPress } from '@/components/ui/plain-press';
import { useDetailsTarget } from '@/lib/client/address/use-details-target';
import { densityPreference } from '@/components/ui/preferences';
import { isTextSelected } from '@/components/ui/tables/copy-table';
import { useNarrow } from '@/components/ui/window-width';
import { usePreference } from '@/components/ui/use-preference';
import { useConnectionParameter } from '@/lib/client/connection';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { Cell } from '@/lib/contract/access/access';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { DetailsTarget } from '@/lib/domain/access/details-target';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import type { AccessCell } from './access-cell';
import { matrixLabel, rowHeights } from './access-layout';
import { createAccessModel } from './access-model';
import { useAnnounceRemoteEdits } from './use-announce-remote-edits';

interface AccessGridProps {
  matrix: AccessMatrix;
  isComplete: boolean;
  shown: VisibleMatrix;
  /** As `VirtualGrid` has it. */
  listKey: string;
  store: MatrixStore;
  names: MatrixNames;
  isStaging: boolean;
  isReadOnly: boolean;
  describedBy: string;
  /** Folds a band, or unfolds it. */
  onBand: (recordType: string) => void;
  /** Folds a group of entities, or unfolds it. */
  onGroup: (group: string) => void;
  onSelection: (selection: GridSelection) => void;
  onEngine: (engine: GridEngine<AccessCell> | null) => void;
  /** Ctrl+C in the grid, where no text is selected. */
  onCopy: () => void;
}

/** Of more cells than this the whole view is painted again. */
const mostSingly = 200;

/** The matrix as a grid of switches. Presses and marks go past React, straight to the cells. */
export function AccessGrid(props: AccessGridProps) {
  const { matrix, names, store, shown, isComplete, isReadOnly, isStaging, onBand, onGroup } = props;
  const isNarrow = useNarrow();
  const { onEngine: tellEngine } = props;
  const connection = useConnectionParameter();
  const [, askDetails] = useDetailsTarget();
  const engine = useRef<GridEngine<AccessCell> | null>(null);
  const onEngine = (made: GridEngine<AccessCell> | null) => {
    engine.current = made;
    tellEngine(made);
  };

  const rowHeight = rowHeights[usePreference(densityPreference)];
  const [model, version] = useMemo(() => {
    const { rows, entities, columns, counts, sort, isReversed } = shown;
    const list = { rows, entities, columns, counts, sort, isReversed };
    const state = { isComplete, isReadOnly, isNarrow, rowHeight, isStaging };
    const uses = { askDetails, onBand, onGroup };
    const made = createAccessModel({ matrix, store, names, connection, ...list, ...state, ...uses });
    return [made, store.version];
  }, [
    matrix,
    store,
    names,
    connection,
    shown,
    isComplete,
    isReadOnly,
    isNarrow,
    rowHeight,
    isStaging,
    askDetails,
    onBand,
    onGroup,
  ]);

  const { counts } = shown;
  useEffect(() => {
    // What happened between the model's making and this was heard by nobody.
    const isCounted = counts.update();
    if (isCounted || store.version !== version) engine.current?.repaint();
    return store.subscribe((cells) => {
      counts.update(cells);
      if (cells.length > mostSingly) return engine.current?.repaint();
      engine.current?.repaintCells(cells.flatMap((cell) => model.placesOf(cell)));
    });
  }, [store, model, version, counts]);
  const isInView = useCallback(
    (cell: Cell) => engine.current?.isInView(model.placeOf(cell)) === true,
    [model],
  );
  useAnnounceRemoteEdits(store, isInView);
  useEffect(() => {
    const timer = setInterval(() => engine.current?.repaint(), 60_000); // marks end with time
    return () => clearInterval(timer);
  }, []);

  return (
    <div
      className="contents"
      onClick={(event) => tellInside(event, askDetails)}
      onKeyDown={(event) => {
        const { ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
        if ((!ctrlKey && !metaKey) || altKey || shiftKey || shortcutKey(nativeEvent) !== 'c') return;
        if (isTextSelected()) return;
        event.preventDefault();
        props.onCopy();
      }}
    >
      <VirtualGrid
        model={model}
        label={matrixLabel}
        describedBy={props.describedBy}
        isReadOnly={isReadOnly}
        listKey={props.listKey}
        keepsPlace
        onEngine={onEngine}
        onSelection={props.onSelection}
        className="h-full border border-line bg-surface text-sm"
      />
    </div>
  );
}

/** A plain press of a record's link tells of the record beside the matrix; its address is for another tab. */
function tellInside(event: MouseEvent, ask: (target: DetailsTarget) => void): void {
  if (!isPlainPress(event) || !(event.target instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  ask(recordOfLink(event.target));
}

/** The record that a link of the matrix is about: its address, the page of the record's history, names it. */
function recordOfLink({ href }: HTMLAnchorElement): DetailsTarget {
  const { searchParams } = new URL(href);
  return {
    recordType: searchParams.get('recordType') ?? '',
    recordId: searchParams.get('recordId') ?? '',
    entityId: '',
  };
}
