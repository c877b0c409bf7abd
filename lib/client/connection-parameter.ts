import { exactText, readParameter } from './address-parameters';

/** Name of the URL parameter that says which connection a page shows. */
export const connectionParameter = 'connection';

/** The key that an address names; null, which means the first connection, where it names none. */
export function connectionIn(search: URLSearchParams): string | null {
  return readParameter(exactText, search.getAll(connectionParameter)) as string | null; // what that parameter reads
}
