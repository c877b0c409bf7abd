import type { AccessChange, Cell } from '@/lib/contract/access/access';
import { longestKeyPart } from '@/lib/contract/limits';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { WantedChange } from '@/lib/domain/access/change/change-proposal';
import type { AnnotatedCells } from './annotated-cells';

/** What a cell had staged before a step; undefined: nothing. */
type Before = readonly [cell: Cell, wanted: boolean | undefined];

/** Steps that can be taken back, and cells in them together, as a multiple of what is held at most. */
const mostSteps = 100;
const mostInSteps = 2;
/** More are not kept for the next sign-in: browsers give a page little room. */
const mostKept = 20_000;
/** What was staged is written down so soon after a change, and with the next ones. */
const keepAfterMs = 1_000;

/** Where staged changes outlast the page: a part of the browser's storage that belongs to one person and connection. */
export interface StagedKeeper {
  read: () => string | null;
  /** @param text null: nothing is kept. @returns whether the browser has taken it. */
  write: (text: string | null) => boolean;
}

/** The changes a person stages before they are applied together; one for a cell at most. */
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
  /** What the act under review has staged, and when it began to. */
  #reviewed: readonly Cell[] = [];
  #reviewedSince = 0;

  /** @param most how many are held; `stage` takes no more. @param changed hears which cells were touched. */
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

  /** What the person had staged when the page was left, until it is restored or discarded. */
  get offered(): readonly WantedChange[] {
    return this.#offered;
  }

  /** Whether a step can be taken back. */
  get hasSteps(): boolean {
    return this.#steps.length > 0;
  }

  /** A change is sent: where nothing is staged, older steps of staging are not the newest act any more. */
  forgetSteps(): void {
    if (this.size === 0) this.#steps = [];
  }

  all(): WantedChange[] {
    return [...this.#order.values()].map((cell) => ({ cell, wanted: this.#cells.staged(cell) === true }));
  }

  /**
   * Stages changes; one that wants what its cell has now takes an earlier one back.
   * @param now the value the person sees.
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

  /** Takes the last step of staging back. @returns the cells it was about; none when there is none. */
  takeBack(): readonly Cell[] {
    const step = this.#steps.pop()?.cells ?? [];
    for (const [cell, before] of step) this.#put(cell, before);
    const cells = step.map(([cell]) => cell);
    this.#tell(cells);
    return cells;
  }

  /** Drops these, without a list all; steps about them cannot be taken back any more. */
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

  /** An act is reviewed that has staged these; none: only what was staged before it is. */
  beginReview(act: readonly WantedChange[]): void {
    this.#reviewed = act.map(({ cell }) => cell);
    this.#reviewedSince = performance.now();
  }

  /** What was ticked is applied: what the act has staged beside that is not staged any longer. */
  endReview(): void {
    this.drop(this.#reviewed);
    this.#reviewed = [];
  }

  /** The act under review is taken back: what it has staged is as it was before. */
  dropReview(): void {
    const lastAt = this.#steps.at(-1)?.at ?? 0;
    if (this.#reviewed.length > 0 && lastAt >= this.#reviewedSince) this.takeBack();
    this.#reviewed = [];
  }

  /** Stages again what was dropped, where it is still to be changed. @returns what did not fit. */
  putBack(changes: readonly WantedChange[]): readonly WantedChange[] {
    const meant = changes.filter(({ cell, wanted }) => {
      const now = this.#cells.stateOf(cell);
      return now !== 'none' && (now === 'granted') !== wanted && this.#cells.staged(cell) === undefined;
    });
    const room = this.#most - this.size;
    this.stage(meant.slice(0, room).map((change) => ({ ...change, now: !change.wanted })));
    return meant.slice(room);
  }

  /** Puts back what is offered; what does not fit stays offered. @returns how many were staged. */
  restore(): number {
    const [offered, before] = [this.#offered, this.size];
    this.#offered = this.putBack(offered);
    this.#tell(offered.map(({ cell }) => cell));
    return this.size - before;
  }

  /** Lets go of what is offered. */
  discardOffered(): void {
    const offered = this.#offered;
    this.#offered = [];
    this.#tell(offered.map(({ cell }) => cell));
  }

  /** Whether what is staged outlasts the page; not so much as is too much for the browser, or where it keeps nothing. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Writes down what is to outlast the page; done by itself a moment after each change, for a page may end unasked. */
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

  /** Of steps that hold too much together the oldest go. */
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
    if (!Array.isArray(kept) || kept.length > mostKept || !kept.every(isKept)) return []; // another version's, or somebody's hand
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
