import type { AccessChange, Cell } from '@/lib/contract/access';
import { overlayKey } from './cell-overlays';

/** One change that a person collected and has not applied: the value it is to have, the other one being what was seen. */
export interface CollectedChange {
  readonly cell: Cell;
  readonly wanted: boolean;
}

/** The changes a person collects before they are applied together; one for a combination at most. */
export class CollectedChanges {
  readonly #changes = new Map<string, CollectedChange>();
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
    const touched: Cell[] = [];
    for (const { cell, wanted, now } of changes) {
      const key = overlayKey(cell);
      if (wanted === now) this.#changes.delete(key);
      else if (this.#changes.size >= this.#most && !this.#changes.has(key)) {
        left++;
        continue;
      } else this.#changes.set(key, { cell, wanted });
      touched.push(cell);
    }
    this.#tell(touched);
    return left;
  }

  /** Drops these; without a list all. */
  drop(cells: readonly Cell[] = this.all().map(({ cell }) => cell)): void {
    this.#tell(cells.filter((cell) => this.#changes.delete(overlayKey(cell))));
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
