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

/** The text of a cell in two parts. A narrow column cuts the first part and keeps the second. */
export type TextParts = readonly [string, string];

/** A column of a table of rows: which value of a row it shows, and how. Functions take the row's place in the page. */
export interface TableColumn {
  /** Its name, caption, kind and usual width. */
  field: JournalField;
  /** The first line of a head of two lines, above the field's caption. */
  over?: string;
  partsOf?: ((text: string) => TextParts) | undefined;
  /** Length of the bar beside its text, from 0 to 1. */
  barAt?: (row: number) => number;
  /** Strength of the cell's tint, from 0 to 1. */
  tintAt?: (row: number) => number;
  /** Where the cell leads, as a link; null: nowhere. */
  hrefAt?: (row: number) => string | null;
  /** Words of a cell that has no value; null: none. */
  wordsAt?: (row: number) => string | null;
  /** Name of the cell's link for a screen reader. */
  labelAt?: (row: number) => string;
  /** The reader cannot change its width. */
  isFixed?: boolean;
  /** It is no field of the service: its head does nothing, and its cells have their whole text as title. */
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
  columnMeta: {} as TableColumn, // its type alone counts
  tableMeta: {} as RowsMeta,
});

/** What the drawing of a table has to know besides columns and rows. */
interface RowsMeta {
  /** How many rows stay in view at the bottom; they are the last ones of the model. */
  footer: number;
  /** How many keys a row of sums has: 0 for the sum of all; null for a plain row. */
  levelOf: (row: number) => number | null;
  areMovable: boolean;
}

export type RowsColumn = Column<typeof features, JournalRow>;
export type RowsModel = ReturnType<typeof useRowsTable>;

interface RowsTableOptions {
  /** All columns there are; another array where one of them differs. */
  columns: readonly TableColumn[];
  /** Names of the shown columns, in order; all where it is left out. */
  shown?: readonly string[];
  /** Shows other columns, or the same in another order; without it columns can be neither moved nor hidden. */
  onShown?: (names: string[]) => void;
  /** Names of shown columns that are left out for now, being empty. */
  hidden?: readonly string[];
  /** Widths that differ from the usual ones, in px, by name. */
  widths: Readonly<Record<string, number>>;
  onWidths: (widths: Record<string, number>) => void;
  /** Names of columns that stay in view at the left. */
  pins: readonly string[];
  onPins?: (names: string[]) => void;
  /** The rows of the page. */
  rows: readonly JournalRow[];
  /** Rows that stay in view below them: sums. */
  footer?: readonly JournalRow[];
  /** How many keys a row of sums has: 0 for the sum of all; null for a plain row. */
  levelOf?: (row: number) => number | null;
  /** Names a row for as long as it is in the list. */
  rowId: (row: JournalRow, at: number) => string;
  /** The page, counted from 0, and how many rows it has at most. */
  page: { pageIndex: number; pageSize: number };
  /** How many rows there are in all pages. */
  rowCount: number;
  sort: readonly SortKey[];
  onSort: (sort: SortKey[]) => void;
}

const helper = createColumnHelper<typeof features, JournalRow>();
const [noNames, noRows]: [readonly string[], readonly JournalRow[]] = [[], []];

/** The model of a table of rows: a page of rows that the server ordered, and the columns as the address has them. */
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
    // The table draws what is selected, and a width that is being drawn; the page around it does not.
    ({ columnOrder, columnSizing, columnPinning, columnVisibility, sorting, pagination }) => ({
      ...{ columnOrder, columnSizing, columnPinning, columnVisibility, sorting, pagination },
    }),
  );
}

const noLevel = () => null;

/** The shown columns as they stand: those that stay in view come first. */
export function columnsOf(table: RowsModel): RowsColumn[] {
  return [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()];
}

/** Moves a column one place among those that stay in view, or among those that scroll. */
export function moveColumn(table: RowsModel, column: RowsColumn, by: -1 | 1): void {
  const isPinned = column.getIsPinned() === 'start';
  const region = isPinned ? table.getStartVisibleLeafColumns() : table.getCenterVisibleLeafColumns();
  const neighbour = region[region.findIndex(({ id }) => id === column.id) + by];
  if (neighbour !== undefined) placeColumn(table, column.id, neighbour.id, by > 0);
}

/** Puts a column before or after another one; beside one that stays in view it stays too. */
export function placeColumn(table: RowsModel, name: string, beside: string, isAfter: boolean): void {
  const stays = table.getColumn(beside)?.getIsPinned() === 'start';
  const without = (names: readonly string[]) => names.filter((one) => one !== name);
  const placed = (names: readonly string[]) =>
    without(names).flatMap((one) => (one !== beside ? [one] : isAfter ? [one, name] : [name, one]));
  if (!stays) table.setColumnOrder(placed);
  if (stays || table.getColumn(name)?.getIsPinned() === 'start')
    table.setColumnPinning(({ start }) => ({ start: stays ? placed(start) : without(start), end: [] }));
}

/** Makes a column so many px wide. */
export function resizeColumn(table: RowsModel, name: string, width: number): void {
  table.setColumnSizing((widths) => ({ ...widths, [name]: width }));
}

/** The ranges that are selected in a table; draws anew when they change. */
export function useSelectedRanges({ atoms }: RowsModel): CellSelectionState {
  return useAtom(atoms.cellSelection);
}

/** The value of one part of a table's state; draws anew when it changes. */
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
