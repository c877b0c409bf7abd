import { notify } from '@/components/ui/feedback/toast-store';
import { isSignedOut, problemOf } from '@/lib/client/api';
import { readLastChange } from '@/lib/client/changes/changes';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { OwnChange } from '@/lib/client/matrix/own-changes';
import type { Cell } from '@/lib/contract/access/access';
import { cellInWords, switchInWords } from '@/lib/domain/access/access-words';
import { counted } from '@/lib/domain/counted';
import { announce, announceUntilDone } from './change-messages';
import { stagedCountInWords } from './selection-acts';

interface TakeBackParts {
  connection: string;
  store: MatrixStore;
  /** Whether presses are staged: then nothing is sent without a question. */
  isStaging: boolean;
  isInView: (cell: Cell) => boolean;
  /** Whether the matrix is still on the screen. */
  isShown: () => boolean;
  onSwitch: (cell: Cell) => void;
}

/** The stores with an undo that is not done. */
const waiting = new WeakSet<MatrixStore>();

/**
 * Takes back the person's newest act: a staged step, else the change that the server calls their last one. A switch of
 * this tab that is in view is sent back at once, and named. About every other change the page asks first, also where the
 * newest press was not made, was undone elsewhere, or is unconfirmed: the person may mean that one.
 */
export async function takeBack(parts: TakeBackParts): Promise<void> {
  const { connection, store, isStaging, isInView, isShown } = parts;
  const [first, ...others] = store.staged.takeBack();
  if (first !== undefined) {
    const what =
      others.length === 0 ? cellInWords(first, store.names) : counted(others.length + 1, 'assignment');
    return announce(`Taken back: ${what}. ${stagedCountInWords(store.staged.size)}`);
  }
  if (waiting.has(store)) return announce('The undo before is still on its way.');
  waiting.add(store);
  try {
    if (store.isAwaited) announce('The undo waits for the change before it.');
    await store.whenAnswered();
    const id = await readLastChange(connection, store.own.unchanged);
    if (!isShown()) return announce('Nothing was undone: the matrix is not on the screen any more.');
    if (id === null) return announce('There is nothing to undo: none of your latest changes still stands.');
    const change = store.own.find(id);
    // Another tab may have undone this tab's last change: then the one before it is named.
    const isOlder = !store.own.isNewestMade || (change !== undefined && change !== store.own.last);
    if (change?.kind === 'switch' && !isOlder && !isStaging && isInView(change.cell))
      undoChange(parts, change);
    else store.own.ask(id, 'undo', isOlder);
  } catch (error) {
    if (error instanceof Error && !isSignedOut(error))
      notify.problem('Your last change was not found', problemOf(error).detail);
  } finally {
    waiting.delete(store);
  }
}

/** Takes back a change that the page names: a switch at once; about a set it asks first. */
export function undoChange(
  { store, onSwitch }: Pick<TakeBackParts, 'store' | 'onSwitch'>,
  change: OwnChange,
): void {
  if (change.kind === 'set') return store.own.ask(change.changeSetId);
  announceUntilDone(store, change.cell, `Taking back: ${switchInWords(change, store.names)}.`);
  store.edits.undo(change);
  onSwitch(change.cell);
}
