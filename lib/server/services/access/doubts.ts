import 'server-only';
import type { Cell } from '@/lib/contract/access';
import type { Upstream } from '@/lib/server/upstream/client';
import { cellKey, type CellLocks } from './cell-locks';
import type { Proof } from './proof';

interface DoubtParts {
  upstream: Upstream;
  /** Keeps the check of a cell apart from a change of it. */
  locks: CellLocks;
  now: () => number;
  onFailure: (error: unknown) => void;
  /** A check brought the value. */
  onProof: (proof: Proof) => void;
}

/** A cell whose last change has no proof. */
interface Doubt {
  cell: Cell;
  /** Null while somebody else is finding out: another replica, or a change set. */
  own: {
    /** The value that was sent: reading it proves the change. */
    wanted: boolean;
    /** Until then (epoch ms) the service may still carry the change out, so reading the old value proves nothing. */
    until: number;
  } | null;
}

const firstDelayMs = 1_000;
const longestDelayMs = 10_000;

/** The cells of one connection whose value nobody knows, and the asking until it is known. */
export class Doubts {
  readonly #parts: DoubtParts;
  readonly #cells = new Map<string, Doubt>();
  #timer: NodeJS.Timeout | null = null;
  #delayMs = firstDelayMs;
  readonly #abort = new AbortController();

  constructor(parts: DoubtParts) {
    this.#parts = parts;
  }

  cells(): Cell[] {
    return [...this.#cells.values()].map(({ cell }) => cell);
  }

  /** Asks for a cell until the service answers `wanted`, or, after `forMs`, any value. */
  add(cell: Cell, wanted: boolean, forMs: number): void {
    this.#cells.set(cellKey(cell), { cell: keyOf(cell), own: { wanted, until: this.#parts.now() + forMs } });
    this.#delayMs = firstDelayMs;
    this.#settleLater();
  }

  /** Marks a cell that somebody else is finding out about. @returns whether that is news. */
  hold(cell: Cell): boolean {
    const key = cellKey(cell);
    if (this.#cells.has(key)) return false;
    this.#cells.set(key, { cell: keyOf(cell), own: null });
    return true;
  }

  /** Takes the mark off. @returns whether there was one. */
  delete(cell: Cell): boolean {
    return this.#cells.delete(cellKey(cell));
  }

  close(): void {
    this.#abort.abort();
    if (this.#timer) clearTimeout(this.#timer);
    this.#cells.clear();
  }

  #settleLater(): void {
    const isIdle = ![...this.#cells.values()].some(({ own }) => own !== null);
    if (this.#timer || isIdle || this.#abort.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#delayMs = Math.min(longestDelayMs, this.#delayMs * 2);
      void this.#settle().then(() => {
        this.#settleLater();
      });
    }, this.#delayMs).unref();
  }

  async #settle(): Promise<void> {
    const { locks, onFailure } = this.#parts;
    for (const doubt of [...this.#cells.values()]) {
      if (doubt.own) await locks.run(doubt.cell, () => this.#check(doubt, doubt.own)).catch(onFailure);
    }
  }

  async #check(doubt: Doubt, own: Doubt['own']): Promise<void> {
    // A later change of the cell may have settled it while this check waited its turn.
    if (own === null || this.#cells.get(cellKey(doubt.cell)) !== doubt) return;
    const accessible = await this.#parts.upstream.readCell(doubt.cell, {
      lane: 'interactive',
      signal: this.#abort.signal,
      deadlineMs: longestDelayMs,
    });
    if (accessible === own.wanted || this.#parts.now() >= own.until)
      this.#parts.onProof({ ...doubt.cell, accessible });
  }
}

/** The key's three parts alone, whatever else the object says. */
function keyOf({ recordType, recordId, entityId }: Cell): Cell {
  return { recordType, recordId, entityId };
}
