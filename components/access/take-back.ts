import type { AccessChanges } from '@/lib/client/access-changes';
import type { Cell } from '@/lib/contract/access';
import { cellInWords } from '@/lib/domain/access/access-words';
import type { CollectedChanges } from '@/lib/domain/access/collected-changes';
import { combinationsInWords } from '@/lib/domain/changes/change-words';

interface TakeBackParts {
  changes: AccessChanges;
  collected: CollectedChanges;
  isCollecting: boolean;
  announce: (words: string) => void;
  /** The undo of that change set is to be asked for, on its own page. */
  onSet: (changeSetId: string) => void;
  /** That switch is being taken back. */
  onSwitch: (cell: Cell) => void;
}

/** Takes back what the person did last: while collecting a step of that, otherwise a switch; says what it was. */
export function takeBack(parts: TakeBackParts): void {
  const { changes, collected, isCollecting, announce } = parts;
  if (isCollecting) {
    const cells = collected.takeBack();
    const [first] = cells;
    if (first !== undefined) {
      const what = cells.length === 1 ? cellInWords(first) : combinationsInWords(cells.length);
      return announce(`Taken back: ${what}. ${combinationsInWords(collected.size)} collected.`);
    }
    if (changes.steps.last?.kind !== 'set') return announce('There is no step of collecting to take back.');
  }
  undoStep(parts);
}

/** Takes back the newest switch that was done, whatever is collected, and shows it; of a set it leads to the undo. */
export function undoStep({
  changes,
  announce,
  onSet,
  onSwitch,
}: Pick<TakeBackParts, 'changes' | 'announce' | 'onSet' | 'onSwitch'>): void {
  if (changes.inFlight > 0) return announce('The change before is still on its way.');
  const step = changes.undoLast();
  if (step === null) announce('There is nothing to take back.');
  else if (step.kind === 'set') onSet(step.changeSetId);
  else onSwitch(step.cell);
}
