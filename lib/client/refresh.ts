import type { QueryClient } from '@tanstack/react-query';
import { askedWhile } from './api';
import { askAgain } from './asked-again';

/** Has all that the page shows asked again by a person's press: what was refused for good too. */
export async function askAllAgain(client: QueryClient): Promise<void> {
  const isAsked = askedWhile(true);
  await Promise.all([askAgain(client, []), client.resetQueries({ predicate: (query) => !isAsked(query) })]);
}
