import type { JournalAddress } from '@/components/journal/journal-address';
import {
  journalPageParameters,
  narrowedState,
  type Narrowing,
} from '@/components/journal/journal-parameters';
import { changedSearch } from '@/lib/client/address';
import { readParameters } from '@/lib/client/address-parameters';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { linesOfGroup } from '@/lib/domain/journal/group-filter';
import { groupingParameters } from './grouping-parameters';

const left = [...Object.keys(groupingParameters), 'page', 'line'];

type Shown = Pick<JournalAddress, 'query' | 'period'>;

/** The search of an address that shows the lines one by one, with these conditions changed and all else as it is now. */
export function linesSearch(shown: Shown, change: Narrowing): string {
  const search = new URLSearchParams(window.location.search);
  for (const name of left) search.delete(name);
  const state = readParameters(journalPageParameters, search);
  return `?${changedSearch(journalPageParameters, search.toString(), narrowedState(state, shown, change))}`;
}

/** The same for the lines of a group. @param values of the group's keys; none: all lines. */
export function groupSearch(
  shown: Shown,
  keys: readonly GroupingKey[],
  values: readonly (string | number | boolean)[],
): string {
  return linesSearch(shown, values.length === 0 ? {} : linesOfGroup(shown.query, keys, values));
}
