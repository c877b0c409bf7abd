import { countColumns } from './column-counts';
import type { AccessMatrix } from './matrix';
import type { MatrixNames } from './matrix-names';
import { visibleEntities, visibleRecords, type MatrixFilter } from './matrix-filter';
import { sortedRecords, usedEntities, type RowOrder } from './matrix-sort';
import { rowStateTest, type RowState } from './row-state';

/** What a person asked to see of a matrix. */
export interface MatrixWish extends MatrixFilter {
  /** Text filter of the entity ID. */
  entity: string;
  rows: RowState | null;
  /** Whether columns without any combination in the shown rows are left out. */
  isUsedOnly: boolean;
  sort: RowOrder;
  isReversed: boolean;
  /** What IDs are called; none unless told. */
  names?: MatrixNames;
}

/** Rows and columns in the order shown, and what lies below each column among the rows, by entity index. */
export interface ShownMatrix {
  records: Uint32Array;
  entities: Uint32Array;
  granted: Uint32Array;
  existing: Uint32Array;
  /** As it was wished. */
  sort: RowOrder;
  isReversed: boolean;
}

/**
 * The rows and columns that a wish comes to. Rows are compared over the entities the text lets through, before empty
 * columns are left out.
 * @param orders `recordOrder` and `entityOrder` of the matrix, kept by the caller because sorting is the costly part.
 * @param only also required of a record; null: nothing is.
 */
export function shownMatrix(
  matrix: AccessMatrix,
  orders: { records: Uint32Array; entities: Uint32Array },
  wish: MatrixWish,
  only: ((record: number) => boolean) | null = null,
): ShownMatrix {
  const among = visibleEntities(matrix, orders.entities, wish.entity, wish.names);
  let records = visibleRecords(matrix, orders.records, wish, wish.names);
  if (wish.rows !== null) records = records.filter(rowStateTest(matrix, among, wish.rows));
  if (only !== null) records = records.filter(only);
  const { granted, existing } = countColumns(matrix, records);
  const entities = wish.isUsedOnly ? usedEntities(among, existing) : among;
  const sorted = sortedRecords(matrix, records, entities, wish.sort, wish.isReversed);
  return { records: sorted, entities, granted, existing, sort: wish.sort, isReversed: wish.isReversed };
}

/** The order that an address names; an entity that there is not leaves the order of IDs. */
export function rowOrderOf(matrix: AccessMatrix, sort: string): RowOrder {
  if (sort === 'granted') return { by: 'granted' };
  const entity = sort.startsWith('entity:') ? matrix.entityIndex(sort.slice('entity:'.length)) : -1;
  return entity < 0 ? { by: 'id' } : { by: 'entity', entity };
}
