import { notify } from '@/components/ui/toast';
import type { Cell } from '@/lib/contract/access';
import type { Seen } from '@/lib/domain/access/change-proposal';
import type { CollectedChange, CollectedChanges } from '@/lib/domain/access/collected-changes';
import type { AccessMatrix, CellState } from '@/lib/domain/access/matrix';
import { combinationsInWords } from '@/lib/domain/changes/change-words';
import type { Proposal } from './review-sheet';

/** What is collected, as a proposal; what came to be so meanwhile, or does not exist any more, is dropped. */
export function reviewOf(collected: CollectedChanges, matrix: AccessMatrix, seen: Seen): Proposal {
  const proposal = { changes: [] as CollectedChange[], already: 0, absent: 0, isCut: false };
  const dropped: Cell[] = [];
  for (const change of collected.all()) {
    const now = seenNow(matrix, seen, change.cell);
    if (now !== 'none' && (now === 'granted') !== change.wanted) {
      proposal.changes.push(change);
      continue;
    }
    dropped.push(change.cell);
    if (now === 'none') proposal.absent++;
    else proposal.already++;
  }
  collected.drop(dropped);
  return proposal;
}

/** Drops all; a message gives them back for as long as it is shown. */
export function discard(collected: CollectedChanges): void {
  const dropped = collected.all();
  collected.drop();
  notify.success(`${combinationsInWords(dropped.length)} discarded`, {
    description: 'Nothing was sent.',
    action: {
      label: 'Take back',
      onPress: () => collected.collect(dropped.map((change) => ({ ...change, now: !change.wanted }))),
    },
  });
}

/** The value of a cell as the person sees it; `none` for one that the matrix does not know. */
export function seenNow(matrix: AccessMatrix, seen: Seen, cell: Cell): CellState {
  const record = matrix.recordIndex(cell.recordType, cell.recordId);
  const entity = matrix.entityIndex(cell.entityId);
  return record < 0 || entity < 0 ? 'none' : seen(record, entity);
}

/** Why a wish changes nothing. */
export function nothingToDo({ already, absent }: Proposal): string {
  if (already === 0 && absent > 0) return 'There is no such combination; nothing is to be changed.';
  return 'All of it is so already; nothing is to be changed.';
}
