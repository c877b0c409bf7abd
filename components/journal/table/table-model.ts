'use client';

import {
  cellSelectionFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  functionalUpdate,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type CellSelectionState,
  type Column,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, useSyncExternalStore } from 'react';
import type { JournalRow } from '@/lib/contract/journal/journal';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { SortKey } from '@/lib/domain/journal/query';
import { narrowestColumn, widestColumn } from '../journal-parameters';

/** A narrow column cuts the first part and keeps the second. */
export type TextParts = readonly [string, string];

/** Which value of a row a column shows, and how. Functions take the row's position on the page. */
export interface TableColumn {
  field: JournalField;
  /** First line of a two-line head. */
  over?: string;
  partsOf?: ((text: string) => TextParts) | undefined;
  /** Length of the bar, 0 to 1. */
  barAt?: (row: number) => number;
  /** Strength of the tint, 0 to 1. */
  tintAt?: (row: number) => number;
  /** Link of a cell; null: none. */
  hrefAt?: (row: number) => string | null;
  /** Words in place of a missing value; null: none. */
  wordsAt?: (row: number) => string | null;
  labelAt?: (row: number) => string;
  isFixed?: boolean;
  /** No field of the service: its head does nothing, and its cells have their text as title. */
  isStill?: boolean;
}

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
  rowPaginationFeature,
  cellSelectionFeature,
  columnMeta: {} as TableColumn, // for its type only
  tableMeta: {} as RowsMeta,
});

interface RowsMeta {
  /** Number of rows at the end of the model that stay in view. */
  footer: number;
  /** Number of keys of a row of sums, 0 for the total; null: a plain row. */
  levelOf: (row: number) => number | null;
  areMovable: boolean;
}

export type RowsColumn = Column<typeof features, JournalRow>;
export type RowsModel = ReturnType<typeof useRowsTable>;

interface RowsTableOptions {
  /** Must be a new array when a column changes. */
  columns: readonly TableColumn[];
  /** Names of the shown columns in order; all by default. */
  shown?: readonly string[];
  /** Changes shown columns or their order; without it columns cannot move or hide. */
  onShown?: (names: string[]) => void;
  /** Shown columns left out because they are empty. */
  hidden?: readonly string[];
  /** Px by name, where they differ from the usual widths. */
  widths: Readonly<Record<string, number>>;
  onWidths: (widths: Record<string, number>) => void;
  pins: readonly string[];
  onPins?: (names: string[]) => void;
  rows: readonly JournalRow[];
  footer?: readonly JournalRow[];
  /** Number of keys of a row of sums, 0 for the total; null: a plain row. */
  levelOf?: (row: number) => number | null;
  rowId: (row: JournalRow, at: number) => string;
  page: { pageIndex: number; pageSize: number };
  rowCount: number;
  sort: readonly SortKey[];
  onSort: (sort: SortKey[]) => void;
}

const helper = createColumnHelper<typeof features, JournalRow>();
const [noNames, noRows]: [readonly string[], readonly JournalRow[]] = [[], []];

/** The model of a table: a page of rows in the server's order, columns as the address says. */
export function useRowsTable(options: RowsTableOptions) {
  const { columns, onShown, onWidths, onPins, onSort, page, rowCount } = options;
  const { hidden = noNames, footer = noRows, levelOf, rows, pins, widths, sort } = options;
  const names = useMemo(() => columns.map(({ field }) => field.name), [columns]);
  const shown = options.shown ?? names;
  const columnDefs = useMemo(
    () =>
      helper.columns(
        columns.map((column) =>
          helper.accessor((row) => row[column.field.name], {
            id: column.field.name,
            header: column.field.label,
            size: column.field.width,
            minSize: narrowestColumn,
            maxSize: column.isFixed === true ? Infinity : widestColumn,
            meta: column,
          }),
        ),
      ),
    [columns],
  );
  const data = useMemo(() => (footer.length === 0 ? rows : [...rows, ...footer]), [rows, footer]);
  const columnVisibility = useMemo(() => {
    const left = new Set(shown);
    for (const name of hidden) left.delete(name);
    return Object.fromEntries(names.map((name) => [name, left.has(name)]));
  }, [names, shown, hidden]);
  const columnOrder = useMemo(() => [...shown], [shown]);
  const columnPinning = useMemo(() => ({ start: [...pins], end: [] }), [pins]);
  const sorting = useMemo<SortingState>(
    () => sort.map(({ field, descending }) => ({ id: field, desc: descending })),
    [sort],
  );
  return useTable(
    {
      features,
      columns: columnDefs,
      data,
      getRowId: options.rowId,
      ...{ rowCount, manualPagination: true, manualSorting: true },
      autoResetCellSelection: false,
      meta: { footer: footer.length, levelOf: levelOf ?? noLevel, areMovable: onShown !== undefined },
      state: {
        ...{ columnVisibility, columnOrder, columnPinning, sorting },
        columnSizing: widths,
        pagination: page,
      },
      onSortingChange: (updater) =>
        onSort(functionalUpdate(updater, sorting).map(({ id, desc }) => ({ field: id, descending: desc }))),
      onColumnSizingChange: (updater) => onWidths(clamped(functionalUpdate(updater, { ...widths }))),
      onColumnPinningChange: (updater) => onPins?.(functionalUpdate(updater, columnPinning).start),
      onColumnOrderChange: (updater) => onShown?.(functionalUpdate(updater, columnOrder)),
      onColumnVisibilityChange: (updater) => {
        const next = functionalUpdate(updater, columnVisibility);
        const kept = shown.filter((name) => next[name] === true || hidden.includes(name));
        const added = names.filter((name) => next[name] === true && !shown.includes(name));
        if (kept.length + added.length > 0) onShown?.([...kept, ...added]);
      },
    },
    // The table renders selection and resizing; the page around it does not.
    ({ columnOrder, columnSizing, columnPinning, columnVisibility, sorting, pagination }) => ({
      ...{ columnOrder, columnSizing, columnPinning, columnVisibility, sorting, pagination },
    }),
  );
}

const noLevel = () => null;

/** The shown columns, frozen ones first. */
export function columnsOf(table: RowsModel): RowsColumn[] {
  return [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()];
}

/** Moves a column by one among the frozen or among the scrolling columns. */
export function moveColumn(table: RowsModel, column: RowsColumn, by: -1 | 1): void {
  const isPinned = column.getIsPinned() === 'start';
  const region = isPinned ? table.getStartVisibleLeafColumns() : table.getCenterVisibleLeafColumns();
  const neighbour = region[region.findIndex(({ id }) => id === column.id) + by];
  if (neighbour !== undefined) placeColumn(table, column.id, neighbour.id, by > 0);
}

/** Puts a column before or after another; beside a frozen column it becomes frozen. */
export function placeColumn(table: RowsModel, name: string, beside: string, isAfter: boolean): void {
  const stays = table.getColumn(beside)?.getIsPinned() === 'start';
  const without = (names: readonly string[]) => names.filter((one) => one !== name);
  const placed = (names: readonly string[]) =>
    without(names).flatMap((one) => (one !== beside ? [one] : isAfter ? [one, name] : [name, one]));
  if (!stays) table.setColumnOrder(placed);
  if (stays || table.getColumn(name)?.getIsPinned() === 'start')
    table.setColumnPinning(({ start }) => ({ start: stays ? placed(start) : without(start), end: [] }));
}

export function resizeColumn(table: RowsModel, name: string, width: number): void {
  table.setColumnSizing((widths) => ({ ...widths, [name]: width }));
}

export function useSelectedRanges({ atoms }: RowsModel): CellSelectionState {
  return useAtom(atoms.cellSelection);
}

export function useAtom<Value>(atom: {
  get: () => Value;
  subscribe: (next: () => void) => { unsubscribe: () => void };
}): Value {
  const subscribe = useMemo(
    () => (changed: () => void) => {
      const subscription = atom.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    [atom],
  );
  const get = () => atom.get();
  return useSyncExternalStore(subscribe, get, get);
}

function clamped(widths: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(widths).map(([name, width]) => [
      name,
      Math.round(Math.max(narrowestColumn, Math.min(width, widestColumn))),
    ]),
  );
}
