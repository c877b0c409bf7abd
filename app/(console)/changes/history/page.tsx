import type { Metadata } from 'next';
import { GET as readHistory } from '@/app/api/changes/history/route';
import { historyParameters } from '@/components/changes/history/history-parameters';
import { HistoryView } from '@/components/changes/history/history-view';
import { ReadAhead } from '@/components/shell/read-ahead';
import { readParameters } from '@/lib/client/address/parameters';
import { historyQuery } from '@/lib/client/changes/change-details';
import { connectionIn } from '@/lib/client/address/connection-parameter';
import { holdsOneOf, mayRead } from '@/lib/contract/session/roles';
import { namesTarget } from '@/lib/domain/access/details-target';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { namedPageReads, searchOf, type PageRead } from '@/lib/server/http/page-reads';

export const metadata: Metadata = { title: 'History' };

export default async function HistoryPage({ searchParams }: PageProps<'/changes/history'>) {
  const { actor, firstConnection } = await currentVisitor(); // without one, the layout shows something else
  const search = searchOf(await searchParams);
  const connection = connectionIn(search) ?? firstConnection;
  const reads = holdsOneOf(actor?.roles ?? [], mayRead.changes) ? readsFor(search, connection) : [];
  return (
    <ReadAhead {...await namedPageReads(connection, ...reads)}>
      <HistoryView />
    </ReadAhead>
  );
}

function readsFor(search: URLSearchParams, connection: string): PageRead[] {
  const { before, ...target } = readParameters(historyParameters, search);
  if (!namesTarget(target)) return [];
  return [{ query: historyQuery(connection, target, before || undefined), handler: readHistory }];
}
