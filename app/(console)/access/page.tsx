import type { Metadata } from 'next';
import { AccessView } from '@/components/access/access-view';
import { PlaceFacts } from '@/components/access/details/place-facts';
import { PlacePanel } from '@/components/changes/history/place-panel';
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
      <PlacePanel facts={<PlaceFacts />} hasHistory={holdsOneOf(roles, mayRead.changes)} />
    </>
  );
}
