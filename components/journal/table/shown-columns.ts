'use client';

import { useLayoutEffect, useMemo, useState, type CSSProperties } from 'react';
import { narrowestColumn, widestColumn } from '../journal-parameters';
import { useAtom, type RowsModel, type TableColumn } from './table-model';
import { withGaps, type Gap } from './visible-cells';

export const rowHeadWidth = 64;

export interface ShownColumn {
  name: string;
  at: number;
  column: TableColumn;
  width: number;
  /** Position among the frozen columns; -1: it scrolls. */
  stuck: number;
}

export const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

export function useShownColumns(table: RowsModel, scroller: { current: HTMLElement | null }) {
  const [room, setRoom] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => setRoom(element.clientWidth);
    measure(); // the observer fires after the first paint
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  const { isResizingColumn, deltaOffset } = useAtom(table.atoms.columnResizing);
  const [start, center] = [table.getStartVisibleLeafColumns(), table.getCenterVisibleLeafColumns()];
  const { columnSizing } = table.state;
  const known = useMemo(() => {
    const all = [...start, ...center];
    const sizes = all.map((column) => columnSizing[column.id] ?? column.getSize());
    return { all, sizes, names: all.map(({ id }) => id) };
  }, [start, center, columnSizing]);
  const widths = useMemo(
    () =>
      isResizingColumn === false
        ? known.sizes
        : known.sizes.map((width, at) =>
            known.names[at] === isResizingColumn
              ? Math.max(narrowestColumn, Math.min(width + (deltaOffset ?? 0), widestColumn))
              : width,
          ),
    [known, isResizingColumn, deltaOffset],
  );
  let stuckCount = start.length;
  // A third of the view is left for columns that scroll.
  const needed = () => Math.ceil(((rowHeadWidth + sumOf(known.sizes.slice(0, stuckCount))) * 3) / 2);
  while (room !== null && stuckCount > 0 && needed() > room) stuckCount--;
  const columns = useMemo<ShownColumn[]>(
    () =>
      known.all.flatMap(({ id, columnDef: { meta } }, at) =>
        meta === undefined
          ? []
          : [{ name: id, at, column: meta, width: known.sizes[at] ?? 0, stuck: at < stuckCount ? at : -1 }],
      ),
    [known, stuckCount],
  );
  return {
    ...{ columns, widths, stuckCount, room },
    names: known.names,
    stuckWidth: rowHeadWidth + sumOf(widths.slice(0, stuckCount)),
    firstScrolled: start.length,
  };
}

export function useParts(
  columns: readonly ShownColumn[],
  firstScrolled: number,
  visible: readonly number[],
): readonly (ShownColumn | Gap)[] {
  return useMemo(() => {
    const staying = [...columns.keys()].slice(0, firstScrolled);
    const places = [...staying, ...visible.map((at) => at + firstScrolled)];
    return withGaps(places, columns.length).flatMap((part): readonly (ShownColumn | Gap)[] =>
      typeof part === 'number' ? columns.slice(part, part + 1) : [part],
    );
  }, [columns, firstScrolled, visible]);
}

export function tableStyle(widths: readonly number[], stuckCount: number): CSSProperties {
  const stuck = Array.from({ length: stuckCount }, (_, at): [string, string] => [
    `--stuck-${String(at)}`,
    `${String(rowHeadWidth + sumOf(widths.slice(0, at)))}px`,
  ]);
  return { width: rowHeadWidth + sumOf(widths), ...Object.fromEntries(stuck) };
}
