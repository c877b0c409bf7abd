import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { linesOfGroup } from '@/lib/domain/journal/group-filter';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { journalParameters } from '@/lib/domain/journal/query-parameters';
import { groupingParameters } from './grouping-parameters';

const left = [...Object.keys(groupingParameters), 'page', 'line'];

/**
 * The search of the address at which the lines of a group are shown one by one, all else as it is now.
 * @param values of the group's keys; none: all lines.
 */
export function groupSearch(
  query: Pick<JournalQuery, 'entities' | 'filters'>,
  keys: readonly GroupingKey[],
  values: readonly (string | number | boolean)[],
): string {
  const search = new URLSearchParams(window.location.search);
  for (const name of left) search.delete(name);
  const { entities, filters } = values.length === 0 ? query : linesOfGroup(query, keys, values);
  const written = [
    [journalParameters.entities.name, journalParameters.entities.write(entities)],
    [journalParameters.filters.name, journalParameters.filters.write(filters)],
  ] as const;
  for (const [name, texts] of written) {
    search.delete(name);
    for (const text of texts) search.append(name, text);
  }
  return `?${search.toString()}`;
}
