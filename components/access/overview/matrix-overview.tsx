'use client';

import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridPosition } from '@/components/grid/grid-model';
import { X } from 'lucide-react';
import { subscribeColours } from '@/components/ui/preferences';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Sheet } from '@/components/ui/overlays/modal';
import { useWide } from '@/components/ui/window-width';
import type { AccessCell } from '@/components/access/matrix/access-cell';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { useStoreVersion } from '@/lib/client/matrix/use-matrix-store';
import { stillReadWords } from '@/lib/domain/access/access-words';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
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
import { counted } from '@/lib/domain/counted';
import { labelsOf, markOf, placesOf, type MarkInk, type Size } from './overview-places';

interface OverviewProps {
  matrix: AccessMatrix;
  store: MatrixStore;
  shown: VisibleMatrix;
  /** The grid that it is the picture of. */
  engine: GridEngine<AccessCell>;
  /** Beside the grid, where every px counts, not over it. */
  isDocked: boolean;
  /** The focus belongs to the grid once the picture is closed. */
  onLeave: () => void;
  onClose: () => void;
}

type InkName = 'granted' | 'denied' | MarkInk;

const meaningOfInk: Record<MarkInk, { words: string; look: string }> = {
  pending: { words: 'staged or pending', look: 'bg-text forced-colors:bg-[Mark]' },
  refused: { words: 'refused', look: 'bg-danger forced-colors:bg-[LinkText]' },
  outside: { words: 'changed outside', look: 'bg-warning forced-colors:bg-[VisitedText]' },
};

/** CSS px beside the picture for the names of record types, over a narrow page, and of the largest block. */
const labelWidth = 104;
const largestBlock = 24;

const onPixels = 'absolute top-0 left-0 [image-rendering:pixelated]';
const swatch = 'shrink-0 forced-color-adjust-none';
/** Of the names of record types; over the picture their ground keeps them legible. */
const onPicture =
  'left-0 max-w-full rounded-r-sm bg-surface-raised/90 px-0.5 text-2xs tracking-tight [display:-webkit-box] [-webkit-box-orient:vertical]';
const besidePicture = 'right-0 w-24 truncate text-text-muted';
/** Of the legend. */
const inColumn = 'flex-col *:items-baseline *:gap-1 *:leading-3.5 [&_span]:size-2';
const inLine = '-order-1 flex-wrap gap-x-4 *:items-center *:gap-1.5 [&_span]:size-3';
const line = 'pointer-events-none absolute left-0 border-t border-text-faint';
/** Of what is pointed at: not while one drags, to see where that leads. */
const besideStrip =
  'tabular pointer-events-none absolute right-full mr-2 w-56 rounded-md border border-line bg-surface-raised p-2 wrap-anywhere shadow-raised group-active:hidden';
const mark = 'pointer-events-none absolute ring-1 ring-surface-raised outline-2 outline-offset-1';

interface MatrixOverviewProps extends Omit<OverviewProps, 'isDocked'> {
  isOpen: boolean;
  /** Whether the matrix was read to its end. */
  isComplete: boolean;
}

/** The whole matrix as one picture beside the grid, or over a narrow page, to see patterns and to go to any place. */
export function MatrixOverview({ isOpen, isComplete, ...parts }: MatrixOverviewProps) {
  const isDocked = useWide();
  const { records, entities } = parts.shown;
  const picture = (
    <>
      {!isComplete && <p className={isDocked ? 'sr-only' : 'mb-2 text-text-muted'}>{stillReadWords}</p>}
      {records.length > 0 && entities.length > 0 ? (
        <Overview {...{ isDocked }} {...parts} />
      ) : (
        <p>There is nothing to draw: the filter shows no assignment.</p>
      )}
    </>
  );
  if (!isDocked)
    return (
      <Sheet title="Map" isOpen={isOpen} onClose={parts.onClose}>
        {picture}
      </Sheet>
    );
  return isOpen ? <DockedOverview onClose={parts.onClose}>{picture}</DockedOverview> : null;
}

/** A strip so narrow that the 24 entities which a window of 1440 px has room for are seen beside it. */
function DockedOverview({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const titleId = useId();
  return (
    <aside
      aria-labelledby={titleId}
      data-print="hide"
      className="-ml-1 flex w-22 shrink-0 flex-col gap-1 text-xs"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header className="flex h-6 items-center justify-between">
        <h2 id={titleId} className="font-medium text-text-muted">
          Map
        </h2>
        <IconButton label="Close" icon={<X aria-hidden="true" />} onPress={onClose} className="size-6!" />
      </header>
      <div className="min-h-0 flex-1">{children}</div>
    </aside>
  );
}

function Overview({ matrix, store, shown, engine, isDocked, onLeave, onClose }: OverviewProps) {
  const { records, entities, bands, rows } = shown;
  const hintId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const markCanvas = useRef<HTMLCanvasElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const [{ room, height, ratio }, setRoom] = useState({ room: 0, height: 0, ratio: 1 });
  const width = Math.max(1, room - (isDocked ? 0 : labelWidth));
  const [hovered, setHovered] = useState<Place | null>(null);
  /** The keyboard's place among the cells, not the blocks: those are others when the window's size changes. */
  const [cursor, setCursor] = useState<Place | null>(null);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      setRoom({
        room: element.clientWidth,
        height: element.clientHeight,
        ratio: window.devicePixelRatio,
      });
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
  const version = useStoreVersion(store, true);
  const marks = useMemo(
    () => placesOf(store.cells.markedCells(), records, entities),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `version` stands for what the store holds
    [store, version, records, entities],
  );
  const isMeasured = blocks.granted.length > 0;
  useEffect(() => {
    const inks = legend.current;
    if (inks === null || blocks.granted.length === 0) return;
    const put = (element: HTMLCanvasElement | null, pixels: ImageDataArray) =>
      element?.getContext('2d')?.putImageData(new ImageData(pixels, blocks.columns, blocks.rows), 0, 0);
    const draw = () => {
      put(canvas.current, pixelsOf(blocks, inkOf(inks, 'granted'), inkOf(inks, 'denied')));
      const marked = new Uint8ClampedArray(blocks.granted.length * 4);
      for (const [name, places] of marks) inkCells(marked, blocks, places, inkOf(inks, name));
      put(markCanvas.current, marked);
    };
    draw();
    return subscribeColours(draw);
  }, [blocks, marks]);

  // Whole device pixels a block, so that none is drawn thicker than its neighbour.
  const sizeIn = (length: number, count: number) =>
    Math.min(Math.floor((length * ratio) / Math.max(1, count)), Math.round(largestBlock * ratio)) / ratio;
  const size: Size = { width: sizeIn(width, blocks.columns), height: sizeIn(height, blocks.rows) };
  const view = useView(engine, shown);
  const start = cursor ?? { row: view?.top ?? 0, column: view?.left ?? 0 };
  const cursorBlock = isMeasured && cursor !== null ? blockOf(blocks, cursor) : null;
  const pointed = hovered ?? cursorBlock;
  const viewMark = isMeasured && view !== null ? markOf(blocks, view, size) : null;
  const labels = labelsOf(bands, blocks, size, isDocked ? viewMark : null);
  const wordsOf = (block: Place | null) =>
    block && rangeInWords(matrix, records, entities, cellsOfBlock(blocks, block));

  const jump = ({ row, column }: GridPosition) => {
    engine.moveTo({ row: rows.rowOrHeadOf(records[row] ?? -1), column });
    if (!isDocked) onLeave();
  };
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
    jump(cell);
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
    jump(next);
    if (!isDocked) onClose();
  };

  return (
    <div className={classNames('flex h-full flex-col', isDocked ? 'gap-2' : 'gap-3 text-sm')}>
      <p id={hintId} className={isDocked ? 'sr-only' : '-order-2 text-text-muted'}>
        {isMeasured && blockInWords(blocks)} Press or drag to go to a place. Arrow keys move a mark, Enter
        goes there{!isDocked && ' and closes'}.
      </p>
      <div
        ref={frame}
        role="application"
        aria-label={`Map of ${counted(records.length, 'row')} and ${counted(entities.length, 'entity', 'entities')}`}
        aria-describedby={hintId}
        tabIndex={0}
        data-autofocus
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) setCursor(start);
        }}
        onKeyDown={onKeyDown}
        className={classNames(
          'group relative flex-1',
          isDocked ? 'outline-offset-2' : 'min-h-60 outline-offset-4',
        )}
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          width={blocks.columns}
          height={blocks.rows}
          onPointerDown={point}
          onPointerMove={point}
          onPointerLeave={(event) => {
            if (isDocked || event.pointerType === 'mouse') setHovered(null);
          }}
          style={{ width: blocks.columns * size.width, height: blocks.rows * size.height }}
          className={classNames(
            onPixels,
            'cursor-crosshair touch-none bg-surface-raised outline outline-line select-none',
          )}
        />
        {isDocked &&
          labels.map(({ recordType, first }) => (
            <div
              key={recordType}
              className={line}
              style={{ top: first, width: blocks.columns * size.width }}
            />
          ))}
        {/* Below the names: its lines strike none through. */}
        {viewMark && <div className={classNames(mark, 'outline-text')} style={viewMark} />}
        <ul aria-hidden="true" className="pointer-events-none text-xs">
          {labels.map(({ recordType, top, lines }) => (
            <li
              key={recordType}
              className={classNames(
                'absolute overflow-hidden leading-3.5',
                isDocked ? onPicture : besidePicture,
              )}
              style={
                isDocked ? { top, WebkitLineClamp: lines } : { top, left: blocks.columns * size.width + 6 }
              }
            >
              {recordType}
            </li>
          ))}
        </ul>
        {/* Over the names, which would hide them. */}
        <canvas
          ref={markCanvas}
          aria-hidden="true"
          width={blocks.columns}
          height={blocks.rows}
          style={{ width: blocks.columns * size.width, height: blocks.rows * size.height }}
          className={classNames(onPixels, 'pointer-events-none')}
        />
        {cursorBlock !== null && (
          <div
            className={classNames(mark, 'hidden outline-focus outline-dashed group-focus:block')}
            style={markOf(blocks, cellsOfBlock(blocks, cursorBlock), size)}
          />
        )}
        {isDocked && pointed !== null && (
          <p
            aria-hidden="true"
            className={classNames(besideStrip, hovered === null && 'hidden group-focus:block')}
            style={besideOf(pointed.row * size.height, height)}
          >
            {wordsOf(pointed)}
          </p>
        )}
      </div>
      <ul
        ref={legend}
        aria-label="Colours"
        className={classNames('flex gap-y-0.5 text-xs *:flex', isDocked ? inColumn : inLine)}
      >
        <Meaning words="has access" ink="granted" look="bg-accent-quiet forced-colors:bg-[Highlight]" />
        <Meaning words="no access" ink="denied" look="bg-line forced-colors:bg-[GrayText]" />
        {[...marks.keys()].map((ink) => (
          <Meaning key={ink} {...{ ink }} {...meaningOfInk[ink]} />
        ))}
        {!isDocked && blocks.existing.some((share) => share < 255) && (
          <Meaning words="not set up" look="border border-line bg-surface-raised" />
        )}
        <Meaning words="in view now" look="border-2 border-text" />
      </ul>
      {!isDocked && (
        <p aria-hidden="true" className="tabular h-20 shrink-0 overflow-hidden wrap-anywhere sm:h-15">
          {wordsOf(pointed)}
        </p>
      )}
      <Status as="p" className="sr-only">
        {wordsOf(cursorBlock)}
      </Status>
    </div>
  );
}

/** What the grid shows now, by places among all records; null while that is nothing. */
function useView(engine: GridEngine<AccessCell>, { rows }: VisibleMatrix): CellRange | null {
  const [view, setView] = useState(engine.view);
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setView(engine.view));
    };
    const { root } = engine;
    const observer = new ResizeObserver(follow);
    observer.observe(root);
    root.addEventListener('scroll', follow, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      root.removeEventListener('scroll', follow);
    };
  }, [engine]);
  const places = { ...view, ...rows.placesIn(view.top, view.bottom) };
  return places.top <= places.bottom && places.left <= places.right ? places : null;
}

/** Words stand beside their place in whichever direction there is room for them. */
function besideOf(top: number, height: number): CSSProperties {
  return top < height / 2 ? { top } : { bottom: height - top };
}

/** What a colour means; the picture takes its two inks from here, so that both are always the same. */
function Meaning({ words, look, ink }: { words: string; look: string; ink?: InkName }) {
  return (
    <li>
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

/** "Each block is one assignment.", "Each block is up to 167 rows by one entity; mixed ones have a colour in between." */
function blockInWords({ cellRows, rows, cellColumns, columns }: OverviewBlocks): string {
  const [down, across] = [Math.ceil(cellRows / rows), Math.ceil(cellColumns / columns)];
  if (down === 1 && across === 1) return 'Each block is one assignment.';
  const upTo = (count: number, one: string, many: string) =>
    count === 1 ? `one ${one}` : `up to ${counted(count, one, many)}`;
  const size = `${upTo(down, 'row', 'rows')} by ${upTo(across, 'entity', 'entities')}`;
  return `Each block is ${size}; mixed ones have a colour in between.`;
}
