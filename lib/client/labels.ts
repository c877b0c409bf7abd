import { queryOptions } from '@tanstack/react-query';
import type { Labels } from '@/lib/contract/access/labels';
import { callApi } from './api';
import { apiPaths, withQuery } from './paths';

const readAgainMs = 5 * 60_000;

/** What records and entities are called; asked for again every five minutes, for the operator may change the file. */
export function labelsQuery(connection: string) {
  return queryOptions({
    queryKey: ['access', connection, 'labels'],
    queryFn: ({ signal }): Promise<Labels> =>
      callApi(withQuery(apiPaths.labels, { connection }), { signal, background: true }),
    staleTime: readAgainMs,
    refetchInterval: readAgainMs,
    structuralSharing: (before, now) => {
      // Both are what the function above answers; names that are the same are not put on the matrix anew.
      const [old, next] = [before as Labels | undefined, now as Labels];
      return old !== undefined && isSame(old, next) ? old : next;
    },
  });
}

function isSame(one: Labels, other: Labels): boolean {
  const rows = (labels: Labels): readonly (readonly (string | null)[])[] => [
    ...labels.records,
    ...labels.entities,
  ];
  const [a, b] = [rows(one), rows(other)];
  return (
    one.records.length === other.records.length &&
    a.length === b.length &&
    a.every((row, place) => row.every((text, at) => text === b[place]?.[at]))
  );
}
