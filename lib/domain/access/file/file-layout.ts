import type { FileShape } from '@/lib/contract/access/file-kinds';
import { columnName, SheetFault } from '@/lib/domain/spreadsheet/sheet-row';
import { asItLooks, unguarded } from './file-disguises';
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
  /** Columns that say what the record and, in the long shape, the entity of a row are called. */
  recordNames: readonly number[];
  entityNames: readonly number[];
  /** Wide shape: the entity of each other column that has a name. */
  entityColumns: readonly { column: number; entityId: string }[];
  /** Names of columns that are not read. */
  ignored: readonly string[];
  /** Columns without a name. */
  nameless: readonly number[];
  width: number;
}

/** Names by which a column is known, without regard to case, spaces, hyphens and underscores. */
const names = {
  recordType: ['recordtype', 'bssimasterrecordtype'],
  recordId: ['recordid', 'bssimasterrecordid'],
  entity: ['entity', 'entityid', 'bssientityid'],
  access: ['access', 'accessible', 'bssiaccessible'],
} as const;

/** Columns that an export has for people, who know records and entities by their names. An import goes by IDs and compares the names. */
const forReaders = { recordName: 'recordname', entityName: 'entityname' } as const;

const known = new Set<string>([...Object.values(names).flat(), ...Object.values(forReaders)]);

/** Whether a cell of a header is the name of a column that every file has, so that a header is known by it. */
export function isHead(cell: string): boolean {
  return known.has(plainHead(cell));
}

/** Whether a row names the columns of the records, as a header does. */
export function namesRecords(cells: readonly string[]): boolean {
  const plain = cells.map(plainHead);
  return [names.recordType, names.recordId].every((some) => some.some((name) => plain.includes(name)));
}

function plainHead(cell: string): string {
  return asItLooks(unguarded(cell) ?? cell)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
}

/**
 * Finds the columns of a file by their names, in any order. A file with a column Entity is of the long shape; else
 * every column that is nothing else is an entity.
 * @param row number of the header's row.
 * @throws SheetFault naming the column that is missing or there twice.
 */
export function layoutOf(header: readonly string[], row: number): FileLayout {
  const plain = header.map(plainHead);
  const nameless = header.flatMap((name, column) => (name.trim() === '' ? [column] : []));
  const [blank] = nameless;
  const blankInWords = blank === undefined ? '' : `, and its column ${columnName(blank)} has no name`;
  const find = (what: keyof typeof names): number => {
    const known: readonly string[] = names[what];
    const found = plain.flatMap((name, column) => (known.includes(name) ? [column] : []));
    const [first, second] = found;
    if (first !== undefined && second !== undefined)
      throw new SheetFault(
        `Row ${String(row)}: the columns “${header[first] ?? ''}” and “${header[second] ?? ''}” both name the ${words[what]}. Keep one of them.`,
      );
    return first ?? -1;
  };
  const need = (what: keyof typeof names): number => {
    const column = find(what);
    if (column < 0)
      throw new SheetFault(
        `Row ${String(row)} has no column “${titles[what]}”${blankInWords}. A file needs the columns Record type and Record ID, and either Entity and Access or one column for each entity.`,
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
  const called = (title: string) => plain.flatMap((name, column) => (name === title ? [column] : []));
  const recordNames = called(forReaders.recordName);
  const entityNames = called(forReaders.entityName);
  const used = [recordType, recordId, base, entity, access, ...recordNames, ...entityNames];
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
    recordNames,
    entityNames: isLong ? entityNames : [],
    entityColumns: isLong ? [] : others,
    nameless,
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
