import type { Metadata } from 'next';
import { GET as summarizeAccess } from '@/app/api/access/summary/route';
import { GET as readActivity } from '@/app/api/changes/activity/route';
import { GET as listChanges } from '@/app/api/changes/route';
import { GET as listOutside } from '@/app/api/changes/outside/route';
import {
  changesParameters,
  hidesOutside,
  listFilterOf,
  outsideFilterOf,
} from '@/components/changes/list/changes-parameters';
import { ChangesView } from '@/components/changes/list/changes-view';
import { ReadAhead } from '@/components/shell/read-ahead';
import { accessSummaryQuery } from '@/lib/client/access-summary';
import { readParameters } from '@/lib/client/address/parameters';
import { activityQuery } from '@/lib/client/changes/activity';
import { outsideQuery } from '@/lib/client/changes/change-details';
import { changeListQuery } from '@/lib/client/changes/changes';
import { connectionIn } from '@/lib/client/address/connection-parameter';
import { holdsOneOf, mayChangeAccess, mayRead } from '@/lib/contract/session/roles';
import { pageReader } from '@/lib/domain/reader-formats';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { namedPageReads, searchOf, type PageRead } from '@/lib/server/http/page-reads';

export const metadata: Metadata = { title: 'Changes' };

export default async function ChangesPage({ searchParams }: PageProps<'/changes'>) {
  const { actor, firstConnection } = await currentVisitor(); // without one, the layout shows something else
  const search = searchOf(await searchParams);
  const held = actor?.roles ?? [];
  const connection = connectionIn(search) ?? firstConnection;
  const reads = holdsOneOf(held, mayRead.changes) ? readsFor(search, connection) : [];
  return (
    <ReadAhead {...await namedPageReads(connection, ...reads)}>
      <ChangesView mayChange={holdsOneOf(held, mayChangeAccess)} />
    </ReadAhead>
  );
}

function readsFor(search: URLSearchParams, connection: string): PageRead[] {
  const shown = readParameters(changesParameters, search);
  const always = [
    { query: accessSummaryQuery(connection), handler: summarizeAccess }, // types and entities to filter by
    { query: activityQuery(connection, pageReader().timeZone), handler: readActivity }, // when the log was checked
  ];
  // A day is the browser's: when it begins, only the browser knows.
  if (shown.from !== '' || shown.to !== '') return always;
  const outside = { query: outsideQuery(connection, outsideFilterOf(shown)), handler: listOutside };
  if (shown.kind === 'outside') return [...always, outside];
  return [
    ...always,
    { query: changeListQuery(connection, listFilterOf(shown), false), handler: listChanges },
    ...(hidesOutside(shown) ? [outside] : []),
  ];
}
