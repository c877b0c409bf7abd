import type { QueryClient } from '@tanstack/react-query';
import { askedWhile, callApi } from './api';
import { askAgain } from './asked-again';
import { refreshMatrix } from './matrix/matrix-requests';
import { apiPaths, withQuery } from './paths';

/** Has all that the page shows asked again by a person's press: what was refused for good too. */
export async function askAllAgain(client: QueryClient): Promise<void> {
  const isAsked = askedWhile(true);
  await Promise.all([askAgain(client, []), client.resetQueries({ predicate: (query) => !isAsked(query) })]);
}

/**
 * Has the console read the parts again from the service, and asks all that the page shows again.
 * @throws ApiError where the console did not begin to read; the page is asked again all the same.
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
