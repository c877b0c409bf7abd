import type { RowState } from '@/lib/contract/access/file-kinds';
import { CurrentCounts } from '@/lib/domain/access/column-counts';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import { visibleEntities, visibleRecords, type MatrixFilter } from './matrix-filter';
import { sortedRecords, usedEntities, type RowOrder } from './matrix-sort';
import { rowStateTest } from './row-state';

/** What a person asked to see of a matrix. */
export interface MatrixQuery extends MatrixFilter {
  /** Text filter of the entity ID. */
  entity: string;
  rows: RowState | null;
  /** Whether columns in which no shown row has access are left out. */
  isUsedOnly: boolean;
  sort: RowOrder;
  isReversed: boolean;
  /** What IDs are called; none unless told. */
  names?: MatrixNames;
}

/** Rows and columns in the order shown. */
export interface VisibleMatrix {
  records: Uint32Array;
  entities: Uint32Array;
  /** What lies below each column among the rows, by entity index. */
  counts: CurrentCounts;
  /** As it was asked for. */
  sort: RowOrder;
  isReversed: boolean;
}

/**
 * The rows and columns that a query comes to. Rows are compared over the entities the text lets through, before empty
 * columns are left out.
 * @param orders `recordOrder` and `entityOrder` of the matrix, kept by the caller because sorting is the costly part.
 * @param only also required of a record; null: nothing is.
 */
export function visibleMatrix(
  matrix: AccessMatrix,
  orders: { records: Uint32Array; entities: Uint32Array },
  query: MatrixQuery,
  only: ((record: number) => boolean) | null = null,
): VisibleMatrix {
  const among = visibleEntities(matrix, orders.entities, query.entity, query.names);
  let records = visibleRecords(matrix, orders.records, query, query.names);
  if (query.rows !== null) records = records.filter(rowStateTest(matrix, among, query.rows));
  if (only !== null) records = records.filter(only);
  const counts = new CurrentCounts(matrix, records);
  const entities = query.isUsedOnly ? usedEntities(among, counts.granted) : among;
  const sorted = sortedRecords(matrix, records, entities, query.sort, query.isReversed);
  const { sort, isReversed } = query;
  return { records: sorted, entities, counts, sort, isReversed };
}

/** The order that an address names; an entity that there is not leaves the order of IDs. */
export function rowOrderOf(matrix: AccessMatrix, sort: string): RowOrder {
  if (sort === 'granted') return { by: 'granted' };
  const entity = sort.startsWith('entity:') ? matrix.entityIndex(sort.slice('entity:'.length)) : -1;
  return entity < 0 ? { by: 'id' } : { by: 'entity', entity };
}
