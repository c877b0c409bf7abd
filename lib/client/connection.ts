import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Currency } from '@/lib/domain/currency';
import { useAddress } from './address';
import { exactText } from './address-parameters';
import { connectionParameter } from './connection-parameter';
import { sessionQuery } from './session/session';

const parameters = { [connectionParameter]: exactText };

/** Key of the first connection, which an address without the parameter means; the signed-in layout tells it. */
export const FirstConnection = createContext('');

/** Key of the connection the page shows. */
export function useConnectionKey(): string {
  const [{ connection }] = useAddress(parameters, 'push');
  const first = use(FirstConnection);
  return connection ?? first;
}

/** What an address of the console says of the connection the page shows; undefined where that is the first one. */
export function useConnectionParameter(): string | undefined {
  const key = useConnectionKey();
  return key === use(FirstConnection) ? undefined : key;
}

/** Chooses the connection the page shows; null is the first one. Unless told, a new entry in the history. */
export function useChooseConnection(history: 'push' | 'replace' = 'push'): (key: string | null) => void {
  const [, set] = useAddress(parameters, history);
  return (connection) => set({ connection });
}

/** The local currency of the company that the page shows, or null where none is set; the signed-in layout tells it. */
export const CompanyCurrency = createContext<Currency | null>(null);

/** The currency of the connection the page shows, for `CompanyCurrency`. */
export function useConnectionCurrency(first: string): Currency | null {
  return useConnectionSummary(first)?.currency ?? null;
}

/** Address of the company in Business Central's web client; null: none is set. */
export function useBcUrl(): string | null {
  return useConnectionSummary(use(FirstConnection))?.bcUrl ?? null;
}

/** What the connection the page shows is called; undefined until the session is read. */
export function useConnectionLabel(): string | undefined {
  return useConnectionSummary(use(FirstConnection))?.label;
}

function useConnectionSummary(first: string) {
  const [{ connection }] = useAddress(parameters, 'push');
  const { data } = useQuery(sessionQuery());
  return data?.connections.find(({ key }) => key === (connection ?? first));
}
