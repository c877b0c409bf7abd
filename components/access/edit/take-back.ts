import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { Cell } from '@/lib/contract/access/access';
import { cellInWords } from '@/lib/domain/access/access-words';
import { counted } from '@/lib/domain/counted';
import type { UndoStep } from '@/lib/client/matrix/undo-steps';
import { stagedCountInWords } from './selection-acts';

interface TakeBackParts {
  store: MatrixStore;
  isStaging: boolean;
  announce: (words: string, isShown?: boolean) => void;
  /** That switch is being taken back. */
  onSwitch: (cell: Cell) => void;
}

/** Whether it is a step of staging that is taken back next, or nothing; else the newest step that was done. */
export function takesStaged({ staged, undo }: MatrixStore, isStaging: boolean): boolean {
  if (staged.lastAt === 0) return isStaging && undo.last?.kind !== 'set';
  return isStaging || staged.lastAt > undo.lastAt;
}

/** Takes back what the person did last, a step of staging or a switch; while every press stages, never a switch. */
export function takeBack(parts: TakeBackParts): void {
  const { store, isStaging, announce } = parts;
  if (!takesStaged(store, isStaging)) return undoStep(parts, store.undo.next);
  const cells = store.staged.takeBack();
  const [first] = cells;
  if (first === undefined)
    return announce(
      store.undo.last?.kind === 'switch'
        ? 'Nothing staged to take back. What you switched before is undone once you choose “Switch now”.'
        : 'There is no staged step to take back.',
    );
  const what = cells.length === 1 ? cellInWords(first) : counted(cells.length, 'assignment');
  announce(`Taken back: ${what}. ${stagedCountInWords(store.staged.size)}`);
}

/** Takes back a switch that was done, whatever is staged, and shows it; of a set it asks for the undo. */
export function undoStep(
  { store, announce, onSwitch }: Pick<TakeBackParts, 'store' | 'announce' | 'onSwitch'>,
  step: UndoStep | null,
): void {
  if (store.cells.inFlight > 0) return announce('The change before is still on its way.');
  store.edits.undo(step);
  if (step === null)
    announce(
      store.undo.last === null
        ? 'Nothing more to undo here. Older changes: “Undo last change” in Commands.'
        : 'What you did last was not made, or is not known to be. The change before it is undone by its button.',
    );
  else if (step.kind === 'set') {
    announce('Asking how the change set stands…', false); // the question follows
    store.undo.ask(step.changeSetId);
  } else onSwitch(step.cell);
}
