import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridPosition } from '@/components/grid/grid-model';
import type { GridSelection, SelectedStrip } from '@/components/grid/grid-selection';
import type { AccessCell } from '@/components/access/matrix/access-cell';
import { nothingCompared } from '@/lib/client/address/compared-parameter';
import type { Compared } from '@/lib/domain/access/change/comparison';
import type { DetailsTarget } from '@/lib/domain/access/details-target';
import { joined, type MatrixRows } from '@/lib/domain/access/filter/bands';
import type { MatrixColumns } from '@/lib/domain/access/filter/matrix-columns';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { counted, plural } from '@/lib/domain/counted';
import { recordText } from '@/lib/domain/access/names/record-text';

/** A matrix, its rows and its columns. */
export interface ShownParts {
  matrix: AccessMatrix;
  rows: MatrixRows;
  columns: MatrixColumns;
}

/** "3 entities of folded groups are left out."; '' where none are. */
export function leftOutInWords(folded: number): string {
  if (folded === 0) return '';
  return `${counted(folded, 'entity', 'entities')} of folded groups ${plural(folded, 'is', 'are')} left out.`;
}

/** "4 folded entities left out" */
export function foldedInWords(folded: number, how: 'left out' | 'not selected' = 'left out'): string {
  return `${counted(folded, 'folded entity', 'folded entities')} ${how}`;
}

/** How many assignments are selected, of how many records and entities. */
export interface SelectedCounts {
  cells: number;
  rows: number;
  columns: number;
  /** ID of the only entity; null: there are several, or none. */
  entity: string | null;
  /** Entities of folded groups that the selection lies over: they are left out of everything. */
  folded: number;
}

/** How many entities are folded away among some columns. */
export function foldedCount(
  columns: MatrixColumns,
  runs: readonly { left: number; right: number }[],
): number {
  return columns.foldedIn(runs).reduce((sum, { entities }) => sum + entities.length, 0);
}

/** Whether a cell is one assignment, not of the head of a band or of a folded group. */
export function isAssignment({ rows, columns }: Omit<ShownParts, 'matrix'>, at: GridPosition): boolean {
  return rows.recordAt(at.row) >= 0 && columns.entityAt(at.column) >= 0;
}

/** What is counted where nothing is selected. */
export const nothingSelected: SelectedCounts = { cells: 0, rows: 0, columns: 0, entity: null, folded: 0 };

type ActingGrid = Pick<GridEngine<AccessCell>, 'selection' | 'active' | 'hasActive'>;

/** What an act or a copy is about: what is selected, else the active cell, which on the head of a band means its records. */
export function meantStrips(
  rows: MatrixRows,
  { selection, hasActive, active: { row, column } }: ActingGrid,
): readonly SelectedStrip[] {
  if (!selection.isEmpty || !hasActive || row < 0) return selection.strips();
  return [{ top: row, bottom: rows.lastUnder(row), runs: [{ left: column, right: column }] }];
}

/** The entities in whose columns anything is selected, in the order shown. */
function selectedEntities(columns: MatrixColumns, selection: GridSelection): Uint32Array {
  return joined(selection.columnRuns().map(({ left, right }) => columns.entitiesIn(left, right)));
}

/** How much is selected, each counted once; a folded band counts as its records, a folded group not at all. */
export function selectedCounts(
  { matrix, rows, columns }: ShownParts,
  selection: GridSelection,
): SelectedCounts {
  const [only, ...others] = selectedEntities(columns, selection);
  const entity = only === undefined || others.length > 0 ? null : matrix.entityId(only);
  const count = only === undefined ? 0 : others.length + 1;
  const folded = foldedCount(columns, selection.columnRuns());
  const counts = { ...nothingSelected, columns: count, entity, folded };
  const strips = selection.strips();
  for (const { top, bottom, runs } of strips) {
    const { length } = rows.recordsIn(top, bottom);
    counts.rows += length;
    for (const { left, right } of runs) counts.cells += length * columns.entitiesIn(left, right).length;
  }
  return counts;
}

/** The first records that are selected, in the order shown; so many at most. */
function selectedRecords(rows: MatrixRows, selection: GridSelection, most: number): number[] {
  const records: number[] = [];
  for (const { top, bottom } of selection.strips()) {
    const some = rows.recordsIn(top, bottom);
    records.push(...some.subarray(0, most - records.length));
    if (records.length === most) break;
  }
  return records;
}

/** The one assignment, record or entity that is selected; null where that is not one. */
export function selectedTarget(shown: ShownParts, selection: GridSelection): DetailsTarget | null {
  const { matrix, rows, columns } = shown;
  const [record] = selectedRecords(rows, selection, 1);
  const { left = 0, right = -1 } = selection.ranges.at(-1) ?? {};
  const [entity = selectedEntities(columns, selection)[0]] = columns.entitiesIn(left, right);
  if (record === undefined || entity === undefined) return null;
  const cell = matrix.cell(record, entity);
  const { whole } = selection;
  const counts = selectedCounts(shown, selection);
  if (counts.cells === 1 && whole !== 'rows' && whole !== 'columns') return cell;
  const isRecord = counts.rows === 1 && (counts.columns > 1 || whole === 'rows');
  return isRecord ? { ...cell, entityId: '' } : { ...cell, recordType: '', recordId: '' };
}

/** What the person wants of an entity or record and another one, which they choose next. */
export type ComparePurpose = 'compare' | 'copy-to' | 'copy-from';

/** An entity or a record as one of two that are compared, or of which one gets what the other has. */
export function comparedFrom(target: DetailsTarget | null, purpose: ComparePurpose): Compared | null {
  if (target === null) return null;
  const isEntity = target.recordType === '';
  const one = isEntity ? target.entityId : recordText(target);
  const [first, second] = purpose === 'copy-from' ? [null, one] : [one, null];
  return {
    kind: isEntity ? 'entities' : 'records',
    first,
    second,
    ...(purpose !== 'compare' && { isCopy: true }),
  };
}

/** The two entities, or else the two records, that the selection has, as they are compared; null where it has not two. */
export function selectedPair(shown: ShownParts, selection: GridSelection): Compared | null {
  const { matrix, rows, columns } = shown;
  const counts = selectedCounts(shown, selection);
  const areRows = selection.whole === 'rows' && counts.rows === 2;
  const kind = !areRows && counts.columns === 2 ? 'entities' : counts.rows === 2 ? 'records' : null;
  if (kind === null) return null;
  const [first, second] =
    kind === 'records'
      ? selectedRecords(rows, selection, 2).map((record) => recordText(matrix.cell(record, -1)))
      : [...selectedEntities(columns, selection)].map((entity) => matrix.entityId(entity));
  return { kind, first: first ?? null, second: second ?? null };
}

/**
 * What a comparison begins with: the two selected entities or records, or one of them; else neither.
 * @param before what is compared already, and stays where nothing is selected.
 */
export function selectedToCompare(
  shown: ShownParts,
  selection: GridSelection | null,
  before: Compared | null,
): Compared {
  if (selection === null || selection.isEmpty) return before ?? nothingCompared;
  const { cells, rows, columns } = selectedCounts(shown, selection);
  if (cells === 0) return before ?? nothingCompared;
  const target = rows === 1 || columns === 1 ? selectedTarget(shown, selection) : null;
  if (target === null) return selectedPair(shown, selection) ?? nothingCompared;
  return columns === 1
    ? { ...nothingCompared, first: target.entityId }
    : (comparedFrom(target, 'compare') ?? nothingCompared);
}
