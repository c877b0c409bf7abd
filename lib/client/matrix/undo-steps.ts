import type { Cell } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';

/** Something a person did that can be taken back: a switch, with the value it then had, or changes applied together. */
export type UndoStep = { changeSetId: string } & (
  { kind: 'switch'; cell: Cell; value: boolean } | { kind: 'set'; cells: number }
);

/** What somebody wants of a change set, which they are asked about first. */
interface AskedQuestion {
  changeSetId: string;
  kind: 'undo' | 'cancel';
}

interface HeldStep {
  /** Null while it is under way, or when it was not done. */
  step: UndoStep | null;
  /** When it was begun (`performance.now`). */
  at: number;
}

/** More steps are not kept: whoever looks further back reads the list of changes. */
const mostSteps = 100;

/**
 * What a person did on the page, in order, each taken back once. What is under way holds its place and counts when it was
 * done. What was not done holds its place for good: a key meant for it must not hit what was done before.
 */
export class UndoSteps {
  #steps: readonly HeldStep[] = [];
  #last: UndoStep | null = null;
  #asked: AskedQuestion | null = null;
  readonly #changed: () => void;

  /** `changed` hears when another step is the last, or something else is asked of a change set. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The newest step that was done; null: there is none. The same object until another one is. */
  get last(): UndoStep | null {
    return this.#last;
  }

  /** What a key takes back: the newest step, unless it is under way or was not done. */
  get next(): UndoStep | null {
    return this.#steps.at(-1)?.step ?? null;
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

  /** Whether the newest step that was done is the switch of a cell. */
  isOf(cell: Cell): boolean {
    return this.#last?.kind === 'switch' && cellKey(this.#last.cell) === cellKey(cell);
  }

  /** When the newest step was begun, done or not; 0: there is none. */
  get lastAt(): number {
    return this.#steps.at(-1)?.at ?? 0;
  }

  /** Holds the place of what is begun. @returns to be called when it was done, with what it is. */
  begin(): (step: UndoStep) => void {
    const held: HeldStep = { step: null, at: performance.now() };
    this.#set([...this.#steps, held].slice(-mostSteps));
    return (step) => {
      held.step = step;
      this.#set(this.#steps);
    };
  }

  /** A switch is taken back, and not kept any longer; a set stays until it is undone, which is asked for. */
  take(taken: UndoStep): void {
    if (taken.kind === 'switch') this.#set(this.#steps.filter(({ step }) => step !== taken));
  }

  /** Something was not done, or is not known to be: a key takes back nothing before it. */
  notDone(): void {
    this.begin();
  }

  /** A set was undone. */
  dropSet(changeSetId: string): void {
    this.#set(this.#steps.filter(({ step }) => step?.kind !== 'set' || step.changeSetId !== changeSetId));
  }

  /** Nothing of it is offered any longer. */
  clear(): void {
    this.#set([]);
  }

  #set(steps: readonly HeldStep[]): void {
    this.#steps = steps;
    const last = steps.findLast(({ step }) => step !== null)?.step ?? null;
    if (last === this.#last) return;
    this.#last = last;
    this.#changed();
  }
}
