import type { Metadata } from 'next';
import { GET as listConnections } from '@/app/api/connections/route';
import { ConnectionsView } from '@/components/connections/connections-view';
import { ReadAhead } from '@/components/shell/read-ahead';
import { connectionsQuery } from '@/lib/client/connections';
import { holdsOneOf, mayRead, mayTestConnections } from '@/lib/contract/session/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { pageReads } from '@/lib/server/http/page-reads';

export const metadata: Metadata = { title: 'Connections' };

export default async function ConnectionsPage() {
  const { actor } = await currentVisitor(); // without one, the layout shows something else
  const held = actor?.roles ?? [];
  const read = { query: connectionsQuery(), handler: listConnections };
  return (
    <ReadAhead {...await pageReads(...(holdsOneOf(held, mayRead.connections) ? [read] : []))}>
      <ConnectionsView
        mayTest={holdsOneOf(held, mayTestConnections)}
        mayCompare={holdsOneOf(held, mayRead.access)}
      />
    </ReadAhead>
  );
}
