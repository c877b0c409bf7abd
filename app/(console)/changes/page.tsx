import type { Metadata } from 'next';
import { ChangesView } from '@/components/changes/list/changes-view';
import { holdsOneOf, mayChangeAccess } from '@/lib/contract/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';

export const metadata: Metadata = { title: 'Changes' };

export default async function ChangesPage() {
  const { actor } = await currentVisitor(); // without one, the layout shows something else
  return <ChangesView mayChange={actor !== null && holdsOneOf(actor.roles, mayChangeAccess)} />;
}
