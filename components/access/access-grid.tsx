'use client';

import { useCallback, useEffect, useMemo, useRef, type MouseEvent } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridSelection } from '@/components/grid/grid-selection';
import { VirtualGrid } from '@/components/grid/virtual-grid';
import type { AccessChanges } from '@/lib/client/access-changes';
import { historyAddress, useAskedPlace } from '@/lib/client/asked-place';
import { densityLook } from '@/components/shell/look';
import { useLook } from '@/components/shell/use-look';
import { useConnectionKey } from '@/lib/client/connection';
import type { Cell, MatrixStatus } from '@/lib/contract/access';
import type { CollectedChanges } from '@/lib/domain/access/collected-changes';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixPlace } from '@/lib/domain/access/place-text';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import type { ShownMatrix } from '@/lib/domain/access/shown-matrix';
import type { AccessCell } from './access-cell';
import { createAccessModel } from './access-model';
import type { CellRemarks } from './cell-remarks';
import { keepSwitchPictures } from './switch-pictures';
import { useOthersNews } from './use-others-news';

interface AccessGridProps {
  matrix: AccessMatrix;
  status: MatrixStatus;
  shown: ShownMatrix;
  /** Another value means another list: the view goes to its top. */
  listKey: string;
  remarks: CellRemarks;
  names: MatrixNames;
  changes: AccessChanges;
  collected: CollectedChanges;
  isCollecting: boolean;
  isReadOnly: boolean;
  isNarrow: boolean;
  /** Other record types are on their way. */
  isPart: boolean;
  describedBy: string;
  announce: (words: string) => void;
  onSelection: (selection: GridSelection) => void;
  onEngine: (engine: GridEngine<AccessCell> | null) => void;
}

/** Of more cells than this the whole view is painted again. */
const mostSingly = 200;

/** The matrix as a grid of switches. Presses and marks go past React, straight to the cells. */
export function AccessGrid(props: AccessGridProps) {
  const { matrix, names, status, shown, remarks, changes, collected, isReadOnly, isNarrow, announce } = props;
  const { isCollecting, onEngine: tellEngine } = props;
  const { unknown, complete } = status;
  const connection = useConnectionKey();
  const [, askPlace] = useAskedPlace();
  const engine = useRef<GridEngine<AccessCell> | null>(null);
  const onEngine = useCallback(
    (made: GridEngine<AccessCell> | null) => {
      engine.current = made;
      tellEngine(made);
    },
    [tellEngine],
  );

  const rowHeight = useLook(densityLook) === 'compact' ? 32 : 40;
  const model = useMemo(() => {
    remarks.takeOver(changes, collected, unknown);
    return createAccessModel({
      matrix,
      records: shown.records,
      entities: shown.entities,
      counts: shown,
      sort: shown.sort,
      isReversed: shown.isReversed,
      isComplete: complete,
      isReadOnly,
      isNarrow,
      rowHeight,
      isCollecting,
      remarks,
      names,
      press: (cell, seen) => void changes.change(cell, seen),
      collect: (record, entity) => {
        const now = remarks.stateAt(record, entity) === 'granted';
        const wanted = !(remarks.collectedAt(record, entity) ?? now);
        const left = collected.collect([{ cell: matrix.cell(record, entity), wanted, now }]);
        if (left > 0) announce('No more can be collected: apply what is there first.');
      },
      pressedInVain: announce,
      recordHref: (record) => historyAddress(connection, { ...record, entityId: '' }),
      askPlace,
    });
  }, [
    matrix,
    shown,
    complete,
    isReadOnly,
    isNarrow,
    rowHeight,
    isCollecting,
    remarks,
    names,
    changes,
    collected,
    unknown,
    announce,
    connection,
    askPlace,
  ]);

  useEffect(() => {
    const repaint = (cells: readonly Cell[]) => {
      if (cells.length > mostSingly) return engine.current?.repaint();
      for (const cell of cells) {
        const { row, column } = model.placeOf(cell);
        engine.current?.repaintCell(row, column);
      }
    };
    const stops = [
      changes.subscribe({
        cells: (cells) => {
          remarks.update(changes.overlays(), unknown);
          for (const cell of cells) remarks.waitOne(cell, changes.waiting.wantedOf(cell));
          repaint(cells);
        },
        news: () => undefined,
      }),
      collected.subscribe((cells) => {
        for (const cell of cells) remarks.collectOne(cell, collected.get(cell)?.wanted);
        repaint(cells);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [changes, collected, model, remarks, unknown]);
  const isInView = useCallback(
    (cell: Cell) => engine.current?.isInView(model.placeOf(cell)) === true,
    [model],
  );
  useOthersNews(connection, isInView, announce);
  useEffect(() => keepSwitchPictures(isReadOnly), [isReadOnly]);

  return (
    <div className="contents" onClick={(event) => tellInside(event, askPlace)}>
      <VirtualGrid
        model={model}
        label="Access of master records to entities"
        describedBy={props.describedBy}
        isReadOnly={isReadOnly}
        listKey={props.listKey}
        isPart={props.isPart}
        onEngine={onEngine}
        onSelection={props.onSelection}
        className="h-full rounded-md border border-line bg-surface text-sm"
      />
    </div>
  );
}

/** A plain press of a record's link tells of the record beside the matrix; its address is for another tab. */
function tellInside(event: MouseEvent, ask: (place: MatrixPlace) => void): void {
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
