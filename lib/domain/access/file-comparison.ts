import { type FileFilter, type ImportCell, type SettledCell } from '@/lib/contract/access-file';
import type { AccessFileReader } from './file-reader';
import type { AccessMatrix } from './matrix';
import { visibleEntities, visibleRecords } from './matrix-filter';

/** What comparing one cell of a file with the value now comes to. */
export type Compared =
  | { kind: 'change'; cell: ImportCell }
  | { kind: 'already'; cell: SettledCell }
  /** Nothing is asked for, or it lies outside the filter; null: nothing to say, such as a contradiction told before. */
  | { kind: 'left' }
  | null;

/** Which records and entities a filter lets through, by index. */
export interface FilterMask {
  records: Uint8Array;
  entities: Uint8Array;
}

/** The filter of the access page as masks over a matrix. */
export function maskOf(matrix: AccessMatrix, { type, q, entity }: FileFilter): FilterMask {
  const masked = (size: number, visible: Uint32Array): Uint8Array => {
    const mask = new Uint8Array(size);
    for (const index of visible) mask[index] = 1;
    return mask;
  };
  const all = (size: number) => Uint32Array.from({ length: size }, (_, index) => index);
  const { recordCount, entityCount } = matrix;
  const records = visibleRecords(matrix, all(recordCount), { recordTypes: type, text: q });
  return {
    records: masked(recordCount, records),
    entities: masked(entityCount, visibleEntities(matrix, all(entityCount), entity)),
  };
}

/**
 * Compares each named combination with the value now, in the order of the file. Of two values, one that the service
 * changed since the export differs from the file only where the file was left as it was exported: `changed`.
 * @param within cells outside are left alone; null: everywhere.
 */
export function* comparedEntries(
  { entries }: AccessFileReader,
  matrix: AccessMatrix,
  within: FilterMask | null,
): Generator<Compared> {
  for (let position = 0; position < entries.size; position++) {
    const { record, entity, row, value, base, isContradicted } = entries.at(position);
    const now = matrix.state(record, entity);
    const isOutside = within !== null && !(within.records[record] && within.entities[entity]);
    if (isContradicted) yield null;
    else if (value === 'unknown' || isOutside || now === 'none') yield { kind: 'left' };
    else {
      const named = { ...cellAt(matrix, record, entity), accessible: value, row };
      const expected = now === 'granted';
      if (value === expected) yield { kind: 'already', cell: named };
      else {
        const isChanged = base !== undefined && base !== expected;
        const kind = isChanged ? 'changed' : value ? 'give' : 'remove';
        yield { kind: 'change', cell: { ...named, kind, expected, base: base ?? null } };
      }
    }
  }
}

/** The combinations within the filter that have access and that the file does not name, in steps of one record. */
export function* unnamedCells(
  { entries }: AccessFileReader,
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

function cellAt(matrix: AccessMatrix, record: number, entity: number) {
  return {
    recordType: matrix.recordType(record),
    recordId: matrix.recordId(record),
    entityId: matrix.entityId(entity),
  };
}
