import type { Metadata } from 'next';
import { AccessView } from '@/components/access/access-view';
import { DetailsFacts } from '@/components/access/details/details-facts';
import { DetailsPanel } from '@/components/changes/history/details-panel';
import { ViewsMenu } from '@/components/views/views-menu';
import { holdsOneOf, mayChangeAccess, mayRemoveSharedViews, mayRead } from '@/lib/contract/roles';
import { currentVisitor } from '@/lib/server/auth/current-visitor';

export const metadata: Metadata = { title: 'Access' };

export default async function AccessPage() {
  const { actor } = await currentVisitor(); // without one, the layout shows something else
  const roles = actor?.roles ?? [];
  return (
    <>
      <AccessView
        mayChange={holdsOneOf(roles, mayChangeAccess)}
        views={<ViewsMenu place="access" mayRemoveShared={holdsOneOf(roles, mayRemoveSharedViews)} />}
      />
      <DetailsPanel facts={<DetailsFacts />} hasHistory={holdsOneOf(roles, mayRead.changes)} />
    </>
  );
}
