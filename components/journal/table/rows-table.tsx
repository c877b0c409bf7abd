'use client';

import {
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import type { GridPosition } from '@/components/grid/grid-model';
import { classNames } from '@/components/ui/class-names';
import { shortcutKey } from '@/components/ui/keys/typed-key';
import { isPlainPress } from '@/components/ui/plain-press';
import { densityPreference } from '@/components/ui/preferences';
import { keepPlace, placeLeft } from '@/components/ui/scroll-place';
import { isTextSelected } from '@/components/ui/tables/copy-table';
import { usePreference } from '@/components/ui/use-preference';
import type { JournalRow } from '@/lib/contract/journal/journal';
import frame from '../frame.module.css';
import { copyCells } from './selected-cells';
import { selectedIn, selectedRows } from './selected-strips';
import { TableControl } from './table-control';
import { TableHead } from './table-head';
import {
  rowHeadWidth,
  sumOf,
  tableStyle,
  useParts,
  useShownColumns,
  type ShownColumn,
} from './shown-columns';
import { useSelectedRanges, type RowsModel } from './table-model';
import { TableRow, type RowHead } from './table-row';
import styles from './rows-table.module.css';
import { useVisible, virtualSides, withGaps, type Gap } from './visible-cells';

export interface RowsTableHandle {
  /** Makes a cell of the row the tab stop and scrolls it into view, without focus. */
  show: (row: number) => void;
}

interface RowsTableProps {
  table: RowsModel;
  ref?: Ref<RowsTableHandle>;
  label: string;
  rowHeadLabel: string;
  /** Names a row; must be a new function when names change. */
  rowHead: (row: JournalRow, at: number) => RowHead;
  /** The row that is open beside the table; a new page scrolls to it. Null: none. */
  openRow?: number | null;
  /** Identifies list and page: a new key scrolls to the first row and clears the selection. */
  pageKey: string;
  /** Restores the scroll position after Back, Forward and reload. */
  keepsPlace?: boolean;
  isOld?: boolean;
  isBusy?: boolean;
  /** A tap on any cell opens the row, since touch has no double click. */
  opensByTap?: boolean;
  onOpen: (row: number) => void;
  /** Called when the focus reaches a row. */
  onStand?: (row: number) => void;
  onTurn?: (by: 1 | -1) => void;
  /** A head asks for its menu; without it heads have none. */
  onMenu?: (name: string, head: HTMLElement) => void;
  /** Follows a cell's link; without it the browser does. */
  onFollow?: (href: string) => void;
  /** Gets px available for columns beside the rows' names. */
  onRoom?: (px: number) => void;
}

const rowHeights = { compact: 32, comfortable: 40 };
const mostComing = 40;
const [columnStep, rowStep] = [8, 10];

/** A page of rows as a grid: keys walk, heads sort, move and resize columns, cells are selected. */
export function RowsTable({ ref, ...props }: RowsTableProps) {
  const { table, label, openRow = null, isOld = false, isBusy = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isTouch = useRef(false);
  const rowHeight = rowHeights[usePreference(densityPreference)];
  const rows = table.getRowModel().rows;
  const { footer = 0, levelOf = () => null } = table.options.meta ?? {};
  const bodyRows = rows.length - footer;
  const isComing = isBusy && rows.length === 0;
  const pageKey = isComing ? '' : props.pageKey;
  useSelectedRanges(table);
  const bounds = table.getCellSelectionBounds();
  const { columns, names, widths, stuckWidth, stuckCount, firstScrolled, room } = useShownColumns(
    table,
    scroller,
  );

  const [place, setPlace] = useState<Place>({
    pageKey,
    turned: 1,
    row: openRow ?? 0,
    name: '',
    column: 0,
  });
  if (place.pageKey !== pageKey) {
    const first = openRow ?? (place.turned < 0 ? bodyRows - 1 : 0);
    setPlace({ ...place, pageKey, turned: 1, row: place.row < 0 ? -1 : Math.max(0, first) });
  }
  const named = names.indexOf(place.name);
  const active: GridPosition = {
    row: Math.min(place.row, rows.length - 1),
    column: named >= 0 ? named : Math.max(0, Math.min(place.column, names.length - 1)),
  };

  const sides = virtualSides(bodyRows, columns.length);
  const heights = useMemo(() => Array.from({ length: bodyRows }, () => rowHeight), [bodyRows, rowHeight]);
  const scrolled = useMemo(() => widths.slice(firstScrolled), [widths, firstScrolled]);
  const visibleRows = useVisible({
    ...{ scroller, isSideways: false, isVirtual: sides.down, sizes: heights, step: rowStep },
    kept: active.row < bodyRows ? active.row : -1,
  });
  const visibleColumns = useVisible({
    ...{ scroller, isSideways: true, isVirtual: sides.sideways, sizes: scrolled, step: columnStep },
    kept: active.column - firstScrolled,
    before: sumOf(widths.slice(stuckCount, firstScrolled)),
  });
  const parts = useParts(columns, firstScrolled, visibleColumns);
  const heads = useRowHeads(rows, props.rowHead);
  const setActive = ({ row, column }: GridPosition): void =>
    flushSync(() => setPlace((now) => ({ ...now, row, column, name: names[column] ?? '' })));
  const controlParts = {
    ...{ table, active, setActive, rowHeight, stuckWidth },
    onOpen: props.onOpen,
    onTurn: (by: 1 | -1) => {
      if (!(by > 0 ? table.getCanNextPage() : table.getCanPreviousPage())) return;
      setPlace((now) => ({ ...now, turned: by }));
      props.onTurn?.(by);
    },
    onMenu: props.onMenu ?? null,
  };
  const [control] = useState(() => new TableControl(controlParts));
  useLayoutEffect(() => control.use(controlParts));
  useLayoutEffect(() => (scroller.current ? control.attach(scroller.current) : undefined), [control]);
  useImperativeHandle(ref, () => ({
    show: (row) => {
      const position = { row, column: active.column };
      setActive(position);
      control.reveal(position);
    },
  }));

  const begin = useEffectEvent((isFirst: boolean) =>
    beginPage(isFirst, { ...props, scroller, control, active, pageKey }),
  );
  const shownKey = useRef<string | null>(null);
  useLayoutEffect(() => {
    begin(shownKey.current === null);
    shownKey.current = pageKey;
  }, [pageKey]);
  // With other columns the selection would mean other cells.
  const order = names.join();
  useLayoutEffect(() => {
    control.clear();
  }, [control, order, pageKey]);
  useKeptFocus(scroller, control);
  const { keepsPlace = false } = props;
  const pageKeyNow = useEffectEvent(() => pageKey);
  useLayoutEffect(() => {
    if (!keepsPlace || scroller.current === null) return;
    return keepPlace(scroller.current, 'grid', () => pageKeyNow());
  }, [keepsPlace]);
  const tellRoom = useEffectEvent((px: number) => props.onRoom?.(px));
  useLayoutEffect(() => {
    if (room !== null) tellRoom(room - rowHeadWidth);
  }, [room]);

  const copy = (isWithHeads: boolean): void =>
    copyCells(selectedRows(table, active.row < 0 ? null : active), isWithHeads);
  const { pageIndex, pageSize } = table.state.pagination;
  const rowCount = table.options.rowCount ?? bodyRows;
  const firstRow = pageIndex * pageSize;
  const drawn = (at: number) => {
    const row = rows[at];
    const head = heads[at];
    if (row === undefined || head === undefined) return null;
    return (
      <TableRow
        key={at}
        {...{ at, parts, ...head }}
        ariaRow={at < bodyRows ? firstRow + at + 2 : rowCount + 2 + at - bodyRows}
        row={row.original}
        level={levelOf(at)}
        isOpen={at === openRow}
        stop={at === active.row ? active.column : -1}
        selected={selectedIn(bounds, at)}
      />
    );
  };
  return (
    <div
      ref={scroller}
      tabIndex={-1}
      data-stuck={stuckCount}
      className={classNames(styles.scroller, frame.box, 'h-full text-sm', isOld && 'opacity-60')}
      onPointerDown={({ nativeEvent }) => {
        isTouch.current = nativeEvent.pointerType === 'touch';
        control.heads.down(nativeEvent);
      }}
      onClick={(event) => pressed(event, control, props, isTouch.current && props.opensByTap === true)}
      onDoubleClick={({ nativeEvent, target }) => {
        control.heads.twice(nativeEvent);
        const at = control.hit(target);
        if (at !== null && at.row >= 0 && at.column >= 0) props.onOpen(at.row);
      }}
      onFocus={({ target, relatedTarget, currentTarget }) => {
        const at = control.hit(target);
        control.light(target);
        if (at === null || at.column < 0) return;
        if (at.row !== active.row || at.column !== active.column)
          setPlace((now) => ({ ...now, ...at, name: names[at.column] ?? '' }));
        const isFromElsewhere = !currentTarget.contains(relatedTarget);
        if (isFromElsewhere && target.matches(':focus-visible')) control.reveal(at);
        if (at.row >= 0 && at.row < bodyRows) props.onStand?.(at.row);
      }}
      onPointerOver={({ target }) => control.light(target)}
      onPointerLeave={() => control.light(document.activeElement)}
      onCopy={(event: ClipboardEvent) => {
        if (isTextSelected()) return; // Safari fires this event only with selected text; onKeyDown handles the key
        event.preventDefault();
        copy(false);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        const { ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
        if ((ctrlKey || metaKey) && !altKey && shortcutKey(nativeEvent) === 'c') {
          if (!shiftKey && isTextSelected()) return;
          event.preventDefault();
          copy(shiftKey);
        } else if (control.key(nativeEvent)) event.preventDefault();
      }}
    >
      <table
        role="grid"
        translate="no"
        aria-label={label}
        aria-readonly
        aria-multiselectable
        aria-busy={isBusy}
        aria-rowcount={isComing ? -1 : rowCount + 1 + footer}
        aria-colcount={columns.length + 1}
        className={styles.table}
        style={tableStyle(widths, stuckCount)}
      >
        <colgroup>
          <col style={{ width: rowHeadWidth }} />
          {columns.map(({ name, at }) => (
            <col key={name} style={{ width: widths[at] }} />
          ))}
        </colgroup>
        <TableHead
          label={props.rowHeadLabel}
          parts={parts}
          sorting={table.state.sorting}
          hasMenus={props.onMenu !== undefined}
          stop={active.row < 0 ? active.column : -1}
        />
        <tbody>
          {isComing && <ComingRows parts={parts} />}
          {withGaps(visibleRows, bodyRows).map((part) =>
            typeof part === 'number' ? (
              drawn(part)
            ) : (
              <tr
                key={`gap ${String(part.from)}`}
                aria-hidden="true"
                style={{ height: part.count * rowHeight }}
              />
            ),
          )}
        </tbody>
        {footer > 0 && <tfoot>{Array.from({ length: footer }, (_, at) => drawn(bodyRows + at))}</tfoot>}
      </table>
    </div>
  );
}

function ComingRows({ parts }: { parts: readonly (ShownColumn | Gap)[] }) {
  return Array.from({ length: mostComing }, (_, row) => (
    <tr key={row} aria-hidden="true">
      <th className={styles.stuck} />
      {parts.map((part) =>
        'count' in part ? (
          <td key={`gap ${String(part.from)}`} colSpan={part.count} />
        ) : (
          <td key={part.name} data-look="coming" />
        ),
      )}
    </tr>
  ));
}

/** The tab stop: a row of a page, and a column by name or last position. */
interface Place {
  pageKey: string;
  turned: 1 | -1;
  row: number;
  name: string;
  column: number;
}

function useRowHeads(
  rows: readonly { original: JournalRow }[],
  rowHead: RowsTableProps['rowHead'],
): readonly RowHead[] {
  return useMemo(() => rows.map(({ original }, at) => rowHead(original, at)), [rows, rowHead]);
}

/** Scrolls to the start of a page, or restores its position. */
function beginPage(
  isFirst: boolean,
  { scroller, control, active, pageKey, keepsPlace = false, openRow = null }: BeginParts,
): void {
  const element = scroller.current;
  if (element === null) return;
  const left = keepsPlace ? placeLeft('grid', pageKey) : null;
  const hadFocus = element.contains(document.activeElement);
  if (left !== null) element.scrollTo(left.left, left.top);
  else if (!isFirst) element.scrollTop = 0;
  if (hadFocus && !isFirst) control.focus();
  // Centred: panels that open beside or below may shrink the table.
  if (left === null && (openRow !== null || !isFirst)) control.reveal(active, isFirst);
}

interface BeginParts extends Pick<RowsTableProps, 'pageKey' | 'keepsPlace' | 'openRow'> {
  scroller: { current: HTMLElement | null };
  control: TableControl;
  active: GridPosition;
}

/** Focuses the tab stop where the focused cell was removed. */
function useKeptFocus(scroller: { current: HTMLElement | null }, control: TableControl): void {
  const last = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (last.current !== null && !last.current.isConnected && document.activeElement === document.body)
      control.focus();
    last.current = element?.contains(document.activeElement) ? document.activeElement : null;
  });
}

/** A plain press of a row's number opens it, of a cell's link follows it; other presses focus the cell. */
function pressed(
  event: MouseEvent,
  control: TableControl,
  { onOpen, onFollow }: Pick<RowsTableProps, 'onOpen' | 'onFollow'>,
  opensByTap: boolean,
): void {
  const at = control.hit(event.target);
  if (at === null || at.row < 0) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link !== null && !isPlainPress(event)) return;
  if (at.column >= 0) {
    control.clear();
    control.rest({ row: at.row, column: at.column });
  }
  if (link !== null && at.column >= 0) {
    if (onFollow === undefined) return;
    event.preventDefault();
    onFollow(link.href);
  } else if (link !== null || opensByTap) {
    event.preventDefault();
    onOpen(at.row);
  }
}
