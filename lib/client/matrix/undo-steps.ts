import type { Cell } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';

/** Something a person did that can be taken back: a switch, with the value it then had, or changes applied together. */
export type UndoStep = { changeSetId: string } & (
  { kind: 'switch'; cell: Cell; value: boolean } | { kind: 'set'; cells: number }
);

/** What came of what was begun: a step that can be taken back, nothing, or what it took back is undone. */
type StepEnd = UndoStep | 'not done' | 'undone';

/** What somebody wants of a change set, which they are asked about first. */
interface AskedQuestion {
  changeSetId: string;
  kind: 'undo' | 'cancel';
}

interface HeldStep {
  step: UndoStep | 'under way' | 'not done';
  /** When it was begun (`performance.now`). */
  at: number;
}

/** More steps are not kept: whoever looks further back reads the list of changes. */
const mostSteps = 100;

/**
 * What a person did on the page, in order, each taken back once. What is under way holds its place and counts when it was
 * done. After what was not done a key takes nothing back, for it may be meant for that; until more is done or taken back.
 */
export class UndoSteps {
  #steps: readonly HeldStep[] = [];
  #last: UndoStep | null = null;
  #asked: AskedQuestion | null = null;
  /** Replaced when the history is cleared: a change that began before does not come back into it. */
  #era = {};
  readonly #changed: () => void;

  /**
   * `changed` hears when another step is the last, or something else is asked of a change set. That a key takes back
   * another one, or none, is told with that or with what is known of the cell.
   */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The newest step that was done; null: there is none. The same object until another one is. */
  get last(): UndoStep | null {
    return this.#last;
  }

  /** What a key takes back: the newest step, unless one is under way or was not done after it. */
  get next(): UndoStep | null {
    return doneIn(this.#steps.at(-1));
  }

  /** What is asked of a change set; null: nothing is. The same object until something else is. */
  get asked(): AskedQuestion | null {
    return this.#asked;
  }

  /** Asks for the undo of a change set, or that it be cancelled. */
  ask(changeSetId: string, kind: AskedQuestion['kind'] = 'undo'): void {
    this.#asked = { changeSetId, kind };
    this.#changed();
  }

  /** Nothing is asked any longer. */
  answered(): void {
    if (this.#asked === null) return;
    this.#asked = null;
    this.#changed();
  }

  /** Whether what a key takes back is the switch of a cell. */
  isOf(cell: Cell): boolean {
    const { next } = this;
    return next?.kind === 'switch' && cellKey(next.cell) === cellKey(cell);
  }

  /** When the newest step was begun, done or not; 0: there is none. */
  get lastAt(): number {
    return this.#steps.at(-1)?.at ?? 0;
  }

  /**
   * Keeps a place in the history for a change that begins, or for an undo.
   * @returns a function to call when it ends, and again when an unconfirmed change turns out to be done.
   */
  begin(): (end: StepEnd) => void {
    const held: HeldStep = { step: 'under way', at: performance.now() };
    const era = this.#era;
    this.#set([...this.#steps, held].slice(-mostSteps));
    return (end) => {
      if (end === 'undone') return this.#set(this.#steps.filter((other) => other !== held));
      held.step = end;
      const at = this.#steps.indexOf(held);
      if (at < 0) {
        if (doneIn(held) === null || era !== this.#era) return;
        // More was done or taken back before this was known.
        return this.#set([...this.#steps, held].sort((one, other) => one.at - other.at).slice(-mostSteps));
      }
      // What was not done before it is no longer what a key may be meant for.
      this.#set(this.#steps.filter(({ step }, index) => index >= at || step !== 'not done'));
    };
  }

  /** A switch is taken back, and not kept any longer; a set stays until it is undone, which is asked for. */
  take(taken: UndoStep): void {
    if (taken.kind === 'switch')
      this.#set(this.#steps.filter(({ step }) => step !== taken && step !== 'not done'));
  }

  /** A set was undone. */
  dropSet(changeSetId: string): void {
    const isIt = (step: UndoStep | null) => step?.kind === 'set' && step.changeSetId === changeSetId;
    this.#set(this.#steps.filter((held) => !isIt(doneIn(held))));
  }

  /** Nothing of it is offered any longer. */
  clear(): void {
    this.#era = {};
    this.#set([]);
  }

  #set(steps: readonly HeldStep[]): void {
    this.#steps = steps;
    const last = doneIn(steps.findLast((held) => doneIn(held) !== null));
    if (last === this.#last) return;
    this.#last = last;
    this.#changed();
  }
}

/** The step that was done; null: it is under way, or was not done. */
function doneIn(held: HeldStep | undefined): UndoStep | null {
  return typeof held?.step === 'object' ? held.step : null;
}
