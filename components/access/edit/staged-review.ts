import { counted } from '@/lib/domain/counted';
import { notify, toastStore } from '@/components/ui/feedback/toast-store';
import type { WantedChange } from '@/lib/client/matrix/annotated-cells';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { Cell } from '@/lib/contract/access';
import type { Proposal } from './review-sheet';

/** Proposes what is staged, and drops what came to be so meanwhile or does not exist any more. */
export function takeForReview({ staged, cells }: MatrixStore): Proposal {
  const proposal = { changes: [] as WantedChange[], already: 0, absent: 0, isCut: false };
  const dropped: Cell[] = [];
  for (const change of staged.all()) {
    const now = cells.stateOf(change.cell);
    if (now !== 'none' && (now === 'granted') !== change.wanted) {
      proposal.changes.push(change);
      continue;
    }
    dropped.push(change.cell);
    if (now === 'none') proposal.absent++;
    else proposal.already++;
  }
  staged.drop(dropped);
  return proposal;
}

/** Drops all; a message gives them back until something else is staged, or it leaves. */
export function discard({ staged, subscribe }: MatrixStore): void {
  const dropped = staged.all();
  staged.drop();
  const message = notify.success(`${counted(dropped.length, 'assignment')} discarded`, {
    description: 'Nothing was sent.',
    action: {
      label: 'Take back',
      onPress: () => {
        stop();
        staged.putBack(dropped);
      },
    },
  });
  const stop = subscribe(() => {
    if (staged.size === 0) return;
    stop();
    toastStore.dismiss(message);
  });
}

/** Why a bulk action changes nothing. */
export function nothingToDo({ already, absent }: Proposal): string {
  if (already === 0 && absent > 0) return 'It is not set up; there is nothing to change.';
  return 'Everything already matches; there is nothing to change.';
}
