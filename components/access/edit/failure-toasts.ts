import { notify, toastStore } from '@/components/ui/feedback/toast-store';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { cellKey } from '@/lib/domain/access/cell-key';

/** Shows a change set; the newest page that speaks for a store says how. */
const openers = new WeakMap<MatrixStore, (changeSetId: string) => void>();
/** The messages about changes of each store. */
const messages = new WeakMap<MatrixStore, Set<number>>();

/**
 * Shows a message for every change that was not made or is not known, whatever page is open by then; it goes when there
 * is a later word about the same cell, or a while after. Ends with the store itself; calling it again only takes the newer `open`.
 */
export function showFailureToasts(store: MatrixStore, open: (changeSetId: string) => void): void {
  const isNew = !openers.has(store);
  openers.set(store, open);
  if (!isNew) return;
  const shown = new Map<string, number>();
  const all = new Set<number>();
  messages.set(store, all);
  store.onAnnouncement(({ cell, kind, title, detail, changeSetId }) => {
    if (cell !== undefined) {
      const older = shown.get(cellKey(cell));
      const phase = store.cells.note(cell)?.phase;
      const isOpen = phase === 'unanswered' || phase === 'unconfirmed';
      if (older !== undefined && !(kind === 'quiet' && isOpen)) {
        toastStore.dismiss(older);
        shown.delete(cellKey(cell));
      }
    }
    if (kind !== 'problem') return toastStore.dismissTold(); // the newest word counts
    const action = changeSetId !== undefined && {
      action: { label: 'Show them', onPress: () => openers.get(store)?.(changeSetId) },
    };
    // On its page a refused cell goes on telling it by a mark.
    const phase = cell && store.cells.note(cell)?.phase;
    const isMarked = phase === 'refused' || phase === 'conflict';
    const stays = !isMarked || window.location.pathname !== '/access';
    const id = notify.problem(title, detail, { ...action, stays });
    all.add(id);
    if (cell !== undefined) shown.set(cellKey(cell), id);
  });
}

/** Takes the marks of changes that were not made off the cells, and the messages about them away. */
export function clearFailures(store: MatrixStore): void {
  store.clearMarks();
  for (const id of messages.get(store) ?? []) toastStore.dismiss(id);
  messages.get(store)?.clear();
}
