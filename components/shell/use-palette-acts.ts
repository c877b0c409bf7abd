import { useQueryClient } from '@tanstack/react-query';
import { notify } from '@/components/ui/feedback/toast-store';
import { isSignedOut, problemOf } from '@/lib/client/api';
import { readLastChange } from '@/lib/client/changes/changes';
import { refreshAll } from '@/lib/client/refresh';
import { readAsStaged, stageAct } from '@/lib/client/matrix/proposed-changes';
import { useMatrixStore } from '@/lib/client/matrix/use-matrix-store';
import { mostCells } from '@/lib/contract/limits';
import { holdsOneOf, mayRead, type Role } from '@/lib/contract/session/roles';
import type { ReadCell } from '@/lib/domain/access/change/change-proposal';
import { changesOfAct } from '@/lib/domain/access/change/typed-acts';
import type { RecordsAct } from './palette-commands';

export function usePaletteActs(connection: string, held: readonly Role[]) {
  const client = useQueryClient();
  const store = useMatrixStore();
  const told = (title: string, error: unknown) => {
    if (!(error instanceof Error) || isSignedOut(error)) return;
    notify.problem(title, problemOf(error).detail);
  };
  return {
    /** Opens the person's newest change that still stands or runs; its page asks, or says why it cannot be undone. */
    undoLast: async (show: (changeSetId: string) => void) => {
      try {
        const last = await readLastChange(connection, store.own.unchanged);
        if (last !== null) show(last);
        else notify.problem('There is nothing to undo', 'None of your latest changes still stands.');
      } catch (error) {
        told('Your last change was not found', error);
      }
    },
    refresh: async () => {
      try {
        await refreshAll(client, connection, {
          access: holdsOneOf(held, mayRead.access),
          journal: holdsOneOf(held, mayRead.journal),
        });
      } catch (error) {
        told('Not everything was refreshed', error);
      }
    },
    /** @returns whether there is anything to review. */
    stage: (act: RecordsAct, label: string): boolean => {
      const matrix = store.document?.matrix;
      if (!matrix) return false;
      const proposal = changesOfAct(act, matrix, readAsStaged(store), mostCells);
      if (proposal.changes.length === 0) {
        const read: ReadCell = (record, entity) => store.cells.stateAt(record, entity);
        // It is staged already, as after Back in its review.
        if (store.staged.size > 0 && changesOfAct(act, matrix, read, mostCells).changes.length > 0)
          return true;
        const why = proposal.already > 0 ? 'Everything already matches.' : 'It is not set up.';
        notify.success('Nothing to change', { description: `${label} ${why}` });
      } else if (!stageAct(store, proposal))
        notify.problem(
          'Not all of it is staged',
          'One change set takes no more: apply the staged changes first.',
        );
      return proposal.changes.length > 0;
    },
  };
}
