import 'server-only';
import type { LinesAdded } from '@/lib/contract/journal/journal';
import type { JournalField } from '@/lib/domain/journal/fields';
import { isMixed, leftOutOfFlows, type LeftOutOfFlows } from '@/lib/domain/journal/movement';
import type { SheetValue } from '@/lib/domain/spreadsheet/sheet-row';
import type { CellKind } from '@/lib/server/spreadsheet/xlsx-writer';
import type { FileColumn } from './journal-file';

export const entityName: FileColumn = {
  ...{ head: 'Entity name', name: 'what the entity is called', kind: 'text', width: 30 },
};

/** A sum as a number if a number holds it exactly, else as text; empty where there is none. */
export function exactValue(value: number | string | undefined): SheetValue {
  if (value === undefined) return '';
  return typeof value === 'string' && String(Number(value)) === value ? Number(value) : value;
}

/** A sum by its name; empty where its lines have several units of measure. */
export function totalValue(added: LinesAdded, name: string): SheetValue {
  return exactValue(isMixed(added, name) ? undefined : added.sums[name]);
}

/** Rows for the sheet "About" on sums that are left empty, and on lines that in, out and net leave out. */
export function aboutSums(
  { mixed = [] }: Pick<LinesAdded, 'mixed'>,
  left: LeftOutOfFlows,
): [string, string][] {
  const units = 'quantities of lines in several units of measure; those cells are empty';
  return [
    ...(mixed.length > 0 ? [['Without a sum', units] satisfies [string, string]] : []),
    ...leftOutOfFlows(left).map((words): [string, string] => ['In, out, net', words]),
  ];
}

export function cellKind({ kind }: JournalField): CellKind {
  switch (kind) {
    case 'integer':
      return 'whole';
    case 'decimal':
    case 'boolean':
    case 'date':
    case 'time':
      return kind;
    default:
      return 'text';
  }
}
