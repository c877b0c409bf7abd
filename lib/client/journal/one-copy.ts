import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { JournalPage } from '@/lib/contract/journal/journal';

type OfCopy = Pick<JournalPage, 'copy' | 'asOf' | 'arrived'>;

/** Sorts answers by the copy of the lines they are made of: the newest comes last, one still being read first. */
export function copyRank({ copy, asOf, arrived }: OfCopy): string {
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
 * Keeps all that a page shows of a connection's journal lines on one copy: where an answer is of a newer copy, the others
 * are asked for again. Each is asked once for each newer copy: another replica may go on answering from an older one of its
 * own, whose time the page then tells.
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
        const data = query.state.data as OfCopy | undefined; // what is kept under these keys
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
