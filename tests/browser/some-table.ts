import { createElement, useMemo, useState } from 'react';
import { RowsTable, type RowsTableHandle } from '@/components/journal/table/rows-table';
import { SelectedFigures } from '@/components/journal/table/selected-figures';
import { useRowsTable, type RowsModel, type TableColumn } from '@/components/journal/table/table-model';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { journalField } from '@/lib/domain/journal/field-index';
import { journalFields } from '@/lib/domain/journal/fields';
import type { SortKey } from '@/lib/domain/journal/query';
import { draw } from './draw';

/** A table of made-up lines, and what a test may have another way. */
export interface SomeTable {
  columns: readonly TableColumn[];
  pins: readonly string[];
  /** How many lines there are in all pages, and in one. */
  rowCount: number;
  pageSize: number;
  /** Px of the room that it is drawn in. */
  width: number;
  height: number;
  footer: readonly JournalRow[];
  levelOf: (row: number) => number | null;
  openRow: number | null;
  opensByTap: boolean;
  hasMenus: boolean;
  isMovable: boolean;
}

export const columnsNamed = (...names: string[]): TableColumn[] =>
  names.flatMap((name) => {
    const field = journalField(name);
    return field ? [{ field }] : [];
  });

/** Columns of every field of a line. */
export const allColumns: TableColumn[] = journalFields.map((field) => ({ field }));

const usual: SomeTable = {
  columns: columnsNamed('PostingDate', 'ItemNo', 'Description', 'Quantity', 'Amount', 'LocationCode'),
  pins: ['PostingDate'],
  rowCount: 300,
  pageSize: 100,
  ...{ width: 700, height: 420, footer: [], openRow: null },
  levelOf: () => null,
  ...{ opensByTap: true, hasMenus: true, isMovable: true },
};

/** A line of the list, counted from 0. */
const lineAt = (at: number): JournalRow => ({
  ...Object.fromEntries(
    journalFields.map(({ name, kind }) => [name, kind === 'decimal' ? at : `${name} ${String(at)}`]),
  ),
  PostingDate: '2026-11-15',
  ItemNo: `I${String(at)}`,
  Description: `Line ${String(at)}`,
  ...{ EntryType: 'Purchase', ValueEntryType: 'Direct Cost', UnitofMeasureCode: 'PCS' },
  Quantity: at,
  Amount: at / 4,
});

const noLines: readonly JournalRow[] = [];

/** A table as a page of lines has it, with its state, and what it reported. */
export function tableOf(change: Partial<SomeTable> = {}) {
  const asked = { ...usual, ...change };
  const told = {
    opened: [] as number[],
    stood: [] as number[],
    turned: [] as number[],
    menus: [] as string[],
  };
  const followed: string[] = [];
  const known: { model: RowsModel | null; handle: RowsTableHandle | null; sort: readonly SortKey[] } = {
    ...{ model: null, handle: null, sort: [] },
  };
  function Page() {
    const { columns, rowCount, pageSize, footer, levelOf } = asked;
    const [shown, setShown] = useState<readonly string[]>(columns.map(({ field }) => field.name));
    const [widths, setWidths] = useState<Record<string, number>>({});
    const [pins, setPins] = useState(asked.pins);
    const [sort, setSort] = useState<readonly SortKey[]>([{ field: 'PostingDate', descending: true }]);
    const [pageIndex, setPage] = useState(0);
    const first = pageIndex * pageSize;
    const rows = useMemo(
      () =>
        rowCount === 0
          ? noLines
          : Array.from({ length: Math.min(pageSize, rowCount - first) }, (_, at) => lineAt(first + at)),
      [first, pageSize, rowCount],
    );
    const table = useRowsTable({
      ...{
        columns,
        shown,
        widths,
        onWidths: setWidths,
        pins,
        onPins: setPins,
        rows,
        footer,
        levelOf,
        sort,
        rowCount,
      },
      ...(asked.isMovable && { onShown: setShown }),
      onSort: setSort,
      rowId: (row) => String(row.ItemNo),
      page: { pageIndex, pageSize },
    });
    const rowHead = useMemo(
      () => (_: JournalRow, at: number) => ({
        text: String(first + at + 1),
        href: `?line=${String(first + at)}`,
        label: `${String(first + at + 1)}, line`,
        title: 'Open this line',
      }),
      [first],
    );
    Object.assign(known, { model: table, sort });
    return createElement(
      'div',
      {},
      createElement(
        'div',
        { style: { width: asked.width, height: asked.height } },
        createElement(RowsTable, {
          ...{ table, rowHead, label: 'Lines', rowHeadLabel: 'Row' },
          ref: (handle: RowsTableHandle | null) => void (known.handle = handle),
          pageKey: `page ${String(pageIndex)}`,
          ...{ openRow: asked.openRow, opensByTap: asked.opensByTap },
          onOpen: (row) => told.opened.push(row),
          onStand: (row) => told.stood.push(row),
          onTurn: (by) => {
            told.turned.push(by);
            setPage(Math.max(0, Math.min(pageIndex + by, Math.ceil(rowCount / pageSize) - 1)));
          },
          ...(asked.hasMenus && { onMenu: (name: string) => told.menus.push(name) }),
          onFollow: (href) => followed.push(href),
        }),
      ),
      createElement(SelectedFigures, { table }),
    );
  }
  return { part: createElement(Page), told, followed, known };
}

/** Draws such a table. */
export function someTable(change: Partial<SomeTable> = {}) {
  const { part, ...reported } = tableOf(change);
  const { place, leave } = draw(part);
  const grid = place.querySelector('table')?.parentElement;
  if (!grid) throw new Error('The table is not drawn.');
  const find = (selector: string): HTMLElement => {
    const found = grid.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`There is no ${selector}.`);
    return found;
  };
  return {
    ...{ place, grid, leave, ...reported },
    /** The cell of a row and a column of the page, counted from 0; row -1 is the heads. */
    cell: (row: number, column: number) =>
      find(`[data-row="${String(row)}"] > [aria-colindex="${String(column + 2)}"]`),
    head: (name: string) => find(`th[data-field="${name}"]`),
    link: (row: number) => find(`[data-row="${String(row)}"] > th > a`),
    /** Place of the cell in focus; null: it is elsewhere. */
    focus: () => {
      const cell = grid.contains(document.activeElement)
        ? document.activeElement?.closest('[aria-colindex]')
        : null;
      const row = cell?.parentElement?.dataset.row;
      return cell && row !== undefined ? `${row} ${String(Number(cell.ariaColIndex) - 2)}` : null;
    },
    /** Names of the columns as they stand. */
    order: () =>
      [...grid.querySelectorAll<HTMLElement>('th[data-field]')].map(({ dataset }) => dataset.field),
    /** Places of the cells that say they are selected. */
    selected: () =>
      [...grid.querySelectorAll<HTMLElement>('td[aria-selected="true"]')].map(
        (cell) => `${cell.parentElement?.dataset.row ?? ''} ${String(Number(cell.ariaColIndex) - 2)}`,
      ),
  };
}

export type DrawnTable = ReturnType<typeof someTable>;
