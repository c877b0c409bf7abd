import type { Metadata } from 'next';
import { ChangeSetView } from '@/components/changes/set/change-set-view';
import { holdsOneOf, mayChangeAccess } from '@/lib/contract/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';

export const metadata: Metadata = { title: 'Change' };

export default async function ChangeSetPage({ params }: { params: Promise<{ changeSetId: string }> }) {
  const { actor } = await currentVisitor(); // without one, the layout shows something else
  const { changeSetId } = await params;
  const mayChange = actor !== null && holdsOneOf(actor.roles, mayChangeAccess);
  return <ChangeSetView id={changeSetId} mayChange={mayChange} />;
}
