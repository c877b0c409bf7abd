import { Lock } from 'lucide-react';
import type { Metadata } from 'next';
import { CompareView } from '@/components/connections/compare/compare-view';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { holdsOneOf, mayChangeAccess, mayRead } from '@/lib/contract/session/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';

export const metadata: Metadata = { title: 'Compare connections' };

export default async function CompareConnectionsPage() {
  const { actor } = await currentVisitor(); // without one, the layout shows something else
  const held = actor?.roles ?? [];
  if (!holdsOneOf(held, mayRead.access))
    return (
      <EmptyState headingLevel={1} icon={<Lock />} title="You don’t have permission to compare connections">
        A comparison shows access. Ask the person who manages the console’s users for a role that may see it.
      </EmptyState>
    );
  return <CompareView mayChange={holdsOneOf(held, mayChangeAccess)} />;
}
