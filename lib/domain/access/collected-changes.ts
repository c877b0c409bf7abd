import type { AccessChange, Cell } from '@/lib/contract/access';
import { overlayKey } from './cell-overlays';

/** One change that a person collected and has not applied: the value it is to have, the other one being what was seen. */
export interface CollectedChange {
  readonly cell: Cell;
  readonly wanted: boolean;
}

/** What a combination had collected before a step; null: nothing. */
type Before = readonly [cell: Cell, change: CollectedChange | null];

/** Steps that can be taken back, and combinations in them together, as a multiple of what is held at most. */
const mostSteps = 100;
const mostInSteps = 2;

/** The changes a person collects before they are applied together; one for a combination at most. */
export class CollectedChanges {
  readonly #changes = new Map<string, CollectedChange>();
  /** What each step replaced, oldest first. */
  #steps: Before[][] = [];
  readonly #listeners = new Set<(cells: readonly Cell[]) => void>();
  readonly #most: number;
  #version = 0;

  /** @param most how many are held; `collect` takes no more. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#changes.size;
  }

  /** Another number whenever something was collected or dropped. */
  get version(): number {
    return this.#version;
  }

  get(cell: Cell): CollectedChange | undefined {
    return this.#changes.get(overlayKey(cell));
  }

  all(): CollectedChange[] {
    return [...this.#changes.values()];
  }

  /**
   * Collects changes; one that wants what its cell has now takes an earlier one back.
   * @param now the value the person sees.
   * @returns how many did not fit.
   */
  collect(changes: readonly (CollectedChange & { now: boolean })[]): number {
    let left = 0;
    const step: Before[] = [];
    for (const { cell, wanted, now } of changes) {
      const key = overlayKey(cell);
      const before = this.#changes.get(key) ?? null;
      if (wanted === now) this.#changes.delete(key);
      else if (this.#changes.size >= this.#most && before === null) {
        left++;
        continue;
      } else this.#changes.set(key, { cell, wanted });
      step.push([cell, before]);
    }
    if (step.length > 0) this.#keep(step);
    this.#tell(step.map(([cell]) => cell));
    return left;
  }

  /** Takes the last step of collecting back. @returns the combinations it was about; none when there is none. */
  takeBack(): readonly Cell[] {
    const step = this.#steps.pop() ?? [];
    for (const [cell, before] of step) {
      if (before === null) this.#changes.delete(overlayKey(cell));
      else this.#changes.set(overlayKey(cell), before);
    }
    const cells = step.map(([cell]) => cell);
    this.#tell(cells);
    return cells;
  }

  /** Drops these, without a list all; steps about them cannot be taken back any more. */
  drop(cells: readonly Cell[] = this.all().map(({ cell }) => cell)): void {
    const gone = cells.filter((cell) => this.#changes.delete(overlayKey(cell)));
    const dropped = this.#changes.size === 0 ? null : new Set(cells.map(overlayKey));
    this.#steps =
      dropped === null
        ? []
        : this.#steps
            .map((step) => step.filter(([cell]) => !dropped.has(overlayKey(cell))))
            .filter((step) => step.length > 0);
    this.#tell(gone);
  }

  /** Of steps that hold too much together the oldest go. */
  #keep(step: Before[]): void {
    this.#steps = [...this.#steps, step].slice(-mostSteps);
    let held = this.#steps.reduce((sum, { length }) => sum + length, 0);
    while (held > mostInSteps * this.#most && this.#steps.length > 1)
      held -= this.#steps.shift()?.length ?? 0;
  }

  /** Calls back with the cells whose change was collected or dropped, until the returned function is called. */
  subscribe(listener: (cells: readonly Cell[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(cells: readonly Cell[]): void {
    if (cells.length === 0) return;
    this.#version++;
    for (const listener of this.#listeners) listener(cells);
  }
}

/** A collected change as a change set takes it. */
export function changeOf({ cell, wanted }: CollectedChange): AccessChange {
  return { ...cell, accessible: wanted, expected: !wanted };
}
