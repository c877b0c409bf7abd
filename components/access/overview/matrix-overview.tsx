'use client';

import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from 'react';
import { X } from 'lucide-react';
import type { AccessCell } from '@/components/access/matrix/access-cell';
import type { GridEngine } from '@/components/grid/grid-engine';
import { classNames } from '@/components/ui/class-names';
import { Status } from '@/components/ui/feedback/status';
import { IconButton } from '@/components/ui/icon-button';
import { Sheet } from '@/components/ui/overlays/modal';
import { subscribeColours } from '@/components/ui/preferences';
import { useWide } from '@/components/ui/window-width';
import type { CellMark } from '@/lib/client/matrix/annotated-cells';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { useStoreVersion } from '@/lib/client/matrix/use-matrix-store';
import { stillReadWords } from '@/lib/domain/access/access-words';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
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
import type { Cell } from '@/lib/contract/access/access';
import { counted } from '@/lib/domain/counted';

interface MapProps {
  matrix: AccessMatrix;
  store: MatrixStore;
  shown: VisibleMatrix;
  /** The grid that the map is of. */
  engine: GridEngine<AccessCell>;
  /** Whether the map is beside the grid, not over it. */
  isDocked: boolean;
  /** Leads the grid to a place; `unfolds`: also its band and its group where they are folded. */
  onJump: (place: Place, unfolds: boolean) => void;
  /** The focus belongs to the grid once the map is closed. */
  onLeave: () => void;
  onClose: () => void;
}

interface MatrixOverviewProps extends Omit<MapProps, 'isDocked' | 'onJump'> {
  isOpen: boolean;
  /** Unfolds a folded band. */
  onBand: (recordType: string) => void;
  /** Unfolds a folded group of entities. */
  onGroup: (group: string) => void;
  /** Whether the matrix was read to its end. */
  isComplete: boolean;
}

type MarkInk = 'pending' | 'refused' | 'outside';

const meanings: Record<'granted' | 'denied' | MarkInk, { words: string; look: string }> = {
  granted: { words: 'has access', look: 'bg-accent-quiet forced-colors:bg-[Highlight]' },
  denied: { words: 'no access', look: 'bg-line forced-colors:bg-[GrayText]' },
  pending: { words: 'staged or pending', look: 'bg-text forced-colors:bg-[Mark]' },
  refused: { words: 'refused', look: 'bg-danger forced-colors:bg-[LinkText]' },
  outside: { words: 'changed outside', look: 'bg-warning forced-colors:bg-[VisitedText]' },
};
type InkName = keyof typeof meanings;

/** The ink of a mark; other marks are not drawn. */
const inkOfMark: Partial<Record<CellMark, MarkInk>> = {
  outside: 'outside',
  staged: 'pending',
  waiting: 'pending',
  pending: 'pending',
  unconfirmed: 'pending',
  refused: 'refused',
  conflict: 'refused',
};

/** CSS px of the largest block. */
const largestBlock = 24;
const frameClasses =
  'pointer-events-none absolute min-h-2 min-w-2 ring-1 ring-surface-raised outline-2 outline-offset-1';

/** The whole matrix as one picture beside the grid, or over a narrow page, to see patterns and to go to any place. */
export function MatrixOverview(props: MatrixOverviewProps) {
  const { isOpen, isComplete, ...parts } = props;
  const isDocked = useWide();
  const onJump = useJump(props);
  const { records, entities } = parts.shown;
  const map = (
    <>
      {!isComplete && <p className={isDocked ? 'sr-only' : 'mb-2 text-text-muted'}>{stillReadWords}</p>}
      {records.length > 0 && entities.length > 0 ? (
        <MapPicture {...{ isDocked, onJump }} {...parts} />
      ) : (
        <p>There is nothing to draw: the filter shows no assignment.</p>
      )}
    </>
  );
  if (!isDocked)
    return (
      <Sheet title="Map" isOpen={isOpen} onClose={parts.onClose}>
        {map}
      </Sheet>
    );
  const close = () => {
    parts.onLeave(); // its button, or the picture, had the focus
    parts.onClose();
  };
  return isOpen ? <DockedMap onClose={close}>{map}</DockedMap> : null;
}

/** A narrow strip, so that a window of 1440 px shows 24 entities beside it. */
function DockedMap({ onClose, children }: { onClose: () => void; children: ReactNode }) {
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

function MapPicture({ matrix, store, shown, engine, isDocked, onJump, onLeave, onClose }: MapProps) {
  const { records, entities } = shown;
  const hintId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const [hovered, setHovered] = useState<Place | null>(null);
  /** The cell that the arrow keys have reached: blocks change with the window's size. */
  const [cursor, setCursor] = useState<Place | null>(null);
  const room = useRoom(frame);
  const { revision } = matrix;
  const blocks = useMemo(
    () => matrixOverview(matrix, records, entities, room),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `revision` stands for the values that the matrix has
    [matrix, revision, records, entities, room],
  );
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
    const draw = () => {
      const pixels = pixelsOf(blocks, inkOf(inks, 'granted'), inkOf(inks, 'denied'));
      for (const [name, places] of Object.entries(marks)) inkCells(pixels, blocks, places, inkOf(inks, name));
      const image = new ImageData(pixels, blocks.columns, blocks.rows);
      canvas.current?.getContext('2d')?.putImageData(image, 0, 0);
    };
    draw();
    return subscribeColours(draw);
  }, [blocks, marks]);

  const view = useView(engine, shown);
  const start = cursor ?? { row: view?.top ?? 0, column: view?.left ?? 0 };
  const cursorBlock = isMeasured && cursor !== null ? blockOf(blocks, cursor) : null;
  const pointed = hovered ?? cursorBlock;
  const wordsOf = (block: Place | null) =>
    block && rangeInWords(matrix, records, entities, cellsOfBlock(blocks, block));

  const jump = (place: Place, unfolds: boolean) => {
    onJump(place, unfolds);
    if (!isDocked) onLeave();
  };
  const point = (event: PointerEvent<HTMLCanvasElement>) => {
    const isPress = event.type === 'pointerdown';
    const box = event.currentTarget.getBoundingClientRect();
    const cell = firstCell(blocks, {
      row: Math.floor(((event.clientY - box.top) * blocks.rows) / box.height),
      column: Math.floor(((event.clientX - box.left) * blocks.columns) / box.width),
    });
    const block = blockOf(blocks, cell);
    const isOther = block.row !== hovered?.row || block.column !== hovered.column;
    if (isOther) setHovered(block);
    if ((event.buttons & 1) === 0 || !(isPress || isOther)) return;
    if (isPress) event.currentTarget.setPointerCapture(event.pointerId);
    setCursor(null);
    jump(cell, isPress); // a drag across folded bands would unfold them all
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that is pressed before the map has its size goes by cells.
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
    jump(next, true);
    if (!isDocked) onClose();
  };

  return (
    <div className={classNames('flex h-full flex-col', isDocked ? 'gap-2' : 'gap-3 text-sm')}>
      <p id={hintId} className={isDocked ? 'sr-only' : 'text-text-muted'}>
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
        className="group relative min-h-60 flex-1 outline-offset-2"
      >
        <div
          className="absolute inset-0"
          style={{ maxHeight: blocks.rows * largestBlock, maxWidth: blocks.columns * largestBlock }}
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
            className="size-full cursor-crosshair touch-none bg-surface-raised outline outline-line select-none [image-rendering:pixelated]"
          />
          {view !== null && (
            <div className={classNames(frameClasses, 'outline-text')} style={shareOf(blocks, view)} />
          )}
          {cursorBlock !== null && (
            <div
              className={classNames(frameClasses, 'hidden outline-focus outline-dashed group-focus:block')}
              style={shareOf(blocks, cellsOfBlock(blocks, cursorBlock))}
            />
          )}
        </div>
        {isDocked && pointed !== null && (
          <p
            aria-hidden="true"
            className={classNames(
              'tabular pointer-events-none absolute top-0 right-full mr-2 w-56 rounded-md border border-line bg-surface-raised p-2 wrap-anywhere shadow-raised group-active:hidden',
              hovered === null && 'hidden group-focus:block',
            )}
          >
            {wordsOf(pointed)}
          </p>
        )}
      </div>
      {!isDocked && (
        <p aria-hidden="true" className="tabular h-20 shrink-0 overflow-hidden wrap-anywhere sm:h-15">
          {wordsOf(pointed)}
        </p>
      )}
      <ul
        ref={legend}
        aria-label="Colours"
        className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs *:flex *:items-baseline *:gap-1"
      >
        {(['granted', 'denied', ...(Object.keys(marks) as MarkInk[])] as const).map((ink) => (
          <Meaning key={ink} {...{ ink }} {...meanings[ink]} />
        ))}
        {blocks.existing.some((share) => share < 255) && (
          <Meaning words="not set up" look="border border-line bg-surface-raised" />
        )}
        <Meaning words="in view now" look="border-2 border-text" />
      </ul>
      <Status as="p" className="sr-only">
        {wordsOf(cursorBlock)}
      </Status>
    </div>
  );
}

/** Leads the grid to a place. What is folded there is unfolded, and the grid goes on to the place once it shows it. */
function useJump({ matrix, shown, engine, onBand, onGroup }: MatrixOverviewProps): MapProps['onJump'] {
  const { records, entities, rows, columns } = shown;
  /** By its IDs: a filter may land before it is unfolded. */
  const wanted = useRef<Cell | null>(null);
  const placeOf = ({ recordType, recordId, entityId }: Cell) => ({
    row: rows.rowOrHeadOf(matrix.recordIndex(recordType, recordId)),
    column: columns.columnOrGroupOf(matrix.entityIndex(entityId)),
  });
  const goOn = useEffectEvent(() => {
    const to = wanted.current === null ? null : placeOf(wanted.current);
    if (to !== null && to.row >= 0 && to.column >= 0) engine.moveTo(to);
    wanted.current = null;
  });
  useEffect(() => goOn(), [rows, columns]);
  return (place, unfolds) => {
    const cell = matrix.cell(records[place.row] ?? -1, entities[place.column] ?? -1);
    const { row, column } = placeOf(cell);
    engine.moveTo({ row, column });
    const isBand = rows.recordAt(row) < 0;
    const isGroup = columns.entityAt(column) < 0;
    wanted.current = unfolds && (isBand || isGroup) ? cell : null;
    if (unfolds && isBand) onBand(cell.recordType);
    if (unfolds && isGroup) onGroup(columns.groupAt(column)?.name ?? '');
  };
}

const noRoom = { columns: 0, rows: 0 };

/** How many blocks of one device px the element has room for. */
function useRoom(frame: RefObject<HTMLElement | null>): typeof noRoom {
  const [room, setRoom] = useState(noRoom);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const px = window.devicePixelRatio;
      setRoom({ columns: Math.floor(element.clientWidth * px), rows: Math.floor(element.clientHeight * px) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return room;
}

/** What the grid shows now, by places among all records and entities; null while that is nothing. */
function useView(engine: GridEngine<AccessCell>, { rows, columns }: VisibleMatrix): CellRange | null {
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
  const places = {
    ...rows.placesIn(view.top, view.bottom),
    ...columns.placesIn(view.left, view.right),
  };
  return places.top <= places.bottom && places.left <= places.right ? places : null;
}

/** Where marked cells are among the shown ones, by their ink. */
function placesOf(
  cells: readonly { record: number; entity: number; mark: CellMark }[],
  records: Uint32Array,
  entities: Uint32Array,
): Partial<Record<MarkInk, Place[]>> {
  const places: Partial<Record<MarkInk, Place[]>> = {};
  if (cells.length === 0) return places;
  const placeOf = (list: Uint32Array) => new Map(Array.from(list, (index, place) => [index, place]));
  const [rows, columns] = [placeOf(records), placeOf(entities)];
  for (const { record, entity, mark } of cells) {
    const [row, column, ink] = [rows.get(record), columns.get(entity), inkOfMark[mark]];
    if (row === undefined || column === undefined || ink === undefined) continue;
    (places[ink] ??= []).push({ row, column });
  }
  return places;
}

/** Where cells are in the picture, in per cent of it. */
function shareOf({ cellRows, cellColumns }: BlockGrid, { top, bottom, left, right }: CellRange) {
  const share = (places: number, of: number) => `${String((100 * places) / of)}%`;
  return {
    top: share(top, cellRows),
    left: share(left, cellColumns),
    height: share(bottom + 1 - top, cellRows),
    width: share(right + 1 - left, cellColumns),
  };
}

/** What a colour means. The picture takes its inks from here, so that both are the same. */
function Meaning({ words, look, ink }: { words: string; look: string; ink?: InkName }) {
  return (
    <li>
      <span data-ink={ink} className={classNames('size-2 shrink-0 forced-color-adjust-none', look)} /> {words}
    </li>
  );
}

function inkOf(legend: HTMLElement, name: string): Ink {
  const element = legend.querySelector(`[data-ink='${name}']`);
  // Browsers answer the tokens' colours, and those of forced colours, as rgb(red, green, blue).
  const parts = element === null ? null : getComputedStyle(element).backgroundColor.match(/[\d.]+/g);
  const [red = 0, green = 0, blue = 0] = (parts ?? []).map(Number);
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
