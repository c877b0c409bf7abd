import type { JournalGroups, LinesAdded } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import type { Currency } from '@/lib/domain/currency';
import { isMixed, summed } from '@/lib/domain/journal/movement';
import { formatWithCode } from '../value-format';

/** "Amount net". */
export function sumLabel(name: string): string {
  const sum = summed(name);
  return [sum?.field.label, sum?.flow].filter(Boolean).join(' ');
}

/** A sum as its reader writes it; "several units" for a quantity over several units of measure. */
export function sumWords(
  added: Pick<LinesAdded, 'mixed'> & { sums?: LinesAdded['sums'] | undefined },
  name: string,
  currency: Currency | null,
): string {
  const field = summed(name)?.field;
  if (field === undefined) return '';
  return isMixed(added, name) ? 'several units' : formatWithCode(field, added.sums?.[name], currency);
}

/** Which lines in, out and net leave out because the console does not know their direction, in sentences. */
export function notCounted({ uncounted = [] }: Pick<JournalGroups, 'uncounted'>): string[] {
  return uncounted.map(({ entryType, valueEntryType, lines }) =>
    valueEntryType === undefined
      ? `Not counted: ${counted(lines, 'line')} ${entryType.trim() === '' ? 'without an entry type' : `of entry type “${entryType}”`}.`
      : `Quantities not counted: ${counted(lines, 'line')} of entry type “${entryType}” and value entry type “${valueEntryType}”.`,
  );
}
