import type { Metadata } from 'next';
import { GET as listCells } from '@/app/api/changes/[changeSetId]/cells/route';
import { GET as readChangeSet } from '@/app/api/changes/[changeSetId]/route';
import { ChangeSetView } from '@/components/changes/set/change-set-view';
import { ReadAhead } from '@/components/shell/read-ahead';
import { changeCellsQuery } from '@/lib/client/changes/change-details';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { connectionIn } from '@/lib/client/address/connection-parameter';
import { holdsOneOf, mayChangeAccess, mayRead } from '@/lib/contract/session/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { namedPageReads, searchOf } from '@/lib/server/http/page-reads';
import { cellsParameters, cellsShownOf } from '@/components/changes/set/cells-parameters';
import { readParameters } from '@/lib/client/address/parameters';

export const metadata: Metadata = { title: 'Change' };

export default async function ChangeSetPage({ params, searchParams }: PageProps<'/changes/[changeSetId]'>) {
  const { actor, firstConnection } = await currentVisitor(); // without one, the layout shows something else
  const { changeSetId } = await params;
  const search = searchOf(await searchParams);
  const connection = connectionIn(search) ?? firstConnection;
  const shown = cellsShownOf(readParameters(cellsParameters, search));
  const held = actor?.roles ?? [];
  const reads = !holdsOneOf(held, mayRead.changes)
    ? []
    : [
        { query: changeSetQuery(changeSetId, false), handler: readChangeSet, params: { changeSetId } },
        { query: changeCellsQuery(changeSetId, shown), handler: listCells, params: { changeSetId } },
      ];
  return (
    <ReadAhead {...await namedPageReads(connection, ...reads)}>
      <ChangeSetView id={changeSetId} mayChange={holdsOneOf(held, mayChangeAccess)} />
    </ReadAhead>
  );
}
