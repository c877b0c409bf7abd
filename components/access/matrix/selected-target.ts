import type { GridSelection } from '@/components/grid/grid-selection';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { DetailsTarget } from '@/lib/domain/access/details-target';
import type { MatrixRows } from '@/lib/domain/access/filter/bands';
import { recordText } from '@/lib/domain/access/record-text';
import type { Compared } from '@/lib/domain/access/comparison';

/** A matrix, its rows, and the entity indices in the order shown. */
interface ShownParts {
  matrix: AccessMatrix;
  rows: MatrixRows;
  entities: Uint32Array;
}

/** The one assignment, record or entity that is selected; null where that is not one. */
export function selectedTarget(
  { matrix, rows: shown, entities }: ShownParts,
  selection: GridSelection,
): DetailsTarget | null {
  const range = selection.ranges.at(-1);
  const entity = entities[range?.left ?? -1];
  if (range === undefined || entity === undefined) return null;
  const record = shown.recordAt(range.top);
  if (record < 0) return { recordType: '', recordId: '', entityId: matrix.entityId(entity) };
  const cell = matrix.cell(record, entity);
  const { whole } = selection;
  const { cells, rows, columns } = selection.counts();
  if (cells === 1 && whole !== 'rows' && whole !== 'columns') return cell;
  const isRecord = rows === 1 && (columns > 1 || whole === 'rows');
  return isRecord ? { ...cell, entityId: '' } : { ...cell, recordType: '', recordId: '' };
}

/** The two entities, or else the two records, that the selection has, as they are compared; null where it has not two. */
export function selectedPair(
  { matrix, rows: shown, entities }: ShownParts,
  selection: GridSelection,
): Compared | null {
  const { rows, columns } = selection.counts();
  const kind = columns === 2 ? 'entities' : rows === 2 ? 'records' : null;
  if (kind === null) return null;
  const bands = selection.bands();
  const chosen =
    kind === 'entities'
      ? [...new Set(bands.flatMap(({ runs }) => runs.flatMap(({ left, right }) => [left, right])))]
      : [...new Set(bands.flatMap(({ top, bottom }) => [top, bottom]))];
  const inOrder = chosen.sort((a, b) => a - b);
  if (kind === 'records' && inOrder.some((row) => shown.recordAt(row) < 0)) return null;
  const [first, second] = inOrder.map((at) =>
    kind === 'entities'
      ? matrix.entityId(entities[at] ?? -1)
      : recordText(matrix.cell(shown.recordAt(at), -1)),
  );
  return { kind, first: first ?? null, second: second ?? null };
}
