import type { AccessChange, Cell } from '@/lib/contract/access/access';
import { longestKeyPart } from '@/lib/contract/limits';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { WantedChange } from '@/lib/domain/access/change/change-proposal';
import type { AnnotatedCells } from './annotated-cells';

/** What a cell had staged before a step; undefined: nothing. */
type Before = readonly [cell: Cell, wanted: boolean | undefined];

/** Most steps that undo can take back; most cells in all steps, as a multiple of the most staged cells. */
const mostSteps = 100;
const mostInSteps = 2;
/** The browser's storage gets no more changes than this, because it is small. */
const mostKept = 20_000;
/** Milliseconds after a change until the browser's storage gets it, together with later ones. */
const keepAfterMs = 1_000;

/** The browser's storage for the staged changes of one person and connection. */
export interface StagedKeeper {
  read: () => string | null;
  /** @param text null: removes it. @returns whether the browser stored it. */
  write: (text: string | null) => boolean;
}

/** The changes that a person stages before they apply them together; at most one a cell. */
export class StagedChanges {
  readonly #cells: AnnotatedCells;
  readonly #most: number;
  readonly #keeper: StagedKeeper | null;
  readonly #changed: (cells: readonly Cell[]) => void;
  /** In the order they were first staged, by the cell's text. */
  readonly #order = new Map<string, Cell>();
  /** What each step replaced, oldest first. */
  #steps: { cells: Before[]; at: number }[] = [];
  #offered: readonly WantedChange[];
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #isKept = true;
  /** The cells that the reviewed act staged, and when it began (`performance.now`). */
  #reviewed: readonly Cell[] = [];
  #reviewedSince = 0;

  /** @param most how many `stage` takes. @param changed called with the cells whose staged value changed. */
  constructor(
    cells: AnnotatedCells,
    most: number,
    changed: (cells: readonly Cell[]) => void,
    keeper: StagedKeeper | null = null,
  ) {
    this.#cells = cells;
    this.#most = most;
    this.#changed = changed;
    this.#keeper = keeper;
    this.#offered = keptIn(keeper);
  }

  get size(): number {
    return this.#order.size;
  }

  /** The changes that were staged when the person left the page, until they restore or discard them. */
  get offered(): readonly WantedChange[] {
    return this.#offered;
  }

  /** Whether a step can be taken back. */
  get hasSteps(): boolean {
    return this.#steps.length > 0;
  }

  /** A change is sent. Where nothing is staged, undo takes back that change from now on, not an older step. */
  forgetSteps(): void {
    if (this.size === 0) this.#steps = [];
  }

  all(): WantedChange[] {
    return [...this.#order.values()].map((cell) => ({ cell, wanted: this.#cells.staged(cell) === true }));
  }

  /**
   * Stages changes. A change to the value that the cell has removes an earlier one.
   * @param changes `now`: the value that the person sees.
   * @returns how many did not fit.
   */
  stage(changes: readonly (WantedChange & { now: boolean })[]): number {
    let left = 0;
    const step: Before[] = [];
    for (const { cell, wanted, now } of changes) {
      const before = this.#cells.staged(cell);
      if (wanted !== now && before === undefined && this.size >= this.#most) {
        left++;
        continue;
      }
      this.#put(cell, wanted === now ? undefined : wanted);
      step.push([cell, before]);
    }
    if (step.length > 0) this.#keepStep(step);
    this.#tell(step.map(([cell]) => cell));
    return left;
  }

  /** Takes back the last step. @returns its cells; none: there is no step. */
  takeBack(): readonly Cell[] {
    const step = this.#steps.pop()?.cells ?? [];
    for (const [cell, before] of step) this.#put(cell, before);
    const cells = step.map(([cell]) => cell);
    this.#tell(cells);
    return cells;
  }

  /** Drops the staged changes of these cells, without a list all, and their steps. */
  drop(cells: readonly Cell[] = [...this.#order.values()]): void {
    const gone = cells.filter((cell) => this.#cells.staged(cell) !== undefined);
    for (const cell of gone) this.#put(cell, undefined);
    const dropped = new Set(cells.map(cellKey));
    this.#steps =
      this.size === 0
        ? []
        : this.#steps
            .map(({ cells, at }) => ({ cells: cells.filter(([cell]) => !dropped.has(cellKey(cell))), at }))
            .filter((step) => step.cells.length > 0);
    this.#tell(gone);
  }

  /** The review of an act begins. @param act what the act is about to stage; none: it stages nothing. */
  beginReview(act: readonly WantedChange[]): void {
    this.#reviewed = act.map(({ cell }) => cell);
    this.#reviewedSince = performance.now();
  }

  /** The review ended and its change set was made: drops what the act staged and the person unticked. */
  endReview(): void {
    this.drop(this.#reviewed);
    this.#reviewed = [];
  }

  /** The review was closed: takes back what the act staged. */
  dropReview(): void {
    const lastAt = this.#steps.at(-1)?.at ?? 0;
    if (this.#reviewed.length > 0 && lastAt >= this.#reviewedSince) this.takeBack();
    this.#reviewed = [];
  }

  /** Stages dropped changes again, where the cell still has the other value. @returns what did not fit. */
  putBack(changes: readonly WantedChange[]): readonly WantedChange[] {
    const meant = changes.filter(({ cell, wanted }) => {
      const now = this.#cells.stateOf(cell);
      return now !== 'none' && (now === 'granted') !== wanted && this.#cells.staged(cell) === undefined;
    });
    const room = this.#most - this.size;
    this.stage(meant.slice(0, room).map((change) => ({ ...change, now: !change.wanted })));
    return meant.slice(room);
  }

  /** Stages what is offered; what does not fit stays offered. @returns how many were staged. */
  restore(): number {
    const [offered, before] = [this.#offered, this.size];
    this.#offered = this.putBack(offered);
    this.#tell(offered.map(({ cell }) => cell));
    return this.size - before;
  }

  /** Drops what is offered. */
  discardOffered(): void {
    const offered = this.#offered;
    this.#offered = [];
    this.#tell(offered.map(({ cell }) => cell));
  }

  /** Whether the browser stored what is staged. It does not where it stores nothing, or not so much. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Stores what is staged now. The class does so a moment after each change, since a page may end at any time. */
  keep(): void {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    const kept = [...this.#offered, ...this.all()];
    const fits = kept.length <= mostKept;
    const text = () => JSON.stringify(kept.map(({ cell, wanted }) => ({ ...cell, wanted })));
    const isWritten = this.#keeper?.write(fits && kept.length > 0 ? text() : null) ?? true;
    const isKept = kept.length === 0 || (fits && isWritten);
    if (isKept === this.#isKept) return;
    this.#isKept = isKept;
    this.#changed([]);
  }

  #put(cell: Cell, wanted: boolean | undefined): void {
    this.#cells.setStaged(cell, wanted);
    if (wanted === undefined) this.#order.delete(cellKey(cell));
    else if (!this.#order.has(cellKey(cell))) this.#order.set(cellKey(cell), cell);
  }

  /** Drops the oldest steps where all hold too many cells. */
  #keepStep(step: Before[]): void {
    this.#steps = [...this.#steps, { cells: step, at: performance.now() }].slice(-mostSteps);
    let held = this.#steps.reduce((sum, { cells }) => sum + cells.length, 0);
    while (held > mostInSteps * this.#most && this.#steps.length > 1)
      held -= this.#steps.shift()?.cells.length ?? 0;
  }

  #tell(cells: readonly Cell[]): void {
    if (cells.length === 0) return;
    this.#changed(cells);
    if (this.#keeper !== null) this.#keeping ??= setTimeout(() => this.keep(), keepAfterMs);
  }
}

/** A staged change as a change set takes it. */
export function changeOf({ cell, wanted }: WantedChange): AccessChange {
  return { ...cell, accessible: wanted, expected: !wanted };
}

function keptIn(keeper: StagedKeeper | null): readonly WantedChange[] {
  const text = keeper?.read() ?? null;
  if (text === null) return [];
  try {
    const kept: unknown = JSON.parse(text);
    if (!Array.isArray(kept) || kept.length > mostKept || !kept.every(isKept)) return []; // of another version, or edited
    return kept.map(({ wanted, recordType, recordId, entityId }) => ({
      cell: { recordType, recordId, entityId },
      wanted,
    }));
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is Cell & { wanted: boolean } {
  if (typeof value !== 'object' || value === null) return false;
  const { recordType, recordId, entityId, wanted } = value as Record<string, unknown>;
  const isText = (part: unknown) => typeof part === 'string' && part !== '' && part.length <= longestKeyPart;
  return [recordType, recordId, entityId].every(isText) && typeof wanted === 'boolean';
}
