import { oneOf, parameter, withFallback, type AddressState } from '@/lib/client/address/parameters';
import { groupingKey, mostKeys, mostSums } from '@/lib/domain/journal/grouping';
import { summed } from '@/lib/domain/journal/movement';
import type { SortKey } from '@/lib/domain/journal/query';

/** The sums of a grouping whose address names none; one in a pivot, so that it has few columns. */
export function usualSums(across: string | null): readonly string[] {
  return across === null ? ['Amount.in', 'Amount.out', 'Amount.net', 'Quantity.net'] : ['Amount.net'];
}

const noSums = 'none';

/** Known names without repetition, at most `most`; null: invalid. */
function names(text: string, most: number, isKnown: (name: string) => boolean): readonly string[] | null {
  const all = text.split(',');
  const isWhole = all.length <= most && new Set(all).size === all.length && all.every(isKnown);
  return isWhole ? all : null;
}

const list = (values: readonly string[]): string => values.join(',');
const isKey = (name: string): boolean => groupingKey(name) !== undefined;

/** Older links name sums without a direction, which means net. */
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

export const groupingParameters = {
  show: oneOf(['pictures']),
  by: withFallback(
    parameter<readonly string[]>((text) => names(text, mostKeys, isKey), list),
    [],
  ),
  /** Null: the usual sums. */
  sum: parameter(readSums, (sums) => (sums.length === 0 ? noSums : list(sums))),
  across: parameter((text) => (isKey(text) ? text : null)),
  order: parameter<SortKey>(readOrder, ({ field, descending }) => (descending ? `-${field}` : field)),
};

export interface ShownGrouping {
  by: readonly string[];
  sum: readonly string[];
  /** Key whose values stand across. */
  across: string | null;
  /** Null: the natural order of the keys. */
  order: SortKey | null;
}

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
