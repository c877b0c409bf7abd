import { oneOf, parameter, withFallback, type AddressState } from '@/lib/client/address-parameters';
import { journalField } from '@/lib/domain/journal/field-index';
import { groupingKey, isSummable, mostKeys, mostSums } from '@/lib/domain/journal/grouping';
import type { SortKey } from '@/lib/domain/journal/query';

const usualSums: readonly string[] = ['Quantity', 'Amount'];
const noSums = 'none';

/** Names with nothing twice, all of them known, and no more than so many; null: something else. */
function names(text: string, most: number, isKnown: (name: string) => boolean): readonly string[] | null {
  const all = text.split(',');
  const isWhole = all.length <= most && new Set(all).size === all.length && all.every(isKnown);
  return isWhole ? all : null;
}

const list = (values: readonly string[]): string => values.join(',');
const isKey = (name: string): boolean => groupingKey(name) !== undefined;

function isSum(name: string): boolean {
  const field = journalField(name);
  return field !== undefined && isSummable(field);
}

/** How the page's address says that lines are shown added up: in groups, or as pictures where it names no groups. */
export const groupingParameters = {
  show: oneOf(['pictures']),
  by: withFallback(
    parameter<readonly string[]>((text) => names(text, mostKeys, isKey), list),
    [],
  ),
  sum: withFallback(
    parameter<readonly string[]>(
      (text) => (text === noSums ? [] : names(text, mostSums, isSum)),
      (sums) => (sums.length === 0 ? noSums : list(sums)),
    ),
    usualSums,
  ),
  across: parameter((text) => (isKey(text) ? text : null)),
  order: parameter<SortKey>(
    (text) => ({ field: text.replace(/^-/, ''), descending: text.startsWith('-') }),
    ({ field, descending }) => (descending ? `-${field}` : field),
  ),
};

/** How lines are grouped, as the address says. */
export interface ShownGrouping {
  by: readonly string[];
  sum: readonly string[];
  /** The key whose values stand across. */
  across: string | null;
  /** The column that groups are sorted by; null: the natural order of their keys. */
  order: SortKey | null;
}

/** The grouping of an address. */
export function groupingOf({
  by,
  sum,
  across,
  order,
}: Omit<AddressState<typeof groupingParameters>, 'show'>): ShownGrouping | null {
  if (by.length === 0) return null;
  return { by, sum, across: across !== null && by.includes(across) ? null : across, order };
}
