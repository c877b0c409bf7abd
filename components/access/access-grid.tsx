'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef, type MouseEvent } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import { VirtualGrid } from '@/components/grid/virtual-grid';
import { historyAddress, useAskedHistory } from '@/lib/client/asked-history';
import { useConnectionKey } from '@/lib/client/connection';
import type { AccessChanges } from '@/lib/client/access-changes';
import type { Cell, MatrixStatus } from '@/lib/contract/access';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { AccessCell } from './access-cell';
import { createAccessModel } from './access-model';
import { CellRemarks } from './cell-remarks';
import { useOthersNews } from './use-others-news';

interface AccessGridProps {
  matrix: AccessMatrix;
  status: MatrixStatus;
  /** Record and entity indices in the order shown. */
  records: Uint32Array;
  entities: Uint32Array;
  /** Another value means another list: the view goes to its top. */
  listKey: string;
  changes: AccessChanges;
  isReadOnly: boolean;
  isNarrow: boolean;
  describedBy: string;
  announce: (words: string) => void;
}

/** The matrix as a grid of switches. Presses and marks go past React, straight to the cells. */
export function AccessGrid(props: AccessGridProps) {
  const { matrix, status, records, entities, changes, isReadOnly, isNarrow, announce } = props;
  const { unknown, complete } = status;
  const router = useRouter();
  const connection = useConnectionKey();
  const [, askHistory] = useAskedHistory();
  const engine = useRef<GridEngine<AccessCell> | null>(null);
  const onEngine = useCallback((made: GridEngine<AccessCell> | null) => {
    engine.current = made;
  }, []);

  const remarks = useMemo(() => new CellRemarks(matrix), [matrix]);
  const model = useMemo(() => {
    remarks.update(changes.overlays(), unknown);
    return createAccessModel({
      matrix,
      records,
      entities,
      isComplete: complete,
      isReadOnly,
      isNarrow,
      remarks,
      press: (cell, seen) => void changes.change(cell, seen),
      pressedInVain: announce,
      recordHref: (record) => historyAddress(connection, record),
      askHistory,
    });
  }, [
    matrix,
    records,
    entities,
    complete,
    isReadOnly,
    isNarrow,
    remarks,
    changes,
    unknown,
    announce,
    connection,
    askHistory,
  ]);

  useEffect(() => {
    const repaint = (cells: readonly Cell[]) => {
      remarks.update(changes.overlays(), unknown);
      for (const cell of cells) {
        const { row, column } = model.placeOf(cell);
        engine.current?.repaintCell(row, column);
      }
    };
    return changes.subscribe({ cells: repaint, news: () => undefined });
  }, [changes, model, remarks, unknown]);
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
