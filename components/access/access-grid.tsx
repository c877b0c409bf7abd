'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef, type MouseEvent } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridSelection } from '@/components/grid/grid-selection';
import { VirtualGrid } from '@/components/grid/virtual-grid';
import type { AccessChanges } from '@/lib/client/access-changes';
import { historyAddress, useAskedHistory } from '@/lib/client/asked-history';
import { densityLook } from '@/components/shell/look';
import { useLook } from '@/components/shell/use-look';
import { useConnectionKey } from '@/lib/client/connection';
import type { Cell, MatrixStatus } from '@/lib/contract/access';
import type { CollectedChanges } from '@/lib/domain/access/collected-changes';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import type { ShownMatrix } from '@/lib/domain/access/shown-matrix';
import type { AccessCell } from './access-cell';
import { createAccessModel } from './access-model';
import type { CellRemarks } from './cell-remarks';
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
  describedBy: string;
  announce: (words: string) => void;
  onSelection: (selection: GridSelection) => void;
  onEngine: (engine: GridEngine<AccessCell> | null) => void;
}

/** The matrix as a grid of switches. Presses and marks go past React, straight to the cells. */
export function AccessGrid(props: AccessGridProps) {
  const { matrix, names, status, shown, remarks, changes, collected, isReadOnly, isNarrow, announce } = props;
  const { isCollecting, onEngine: tellEngine } = props;
  const { unknown, complete } = status;
  const router = useRouter();
  const connection = useConnectionKey();
  const [, askHistory] = useAskedHistory();
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
    remarks.update(changes.overlays(), unknown, collected.all());
    return createAccessModel({
      matrix,
      records: shown.records,
      entities: shown.entities,
      counts: shown,
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
      recordHref: (record) => historyAddress(connection, record),
      askHistory,
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
    askHistory,
  ]);

  useEffect(() => {
    const repaint = (cells: readonly Cell[]) => {
      remarks.update(changes.overlays(), unknown, collected.all());
      for (const cell of cells) {
        const { row, column } = model.placeOf(cell);
        engine.current?.repaintCell(row, column);
      }
    };
    const stops = [
      changes.subscribe({ cells: repaint, news: () => undefined }),
      collected.subscribe(repaint),
    ];
    return () => stops.forEach((stop) => stop());
  }, [changes, collected, model, remarks, unknown]);
  const isInView = useCallback(
    (cell: Cell) => engine.current?.isInView(model.placeOf(cell)) === true,
    [model],
  );
  useOthersNews(connection, isInView, announce);

  return (
    <div className="contents" onClick={(event) => followInside(event, (address) => router.push(address))}>
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

/** A plain press of a link that the grid painted changes the page as any other link of the console does. */
function followInside(event: MouseEvent, go: (address: string) => void): void {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const address = event.target instanceof HTMLAnchorElement ? event.target.getAttribute('href') : null;
  if (!isPlain || address === null) return;
  event.preventDefault();
  go(address);
}
