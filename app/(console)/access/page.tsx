import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AccessView } from '@/components/access/access-view';
import { DetailsFacts } from '@/components/access/details/details-facts';
import { DetailsPanel } from '@/components/changes/details-panel';
import { ViewsMenu } from '@/components/views/views-menu';
import { holdsOneOf, mayChangeAccess, mayRemoveSharedViews, mayRead } from '@/lib/contract/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';

export const metadata: Metadata = { title: 'Access' };

export default async function AccessPage({ searchParams }: PageProps<'/access'>) {
  const asked = await searchParams;
  if (asked.collect !== undefined || asked.rows === 'open') redirect(`/access?${renamed(asked).toString()}`);
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

/**
 * Links of before said `collect` for what is `stage` now, and `rows=open` for `rows=pending`: a press that was meant to
 * stage must not switch at once.
 */
function renamed(asked: Awaited<PageProps<'/access'>['searchParams']>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(asked))
    for (const value of [values ?? []].flat()) {
      const isOldRows = name === 'rows' && value === 'open';
      search.append(name === 'collect' ? 'stage' : name, isOldRows ? 'pending' : value);
    }
  return search;
}
