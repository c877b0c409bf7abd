import type { JournalAddress } from '@/components/journal/journal-address';
import { journalPageParameters, narrowedState } from '@/components/journal/journal-parameters';
import { changedSearch } from '@/lib/client/address';
import { readParameters } from '@/lib/client/address-parameters';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { linesOfGroup } from '@/lib/domain/journal/group-filter';
import { groupingParameters } from './grouping-parameters';

const left = [...Object.keys(groupingParameters), 'page', 'line'];

/**
 * The search of the address at which the lines of a group are shown one by one, all else as it is now.
 * @param values of the group's keys; none: all lines.
 */
export function groupSearch(
  shown: Pick<JournalAddress, 'query' | 'period'>,
  keys: readonly GroupingKey[],
  values: readonly (string | number | boolean)[],
): string {
  const search = new URLSearchParams(window.location.search);
  for (const name of left) search.delete(name);
  if (values.length === 0) return `?${search.toString()}`;
  const state = readParameters(journalPageParameters, search);
  const change = narrowedState(state, shown, linesOfGroup(shown.query, keys, values));
  return `?${changedSearch(journalPageParameters, search.toString(), change)}`;
}
