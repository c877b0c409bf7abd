import { oneOf, parameter, withFallback, type AddressState } from '@/lib/client/address-parameters';
import { groupingKey, mostKeys, mostSums } from '@/lib/domain/journal/grouping';
import { summed } from '@/lib/domain/journal/movement';
import type { SortKey } from '@/lib/domain/journal/query';

/** The sums of a grouping whose address names none: of a pivot one, so that its columns stay few. */
export function usualSums(across: string | null): readonly string[] {
  return across === null ? ['Amount.in', 'Amount.out', 'Amount.net', 'Quantity.net'] : ['Amount.net'];
}

const noSums = 'none';

/** Names without a repetition, all of them known, at most so many; null: anything else. */
function names(text: string, most: number, isKnown: (name: string) => boolean): readonly string[] | null {
  const all = text.split(',');
  const isWhole = all.length <= most && new Set(all).size === all.length && all.every(isKnown);
  return isWhole ? all : null;
}

const list = (values: readonly string[]): string => values.join(',');
const isKey = (name: string): boolean => groupingKey(name) !== undefined;

/** A sum by its name; links made before sums had a direction name the field alone, and mean in minus out. */
function withDirection(name: string): string {
  return summed(name)?.flow === null ? `${name}.net` : name;
}

function readSums(text: string): readonly string[] | null {
  if (text === noSums) return [];
  const sums = names(text, mostSums, (name) => summed(name) !== undefined);
  return sums && [...new Set(sums.map(withDirection))];
}

function readOrder(text: string): SortKey {
  const [measure = '', ...across] = text.replace(/^-/, '').split('@');
  return { field: [withDirection(measure), ...across].join('@'), descending: text.startsWith('-') };
}

/** How the page's address says that sums of lines are shown: in groups, or as pictures where it names no groups. */
export const groupingParameters = {
  show: oneOf(['pictures']),
  by: withFallback(
    parameter<readonly string[]>((text) => names(text, mostKeys, isKey), list),
    [],
  ),
  /** Null: the usual ones. */
  sum: parameter(readSums, (sums) => (sums.length === 0 ? noSums : list(sums))),
  across: parameter((text) => (isKey(text) ? text : null)),
  order: parameter<SortKey>(readOrder, ({ field, descending }) => (descending ? `-${field}` : field)),
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
  across: asked,
  order,
}: Omit<AddressState<typeof groupingParameters>, 'show'>): ShownGrouping | null {
  if (by.length === 0) return null;
  const across = asked !== null && by.includes(asked) ? null : asked;
  return { by, sum: sum ?? usualSums(across), across, order };
}
