import type { Metadata } from 'next';
import { GET as listLabels } from '@/app/api/access/labels/route';
import { GET as summarizeAccess } from '@/app/api/access/summary/route';
import { GET as readActivity } from '@/app/api/changes/activity/route';
import { GET as listChanges } from '@/app/api/changes/route';
import { GET as listConnections } from '@/app/api/connections/route';
import { GET as checkLines } from '@/app/api/journal/checks/route';
import { GET as groupLines } from '@/app/api/journal/groups/route';
import { EvidenceButton } from '@/components/changes/evidence-button';
import { OfferTour } from '@/components/demo/offer-tour';
import { byBatch, byEntity, byMonth } from '@/components/overview/overview-reads';
import { OverviewView } from '@/components/overview/overview-view';
import { ReadAhead } from '@/components/shell/read-ahead';
import { accessSummaryQuery } from '@/lib/client/access-summary';
import { activityQuery } from '@/lib/client/changes/activity';
import { activeChangesQuery, changeListQuery } from '@/lib/client/changes/changes';
import { connectionIn } from '@/lib/client/address/connection-parameter';
import { connectionsQuery } from '@/lib/client/connections';
import { journalGroupsQuery } from '@/lib/client/journal/journal';
import { journalChecksQuery } from '@/lib/client/journal/journal';
import { labelsQuery } from '@/lib/client/labels';
import { holdsOneOf, mayRead, type Role } from '@/lib/contract/session/roles';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { todayOf, pageReader } from '@/lib/domain/reader-formats';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { namedPageReads, searchOf, type PageRead } from '@/lib/server/http/page-reads';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage({ searchParams }: PageProps<'/'>) {
  const { actor, session, losses, firstConnection } = await currentVisitor(); // without one, the layout shows something else
  const held = actor?.roles ?? [];
  const connection = connectionIn(searchOf(await searchParams)) ?? firstConnection;
  return (
    <ReadAhead {...await namedPageReads(connection, ...readsFor(held, connection))}>
      <OverviewView
        name={actor?.name ?? ''}
        held={held}
        hasLosses={losses.length > 0}
        evidence={<EvidenceButton what={{ what: 'ledger' }} />}
        offer={session?.demo?.hasHistory && holdsOneOf(held, mayRead.access) && <OfferTour />}
      />
    </ReadAhead>
  );
}

function readsFor(held: readonly Role[], connection: string): PageRead[] {
  const { drawnAt, timeZone } = pageReader();
  const reads: PageRead[] = [];
  if (holdsOneOf(held, mayRead.access))
    reads.push(
      { query: accessSummaryQuery(connection), handler: summarizeAccess },
      { query: activityQuery(connection, timeZone), handler: readActivity },
      { query: changeListQuery(connection, {}, false), handler: listChanges },
      { query: activeChangesQuery(connection, false), handler: listChanges },
    );
  if (holdsOneOf(held, mayRead.journal))
    reads.push(
      { query: labelsQuery(connection, 'entities'), handler: listLabels },
      {
        query: journalChecksQuery(defaultJournalQuery, todayOf(drawnAt, timeZone), connection),
        handler: checkLines,
      },
      { query: journalGroupsQuery(defaultJournalQuery, byEntity, connection), handler: groupLines },
    );
  if (holdsOneOf(held, mayRead.journal) && !holdsOneOf(held, mayRead.access))
    for (const by of [byMonth, byBatch])
      reads.push({ query: journalGroupsQuery(defaultJournalQuery, by, connection), handler: groupLines });
  if (holdsOneOf(held, mayRead.metadata)) reads.push({ query: connectionsQuery(), handler: listConnections });
  return reads;
}
