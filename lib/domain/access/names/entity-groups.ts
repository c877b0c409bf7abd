import { needsQuotes } from '@/lib/domain/filter-syntax';

/** Entities whose IDs begin alike. */
export interface EntityGroup {
  /** The text filter that lets exactly the group through: "UK*". */
  filter: string;
  prefix: string;
  count: number;
}

/**
 * Groups by the letters that IDs begin with, or else by their first character; only those of more than one entity and
 * fewer than all. Like the filter, a group takes in longer prefixes, DEMO under DE, and has no regard to case.
 */
export function entityGroups(entityIds: readonly string[]): EntityGroup[] {
  const prefixes = new Map<string, string>();
  for (const id of entityIds) {
    const prefix = /^(?:\p{L}+|.)/u.exec(id)?.[0] ?? '';
    // A sign that means something in a filter begins no group.
    if (prefix === '' || needsQuotes(prefix) || prefixes.has(prefix.toLowerCase())) continue;
    prefixes.set(prefix.toLowerCase(), prefix);
  }
  const lower = entityIds.map((id) => id.toLowerCase());
  return [...prefixes]
    .map(([start, prefix]) => ({
      prefix,
      filter: `${prefix}*`,
      count: lower.filter((id) => id.startsWith(start)).length,
    }))
    .filter(({ count }) => count > 1 && count < entityIds.length);
}
