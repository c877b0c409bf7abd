'use client';

import { useCallback, useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import type { GridEngine, GridPlace } from '@/components/grid/grid-engine';
import type { GridSelection } from '@/components/grid/grid-selection';
import { VirtualGrid } from '@/components/grid/virtual-grid';
import { useBandFolding } from '@/components/access/filters/access-address';
import { isPlainPress } from '@/components/ui/plain-press';
import { useDetailsTarget } from '@/lib/client/use-details-target';
import { densityPreference } from '@/components/ui/preferences';
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
import { matrixLabel } from './access-layout';
import { createAccessModel, type AccessModel, type AccessModelParts } from './access-model';
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
  announce: (words: string) => void;
  onSelection: (selection: GridSelection) => void;
  onEngine: (engine: GridEngine<AccessCell> | null) => void;
  /** Answers, once, where the first view was left, which the engine takes the place of; null: there was none. */
  takeFirstPlace: () => GridPlace | null;
  /** Told how another list is painted at once; null while there is no grid. */
  onPainter: (paint: ((list: VisibleMatrix) => void) | null) => void;
}

/** Of more cells than this the whole view is painted again. */
const mostSingly = 200;

/** The matrix as a grid of switches. Presses and marks go past React, straight to the cells. */
export function AccessGrid(props: AccessGridProps) {
  const { matrix, names, store, shown, isComplete, isReadOnly, isStaging, announce } = props;
  const isNarrow = useNarrow();
  const onBand = useBandFolding(matrix.recordTypes);
  const { onEngine: tellEngine, takeFirstPlace, onPainter } = props;
  const connection = useConnectionParameter();
  const [, askDetails] = useDetailsTarget();
  const engine = useRef<GridEngine<AccessCell> | null>(null);
  const onEngine = (made: GridEngine<AccessCell> | null) => {
    engine.current = made;
    tellEngine(made);
    const place = made && takeFirstPlace();
    if (place) made.resume(place);
  };

  const rowHeight = usePreference(densityPreference) === 'compact' ? 32 : 40;
  const modelOf = useMemo(
    () =>
      modelsOf({
        matrix,
        store,
        names,
        isComplete,
        isReadOnly,
        isNarrow,
        rowHeight,
        isStaging,
        announce,
        askDetails,
        onBand,
        connection,
      }),
    [
      matrix,
      store,
      names,
      isComplete,
      isReadOnly,
      isNarrow,
      rowHeight,
      isStaging,
      announce,
      connection,
      askDetails,
      onBand,
    ],
  );
  const { model, version } = modelOf(shown);
  useEffect(() => {
    onPainter((list) => engine.current?.setModel(modelOf(list).model, true, true));
    return () => onPainter(null);
  }, [onPainter, modelOf]);

  const { counts } = shown;
  useEffect(() => {
    // What happened between the model's making and this was heard by nobody.
    const isCounted = counts.update();
    if (isCounted || store.version !== version) engine.current?.repaint();
    return store.subscribe((cells) => {
      counts.update(cells);
      if (cells.length > mostSingly) return engine.current?.repaint();
      engine.current?.repaintCells(cells.flatMap((cell) => [model.placeOf(cell), model.placeInBand(cell)]));
    });
  }, [store, model, version, counts]);
  const isInView = useCallback(
    (cell: Cell) => engine.current?.isInView(model.placeOf(cell)) === true,
    [model],
  );
  useAnnounceRemoteEdits(store, isInView, announce);
  // What only scrolling needs is loaded when somebody points at the grid, focuses it or scrolls it.
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (!isUsed) return;
    const ended = new AbortController();
    void import('./grid-in-use').then(
      ({ equip }) => equip(engine.current, isReadOnly, ended.signal),
      () => undefined, // CSS draws switches, and no head stays
    );
    return () => ended.abort();
  }, [isUsed, isReadOnly]);
  const onUse = () => setUsed(true);
  useEffect(() => {
    const timer = setInterval(() => engine.current?.repaint(), 60_000); // marks end with time
    return () => clearInterval(timer);
  }, []);

  return (
    <div
      className="contents"
      onClick={(event) => tellInside(event, askDetails)}
      onPointerEnter={onUse}
      onFocus={onUse}
      onScrollCapture={onUse}
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
        className="h-full rounded-md border border-line bg-surface text-sm"
      />
    </div>
  );
}

type FixedParts = Omit<AccessModelParts, 'rows' | 'entities' | 'counts' | 'sort' | 'isReversed'>;

/** Answers the same model for the same list, also where that is painted before React draws it. */
function modelsOf(parts: FixedParts): (list: VisibleMatrix) => { model: AccessModel; version: number } {
  const made = new WeakMap<VisibleMatrix, { model: AccessModel; version: number }>();
  return (list) => {
    const known = made.get(list);
    if (known !== undefined) return known;
    const { rows, entities, counts, sort, isReversed } = list;
    const model = createAccessModel({ ...parts, rows, entities, counts, sort, isReversed });
    const one = { model, version: parts.store.version };
    made.set(list, one);
    return one;
  };
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
