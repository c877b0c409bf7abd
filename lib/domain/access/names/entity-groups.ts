import { listText, needsQuotes } from '@/lib/domain/filter-syntax';

/** Entities that belong together. */
export interface EntityGroup {
  /** What somebody called it, or else its filter. */
  name: string;
  /** The text filter that lets exactly the group through: "100|110", "UK*". */
  filter: string;
  count: number;
}

/**
 * The groups that somebody gave the entities; where nobody did, those whose IDs begin alike. Only groups of more than one
 * entity and fewer than all.
 * @param names of the group of each entity, in the same order; '' for none.
 */
export function entityGroups(entityIds: readonly string[], names: readonly string[] = []): EntityGroup[] {
  const given = [...new Set(names)].filter((name) => name !== '');
  const groups = given.length === 0 ? groupsByPrefix(entityIds) : given.map(groupOf);
  return groups.filter(({ count }) => count > 1 && count < entityIds.length);

  function groupOf(name: string): EntityGroup {
    const ids = entityIds.filter((_, at) => names[at] === name);
    return { name, filter: listText(ids), count: ids.length };
  }
}

/**
 * Groups by the letters that IDs begin with, or else by their first character. Like the filter, a group takes in longer
 * prefixes, DEMO under DE, and has no regard to case.
 */
function groupsByPrefix(entityIds: readonly string[]): EntityGroup[] {
  const prefixes = new Map<string, string>();
  for (const id of entityIds) {
    const prefix = /^(?:\p{L}+|.)/u.exec(id)?.[0] ?? '';
    // A sign that means something in a filter begins no group.
    if (prefix === '' || needsQuotes(prefix) || prefixes.has(prefix.toLowerCase())) continue;
    prefixes.set(prefix.toLowerCase(), prefix);
  }
  const lower = entityIds.map((id) => id.toLowerCase());
  return [...prefixes].map(([start, prefix]) => ({
    name: `${prefix}*`,
    filter: `${prefix}*`,
    count: lower.filter((id) => id.startsWith(start)).length,
  }));
}
