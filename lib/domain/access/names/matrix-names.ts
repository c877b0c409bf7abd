import type { Labels } from '@/lib/contract/access/labels';
import type { KeyNames } from './named';
import type { AccessMatrix } from '@/lib/domain/access/matrix';

/** The names of a matrix's records and entities by their indices; '' where nobody named one. */
export interface MatrixNames {
  record: (record: number) => string;
  entity: (entity: number) => string;
  /** The group of entities that an entity belongs to. */
  group: (entity: number) => string;
  /** Whether any record, or any entity, of the matrix has a name, or any entity a group. */
  hasRecords: boolean;
  hasEntities: boolean;
  hasGroups: boolean;
}

/** Where nothing has a name. */
export const noNames: MatrixNames = {
  record: () => '',
  entity: () => '',
  group: () => '',
  hasRecords: false,
  hasEntities: false,
  hasGroups: false,
};

/** Puts names on a matrix; those of records and entities that it does not have are left out. Keys are compared exactly. */
export function matrixNames(matrix: AccessMatrix, { records, entities }: Labels): MatrixNames {
  const ofRecords = new Array<string>(matrix.recordCount).fill('');
  const ofEntities = new Array<string>(matrix.entityCount).fill('');
  for (const [type, id, name] of records) put(ofRecords, matrix.recordIndex(type, id), name);
  const groups = new Array<string>(matrix.entityCount).fill('');
  for (const [id, name, group] of entities) {
    put(ofEntities, matrix.entityIndex(id), name);
    put(groups, matrix.entityIndex(id), group ?? '');
  }
  return {
    record: (record) => ofRecords[record] ?? '',
    entity: (entity) => ofEntities[entity] ?? '',
    group: (entity) => groups[entity] ?? '',
    hasRecords: ofRecords.some((name) => name !== ''),
    hasEntities: ofEntities.some((name) => name !== ''),
    hasGroups: groups.some((group) => group !== ''),
  };
}

/** The same names by keys; '' for what the matrix does not have. */
export function namesByKey(matrix: AccessMatrix, names: MatrixNames): KeyNames {
  const entityOf = (entityId: string) => matrix.entityIndex(entityId);
  return {
    record: ({ recordType, recordId }) => names.record(matrix.recordIndex(recordType, recordId)),
    entity: (entityId) => names.entity(entityOf(entityId)),
    group: (entityId) => names.group(entityOf(entityId)),
  };
}

function put(names: string[], place: number, name: string): void {
  if (place >= 0) names[place] = name;
}
