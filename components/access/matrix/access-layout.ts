import type { Cell } from '@/lib/contract/access/access';
import type { GridOrder, PinnedColumn } from '@/components/grid/grid-model';
import type { RowOrder } from '@/lib/domain/access/filter/matrix-sort';
import { named } from '@/lib/domain/access/named';
import { inDigits } from '@/lib/domain/reader-formats';

const type: PinnedColumn = { key: 'type', label: 'Type', width: 128, namesRow: true };
const id: PinnedColumn = { key: 'id', label: 'Record ID', width: 176, namesRow: true };
const count: PinnedColumn = { key: 'count', label: 'Entities', width: 116, align: 'end', namesRow: false };
const countSoFar: PinnedColumn = { ...count, label: 'Entities so far' };
const combined: PinnedColumn = { key: 'id', label: 'Record', width: 132, namesRow: true };
const record: PinnedColumn = { ...id, label: 'Record', width: 264 };
/** One array a layout: the engine rebuilds its cells when the array is another. */
const layouts = {
  wide: [type, id, count],
  soFar: [type, id, countSoFar],
  named: [type, record, count],
  namedSoFar: [type, record, countSoFar],
  narrow: [combined],
};

/** What the grid is called. */
export const matrixLabel = 'Access of master records to entities';

/** What columns and measures depend on. */
export interface LayoutParts {
  /** One pinned column instead of three, and taller rows. */
  isNarrow: boolean;
  /** Whether the matrix is the whole answer of the service. */
  isComplete: boolean;
  /** Whether any record has a name. */
  names: { hasRecords: boolean };
}

/** The columns that stay at the left. */
export function pinnedColumns({ isNarrow, isComplete, names }: LayoutParts): readonly PinnedColumn[] {
  if (isNarrow) return layouts.narrow;
  if (names.hasRecords) return isComplete ? layouts.named : layouts.namedSoFar;
  return isComplete ? layouts.wide : layouts.soFar;
}

/**
 * CSS px of the heads and of an entity's column, which is as narrow as its switch and the longest code allow, so that
 * many are seen at once.
 */
export function matrixSizes(
  { isNarrow }: Pick<LayoutParts, 'isNarrow'>,
  longestEntityId: number,
): { headHeight: number; columnWidth: number } {
  return {
    headHeight: isNarrow ? 44 : 48,
    columnWidth: Math.min(isNarrow ? 96 : 152, Math.max(64, 24 + longestEntityId * 8)),
  };
}

/** CSS px of a row on narrow screens, where it has two lines. */
export const narrowRowHeight = 44;

/** The head that stands for the order; null where it is not shown, as a small screen's for the number of entities. */
export function matrixOrder(
  { sort, isReversed, isNarrow }: { sort: RowOrder; isReversed: boolean; isNarrow: boolean },
  columnOf: (entity: number) => number,
): GridOrder | null {
  if (sort.by === 'id') return { among: 'pinned', at: 0, direction: isReversed ? 'descending' : 'ascending' };
  const direction = isReversed ? 'ascending' : 'descending'; // the most first, and access before none
  const among = sort.by === 'entity' ? 'columns' : 'pinned';
  const at = sort.by === 'entity' ? columnOf(sort.entity) : isNarrow ? -1 : 2;
  return at < 0 ? null : { among, at, direction };
}

/** What a column's head says of its entity. @param name '': it has none. */
export function headInWords(entityId: string, name: string, granted: number, existing: number): string {
  return `Entity ${named(entityId, name)}: ${inDigits(granted)} of ${inDigits(existing)} assignments shown have access`;
}

/** "3 of 24": of the assignments that a record has, those with access. */
export function countInWords({ granted, existing }: { granted: number; existing: number }): string {
  return `${inDigits(granted)} of ${inDigits(existing)}`;
}

/** The length of the bar that stands for how much has access: "0.523". */
export function shareOf(granted: number, existing: number): string {
  return existing === 0 ? '0' : (granted / existing).toFixed(3);
}

/** `background-size` of the bar and of the line that it lies on. */
export function shareSize(share: string): string {
  return `calc((100% - 16px) * ${share}) 2px, calc(100% - 16px) 2px`;
}

/** Where there is one pinned column, below what a record is called: its ID, or its type where the ID is all there is. */
export function belowRecord(
  { recordType, recordId, name }: Pick<Cell, 'recordType' | 'recordId'> & { name: string },
  counts: string,
): string {
  return name === '' ? `${counts}, ${recordType}` : `${recordId}, ${counts}`;
}
