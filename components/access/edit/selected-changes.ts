import type { GridPosition } from '@/components/grid/grid-model';
import { rangeOf, GridSelection } from '@/components/grid/grid-selection';
import { mostCells } from '@/lib/contract/limits';
import {
  propose,
  type BulkAction,
  type Proposal,
  type ReadCell,
  type WantedChange,
} from '@/lib/domain/access/change-proposal';
import type { AccessMatrix } from '@/lib/domain/access/matrix';

interface SelectedParts {
  matrix: AccessMatrix;
  /** Record and entity indices in the order shown. */
  records: Uint32Array;
  entities: Uint32Array;
  readCell: ReadCell;
}

/** The changes that a bulk action comes to for what is selected, or for the active cell when nothing is. */
export function changesOfSelection(
  { matrix, records, entities, readCell }: SelectedParts,
  selection: GridSelection,
  active: GridPosition,
  action: BulkAction,
): Proposal {
  const chosen = new GridSelection();
  if (selection.isEmpty) chosen.select(rangeOf(active, active), active);
  const proposal = { changes: [] as WantedChange[], already: 0, absent: 0, isCut: false };
  for (const { top, bottom, runs } of (selection.isEmpty ? chosen : selection).bands()) {
    const rows = records.subarray(top, bottom + 1);
    const columns = runs.flatMap(({ left, right }) => [...entities.subarray(left, right + 1)]);
    const room = mostCells - proposal.changes.length;
    const { cells, already, absent, isCut } = propose(readCell, rows, columns, action, room);
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
