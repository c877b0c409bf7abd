import type { GridPosition } from '@/components/grid/grid-model';
import { rangeOf, GridSelection } from '@/components/grid/grid-selection';
import { mostCells } from '@/lib/contract/changes';
import { propose, type Seen, type Wish } from '@/lib/domain/access/change-proposal';
import type { CollectedChange } from '@/lib/domain/access/collected-changes';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { Proposal } from './review-sheet';

interface SelectedParts {
  matrix: AccessMatrix;
  /** Record and entity indices in the order shown. */
  records: Uint32Array;
  entities: Uint32Array;
  seen: Seen;
}

/** The changes that a wish comes to for what is selected, or for the active cell when nothing is. */
export function changesOfSelection(
  { matrix, records, entities, seen }: SelectedParts,
  selection: GridSelection,
  active: GridPosition,
  wish: Wish,
): Proposal {
  const chosen = new GridSelection();
  if (selection.isEmpty) chosen.select(rangeOf(active, active), active);
  const proposal = { changes: [] as CollectedChange[], already: 0, absent: 0, isCut: false };
  for (const { top, bottom, runs } of (selection.isEmpty ? chosen : selection).bands()) {
    const rows = records.subarray(top, bottom + 1);
    const columns = runs.flatMap(({ left, right }) => [...entities.subarray(left, right + 1)]);
    const room = mostCells - proposal.changes.length;
    const { cells, already, absent, isCut } = propose(seen, rows, columns, wish, room);
    for (const { record, entity, wanted } of cells)
      proposal.changes.push({ cell: matrix.cell(record, entity), wanted });
    proposal.already += already;
    proposal.absent += absent;
    proposal.isCut ||= isCut;
    if (isCut) break;
  }
  // Of the rest nobody has counted anything.
  return proposal.isCut ? { ...proposal, already: 0, absent: 0 } : proposal;
}
