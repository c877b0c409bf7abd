import { exactText, readParameter } from './parameters';

export const connectionParameter = 'connection';

/** Null: the first connection. */
export function connectionIn(search: URLSearchParams): string | null {
  return readParameter(exactText, search.getAll(connectionParameter)) as string | null; // by the parameter
}
