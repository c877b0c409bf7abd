import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ConnectionKind } from '@/lib/contract/session/session';
import type { Currency } from '@/lib/domain/currency';
import { useAddress } from './address/use-address';
import { exactText } from './address/parameters';
import { connectionParameter } from './address/connection-parameter';
import { sessionQuery } from './session/session';

const parameters = { [connectionParameter]: exactText };

/** The connection of an address that names none; provided by the signed-in layout. */
export const FirstConnection = createContext('');

export function useConnectionKey(): string {
  const [{ connection }] = useAddress(parameters, 'push');
  const first = use(FirstConnection);
  return connection ?? first;
}

/** For addresses; undefined for the first connection. */
export function useConnectionParameter(): string | undefined {
  const key = useConnectionKey();
  return key === use(FirstConnection) ? undefined : key;
}

/** Null: the first connection. */
export function useChooseConnection(history: 'push' | 'replace' = 'push'): (key: string | null) => void {
  const [, set] = useAddress(parameters, history);
  return (connection) => set({ connection });
}

/** Null: not set. Provided by the signed-in layout. */
export const CompanyCurrency = createContext<Currency | null>(null);

/** For `CompanyCurrency`. */
export function useConnectionCurrency(first: string): Currency | null {
  return useConnectionSummary(first)?.currency ?? null;
}

/** Address of the company in Business Central; null: not set. */
export function useBcUrl(): string | null {
  return useConnectionSummary(use(FirstConnection))?.bcUrl ?? null;
}

/** Undefined until the session is read, and for a connection that is not known. */
export function useConnectionKind(first: string): ConnectionKind | undefined {
  return useConnectionSummary(first)?.kind;
}

/** Undefined until the session is read. */
export function useConnectionLabel(): string | undefined {
  return useConnectionSummary(use(FirstConnection))?.label;
}

function useConnectionSummary(first: string) {
  const [{ connection }] = useAddress(parameters, 'push');
  const { data } = useQuery(sessionQuery());
  return data?.connections.find(({ key }) => key === (connection ?? first));
}
