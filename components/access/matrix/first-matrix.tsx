'use client';

import { useLayoutEffect, useRef, useState } from 'react';
import type { GridPlace } from '@/components/grid/grid-engine';
import gridStyles from '@/components/grid/grid.module.css';
import { useBandFolding } from '@/components/access/filters/access-address';
import { useHydrated } from '@/components/ui/use-hydrated';
import { useConnectionParameter } from '@/lib/client/connection';
import { useDetailsTarget } from '@/lib/client/use-details-target';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { underWayInWords } from '@/lib/client/matrix/optimistic-edits';
import type { Cell } from '@/lib/contract/access/access';
import type { FirstView } from '@/lib/domain/access/first-view';
import { cellKey } from '@/lib/domain/access/cell-key';
import { adoptAccessCell, lookOf, paintAccessCell, type AccessCell, type CellLook } from './access-cell';
import { firstGridSizes, matrixLabel } from './access-layout';
import { firstGridHtml, firstRecordHref } from './first-grid';
import { takeFirstPresses, type PressPlace } from './first-press';
import { pressCell } from './press-cell';
import { takeFirstGrid } from './take-first-grid';
import styles from './first-grid.module.css';

/** What comes with the access page of the matrix. */
export interface FirstPage {
  view: FirstView;
  /** The grid of it, where the page is no document of its own; null: it is in the document. */
  html: string | null;
  /** As `listKeyOf` names the list that was asked for. */
  listKey: string;
  /** Marks the page's own scripts. */
  nonce: string | undefined;
}

interface FirstMatrixProps extends Pick<FirstPage, 'view' | 'html' | 'nonce'> {
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
  known: CellLook['value'];
  /** As the grid's model names the row. */
  rowKey: string;
}

/**
 * The upper left of the matrix as it came with the page, until the whole is here and the grid engine takes its place.
 * Presses are carried out as soon as this is: they need no more than the cell and the value that was seen.
 */
export function FirstMatrix({ view, nonce, store, onLeave, onHold, ...props }: FirstMatrixProps) {
  const { isStaging, isReadOnly, describedBy, announce } = props;
  const onBand = useBandFolding(view.recordTypes);
  const inAddress = useConnectionParameter();
  const [, askDetails] = useDetailsTarget();
  // Either way made by the server: what makes it is left out of the browser's code, by what `typeof window` is there.
  const [html] = useState(() =>
    typeof window === 'undefined'
      ? firstGridHtml(view, { isReadOnly, recordHref: firstRecordHref(inAddress) })
      : (props.html ?? ''),
  );
  const root = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const parts = useRef({ store, isReadOnly, isStaging, announce, askDetails, onBand });
  useLayoutEffect(() => {
    parts.current = { store, isReadOnly, isStaging, announce, askDetails, onBand };
  }, [store, isReadOnly, isStaging, announce, askDetails, onBand]);
  const place: PressPlace = isReadOnly ? 'none' : isStaging ? 'stage' : 'switch';
  const usual = useRef(place);

  useLayoutEffect(() => {
    const grid = root.current;
    if (grid === null) return;
    takeFirstGrid(grid, usual.current);
    const cells = cellsOf(grid);
    const paint = (one: FirstCell) => paintCell(store, one);
    const leave = takeFirstPresses(({ rowKey, entityId }) => {
      const band = view.rows.find(
        (row) => row.kind === 'band' && rowKey === JSON.stringify([row.recordType]),
      );
      if (band?.kind === 'band') return parts.current.onBand(band.recordType, !band.isOpen);
      const record = recordOf(rowKey);
      if (entityId === null) return parts.current.askDetails({ ...record, entityId: '' });
      const one = cells.byKey.get(cellKey({ ...record, entityId }));
      if (one === undefined) return;
      // Nobody but the server has said of its last change that it is not proven.
      if (one.painted.mark === 'unconfirmed' && store.cells.note(one.cell) === undefined)
        return parts.current.announce(underWayInWords(one.cell));
      pressCell(one.cell, valueNow(store, one.cell, one.known), parts.current);
      paint(one);
    });
    if (store.version > 0) for (const one of cells.byKey.values()) paint(one); // what was known before it was there
    const stop = store.subscribe((some) => {
      for (const cell of some) {
        const one = cells.byKey.get(cellKey(cell));
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
      const focused = document.activeElement?.closest<HTMLElement>('[role="gridcell"]');
      const one = focused && cells.byElement.get(focused);
      const focus = one ? { rowKey: one.rowKey, columnKey: one.cell.entityId } : null;
      onLeave({ top: grid.scrollTop, left: grid.scrollLeft, focus });
    };
  }, [store, view, onLeave, onHold]);

  return (
    <>
      <div
        ref={root}
        role="grid"
        aria-label={matrixLabel}
        aria-describedby={describedBy}
        aria-readonly={isReadOnly ? true : undefined}
        aria-rowcount={view.counts.rows + 1}
        aria-colcount={view.counts.entities + 2}
        className={`${gridStyles.grid ?? ''} ${gridStyles.first ?? ''} ${styles.grid ?? ''} h-full rounded-md border border-line bg-surface text-sm`}
        {...firstGridSizes(view)}
        data-rows={view.counts.rows}
        data-columns={view.counts.entities}
        suppressHydrationWarning // the script below has been here
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {!isHydrated && (
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{
            __html: `(${takeFirstGrid.toString()})(document.currentScript.previousElementSibling,${JSON.stringify(place)})`,
          }}
        />
      )}
    </>
  );
}

/** The value that is shown of a cell, but for what is staged: the page's own until the matrix has come. */
function valueNow({ document, cells }: MatrixStore, cell: Cell, known: CellLook['value']): CellLook['value'] {
  if (document !== null) return cells.stateOf(cell);
  return cells.note(cell)?.value ?? cells.heard(cell)?.value ?? known;
}

const look: CellLook = { value: 'none', mark: 'none' };

function paintCell(store: MatrixStore, { cell, painted, known }: FirstCell): void {
  const { recordType, recordId, entityId } = cell;
  const words = lookOf(
    look,
    valueNow(store, cell, known),
    store.cells.annotation(cell),
    store.cells.staged(cell),
  );
  paintAccessCell(painted, look, `${recordType} ${recordId}, entity ${entityId}`, words);
}

/** The cells of the grid by their elements and their keys. */
function cellsOf(grid: HTMLElement): {
  byElement: Map<HTMLElement, FirstCell>;
  byKey: Map<string, FirstCell>;
} {
  const entities = [...grid.querySelectorAll<HTMLElement>('[data-entity]')].map(
    ({ dataset }) => JSON.parse(dataset.entity ?? '""') as string, // by first-grid.ts
  );
  const byElement = new Map<HTMLElement, FirstCell>();
  const byKey = new Map<string, FirstCell>();
  for (const row of grid.querySelectorAll<HTMLElement>('[data-record]')) {
    const rowKey = row.dataset.record ?? '';
    [...row.querySelectorAll<HTMLElement>('[role="gridcell"]:not([data-col])')].forEach((element, at) => {
      const cell = { ...recordOf(rowKey), entityId: entities[at] ?? '' };
      const painted = adoptAccessCell(element);
      if (painted === null || painted.value === null) return;
      const one = { cell, painted, known: knownOf(element, painted.value), rowKey };
      byElement.set(element, one);
      byKey.set(cellKey(cell), one);
    });
  }
  return { byElement, byKey };
}

/** What the server knew, whatever was pressed since. */
function knownOf({ dataset }: HTMLElement, shown: CellLook['value']): CellLook['value'] {
  return dataset.was === undefined ? shown : dataset.was === 'true' ? 'granted' : 'denied';
}

/** The record of a row, as the grid's model names it. */
function recordOf(rowKey: string): Pick<Cell, 'recordType' | 'recordId'> {
  const [recordType, recordId] = JSON.parse(rowKey) as [string, string]; // by first-grid.ts
  return { recordType, recordId };
}
