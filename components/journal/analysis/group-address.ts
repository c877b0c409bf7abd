import type { JournalAddress } from '@/components/journal/journal-address';
import { narrowed, withNarrowed, type Narrowing } from '@/components/journal/journal-parameters';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { linesOfGroup } from '@/lib/domain/journal/group-filter';
import { groupingParameters } from './grouping-parameters';

const left = [...Object.keys(groupingParameters), 'page', 'line'];

type Shown = Pick<JournalAddress, 'query' | 'period' | 'search'>;

/**
 * Searches of addresses that show the lines one by one, with other conditions than now and all else as it is.
 * @param shown what the page shows at its address.
 */
export function lineSearches(shown: Shown): (change: Narrowing) => string {
  const others = new URLSearchParams(shown.search);
  for (const name of left) others.delete(name);
  const search = others.toString();
  return (change) => `?${withNarrowed(search, narrowed({ ...shown, line: null }, change))}`;
}

/** The same for the lines of groups, by the values of their keys; none: all lines. Each is worked out once. */
export function groupSearches(shown: Shown) {
  const searchOf = lineSearches(shown);
  const known = new Map<string, string>();
  return (keys: readonly GroupingKey[], values: readonly (string | number | boolean)[]): string => {
    const key = JSON.stringify([keys.map(({ name }) => name), values]);
    const search =
      known.get(key) ?? searchOf(keys.length === 0 ? {} : linesOfGroup(shown.query, keys, values));
    known.set(key, search);
    return search;
  };
}
