import { useQueryState } from 'nuqs';
import { createContext, use } from 'react';
import { parseAsText } from './address-text';

/** Name of the URL parameter that says which connection a page shows. */
export const connectionParameter = 'connection';

/** Key of the first connection, which an address without the parameter means; the signed-in layout tells it. */
export const FirstConnection = createContext('');

/** Key of the connection the page shows. */
export function useConnectionKey(): string {
  const [key] = useQueryState(connectionParameter, parseAsText);
  const first = use(FirstConnection);
  return key ?? first;
}

/** What an address of the console says of the connection the page shows; undefined where that is the first one. */
export function useConnectionParameter(): string | undefined {
  const key = useConnectionKey();
  return key === use(FirstConnection) ? undefined : key;
}

/** Chooses the connection the page shows; null is the first one. Unless told, a new entry in the history. */
export function useChooseConnection(history: 'push' | 'replace' = 'push'): (key: string | null) => void {
  const [, setKey] = useQueryState(connectionParameter, parseAsText.withOptions({ history }));
  return (key) => void setKey(key);
}
