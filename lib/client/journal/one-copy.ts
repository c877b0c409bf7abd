import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { JournalPage } from '@/lib/contract/journal/journal';

type OfCopy = Pick<JournalPage, 'copy' | 'asOf' | 'arrived'>;

/** Sorts the newest copy last, one still being read first. */
function copyRank({ copy, asOf, arrived }: OfCopy): string {
  return `${arrived === undefined ? 'whole' : 'arriving'} ${asOf} ${copy}`;
}

const ofLines = new Set<unknown>([
  'journal',
  'journal-line',
  'journal-groups',
  'journal-facets',
  'journal-checks',
]);

/**
 * Keeps a page on one copy of the lines: an answer of a newer copy makes the others read again, once for each copy,
 * because another replica may still have an older one.
 */
export function useOneCopy(connection: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const cache = client.getQueryCache();
    const isOfLines = ({ queryKey }: { queryKey: QueryKey }): boolean =>
      ofLines.has(queryKey[0]) && queryKey[1] === connection;
    const askedFor = new Map<string, string>();
    let newest = '';
    const look = (): void => {
      const answers = cache.findAll({ predicate: isOfLines }).flatMap((query) => {
        const data = query.state.data as OfCopy | undefined; // by the key
        return data === undefined ? [] : [{ query, rank: copyRank(data) }];
      });
      for (const { rank } of answers) if (rank > newest) newest = rank;
      for (const { query, rank } of answers) {
        const { queryHash, queryKey } = query;
        if (rank === newest || askedFor.get(queryHash) === newest) continue;
        askedFor.set(queryHash, newest);
        if (query.getObserversCount() > 0) void client.invalidateQueries({ queryKey, exact: true });
        else if (query.state.fetchStatus === 'idle') cache.remove(query);
      }
    };
    look();
    return cache.subscribe((event) => {
      const { queryKey } = event.query as { queryKey: QueryKey }; // TanStack's type says any
      if (event.type === 'updated' && event.action.type === 'success' && isOfLines({ queryKey })) look();
    });
  }, [client, connection]);
}
