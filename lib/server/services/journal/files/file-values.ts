import 'server-only';
import type { JournalPage, LinesAdded } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import type { JournalField } from '@/lib/domain/journal/fields';
import { isMixed } from '@/lib/domain/journal/movement';
import { unknownOptionWords } from '@/lib/domain/journal/option-meanings';
import type { SheetValue } from '@/lib/domain/spreadsheet/sheet-row';
import type { CellKind } from '@/lib/server/spreadsheet/xlsx-writer';

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
  { moved, uncounted = [] }: Pick<JournalPage, 'moved' | 'uncounted'>,
): [string, string][] {
  const rows: [string, string][] = [];
  if (mixed.length > 0)
    rows.push(['Without a sum', 'quantities of lines in several units of measure; those cells are empty']);
  if (moved !== undefined)
    rows.push(['In, out, net', `by entry type; ${counted(moved, 'transfer line')} in neither`]);
  for (const { entryType, valueEntryType, lines } of uncounted) {
    const [label, value] =
      valueEntryType === undefined ? ['Entry Type', entryType] : ['Value Entry Type', valueEntryType];
    const what = valueEntryType === undefined ? 'not counted' : 'counted without quantities';
    rows.push(['Not known', `${counted(lines, 'line')} ${what}: ${unknownOptionWords(label, [value])}`]);
  }
  return rows;
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
