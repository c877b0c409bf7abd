import { parseAsString, useQueryState } from 'nuqs';

/** Name of the URL parameter that says which connection a page shows. */
export const connectionParameter = 'connection';

/** Key of the connection the page shows, from its URL; undefined stands for the first one. */
export function useConnectionKey(): string | undefined {
  const [key] = useQueryState(connectionParameter, parseAsString);
  return key ?? undefined;
}

/** Chooses the connection the page shows; null is the first one. Unless told, a new entry in the history. */
export function useChooseConnection(history: 'push' | 'replace' = 'push'): (key: string | null) => void {
  const [, setKey] = useQueryState(connectionParameter, parseAsString.withOptions({ history }));
  return (key) => void setKey(key);
}
