import 'server-only';
import type { Connection } from '@/lib/server/services/connection';

export type Named = Pick<Connection, 'key' | 'label' | 'kind'>;

/** How a notice names a connection, and the addresses of pages about it. */
export function placeOf(connections: readonly Named[], key: string) {
  const known = connections.find((one) => one.key === key);
  const label = known?.label ?? key;
  const kind = known?.kind === 'sandbox' ? 'Sandbox' : 'Production';
  return {
    label,
    facts: { Connection: `${label} (${kind})` },
    path: (page: string, query: Record<string, string> = {}): string =>
      `${page}?${new URLSearchParams({ ...query, connection: key }).toString()}`,
  };
}
