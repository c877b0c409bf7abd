'use client';

import { useCallback, useEffect, useMemo, useRef, type MouseEvent } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridSelection } from '@/components/grid/grid-selection';
import { VirtualGrid } from '@/components/grid/virtual-grid';
import { historyAddress, useDetailsTarget } from '@/lib/client/use-details-target';
import { densityPreference } from '@/components/ui/preferences';
import { usePreference } from '@/components/ui/use-preference';
import { useConnectionParameter } from '@/lib/client/connection';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { Cell } from '@/lib/contract/access';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { DetailsTarget } from '@/lib/domain/access/details-target';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import type { AccessCell } from './access-cell';
import { createAccessModel } from './access-model';
import { keepSwitchPictures } from './switch-pictures';
import { useAnnounceRemoteEdits } from './use-announce-remote-edits';

interface AccessGridProps {
  matrix: AccessMatrix;
  isComplete: boolean;
  shown: VisibleMatrix;
  /** Another value means another list: the view goes to its top. */
  listKey: string;
  store: MatrixStore;
  names: MatrixNames;
  isStaging: boolean;
  isReadOnly: boolean;
  isNarrow: boolean;
  describedBy: string;
  announce: (words: string) => void;
  onSelection: (selection: GridSelection) => void;
  onEngine: (engine: GridEngine<AccessCell> | null) => void;
}

/** Of more cells than this the whole view is painted again. */
const mostSingly = 200;

/** The matrix as a grid of switches. Presses and marks go past React, straight to the cells. */
export function AccessGrid(props: AccessGridProps) {
  const { matrix, names, store, shown, isComplete, isReadOnly, isNarrow, isStaging, announce } = props;
  const { onEngine: tellEngine } = props;
  const inAddress = useConnectionParameter();
  const [, askDetails] = useDetailsTarget();
  const engine = useRef<GridEngine<AccessCell> | null>(null);
  const onEngine = useCallback(
    (made: GridEngine<AccessCell> | null) => {
      engine.current = made;
      tellEngine(made);
    },
    [tellEngine],
  );

  const rowHeight = usePreference(densityPreference) === 'compact' ? 32 : 40;
  const { model, version } = useMemo(
    () => ({
      version: store.version,
      model: createAccessModel({
        matrix,
        records: shown.records,
        entities: shown.entities,
        counts: shown,
        sort: shown.sort,
        isReversed: shown.isReversed,
        ...{ store, names, isComplete, isReadOnly, isNarrow, rowHeight, isStaging, announce, askDetails },
        recordHref: (record) => historyAddress(inAddress, { ...record, entityId: '' }),
      }),
    }),
    [
      matrix,
      shown,
      store,
      names,
      isComplete,
      isReadOnly,
      isNarrow,
      rowHeight,
      isStaging,
      announce,
      inAddress,
      askDetails,
    ],
  );

  useEffect(() => {
    // What happened between the model's making and this was heard by nobody.
    if (store.version !== version) engine.current?.repaint();
    return store.subscribe((cells) => {
      if (cells.length > mostSingly) return engine.current?.repaint();
      for (const cell of cells) {
        const { row, column } = model.placeOf(cell);
        engine.current?.repaintCell(row, column);
      }
    });
  }, [store, model, version]);
  const isInView = useCallback(
    (cell: Cell) => engine.current?.isInView(model.placeOf(cell)) === true,
    [model],
  );
  useAnnounceRemoteEdits(store, isInView, announce);
  useEffect(() => keepSwitchPictures(isReadOnly), [isReadOnly]);

  return (
    <div className="contents" onClick={(event) => tellInside(event, askDetails)}>
      <VirtualGrid
        model={model}
        label="Access of master records to entities"
        describedBy={props.describedBy}
        isReadOnly={isReadOnly}
        listKey={props.listKey}
        onEngine={onEngine}
        onSelection={props.onSelection}
        className="h-full rounded-md border border-line bg-surface text-sm"
      />
    </div>
  );
}

/** A plain press of a record's link tells of the record beside the matrix; its address is for another tab. */
function tellInside(event: MouseEvent, ask: (target: DetailsTarget) => void): void {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!isPlain || !(event.target instanceof HTMLAnchorElement)) return;
  const { searchParams } = new URL(event.target.href);
  event.preventDefault();
  ask({
    recordType: searchParams.get('recordType') ?? '',
    recordId: searchParams.get('recordId') ?? '',
    entityId: '',
  });
}
