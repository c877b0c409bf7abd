import type { Metadata } from 'next';
import { GET as listLabels } from '@/app/api/access/labels/route';
import { GET as groupLines } from '@/app/api/journal/groups/route';
import { GET as listLines } from '@/app/api/journal/route';
import { readJournalAddress } from '@/components/journal/journal-parameters';
import { JournalView } from '@/components/journal/journal-view';
import { ReadAhead } from '@/components/shell/read-ahead';
import { ViewsMenu } from '@/components/views/views-menu';
import { connectionIn } from '@/lib/client/address/connection-parameter';
import { journalGroupsQuery, journalPageQuery } from '@/lib/client/journal/journal';
import { labelsQuery } from '@/lib/client/labels';
import { holdsOneOf, mayRead, mayRemoveSharedViews } from '@/lib/contract/session/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { pageReads, searchOf, type PageRead } from '@/lib/server/http/page-reads';

export const metadata: Metadata = { title: 'Journal lines' };

export default async function JournalPage({ searchParams }: PageProps<'/journal'>) {
  const { actor, firstConnection } = await currentVisitor(); // without one, the layout shows something else
  const held = actor?.roles ?? [];
  const mayRemoveShared = holdsOneOf(held, mayRemoveSharedViews);
  const search = searchOf(await searchParams);
  const reads = holdsOneOf(held, mayRead.journal)
    ? readsFor(search, connectionIn(search) ?? firstConnection)
    : [];
  return (
    <ReadAhead {...await pageReads(...reads)}>
      <JournalView
        views={<ViewsMenu place="journal" mayRemoveShared={mayRemoveShared} />}
        mayReadAccess={holdsOneOf(held, mayRead.access)}
      />
    </ReadAhead>
  );
}

function readsFor(search: URLSearchParams, connection: string): PageRead[] {
  const { query, located, grouping, shows, isRefused } = readJournalAddress(search);
  const names: PageRead = { query: labelsQuery(connection, 'entities'), handler: listLabels };
  if (isRefused || shows === 'pictures') return [names]; // the browser asks for the sums of the charts
  if (grouping === null)
    return [names, { query: journalPageQuery(query, connection, located), handler: listLines }];
  const { by, sum, across: pivot } = grouping;
  return [names, { query: journalGroupsQuery(query, { by, sum, pivot }, connection), handler: groupLines }];
}
