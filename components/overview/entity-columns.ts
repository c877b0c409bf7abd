import type { AccessSummary } from '@/lib/contract/access/access-summary';
import { sumOfShares, type Share } from '@/lib/domain/access/column-counts';

type Entity = AccessSummary['entities'][number];
type Placed = EntityColumn['entities'][number];

export interface EntityColumn {
  name: string;
  entities: readonly { place: number; entityId: string; name: string }[];
}

/** More columns cannot be compared at a glance. */
const mostColumns = 12;
/** Wide enough for the codes of both ends. */
const ranges = 6;

/**
 * Columns by group; without groups one column each, or ranges such as "100 to 130".
 * @param entities in the order of the summary.
 */
export function entityColumns(entities: readonly Entity[]): EntityColumn[] {
  const placed = entities.map(({ entityId, name }, place) => ({ place, entityId, name }));
  const names = [...new Set(entities.map(({ group }) => group))];
  if (names.every((name) => name === '') || names.length > mostColumns) return neighbours(placed);
  return names
    .toSorted((a, b) => Number(a === '') - Number(b === ''))
    .map((group) => ({
      name: group === '' ? 'No group' : group,
      entities: placed.filter(({ place }) => entities[place]?.group === group),
    }));
}

export function shareOfSummary({ recordTypes }: AccessSummary): Share {
  return sumOfShares(
    recordTypes.flatMap(({ granted, existing }) =>
      existing.map((count, place) => ({ granted: granted[place] ?? 0, existing: count })),
    ),
  );
}

export function allEntities(columns: readonly EntityColumn[]): EntityColumn {
  return { name: 'all entities', entities: columns.flatMap(({ entities }) => entities) };
}

function neighbours(placed: readonly Placed[]): EntityColumn[] {
  const columns = placed.length > mostColumns ? ranges : placed.length;
  return Array.from({ length: columns }, (_, column) => {
    const of = placed.slice(
      Math.floor((column * placed.length) / columns),
      Math.floor(((column + 1) * placed.length) / columns),
    );
    const [first, last] = [of[0]?.entityId ?? '', of.at(-1)?.entityId ?? ''];
    return { name: first === last ? first : `${first} to ${last}`, entities: of };
  });
}
