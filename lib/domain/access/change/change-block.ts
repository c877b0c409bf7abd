import { grouped } from '@/lib/domain/grouped';
import { naturalOrderOf } from '@/lib/domain/natural-order';
import type { WantedChange } from './change-proposal';

/** A row of a block: a record, or with `recordId` null the head of all records of a type. */
export interface BlockRow {
  recordType: string;
  recordId: string | null;
}

/**
 * Changes laid out as records by entities. Row -1 stands for all rows, column 0 for all columns: what lies there is every
 * change of the column, of the row, or of both, so that all of them can be decided on together.
 */
export interface ChangeBlock<C extends WantedChange = WantedChange> {
  rows: readonly BlockRow[];
  /** What the columns after the first stand for. */
  entityIds: readonly string[];
  /** The one change of a record and an entity. */
  one: (row: number, column: number) => C | undefined;
  /** The changes that lie at a place, as above. */
  at: (row: number, column: number) => readonly C[];
  /** The row of a record; -1 where there is none. */
  rowOf: (recordType: string, recordId: string | null) => number;
}

/**
 * Lays changes out: record types, their records and the entities in natural order, those of a group together where its
 * first one comes, as in the matrix.
 * @param groupOf names the group of an entity; '' for none.
 * @param all the entities that the matrix has: the first one of a group may not be among those that change.
 */
export function changeBlock<C extends WantedChange>(
  changes: readonly C[],
  groupOf: (entityId: string) => string = () => '',
  all: readonly string[] = [],
): ChangeBlock<C> {
  const own = new Set(changes.map(({ cell }) => cell.entityId));
  const byId = inOrder([...all, ...own]);
  const entityIds = [...grouped(byId, (id) => groupOf(id) || id).values()].flat().filter((id) => own.has(id));
  const rows: BlockRow[] = [];
  const ofRow: C[][] = [];
  const rowAt = new Map<string, number>();
  const lay = (row: BlockRow, own: C[]): void => {
    rowAt.set(rowKey(row.recordType, row.recordId), rows.length);
    rows.push(row);
    ofRow.push(own);
  };
  const types = grouped(changes, ({ cell }) => cell.recordType);
  for (const recordType of inOrder([...types.keys()])) {
    const own = types.get(recordType) ?? [];
    lay({ recordType, recordId: null }, own);
    const records = grouped(own, ({ cell }) => cell.recordId);
    for (const recordId of inOrder([...records.keys()]))
      lay({ recordType, recordId }, records.get(recordId) ?? []);
  }
  const columnOf = new Map(entityIds.map((id, at) => [id, at + 1]));
  /** The changes of a row by their column. */
  const placed = (row: number): ReadonlyMap<number, C> =>
    new Map((ofRow[row] ?? []).map((change) => [columnOf.get(change.cell.entityId) ?? 0, change]));
  const places = kept(placed);
  const columns = kept((column: number) =>
    changes.filter(({ cell }) => columnOf.get(cell.entityId) === column),
  );
  const isType = (row: number): boolean => rows[row]?.recordId === null;
  const none: readonly C[] = [];

  return {
    rows,
    entityIds,
    one: (row, column) => (row < 0 || isType(row) ? undefined : places(row).get(column)),
    at: (row, column) => {
      if (row < 0) return column === 0 ? changes : columns(column);
      if (column === 0) return ofRow[row] ?? none;
      if (isType(row)) {
        const { recordType } = rows[row] ?? {};
        return columns(column).filter(({ cell }) => cell.recordType === recordType);
      }
      const change = places(row).get(column);
      return change === undefined ? none : [change];
    },
    rowOf: (recordType, recordId) => rowAt.get(rowKey(recordType, recordId)) ?? -1,
  };
}

function inOrder(texts: readonly string[]): string[] {
  const different = [...new Set(texts)];
  return different.sort(naturalOrderOf(different));
}

function rowKey(recordType: string, recordId: string | null): string {
  return JSON.stringify([recordType, recordId]);
}

/** Works each value out once, when it is first asked for: a block is painted again with every press. */
function kept<T>(make: (at: number) => T): (at: number) => T {
  const made = new Map<number, T>();
  return (at) => {
    const known = made.get(at);
    if (known !== undefined) return known;
    const value = make(at);
    made.set(at, value);
    return value;
  };
}
