import type { RowState } from '@/lib/contract/access/file-kinds';
import { SummedCounts } from '@/lib/domain/access/column-counts';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { noNames, type MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { bandsOf, joined, MatrixRows, type Band } from './bands';
import { MatrixColumns } from './matrix-columns';
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

/** Whether the band of a record type is unfolded. */
export type IsOpen = (recordType: string) => boolean;

/** Records and entities in the order shown, and the rows and columns that they are shown in. */
export interface VisibleMatrix {
  /** Those in folded bands too. */
  records: Uint32Array;
  /** Those in folded groups too. */
  entities: Uint32Array;
  bands: readonly Band[];
  rows: MatrixRows;
  columns: MatrixColumns;
  /** What lies below each column among the records, by entity index. */
  counts: SummedCounts;
  /** As it was asked for. */
  sort: RowOrder;
  isReversed: boolean;
}

/** Indices of all records, and of all entities, in the order in which they are shown. */
export interface MatrixOrders {
  records: Uint32Array;
  entities: Uint32Array;
}

/**
 * The rows and columns that a query comes to, all bands and groups unfolded. Rows are compared over the entities the text lets through, before empty
 * columns are left out.
 * @param orders `recordOrder` and `entityOrder` of the matrix, kept by the caller because sorting is the costly part.
 * @param only also required of a record; null: nothing is. @param kept shows these records and entities too.
 */
export function visibleMatrix(
  matrix: AccessMatrix,
  orders: MatrixOrders,
  query: MatrixQuery,
  only: ((record: number) => boolean) | null = null,
  kept: MatrixOrders | null = null,
): VisibleMatrix {
  const among = visibleEntities(matrix, orders.entities, query.entity, query.names);
  let records = visibleRecords(matrix, orders.records, query, query.names);
  if (query.rows !== null) {
    const fits = rowStateTest(matrix, among, query.rows);
    const before = new Set(kept?.records);
    records = records.filter((record) => fits(record) || before.has(record));
  }
  if (only !== null) records = records.filter(only);
  const { sort, isReversed } = query;
  const unsorted = bandsOf(matrix, records);
  const counts = new SummedCounts(unsorted.map((band) => band.counts));
  const entities = query.isUsedOnly ? usedEntities(among, counts.granted, kept?.entities) : among;
  const bands = unsorted.map((band) => ({
    ...band,
    records: sortedRecords(matrix, band.records, entities, sort, isReversed),
  }));
  // Where all records are of one type anyway, a head would say nothing.
  const isOfOneType = query.recordTypes.length === 1 || matrix.recordTypes.length === 1;
  const rows = rowsOf(matrix, { bands, entities }, isOfOneType ? null : () => true);
  return {
    records: joined(bands.map((band) => band.records)),
    entities,
    bands,
    rows,
    columns: new MatrixColumns(matrix, entities, (query.names ?? noNames).group),
    counts,
    sort,
    isReversed,
  };
}

/** The same with other bands folded. */
export function withBandsFolded(matrix: AccessMatrix, shown: VisibleMatrix, isOpen: IsOpen): VisibleMatrix {
  return shown.rows.hasHeads ? { ...shown, rows: rowsOf(matrix, shown, isOpen) } : shown;
}

/** There are none where there is no entity: a record would say nothing. */
function rowsOf(
  matrix: AccessMatrix,
  { bands, entities }: Pick<VisibleMatrix, 'bands' | 'entities'>,
  isOpen: IsOpen | null,
): MatrixRows {
  return new MatrixRows(matrix, entities.length === 0 ? [] : bands, isOpen);
}

/** The order that an address names; an entity that there is not leaves the order of IDs. */
export function rowOrderOf(matrix: AccessMatrix, sort: string): RowOrder {
  if (sort === 'granted') return { by: 'granted' };
  const entity = sort.startsWith('entity:') ? matrix.entityIndex(sort.slice('entity:'.length)) : -1;
  return entity < 0 ? { by: 'id' } : { by: 'entity', entity };
}
