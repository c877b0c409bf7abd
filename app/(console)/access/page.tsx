import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AccessView } from '@/components/access/access-view';
import { DetailsFacts } from '@/components/access/details/details-summary';
import { DetailsPanel } from '@/components/changes/details-panel';
import { MatrixSetQuestion } from '@/components/changes/set/matrix-question';
import { RunningChangeSet } from '@/components/changes/set/running-change-set';
import { ShareScale } from '@/components/ui/share-scale';
import { ViewsMenu } from '@/components/views/views-menu';
import { holdsOneOf, mayChangeAccess, mayRemoveSharedViews, mayRead } from '@/lib/contract/session/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { searchOf } from '@/lib/server/http/page-reads';

export const metadata: Metadata = { title: 'Access' };

type Search = Awaited<PageProps<'/access'>['searchParams']>;

export default async function AccessPage({ searchParams }: PageProps<'/access'>) {
  const asked = await searchParams;
  // A press that was meant to stage must not switch at once.
  if (asked.collect !== undefined || asked.rows === 'open') redirect(`/access?${renamed(asked).toString()}`);
  const { actor, session } = await currentVisitor(); // without one, the layout shows something else
  const roles = actor?.roles ?? [];
  const mayChange = holdsOneOf(roles, mayChangeAccess);
  return (
    <div className="flex min-h-0 flex-1 print:block">
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto print:overflow-visible">
        <AccessView
          mayChange={mayChange}
          isReasonRequired={session?.accessReason === 'required'}
          runningChangeSet={mayChange && <RunningChangeSet />}
          views={<ViewsMenu place="access" mayRemoveShared={holdsOneOf(roles, mayRemoveSharedViews)} />}
          scale={<ShareScale />}
        />
      </div>
      {/* What is compared stands here: only the matrix knows it. */}
      <div id="beside-matrix" className="contents" />
      {mayChange && <MatrixSetQuestion />}
      <DetailsPanel
        facts={<DetailsFacts mayChange={mayChange} />}
        hasHistory={holdsOneOf(roles, mayRead.changes)}
      />
    </div>
  );
}

/** Links of before said `collect` for what is `stage` now, and `rows=open` for `rows=pending`. */
function renamed(asked: Search): URLSearchParams {
  const search = searchOf(asked);
  const collect = search.get('collect');
  if (collect !== null) search.set('stage', collect);
  search.delete('collect');
  if (search.get('rows') === 'open') search.set('rows', 'pending');
  return search;
}
