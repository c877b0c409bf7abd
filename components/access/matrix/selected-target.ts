import type { GridSelection } from '@/components/grid/grid-selection';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { DetailsTarget } from '@/lib/domain/access/details-target';
import { recordText } from '@/lib/domain/access/record-text';
import type { Compared } from '@/lib/domain/access/comparison';

/** A matrix, and the record and entity indices in the order shown. */
interface ShownParts {
  matrix: AccessMatrix;
  records: Uint32Array;
  entities: Uint32Array;
}

/** The one assignment, record or entity that is selected; null where that is not one. */
export function selectedTarget(
  { matrix, records, entities }: ShownParts,
  selection: GridSelection,
): DetailsTarget | null {
  const range = selection.ranges.at(-1);
  const [record, entity] = [records[range?.top ?? -1], entities[range?.left ?? -1]];
  if (record === undefined || entity === undefined) return null;
  const cell = matrix.cell(record, entity);
  const { whole } = selection;
  const { cells, rows, columns } = selection.counts();
  if (cells === 1 && whole !== 'rows' && whole !== 'columns') return cell;
  const isRecord = rows === 1 && (columns > 1 || whole === 'rows');
  return isRecord ? { ...cell, entityId: '' } : { ...cell, recordType: '', recordId: '' };
}

/** The two entities, or else the two records, that the selection has, as they are compared; null where it has not two. */
export function selectedPair(
  { matrix, records, entities }: ShownParts,
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
  const [first, second] = chosen
    .sort((a, b) => a - b)
    .map((at) =>
      kind === 'entities'
        ? matrix.entityId(entities[at] ?? -1)
        : recordText(matrix.cell(records[at] ?? -1, -1)),
    );
  return { kind, first: first ?? null, second: second ?? null };
}
