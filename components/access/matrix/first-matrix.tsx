'use client';

import { useLayoutEffect, useRef, useState } from 'react';
import type { GridPlace } from '@/components/grid/grid-engine';
import gridStyles from '@/components/grid/grid.module.css';
import { useAccessAddress, useBandFolding } from '@/components/access/filters/access-address';
import { placeLeft } from '@/components/ui/scroll-place';
import { useHydrated } from '@/components/ui/use-hydrated';
import { usePageNonce } from '@/components/ui/page-nonce';
import { useConnectionParameter } from '@/lib/client/connection';
import { useDetailsTarget } from '@/lib/client/use-details-target';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { underWayInWords } from '@/lib/client/matrix/optimistic-edits';
import type { Cell } from '@/lib/contract/access/access';
import type { FirstView } from '@/lib/domain/access/first-view';
import type { KnownValue } from '@/lib/domain/access/matrix';
import { cellInWords } from '@/lib/domain/access/access-words';
import { cellKey } from '@/lib/domain/access/cell-key';
import { adoptAccessCell, lookOf, paintAccessCell, type AccessCell, type CellLook } from './access-cell';
import { PaintAfter } from '@/components/shell/paint-after';
import { firstGridId, headsEndId, matrixLabel } from './access-layout';
import { firstGrid, type FirstGrid } from './first-grid';
import { takeFirstPresses, type PressPlace } from './first-press';
import { AccessSkeleton } from '@/components/access/access-skeleton';
import { pressCell } from './press-cell';
import { takeFirstGrid } from './take-first-grid';
import styles from './first-grid.module.css';

/** What comes with the access page of the matrix. */
export interface FirstPage {
  view: FirstView;
  /** The grid of it, where the page is no document of its own; null: it is in the document. */
  grid: FirstGrid | null;
  /** As `listKeyOf` names the list that was asked for. */
  listKey: string;
  /** Marks the page's own scripts. */
  nonce: string | undefined;
}

interface FirstMatrixProps extends FirstPage {
  store: MatrixStore;
  isStaging: boolean;
  isReadOnly: boolean;
  describedBy: string;
  announce: (words: string) => void;
  /** Told where the view is left when the engine takes over. */
  onLeave: (place: GridPlace) => void;
  /** Told whether somebody is in the middle of a press, which the engine has to wait for. */
  onHold: (isHeld: boolean) => void;
}

/** One cell of the first view: what it is, and what the server knew of it. */
interface FirstCell {
  cell: Cell;
  painted: AccessCell;
  known: KnownValue;
}

/**
 * The upper left of the matrix as it came with the page, until the whole is here and the grid engine takes its place.
 * Presses are carried out as soon as this is: they need no more than the cell and the value that was seen.
 */
export function FirstMatrix({ view, nonce, store, onLeave, onHold, ...props }: FirstMatrixProps) {
  const { isStaging, isReadOnly, describedBy, announce } = props;
  const onBand = useBandFolding(useAccessAddress()[1], view.recordTypes);
  const connection = useConnectionParameter();
  const [, askDetails] = useDetailsTarget();
  const isHydrated = useHydrated();
  // Either way made by the server: what makes it is left out of the browser's code, by what `typeof window` is there.
  // What came in the document is there once, when it is taken over; null: it is not there any more.
  const [made] = useState(() =>
    typeof window === 'undefined'
      ? firstGrid(view, { isReadOnly, connection })
      : (props.grid ?? (isHydrated ? null : { html: '', css: '' })),
  );
  const styleNonce = usePageNonce(nonce);
  const root = useRef<HTMLDivElement>(null);
  const parts = useRef({ store, isReadOnly, isStaging, announce, askDetails, onBand, rows: view.rows });
  useLayoutEffect(() => {
    parts.current = { store, isReadOnly, isStaging, announce, askDetails, onBand, rows: view.rows };
  }, [store, isReadOnly, isStaging, announce, askDetails, onBand, view.rows]);
  const place: PressPlace = isReadOnly ? 'none' : isStaging ? 'stage' : 'switch';
  const usual = useRef(place);

  useLayoutEffect(() => {
    const grid = root.current;
    if (grid === null) return;
    takeFirstGrid(grid, usual.current, placeLeft);
    const cells = cellsOf(grid);
    const paint = (one: FirstCell) => paintCell(store, one);
    const leave = takeFirstPresses(({ rowKey, entityId }) => {
      const [recordType, recordId] = namesIn(rowKey);
      if (recordId === undefined) {
        // As in the whole matrix: a cell of a band unfolds it, its head folds it too.
        const { rows, onBand: fold } = parts.current;
        const isIt = (row: (typeof rows)[number]) =>
          row.kind === 'band' && row.recordType === recordType && row.isOpen;
        if (entityId === null || !rows.some(isIt)) fold(recordType);
        return;
      }
      if (entityId === null) return parts.current.askDetails({ recordType, recordId, entityId: '' });
      const one = cells.get(cellKey({ recordType, recordId, entityId }));
      if (one === undefined) return;
      // Nobody but the server has said of its last change that it is not proven.
      if (one.painted.mark === 'unconfirmed' && store.cells.note(one.cell) === undefined)
        return parts.current.announce(underWayInWords(one.cell));
      pressCell(one.cell, valueNow(store, one.cell, one.known), parts.current);
      paint(one);
    });
    if (store.version > 0) for (const one of cells.values()) paint(one); // what was known before it was there
    const stop = store.subscribe((some) => {
      for (const cell of some) {
        const one = cells.get(cellKey(cell));
        if (one !== undefined) paint(one);
      }
    });
    const held = () => onHold(grid.dataset.held !== undefined);
    grid.addEventListener('hold', held);
    held();
    return () => {
      stop();
      leave();
      grid.removeEventListener('hold', held);
      onHold(false);
      onLeave({ top: grid.scrollTop, left: grid.scrollLeft, focus: focusIn(grid) });
    };
  }, [store, onLeave, onHold]);

  if (made === null) return <AccessSkeleton />;
  return (
    <>
      <PaintAfter id={headsEndId} />
      <style nonce={styleNonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: made.css }} />
      <div
        ref={root}
        id={firstGridId}
        role="grid"
        translate="no"
        aria-label={matrixLabel}
        aria-describedby={describedBy}
        aria-readonly={isReadOnly ? true : undefined}
        aria-rowcount={view.counts.rows + 1}
        aria-colcount={view.counts.entities + 2}
        className={`${gridStyles.grid ?? ''} ${gridStyles.first ?? ''} ${styles.grid ?? ''} h-full rounded-md border border-line bg-surface text-sm`}
        data-list={props.listKey}
        data-rows={view.counts.rows}
        data-columns={view.counts.entities}
        suppressHydrationWarning // the script below has been here
        dangerouslySetInnerHTML={{ __html: made.html }}
      />
      {!isHydrated && (
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{
            __html: `(${takeFirstGrid.toString()})(document.currentScript.previousElementSibling,${JSON.stringify(place)},${placeLeft.toString()})`,
          }}
        />
      )}
    </>
  );
}

/** The value that is shown of a cell, but for what is staged: the page's own until the matrix has come. */
function valueNow({ document, cells }: MatrixStore, cell: Cell, known: KnownValue): KnownValue {
  if (document !== null) return cells.stateOf(cell);
  return cells.note(cell)?.value ?? cells.heard(cell)?.value ?? known;
}

const look: CellLook = { value: 'none', mark: 'none' };

function paintCell(store: MatrixStore, { cell, painted, known }: FirstCell): void {
  const words = lookOf(
    look,
    valueNow(store, cell, known),
    store.cells.annotation(cell),
    store.cells.staged(cell),
  );
  paintAccessCell(painted, look, cellInWords(cell), words);
}

/** The cells of records by their keys. */
function cellsOf(grid: HTMLElement): Map<string, FirstCell> {
  const entityIds = entityIdsOf(grid);
  const cells = new Map<string, FirstCell>();
  for (const row of grid.querySelectorAll<HTMLElement>('[data-record]')) {
    const [recordType, recordId] = namesIn(row.dataset.record ?? '');
    if (recordId === undefined) continue;
    cellsIn(row).forEach((element, at) => {
      const cell = { recordType, recordId, entityId: entityIds[at] ?? '' };
      const painted = adoptAccessCell(element);
      if (painted !== null)
        cells.set(cellKey(cell), { cell, painted, known: knownOf(element, painted.value) });
    });
  }
  return cells;
}

/** The cell in focus as the grid's model names it, a band's too; null: none of them has it. */
function focusIn(grid: HTMLElement): GridPlace['focus'] {
  const cell = document.activeElement?.closest<HTMLElement>('[role="gridcell"]') ?? null;
  const row = cell?.closest<HTMLElement>('[data-record]') ?? null;
  if (cell === null || row === null || !grid.contains(row)) return null;
  const columnKey = entityIdsOf(grid)[cellsIn(row).indexOf(cell)];
  return columnKey === undefined ? null : { rowKey: row.dataset.record ?? '', columnKey };
}

// What first-grid.ts writes: an entity for each head, a cell for each entity, and the names of a row.
const entityIdsOf = (grid: HTMLElement) =>
  [...grid.querySelectorAll<HTMLElement>('[data-entity]')].map(
    ({ dataset }) => JSON.parse(dataset.entity ?? '""') as string,
  );
const cellsIn = (row: HTMLElement) => [
  ...row.querySelectorAll<HTMLElement>('[role="gridcell"]:not([data-col])'),
];
/** The type and the ID of a record; the type alone of a band. */
const namesIn = (rowKey: string) => JSON.parse(rowKey) as [recordType: string, recordId?: string];

/** What the server knew, whatever was pressed since. */
function knownOf({ dataset }: HTMLElement, shown: KnownValue): KnownValue {
  return dataset.was === undefined ? shown : dataset.was === 'true' ? 'granted' : 'denied';
}
