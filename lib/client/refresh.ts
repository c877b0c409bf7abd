import type { QueryClient } from '@tanstack/react-query';
import { askedWhile, callApi } from './api';
import { askAgain } from './asked-again';
import { refreshMatrix } from './matrix/matrix-requests';
import { apiPaths, withQuery } from './paths';

/** Also repeats requests that were refused for good. */
export async function askAllAgain(client: QueryClient): Promise<void> {
  const isAsked = askedWhile(true);
  await Promise.all([askAgain(client, []), client.resetQueries({ predicate: (query) => !isAsked(query) })]);
}

/**
 * Makes the console read the service again, and reads everything on the page again.
 * @throws ApiError where the console refused; the page is read again anyway.
 */
export async function refreshAll(
  client: QueryClient,
  connection: string,
  parts: { access: boolean; journal: boolean },
): Promise<void> {
  const begun = await Promise.allSettled([
    ...(parts.access ? [refreshMatrix(connection)] : []),
    ...(parts.journal
      ? [callApi(withQuery(apiPaths.refreshJournal, { connection }), { method: 'POST' })]
      : []),
  ]);
  await askAllAgain(client);
  const failed = begun.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
