import { speak } from '@/components/ui/feedback/status';
import { notify, toastStore } from '@/components/ui/feedback/toast-store';
import { isMarked } from '@/lib/client/matrix/annotated-cells';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { isUnderWay, type Announcement } from '@/lib/client/matrix/optimistic-edits';
import type { Cell } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';

/** Says something about an act of the person. With `isShown` false only to screen readers: the page shows it already. */
export function announce(words: string, isShown = true): void {
  if (isShown) notify.info(words);
  else speak(words);
}

/** The messages about changes of one matrix, whatever page is open when a change ends. */
class ChangeMessages {
  /** Whether the matrix, with its marks, is on the screen. */
  isOnScreen = false;
  readonly #store: MatrixStore;
  /** The messages that are shown about a cell, by the cell's key. */
  readonly #shown = new Map<string, number[]>();

  constructor(store: MatrixStore) {
    this.#store = store;
    store.onAnnouncement((announcement) => this.#show(announcement));
  }

  dismissAll(): void {
    for (const key of [...this.#shown.keys()]) this.#dismiss(key);
  }

  /** Says what is being done about a cell, until the outcome is said. Nothing is done while a change of it has not ended. */
  remark(cell: Cell, title: string): void {
    if (isUnderWay(this.#store.cells.note(cell))) return;
    this.#dismiss(cellKey(cell));
    this.#keep(cellKey(cell), notify.info(title));
  }

  #dismiss(key: string): void {
    for (const id of this.#shown.get(key) ?? []) toastStore.dismiss(id);
    this.#shown.delete(key);
  }

  /** Whether a message about the cell was not closed yet. */
  #isShown(key: string): boolean {
    const ids = this.#shown.get(key) ?? [];
    return toastStore.read().some(({ id }) => ids.includes(id));
  }

  #keep(key: string, id: number): void {
    this.#shown.set(key, [...(this.#shown.get(key) ?? []), id]);
  }

  #show({ cell, kind, title, detail, again }: Announcement): void {
    const key = cellKey(cell);
    const note = this.#store.cells.note(cell);
    // A remark about a change that has not ended replaces no problem, which says the same.
    const isTold = kind === 'quiet' && isUnderWay(note) && this.#isShown(key);
    if (!isTold) this.#dismiss(key);
    if (isTold || (kind === 'proven' && this.isOnScreen))
      speak(title); // its cell shows it
    else if (kind !== 'problem') this.#keep(key, notify.info(title));
    else {
      // Where a mark goes on showing it, the message leaves by itself.
      const stays = !(this.isOnScreen && isMarked(note));
      const action = again && { label: 'Try again', onPress: again };
      this.#keep(key, notify.problem(title, detail, { stays, ...(action && { action }) }));
    }
  }
}

const messages = new WeakMap<MatrixStore, ChangeMessages>();

function messagesOf(store: MatrixStore): ChangeMessages {
  const known = messages.get(store) ?? new ChangeMessages(store);
  messages.set(store, known);
  return known;
}

/**
 * Says how each change of the store ends, from now on and on every page of the tab.
 * @returns a function to call when the matrix leaves the screen.
 */
export function showChangeMessages(store: MatrixStore): () => void {
  const shown = messagesOf(store);
  shown.isOnScreen = true;
  return () => void (shown.isOnScreen = false);
}

/** Says what is being done about a cell. The message leaves when its outcome is said. */
export function announceUntilDone(store: MatrixStore, cell: Cell, words: string): void {
  messagesOf(store).remark(cell, words);
}

/** Removes the marks of changes that were not made, and the messages about them. */
export function clearFailures(store: MatrixStore): void {
  store.clearMarks();
  messagesOf(store).dismissAll();
}
