import type { FileFilter, ImportCell, ImportCounts, SettledCell } from '@/lib/contract/access/access-file';
import type { ImportKind } from '@/lib/contract/access/file-kinds';
import type { FileEntries, FileEntry } from './file-entries';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { visibleEntities, visibleRecords } from '@/lib/domain/access/filter/matrix-filter';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';

/** What comparing one assignment of a file with the value now comes to. */
export type Compared =
  | Exclude<ImportKind, 'unnamed'>
  | 'already'
  /** Nothing is asked for, or it lies outside the filter. */
  | 'left'
  /** Already listed as a problem. */
  | 'contradicted';

/** Which records and entities a filter lets through, by index. */
export interface FilterMask {
  records: Uint8Array;
  entities: Uint8Array;
}

/** The filter of the access page as masks over a matrix. */
export function maskOf(
  matrix: AccessMatrix,
  { type, q, entity }: FileFilter,
  names: MatrixNames,
): FilterMask {
  const masked = (size: number, visible: Uint32Array): Uint8Array => {
    const mask = new Uint8Array(size);
    for (const index of visible) mask[index] = 1;
    return mask;
  };
  const all = (size: number) => Uint32Array.from({ length: size }, (_, index) => index);
  const { recordCount, entityCount } = matrix;
  const records = visibleRecords(matrix, all(recordCount), { recordTypes: type, text: q }, names);
  return {
    records: masked(recordCount, records),
    entities: masked(entityCount, visibleEntities(matrix, all(entityCount), entity, names)),
  };
}

/**
 * Compares a named assignment with the value now. Of two values, one that the service changed since the export differs
 * from the file only where the file was left as it was exported: `changed`.
 * @param within what lies outside is left alone; null: everything is within.
 */
export function compared(entry: FileEntry, matrix: AccessMatrix, within: FilterMask | null): Compared {
  const { record, entity, value, base } = entry;
  if (entry.isContradicted) return 'contradicted';
  if (value === 'unknown' || (within && !(within.records[record] && within.entities[entity]))) return 'left';
  const now = matrix.state(record, entity);
  if (now === 'none') return 'left'; // gone since the rows were read
  const expected = now === 'granted';
  if (value === expected) return 'already';
  if (base !== undefined && base !== expected) return 'changed';
  return value ? 'give' : 'remove';
}

/** An assignment whose value now is the other one than the file's, for the preview. */
export function importCellOf(
  { record, entity, value, row, base }: FileEntry,
  matrix: AccessMatrix,
  kind: ImportKind,
): ImportCell {
  const accessible = value === true;
  return {
    ...cellAt(matrix, record, entity),
    accessible,
    row,
    kind,
    expected: !accessible,
    base: base ?? null,
  };
}

/** An assignment that has the file's value already. */
export function settledCellOf({ record, entity, value, row }: FileEntry, matrix: AccessMatrix): SettledCell {
  return { ...cellAt(matrix, record, entity), accessible: value === true, row };
}

/** The assignments within the filter that have access and that the file does not name, in steps of one record. */
export function* unnamedCells(
  entries: FileEntries,
  matrix: AccessMatrix,
  within: FilterMask,
): Generator<ImportCell[]> {
  for (const [record, isIn] of within.records.entries()) {
    if (isIn === 0) continue;
    const cells: ImportCell[] = [];
    for (const [entity, isEntityIn] of within.entities.entries()) {
      if (isEntityIn === 0 || entries.has(record, entity) || matrix.state(record, entity) !== 'granted')
        continue;
      const cell = { ...cellAt(matrix, record, entity), accessible: false, row: null };
      cells.push({ ...cell, kind: 'unnamed', expected: true, base: null });
    }
    yield cells;
  }
}

/** Whether a file that is made equal says nothing of what its filter covers, so that all of it would lose access. */
export function namesNothing({ give, remove, changed, already, unnamed }: ImportCounts): boolean {
  return unnamed > 0 && give + remove + changed + already === 0;
}

function cellAt(matrix: AccessMatrix, record: number, entity: number) {
  return {
    recordType: matrix.recordType(record),
    recordId: matrix.recordId(record),
    entityId: matrix.entityId(entity),
  };
}
