import type { Metadata } from 'next';
import { AccessView } from '@/components/access/access-view';
import { CellHistory } from '@/components/changes/cell-history';
import { holdsOneOf, mayChangeAccess } from '@/lib/contract/roles';
import { currentVisitor } from '@/lib/server/auth/current-visitor';

export const metadata: Metadata = { title: 'Access' };

export default async function AccessPage() {
  const { actor } = await currentVisitor(); // without one, the layout shows something else
  return (
    <>
      <AccessView mayChange={actor !== null && holdsOneOf(actor.roles, mayChangeAccess)} />
      <CellHistory />
    </>
  );
}
