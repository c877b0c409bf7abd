import { notify, toastStore } from '@/components/ui/feedback/toast-store';
import { isMarked } from '@/lib/client/matrix/annotated-cells';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { Cell } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';

/** Milliseconds until the page surely shows what became of a cell: several times `pressMs` of `use-pointed-at.ts`. */
const shownAfterMs = 400;

/** The stores whose matrix is on the screen. */
const onScreen = new WeakMap<MatrixStore, SayBeside>();
/** The messages about changes of each store. */
const messages = new WeakMap<MatrixStore, Set<number>>();

/** Says a title to those who listen, where the page itself shows why the cell was not changed. @returns whether it does. */
type SayBeside = (cell: Cell, title: string, why: string) => boolean;

/**
 * Shows a message for every change that was not made or is not known, whatever page is open by then. It goes when there
 * is a later word about the same cell; where a mark on the screen goes on telling it, also after a while, and nothing is
 * shown where `sayBeside` does.
 * Change sets have a message of their own (use-ended-set-toasts.ts). Ends with the store itself; calling it again only
 * takes the newer function.
 * @returns to be called when the matrix leaves the screen.
 */
export function showFailureToasts(store: MatrixStore, sayBeside: SayBeside): () => void {
  onScreen.set(store, sayBeside);
  if (!messages.has(store)) tellFailures(store);
  return () => {
    onScreen.delete(store);
    toastStore.dismissTold();
  };
}

function tellFailures(store: MatrixStore): void {
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
    if (kind !== 'problem' || changeSetId !== undefined) return;
    const note = cell && onScreen.has(store) ? store.cells.note(cell) : undefined;
    const show = (stays: boolean) => {
      const id = notify.problem(title, detail, { stays });
      all.add(id);
      if (cell !== undefined) shown.set(cellKey(cell), id);
    };
    if (cell === undefined || note === undefined || !isMarked(note)) return show(true);
    // It is marked; where somebody still looks at it, the page shows the reason beside the grid as soon as that is drawn.
    setTimeout(() => {
      const now = store.cells.note(cell);
      if (now !== note && now?.phase !== 'unconfirmed') return; // taken off, under way again, or told anew
      if (onScreen.get(store)?.(cell, title, note.words) !== true) show(!onScreen.has(store));
    }, shownAfterMs);
  });
}

/** Takes the marks of changes that were not made off the cells, and the messages about them away. */
export function clearFailures(store: MatrixStore): void {
  store.clearMarks();
  for (const id of messages.get(store) ?? []) toastStore.dismiss(id);
  messages.get(store)?.clear();
}
