import { queryOptions } from '@tanstack/react-query';
import { labelsSchema, type Labels } from '@/lib/contract/labels';
import { callApi } from './api';
import { apiPaths, withQuery } from './paths';

/** What records and entities are called; asked for again now and then, for the operator may change the file. */
export function labelsQuery(connection: string | undefined) {
  return queryOptions({
    queryKey: ['access', connection ?? null, 'labels'],
    queryFn: ({ signal }): Promise<Labels> =>
      callApi(withQuery(apiPaths.labels, { connection }), labelsSchema, { signal, background: true }),
    staleTime: 5 * 60_000,
    // Comparing a hundred thousand names deeply with their predecessors would cost more than drawing them anew.
    structuralSharing: false,
  });
}
