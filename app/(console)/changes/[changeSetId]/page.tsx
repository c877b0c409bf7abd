import type { Metadata } from 'next';
import { GET as listCells } from '@/app/api/changes/[changeSetId]/cells/route';
import { GET as readChangeSet } from '@/app/api/changes/[changeSetId]/route';
import { ChangeSetView } from '@/components/changes/set/change-set-view';
import { ReadAhead } from '@/components/shell/read-ahead';
import { changeCellsQuery } from '@/lib/client/changes/change-details';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { holdsOneOf, mayChangeAccess, mayRead } from '@/lib/contract/session/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { pageReads, searchOf } from '@/lib/server/http/page-reads';
import { cellsParameters, cellsShownOf } from '@/components/changes/set/cells-parameters';
import { readParameters } from '@/lib/client/address-parameters';

export const metadata: Metadata = { title: 'Change' };

export default async function ChangeSetPage({ params, searchParams }: PageProps<'/changes/[changeSetId]'>) {
  const { actor } = await currentVisitor(); // without one, the layout shows something else
  const { changeSetId } = await params;
  const shown = cellsShownOf(readParameters(cellsParameters, searchOf(await searchParams)));
  const held = actor?.roles ?? [];
  const reads = [
    { query: changeSetQuery(changeSetId, false), handler: readChangeSet, params: { changeSetId } },
    { query: changeCellsQuery(changeSetId, shown), handler: listCells, params: { changeSetId } },
  ];
  return (
    <ReadAhead {...await pageReads(...(holdsOneOf(held, mayRead.changes) ? reads : []))}>
      <ChangeSetView id={changeSetId} mayChange={holdsOneOf(held, mayChangeAccess)} />
    </ReadAhead>
  );
}
