import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
  type SortingState,
} from '@tanstack/react-table';
import type { JournalRow } from '@/lib/contract/journal';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalField } from '@/lib/domain/journal/fields';
import { leadingColumns } from '@/lib/domain/journal/presets';
import type { SortKey } from '@/lib/domain/journal/query';

/** What the lines' table model can do; sorting itself is the server's. */
export const gridFeatures = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  rowSortingFeature,
});

const helper = createColumnHelper<typeof gridFeatures, JournalRow>();

function columnOf({ name, label, width, kind }: JournalField) {
  return helper.accessor((row) => row[name], {
    id: name,
    header: label,
    size: width,
    enableSorting: kind !== 'etag',
    sortDescFirst: false,
  });
}

/** The column model of the named fields, in that order. */
export function gridColumns(names: readonly string[]) {
  const fields = names.map(journalField).filter((field) => field !== undefined);
  return helper.columns(fields.map(columnOf));
}

/** Columns that stay in view while the rest scrolls sideways. */
export function pinnedColumns(names: readonly string[]): { start: string[]; end: string[] } {
  return { start: leadingColumns.filter((name) => names.includes(name)), end: [] };
}

/** Columns in which no line of the page has a value; those that stay in view are not counted. */
export function emptyColumns(names: readonly string[], rows: readonly JournalRow[]): string[] {
  if (rows.length === 0) return [];
  const pinned: readonly string[] = leadingColumns;
  return names.filter((name) => !pinned.includes(name) && rows.every((row) => isUnset(row[name])));
}

/** The query's order in the table model's words. */
export function sortingOf(sort: readonly SortKey[]): SortingState {
  return sort.map(({ field, descending }) => ({ id: field, desc: descending }));
}

/** The table model's order as the query has it. */
export function sortOf(sorting: SortingState): SortKey[] {
  return sorting.slice(0, 5).map(({ id, desc }) => ({ field: id, descending: desc }));
}
