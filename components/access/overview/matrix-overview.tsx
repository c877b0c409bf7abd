'use client';

import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import type { GridPosition } from '@/components/grid/grid-model';
import { subscribeColours } from '@/components/ui/preferences';
import { classNames } from '@/components/ui/class-names';
import { Sheet } from '@/components/ui/overlays/modal';
import { Status } from '@/components/ui/feedback/status';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import {
  blockOf,
  cellsOfBlock,
  inkCells,
  matrixOverview,
  pixelsOf,
  rangeInWords,
  type BlockGrid,
  type CellRange,
  type Ink,
  type OverviewBlocks,
  type Place,
} from '@/lib/domain/access/matrix-overview';
import { stillReadWords } from '@/components/access/still-read-words';
import { counted } from '@/lib/domain/counted';

interface OverviewProps {
  matrix: AccessMatrix;
  /** Record and entity indices in the order shown. */
  records: Uint32Array;
  entities: Uint32Array;
  /** Cells with a change that is staged, on its way, not known, or refused, by their indices. */
  pending: readonly { record: number; entity: number }[];
  /** Rows and columns that the grid shows now; null while that is not known. */
  view: CellRange | null;
  /** Brings a place into the grid's view. */
  onJump: (position: GridPosition) => void;
  onClose: () => void;
}

type InkName = 'granted' | 'denied' | 'pending';

/** CSS px: no block is larger, and no mark of a place is smaller. */
const largestBlock = 24;
const smallestMark = 7;

const swatch = 'size-3 shrink-0 forced-color-adjust-none';
const mark = 'pointer-events-none absolute ring-1 ring-surface-raised outline-2 outline-offset-1';

interface MatrixOverviewProps extends OverviewProps {
  isOpen: boolean;
  /** Whether the matrix was read to its end. */
  isComplete: boolean;
}

/** The whole matrix as one picture, to see patterns and to go to any place in it. */
export function MatrixOverview({ isOpen, isComplete, ...parts }: MatrixOverviewProps) {
  const hasCells = parts.records.length > 0 && parts.entities.length > 0;
  return (
    <Sheet title="Overview" isOpen={isOpen} onClose={parts.onClose}>
      {!isComplete && <p className="mb-2 text-text-muted">{stillReadWords}</p>}
      {hasCells ? <Overview {...parts} /> : <p>There is nothing to draw: the filter shows no assignment.</p>}
    </Sheet>
  );
}

function Overview({ matrix, records, entities, pending, view, onJump, onClose }: OverviewProps) {
  const hintId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const [{ width, height, ratio }, setRoom] = useState({ width: 0, height: 0, ratio: 1 });
  const [hovered, setHovered] = useState<Place | null>(null);
  /** The keyboard's place among the cells, not the blocks: those are others when the window's size changes. */
  const [cursor, setCursor] = useState<Place | null>(null);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      setRoom({ width: element.clientWidth, height: element.clientHeight, ratio: window.devicePixelRatio });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { revision } = matrix;
  const blocks = useMemo(() => {
    const least = Math.max(1, Math.round(ratio));
    const blocksIn = (length: number) => Math.floor((length * ratio) / least);
    return matrixOverview(matrix, records, entities, { columns: blocksIn(width), rows: blocksIn(height) });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `revision` stands for the values that the matrix has
  }, [matrix, revision, records, entities, width, height, ratio]);
  const pendingPlaces = useMemo(() => placesOf(pending, records, entities), [pending, records, entities]);
  const isMeasured = blocks.granted.length > 0;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    const inks = legend.current;
    if (context == null || inks === null || blocks.granted.length === 0) return;
    const draw = () => {
      const pixels = pixelsOf(blocks, inkOf(inks, 'granted'), inkOf(inks, 'denied'));
      if (pendingPlaces.length > 0) inkCells(pixels, blocks, pendingPlaces, inkOf(inks, 'pending'));
      context.putImageData(new ImageData(pixels, blocks.columns, blocks.rows), 0, 0);
    };
    draw();
    return subscribeColours(draw);
  }, [blocks, pendingPlaces]);

  // Whole device pixels a block, so that none is drawn thicker than its neighbour.
  const sizeIn = (length: number, count: number) =>
    Math.min(Math.floor((length * ratio) / Math.max(1, count)), Math.round(largestBlock * ratio)) / ratio;
  const size: Size = { width: sizeIn(width, blocks.columns), height: sizeIn(height, blocks.rows) };
  const shown = view !== null && view.top <= view.bottom && view.left <= view.right ? view : null;
  const start = cursor ?? { row: shown?.top ?? 0, column: shown?.left ?? 0 };
  const cursorBlock = isMeasured && cursor !== null ? blockOf(blocks, cursor) : null;
  const wordsOf = (block: Place | null) =>
    block && rangeInWords(matrix, records, entities, cellsOfBlock(blocks, block));

  const point = (event: PointerEvent<HTMLCanvasElement>) => {
    const isPress = event.type === 'pointerdown';
    const box = event.currentTarget.getBoundingClientRect();
    const cell = firstCell(blocks, {
      row: Math.floor((event.clientY - box.top) / size.height),
      column: Math.floor((event.clientX - box.left) / size.width),
    });
    const block = blockOf(blocks, cell);
    const isOther = block.row !== hovered?.row || block.column !== hovered.column;
    if (isOther) setHovered(block);
    if ((event.buttons & 1) === 0 || !(isPress || isOther)) return;
    if (isPress) event.currentTarget.setPointerCapture(event.pointerId);
    setCursor(null);
    onJump(cell);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A key pressed before the picture has its size counts too: it then goes by cells.
    const [cellRows, cellColumns] = [records.length, entities.length];
    const places = isMeasured ? blocks : { rows: cellRows, columns: cellColumns, cellRows, cellColumns };
    const step = stepOf(event, places);
    const isEnter = event.key === 'Enter';
    if (event.altKey || event.metaKey || (step === null && !isEnter)) return;
    event.preventDefault();
    const { row, column } = blockOf(places, start);
    const next =
      step === null ? start : firstCell(places, { row: row + step.row, column: column + step.column });
    setHovered(null);
    setCursor(next);
    if (!isEnter) return;
    onJump(next);
    onClose();
  };

  return (
    <div className="flex h-full flex-col gap-3 text-sm">
      <p id={hintId} className="text-text-muted">
        {isMeasured && blockInWords(blocks)} Press or drag to go to a place. Arrow keys move a mark, Enter
        goes there and closes.
      </p>
      <ul ref={legend} aria-label="Colours" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        <Meaning words="has access" ink="granted" look="bg-accent-strong forced-colors:bg-[Highlight]" />
        <Meaning words="no access" ink="denied" look="bg-line-strong forced-colors:bg-[GrayText]" />
        {pendingPlaces.length > 0 && (
          <Meaning words="staged or pending" ink="pending" look="bg-warning forced-colors:bg-[Mark]" />
        )}
        <Meaning words="not set up" look="border border-line bg-surface-raised" />
        <li>mixed blocks lie in between</li>
        <Meaning words="in view now" look="border-2 border-text" />
      </ul>
      <div
        ref={frame}
        role="application"
        aria-label={`Overview of ${counted(records.length, 'row')} and ${counted(entities.length, 'entity', 'entities')}`}
        aria-describedby={hintId}
        tabIndex={0}
        data-autofocus
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) setCursor(start);
        }}
        onKeyDown={onKeyDown}
        className="group relative min-h-60 flex-1 outline-offset-4"
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          width={blocks.columns}
          height={blocks.rows}
          onPointerDown={point}
          onPointerMove={point}
          onPointerLeave={(event) => {
            if (event.pointerType === 'mouse') setHovered(null);
          }}
          style={{ width: blocks.columns * size.width, height: blocks.rows * size.height }}
          className="absolute top-0 left-0 cursor-crosshair touch-none bg-surface-raised outline outline-line select-none [image-rendering:pixelated]"
        />
        {isMeasured && shown !== null && (
          <div className={classNames(mark, 'outline-text')} style={markOf(blocks, shown, size)} />
        )}
        {cursorBlock !== null && (
          <div
            className={classNames(mark, 'hidden outline-focus outline-dashed group-focus:block')}
            style={markOf(blocks, cellsOfBlock(blocks, cursorBlock), size)}
          />
        )}
      </div>
      <p aria-hidden="true" className="tabular h-20 shrink-0 overflow-hidden wrap-anywhere sm:h-15">
        {wordsOf(hovered ?? cursorBlock)}
      </p>
      <Status as="p" className="sr-only">
        {wordsOf(cursorBlock)}
      </Status>
    </div>
  );
}

/** Where cells lie among what is shown; those that are not shown are left out. */
function placesOf(cells: OverviewProps['pending'], records: Uint32Array, entities: Uint32Array): Place[] {
  if (cells.length === 0) return [];
  const placeOf = (list: Uint32Array) => new Map(Array.from(list, (index, place) => [index, place]));
  const [rows, columns] = [placeOf(records), placeOf(entities)];
  return cells.flatMap(({ record, entity }) => {
    const [row, column] = [rows.get(record), columns.get(entity)];
    return row === undefined || column === undefined ? [] : [{ row, column }];
  });
}

/** What a colour means; the picture takes its two inks from here, so that both are always the same. */
function Meaning({ words, look, ink }: { words: string; look: string; ink?: InkName }) {
  return (
    <li className="flex items-center gap-1.5">
      <span data-ink={ink} className={classNames(swatch, look)} /> {words}
    </li>
  );
}

function inkOf(legend: HTMLElement, name: InkName): Ink {
  const element = legend.querySelector(`[data-ink='${name}']`);
  // Browsers tell the tokens' colours, and those of forced colours, as rgb(red, green, blue).
  const told = element === null ? null : getComputedStyle(element).backgroundColor.match(/[\d.]+/g);
  const [red = 0, green = 0, blue = 0] = (told ?? []).map(Number);
  return [red, green, blue];
}

interface Size {
  width: number;
  height: number;
}

/** Where the mark of some cells lies, in CSS px; around its middle when it would be too small to see. */
function markOf(blocks: OverviewBlocks, { top, bottom, left, right }: CellRange, size: Size): CSSProperties {
  const first = blockOf(blocks, { row: top, column: left });
  const last = blockOf(blocks, { row: bottom, column: right });
  const width = (last.column - first.column + 1) * size.width;
  const height = (last.row - first.row + 1) * size.height;
  return {
    left: first.column * size.width - Math.max(0, smallestMark - width) / 2,
    top: first.row * size.height - Math.max(0, smallestMark - height) / 2,
    width: Math.max(smallestMark, width),
    height: Math.max(smallestMark, height),
  };
}

function firstCell(blocks: BlockGrid, block: Place): Place {
  const { top, left } = cellsOfBlock(blocks, block);
  return { row: top, column: left };
}

/** How far a key moves the mark, in blocks; null for a key that does not. */
function stepOf({ key, ctrlKey }: KeyboardEvent, { rows, columns }: BlockGrid): Place | null {
  const page = Math.ceil(rows / 10);
  const steps: Record<string, Place> = {
    ArrowUp: { row: -1, column: 0 },
    ArrowDown: { row: 1, column: 0 },
    ArrowLeft: { row: 0, column: -1 },
    ArrowRight: { row: 0, column: 1 },
    PageUp: { row: -page, column: 0 },
    PageDown: { row: page, column: 0 },
    Home: { row: ctrlKey ? -rows : 0, column: -columns },
    End: { row: ctrlKey ? rows : 0, column: columns },
  };
  return steps[key] ?? null;
}

/** "Each block is one assignment.", "Each block is up to 167 rows by one entity." */
function blockInWords({ cellRows, rows, cellColumns, columns }: OverviewBlocks): string {
  const [down, across] = [Math.ceil(cellRows / rows), Math.ceil(cellColumns / columns)];
  if (down === 1 && across === 1) return 'Each block is one assignment.';
  const upTo = (count: number, one: string, many: string) =>
    count === 1 ? `one ${one}` : `up to ${counted(count, one, many)}`;
  return `Each block is ${upTo(down, 'row', 'rows')} by ${upTo(across, 'entity', 'entities')}.`;
}
