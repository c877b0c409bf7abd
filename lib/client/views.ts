import { queryOptions } from '@tanstack/react-query';
import type { SavedView, SaveView, ViewList, ViewPlace } from '@/lib/contract/views';
import { callApi } from './api';
import { apiPaths, withQuery } from './paths';

export function viewsQuery(connection: string, place: ViewPlace) {
  return queryOptions({
    queryKey: ['views', connection, place],
    queryFn: async ({ signal }): Promise<SavedView[]> => {
      const path = withQuery(apiPaths.views, { connection, place });
      return (await callApi<ViewList>(path, { signal, background: true })).value;
    },
    staleTime: 60_000,
  });
}

/** @throws ApiError. */
export function saveView(connection: string, view: SaveView): Promise<SavedView> {
  return callApi(withQuery(apiPaths.views, { connection }), { method: 'POST', body: view });
}

/** @throws ApiError; `not-found` where it is gone. */
export async function removeView(connection: string, id: string): Promise<void> {
  await callApi(withQuery(apiPaths.views, { connection, id }), { method: 'DELETE' });
}
