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
  /** Null while it is under way. */
  step: UndoStep | null;
  /** When it was begun (`performance.now`). */
  at: number;
}

/** More steps are not kept: whoever looks further back reads the list of changes. */
const mostSteps = 100;

/**
 * What a person did on the page, in order, each taken back once. What is under way holds its place and counts when it was
 * done; when something was not done, nothing before it is taken back either: a press meant for it would hit another.
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

  /**
   * The newest step; null where there is none, or it is still under way. A switch is not kept any longer; a set stays
   * until it is undone, which is asked for.
   */
  take(): UndoStep | null {
    const newest = this.#steps.at(-1)?.step ?? null;
    if (newest?.kind === 'switch') this.#set(this.#steps.slice(0, -1));
    return newest;
  }

  /** A set was undone. */
  dropSet(changeSetId: string): void {
    this.#set(this.#steps.filter(({ step }) => step?.kind !== 'set' || step.changeSetId !== changeSetId));
  }

  /** Something was not done, or is not known to be. */
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
