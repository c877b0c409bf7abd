import type { Labels } from '@/lib/contract/access/labels';
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

/** An entity as the head of its column tells of it. */
export interface EntityHead {
  entityId: string;
  /** '': it has none, and likewise below. */
  name: string;
  group: string;
  /** Whether a group begins here: the column before is of another. */
  isFirstOfGroup: boolean;
  /** How many columns of its group begin here; 0: the one before is of the same. */
  groupSpan: number;
}

/** The head of a column. @param entities by their indices, in the order shown. */
export function entityHead(
  matrix: AccessMatrix,
  names: MatrixNames,
  entities: Uint32Array,
  column: number,
): EntityHead {
  const entity = entities[column] ?? -1;
  const group = names.group(entity);
  const isOfGroup = (at: number) => {
    const other = entities[at];
    return other !== undefined && names.group(other) === group;
  };
  let groupSpan = 0;
  if (!isOfGroup(column - 1)) while (isOfGroup(column + groupSpan)) groupSpan++;
  const isFirstOfGroup = groupSpan > 0 && column > 0;
  return { entityId: matrix.entityId(entity), name: names.entity(entity), group, isFirstOfGroup, groupSpan };
}

function put(names: string[], place: number, name: string): void {
  if (place >= 0) names[place] = name;
}
