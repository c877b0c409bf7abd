import type { FileShape } from '@/lib/contract/access/file-kinds';
import { SheetFault } from '@/lib/domain/spreadsheet/sheet-row';
import { readBaseHeader, type BaseHeader } from './file-words';

/** Which column holds what, by position from 0; -1 where there is none. */
export interface FileLayout {
  shape: FileShape;
  recordType: number;
  recordId: number;
  base: number;
  /** What the base column says of the file; null for a file that this console did not make. */
  origin: BaseHeader | null;
  /** Long shape: the entity and the value. */
  entity: number;
  access: number;
  /** Wide shape: the entity of each other column that has a name. */
  entityColumns: readonly { column: number; entityId: string }[];
  /** Names of columns that are not read. */
  ignored: readonly string[];
  width: number;
}

/** Names by which a column is known, without regard to case, spaces, hyphens and underscores. */
const names = {
  recordType: ['recordtype', 'bssimasterrecordtype'],
  recordId: ['recordid', 'bssimasterrecordid'],
  entity: ['entity', 'entityid', 'bssientityid'],
  access: ['access', 'accessible', 'bssiaccessible'],
} as const;

/** Columns that an export has for people, who know records and entities by their names; an import goes by IDs. */
const forReaders: readonly string[] = ['recordname', 'entityname'];

/**
 * Finds the columns of a file by their names, in any order. A file with a column Entity is of the long shape; else
 * every column that is nothing else is an entity.
 * @throws SheetFault naming the column that is missing or there twice.
 */
export function layoutOf(header: readonly string[]): FileLayout {
  const plain = header.map((name) => name.toLowerCase().replaceAll(/[\s_\-\u00A0]/g, ''));
  const find = (what: keyof typeof names): number => {
    const known: readonly string[] = names[what];
    const found = plain.flatMap((name, column) => (known.includes(name) ? [column] : []));
    const [first, second] = found;
    if (first !== undefined && second !== undefined)
      throw new SheetFault(
        `Row 1: the columns “${header[first] ?? ''}” and “${header[second] ?? ''}” both name the ${words[what]}. Keep one of them.`,
      );
    return first ?? -1;
  };
  const need = (what: keyof typeof names): number => {
    const column = find(what);
    if (column < 0)
      throw new SheetFault(
        `Row 1 has no column “${titles[what]}”. A file needs the columns Record type and Record ID, and either Entity and Access or one column for each entity.`,
      );
    return column;
  };
  const recordType = need('recordType');
  const recordId = need('recordId');
  const base = baseColumn(header, plain);
  const origin = readBaseHeader(header[base] ?? '');
  const isLong = find('entity') >= 0;
  const entity = isLong ? need('entity') : -1;
  const access = isLong ? need('access') : -1;
  const named = plain.flatMap((name, column) => (forReaders.includes(name) ? [column] : []));
  const used = [recordType, recordId, base, entity, access, ...named];
  const others = header.flatMap((name, column) =>
    used.includes(column) || name.trim() === '' ? [] : [{ column, entityId: name }],
  );
  if (!isLong && others.length === 0) need('entity');
  return {
    shape: isLong ? 'long' : 'wide',
    recordType,
    recordId,
    base,
    origin,
    entity,
    access,
    entityColumns: isLong ? [] : others,
    ignored: isLong ? others.map(({ entityId }) => entityId) : [],
    width: header.length,
  };
}

const words = { recordType: 'record type', recordId: 'record ID', entity: 'entity', access: 'access' };
const titles = { recordType: 'Record type', recordId: 'Record ID', entity: 'Entity', access: 'Access' };

/** The last column that this console wrote as base; else one that is just called so. */
function baseColumn(header: readonly string[], plain: readonly string[]): number {
  const own = header.findLastIndex((name) => readBaseHeader(name) !== null);
  return own >= 0 ? own : plain.lastIndexOf('base');
}
