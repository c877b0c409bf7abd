import type { JournalAddress } from '@/components/journal/journal-address';
import { narrowed, withNarrowed, type Narrowing } from '@/components/journal/journal-parameters';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { linesOfGroup } from '@/lib/domain/journal/group-filter';
import { groupingParameters } from './grouping-parameters';

const left = [...Object.keys(groupingParameters), 'page', 'line'];

type Shown = Pick<JournalAddress, 'query' | 'period' | 'search'>;

/** Addresses that list lines with other conditions; all else stays. */
export function lineSearches(shown: Shown): (change: Narrowing) => string {
  const others = new URLSearchParams(shown.search);
  for (const name of left) others.delete(name);
  const search = others.toString();
  return (change) => `?${withNarrowed(search, narrowed({ ...shown, line: null }, change))}`;
}

/** Addresses of the lines of groups by their key values, without values of all lines. Results are cached. */
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
