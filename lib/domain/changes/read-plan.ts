import type { Cell } from '@/lib/contract/access/access';
import { mayBeMisread } from '@/lib/domain/access/misread-ids';

/** One read of the service that answers for several cells: all entities of a record, or all records of a type in an entity. */
export interface CellRead<T> {
  filter: { recordType: string; recordId?: string; entityId?: string };
  cells: readonly T[];
}

/** Rows that cost about as much time as one more request: a page of 20,000 takes far longer than a single row. */
const rowsWorthARequest = 1_000;

/**
 * The cheapest reads that answer for all these cells, counted in requests: by record where two or more cells share it,
 * by type and entity where so many share those that it pays, else one by one.
 * @param recordsOf how many records a type has about; an estimate will do.
 */
export function planReads<T>(
  cells: readonly T[],
  cellOf: (one: T) => Cell,
  recordsOf: (recordType: string) => number,
): CellRead<T>[] {
  const reads: CellRead<T>[] = [];
  const single: T[] = [];
  for (const group of grouped(cells, (one) => [cellOf(one).recordType, cellOf(one).recordId])) {
    // By an ID that a service may misread nothing is found, and then each cell is asked for twice more.
    if (group.cells.length < 2 || mayBeMisread(group.key[1])) single.push(...group.cells);
    else reads.push({ filter: { recordType: group.key[0], recordId: group.key[1] }, cells: group.cells });
  }
  for (const group of grouped(single, (one) => [cellOf(one).recordType, cellOf(one).entityId])) {
    if (group.cells.length > 1 + recordsOf(group.key[0]) / rowsWorthARequest) {
      reads.push({ filter: { recordType: group.key[0], entityId: group.key[1] }, cells: group.cells });
      continue;
    }
    for (const one of group.cells) reads.push({ filter: { ...cellOf(one) }, cells: [one] });
  }
  return reads;
}

function grouped<T>(
  cells: readonly T[],
  keyOf: (one: T) => [string, string],
): { key: [string, string]; cells: T[] }[] {
  const groups = new Map<string, { key: [string, string]; cells: T[] }>();
  for (const one of cells) {
    const key = keyOf(one);
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? { key, cells: [] };
    group.cells.push(one);
    groups.set(text, group);
  }
  return [...groups.values()];
}
