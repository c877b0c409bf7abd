import type { FileOrigin } from '@/lib/contract/access/access-file';
import type { FileShape } from '@/lib/contract/access/file-kinds';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { baseHeaderOf, baseLetterOf, columnsDigest, fileWordOf, type FileValue } from './file-words';

/** What goes into a file. */
export interface FileContent {
  matrix: AccessMatrix;
  /** Record and entity indices in the order shown. */
  records: Uint32Array;
  entities: Uint32Array;
  origin: FileOrigin;
  /** For columns of their own, which an import only compares; none where nothing has a name. */
  names: MatrixNames;
  /** Whether nobody knows the value of the cell at (record, entity). */
  isUnknown: (record: number, entity: number) => boolean;
}

/** The rows of the matrix as a file, header first. In the wide shape a blank cell is an assignment that is not there. */
export function fileRows(shape: FileShape, content: FileContent): Generator<readonly string[]> {
  return shape === 'long' ? longRows(content) : wideRows(content);
}

function* longRows(content: FileContent): Generator<readonly string[]> {
  const { matrix, records, entities, origin, names } = content;
  const nameOf = (hasNames: boolean, name: string) => (hasNames ? [name] : []);
  yield [
    'Record type',
    'Record ID',
    ...nameOf(names.hasRecords, 'Record name'),
    'Entity',
    ...nameOf(names.hasEntities, 'Entity name'),
    'Access',
    baseHeaderOf({ ...origin, columns: null }),
  ];
  for (const record of records) {
    for (const entity of entities) {
      const value = valueAt(content, record, entity);
      if (value === null) continue;
      const word = fileWordOf(value);
      yield [
        matrix.recordType(record),
        matrix.recordId(record),
        ...nameOf(names.hasRecords, names.record(record)),
        matrix.entityId(entity),
        ...nameOf(names.hasEntities, names.entity(entity)),
        word,
        word,
      ];
    }
  }
}

function* wideRows(content: FileContent): Generator<readonly string[]> {
  const { matrix, records, entities, origin, names } = content;
  const ids = [...entities].map((entity) => matrix.entityId(entity));
  yield [
    'Record type',
    'Record ID',
    ...(names.hasRecords ? ['Record name'] : []),
    ...ids,
    baseHeaderOf({ ...origin, columns: columnsDigest(ids) }),
  ];
  for (const record of records) {
    const row = [matrix.recordType(record), matrix.recordId(record)];
    if (names.hasRecords) row.push(names.record(record));
    let base = '';
    for (const entity of entities) {
      const value = valueAt(content, record, entity);
      row.push(value === null ? '' : fileWordOf(value));
      base += baseLetterOf(value);
    }
    row.push(base);
    yield row;
  }
}

function valueAt({ matrix, isUnknown }: FileContent, record: number, entity: number): FileValue | null {
  const state = matrix.state(record, entity);
  if (state === 'none') return null;
  return isUnknown(record, entity) ? 'unknown' : state === 'granted';
}
