import type { AccessEvent } from '@/lib/contract/events';
import type { ChangeCell, ChangeSet } from '@/lib/contract/changes';
import { overlayKey } from '@/lib/domain/access/cell-overlays';
import { hasEnded } from '@/lib/domain/changes/progress';

interface Parts {
  readSet: (id: string) => Promise<ChangeSet>;
  /** The cells of a set that were not done. */
  readUndone: (set: ChangeSet) => Promise<readonly ChangeCell[]>;
}

/** A set has ended; `cells`: what of it was not done and still stands so. */
type EndListener = (set: ChangeSet, cells: readonly ChangeCell[]) => void;

/**
 * The change sets that were made on the matrix of a connection and have not ended, as far as is known. Lives outside
 * React: whoever looks elsewhere meanwhile is told on coming back.
 */
export class AwaitedSets {
  readonly #parts: Parts;
  readonly #ids = new Set<string>();
  /** Cells that were changed last, whatever was refused of them before. */
  readonly #done = new Set<string>();
  #onEnd: EndListener | null = null;
  #hasFailed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Tells of ends until the returned function is called; while nobody listens, sets stay awaited. */
  listen(onEnd: EndListener): () => void {
    this.#onEnd = onEnd;
    return () => {
      if (this.#onEnd === onEnd) this.#onEnd = null;
    };
  }

  /** Whether the last question failed: of a set that has ended, no event may come any more. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Waits for a set, which may have ended already. */
  async add(id: string): Promise<void> {
    this.#ids.add(id);
    await this.look([id]);
  }

  /** Asks how the sets stand: at the beginning, and when events may have been missed. */
  async look(ids: Iterable<string> = [...this.#ids]): Promise<void> {
    this.#hasFailed = false;
    for (const id of ids) {
      const set = await this.#parts.readSet(id).catch(() => null);
      if (set !== null) await this.hearSet(set);
      this.#hasFailed ||= set === null;
    }
  }

  /** Hears how a set stands. */
  async hearSet(set: ChangeSet): Promise<void> {
    if (this.#onEnd === null || !hasEnded(set) || !this.#ids.delete(set.id)) return;
    const undone = await this.#parts.readUndone(set);
    const onEnd = this.#heardBy();
    if (onEnd === null) {
      this.#ids.add(set.id); // whoever was told has left meanwhile: told on coming back
      return;
    }
    onEnd(
      set,
      undone.filter((cell) => !this.#done.has(overlayKey(cell))),
    );
    if (this.#ids.size === 0) this.#done.clear();
  }

  /** The listener of this moment. */
  #heardBy(): EndListener | null {
    return this.#onEnd;
  }

  /** Hears of cells, while sets are awaited. */
  hearCells(cells: AccessEvent['cells']): void {
    if (this.#ids.size === 0) return;
    for (const cell of cells)
      if (cell.applied) this.#done.add(overlayKey(cell));
      else this.#done.delete(overlayKey(cell));
  }
}
