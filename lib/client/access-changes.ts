import type { AccessChange, AccessOutcome, Cell } from '@/lib/contract/access';
import type { ChangeCell } from '@/lib/contract/changes';
import type { AccessEvent } from '@/lib/contract/events';
import {
  cellInWords,
  changedInWords,
  conflictInWords,
  recordInWords,
  refusedInWords,
  valueInWords,
} from '@/lib/domain/access/access-words';
import {
  CellOverlays,
  overlayKey,
  type CellOverlay,
  type OverlayPhase,
  type MatrixProof,
} from '@/lib/domain/access/cell-overlays';
import type { CellState } from '@/lib/domain/access/matrix';
import { ApiError, mayHaveArrived } from './api';
import { UndoSteps, type UndoStep } from './undo-steps';
import { WaitingCells } from './waiting-cells';

/** What happened to a change, in words for a person; `problem` wants more than a quiet announcement. */
export interface ChangeNews {
  cell: Cell;
  kind: 'quiet' | 'problem';
  title: string;
  detail?: string;
}

/** How changes reach the console; the real ones are `postChange` and `readCell`. */
export interface ChangeTransport {
  post: (change: AccessChange) => Promise<AccessOutcome>;
  read: (cell: Cell) => Promise<boolean | null>;
  /** Milliseconds of the clock that also stamps the requests of matrix and status. */
  now: () => number;
  /** Resolves after that many milliseconds. */
  wait: (ms: number) => Promise<void>;
}

interface Listeners {
  /** The look of these cells changed. */
  cells: (cells: readonly Cell[]) => void;
  news: (news: ChangeNews) => void;
}

/** Pauses between attempts to learn the value of a cell whose change got no answer; the last one repeats. */
const checkPausesMs = [1_000, 2_000, 4_000, 8_000, 15_000];
/** Another replica, which hears a moment later, may answer the next request for the matrix. */
const otherReplicaMs = 2_000;
/** How long the console may still be at a change whose answer was lost: until then the old value proves nothing. */
const stillAtWorkMs = 60_000;

const underWay = new Set<OverlayPhase | undefined>(['pending', 'unknown', 'unanswered']);

/**
 * The person's changes of one connection: shown at once, sent with the value seen, settled by the console's answer.
 * Lives outside React, so that a switch is painted before anything renders and outlasts the page that shows it.
 */
export class AccessChanges {
  readonly #overlays = new CellOverlays();
  readonly #transport: ChangeTransport;
  readonly #listeners = new Set<Listeners>();
  /** Cells of the person's own changes that are `unknown`. */
  readonly #ownOpen = new Set<string>();
  #inFlight = 0;
  /** What the person did here and can take back. */
  readonly steps = new UndoSteps();
  /** What the person's change sets have not come to yet. */
  readonly waiting = new WaitingCells((cells) => this.#changed(cells));

  constructor(transport: ChangeTransport) {
    this.#transport = transport;
  }

  overlay(cell: Cell): CellOverlay | undefined {
    return this.#overlays.get(cell);
  }

  overlays(): CellOverlay[] {
    return this.#overlays.all();
  }

  /** Changes that still wait for an answer, or for proof that the page itself is looking for. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Listens until the returned function is called. */
  subscribe(listeners: Listeners): () => void {
    this.#listeners.add(listeners);
    return () => this.#listeners.delete(listeners);
  }

  /**
   * Gives or removes access, having seen `seen`. A cell whose last change is still open is left alone, with a word.
   * @param isUndo it takes a step back, and is none itself.
   */
  async change(cell: Cell, seen: boolean, isUndo = false): Promise<void> {
    const open = this.#overlays.get(cell)?.phase;
    if (isUndo && underWay.has(open)) this.steps.clear(); // what came before it is not taken back in its place
    if (open === 'pending')
      return this.#say(cell, `${cellInWords(cell)}: the change before is still on its way.`);
    if (open === 'unknown' || open === 'unanswered')
      return this.#say(
        cell,
        `${cellInWords(cell)}: it is not known yet whether the change before happened. The console is checking.`,
      );
    const wanted = !seen;
    const done = isUndo ? () => undefined : this.steps.begin({ kind: 'switch', cell, value: wanted });
    this.#put(cell, 'pending', wanted, `Being changed to: ${valueInWords(wanted)}.`);
    this.#inFlight++;
    const release = this.steps.hold();
    try {
      const { recordType, recordId, entityId } = cell;
      const change = { recordType, recordId, entityId, accessible: wanted, expected: seen };
      const answer = await this.#transport.post(change);
      this.#answered(cell, wanted, answer);
      if (answer.outcome === 'applied') done();
      else this.steps.clear();
    } catch (error) {
      this.steps.clear();
      if (mayHaveArrived(error)) await this.#findOut(cell, wanted, error);
      else if (error instanceof ApiError) this.#notDone(cell, seen, error);
    } finally {
      this.#inFlight--;
      release();
    }
  }

  /** Takes the newest step back; a set is only named, for its undo is asked for. @returns the step; null: there is none. */
  undoLast(): UndoStep | null {
    const step = this.steps.take();
    if (step?.kind === 'switch') void this.change(step.cell, step.value, true);
    return step;
  }

  /** Takes the marks of changes that were not done off these cells, or all. */
  clearMarks(of: readonly Cell[] | null = null): void {
    this.#changed(this.#overlays.clearMarks(of));
  }

  /** Lets go of what the matrix on the screen proves by itself. */
  reconcile(proof: MatrixProof): void {
    const open = this.#overlays.all().filter(({ phase }) => phase === 'unknown');
    this.#changed(this.#overlays.reconcile(proof));
    for (const { cell } of open) if (this.#overlays.get(cell) === undefined) this.#nowKnown(cell);
  }

  /**
   * Takes over what the console tells of cells, whoever changed them: values that are known now, and changes without
   * proof. What the person has under way keeps waiting for its own answer.
   */
  hear(cells: AccessEvent['cells']): void {
    const told = cells.filter((cell) => {
      const phase = this.#overlays.get(cell)?.phase;
      return phase !== 'pending' && phase !== 'unanswered' && !(cell.open && phase === 'unknown');
    });
    const at = this.#transport.now() + otherReplicaMs;
    for (const { accessible, open, person, ...cell } of told) {
      const known = this.#overlays.get(cell);
      const value = stateOf(accessible);
      // The set that left it has done it after all: somebody had it try again.
      const isDone = cell.applied && cell.changeSetId !== null && cell.changeSetId === known?.changeSetId;
      const isMarked = (known?.phase === 'conflict' || known?.phase === 'refused') && !isDone;
      if (open) {
        const note = `${person?.name ?? 'Somebody'} changed this; whether it happened is not known yet. The console is checking.`;
        this.#overlays.put({ cell, phase: 'unknown', value, note, at });
      } else if (isMarked) this.#overlays.put({ ...known, value, at });
      else this.#overlays.put({ cell, phase: 'settled', value, note: '', at });
      if (known?.phase === 'unknown') this.#nowKnown(cell);
    }
    this.#changed(told);
  }

  /**
   * Marks cells of that change set that were not done, with the reason; the value stays the newest that is known. What the
   * person has under way meanwhile keeps its own look.
   * @returns how many were marked.
   */
  mark(changeSetId: string, cells: readonly ChangeCell[]): number {
    const told = cells.filter((cell) => !underWay.has(this.#overlays.get(cell)?.phase));
    const at = this.#transport.now();
    for (const cell of told) {
      const { state, expected, detail } = cell;
      const seen = expected === null ? '' : `You saw “${valueInWords(expected)}”. `;
      const isConflict = state === 'conflict';
      const note = isConflict ? `${seen}${detail}` : refusedInWords(detail);
      const value = this.#overlays.get(cell)?.value;
      this.#overlays.put({ cell, phase: isConflict ? 'conflict' : 'refused', value, note, at, changeSetId });
    }
    this.#changed(told);
    return told.length;
  }

  #nowKnown(cell: Cell): void {
    if (this.#ownOpen.delete(overlayKey(cell)))
      this.#say(cell, `${cellInWords(cell)}: the outcome is known now, the switch shows it.`);
  }

  #answered(cell: Cell, wanted: boolean, { outcome, detail }: AccessOutcome): void {
    if (outcome === 'unknown') {
      const note =
        detail ?? 'The change was sent; whether it happened is not known yet. The console is checking.';
      this.#put(cell, 'unknown', wanted, note);
      this.#ownOpen.add(overlayKey(cell));
      this.#report({ cell, kind: 'problem', title: `${cellInWords(cell)}: not known yet`, detail: note });
      return;
    }
    this.#put(cell, 'settled', wanted, '');
    this.#say(
      cell,
      `${changedInWords(cell, wanted)}.${outcome === 'already' ? ' Somebody else had done so before.' : ''}`,
    );
  }

  #notDone(cell: Cell, seen: boolean, { problem }: ApiError): void {
    const { code, detail, current, changedBy } = problem;
    if (code === 'conflict' && current !== undefined) {
      const now = current;
      const note = conflictInWords(seen, now, changedBy);
      this.#put(cell, 'conflict', now, `${note} Nothing was changed.`);
      const title = `${cellInWords(cell)}: changed by somebody else`;
      const advice =
        now === null
          ? 'Refresh to see what is left.'
          : 'Press the switch again if you still want to change it.';
      this.#report({ cell, kind: 'problem', title, detail: `${note} Nothing was changed. ${advice}` });
      return;
    }
    const isNamed = code !== 'rejected' || /^the service/i.test(detail);
    const reason = isNamed ? detail : `The service refused: ${detail}`;
    const sentence = refusedInWords(reason);
    this.#put(cell, 'refused', current ?? undefined, sentence);
    const verb = `${recordInWords(cell)} was not changed in entity ${cell.entityId}`;
    this.#report({ cell, kind: 'problem', title: verb, detail: sentence });
  }

  /**
   * The console did not say what happened: asks the service, through the console, for this one cell until it has the
   * wanted value, or any value so late that the change can no longer be on its way.
   */
  async #findOut(cell: Cell, wanted: boolean, error: unknown): Promise<void> {
    const isSilent = error instanceof ApiError && error.unreachable;
    const reason = isSilent
      ? 'The console did not answer.'
      : 'The console failed before it could say what happened.';
    const note = `${reason} Whether the change was made is not known; this page keeps asking.`;
    this.#put(cell, 'unanswered', wanted, note);
    this.#report({ cell, kind: 'problem', title: `${cellInWords(cell)}: not known yet`, detail: note });
    const since = this.#transport.now();
    for (let attempt = 0; ; attempt++) {
      await this.#transport.wait(checkPausesMs[Math.min(attempt, checkPausesMs.length - 1)] ?? 0);
      const askedAt = this.#transport.now();
      const now = await this.#transport.read(cell).catch((error: unknown) => error);
      if (typeof now !== 'boolean' && now !== null) continue;
      if (now !== wanted && askedAt - since < stillAtWorkMs) continue;
      this.#put(cell, 'settled', now, '');
      const words =
        now === null ? 'the service has no such combination' : `it ${now ? 'has access' : 'has no access'}`;
      this.#say(cell, `${cellInWords(cell)}: the service says that ${words}.`);
      return;
    }
  }

  #put(cell: Cell, phase: CellOverlay['phase'], value: boolean | null | undefined, note: string): void {
    this.#ownOpen.delete(overlayKey(cell));
    this.#overlays.put({
      cell,
      phase,
      value: value === undefined ? undefined : stateOf(value),
      note,
      at: this.#transport.now(),
    });
    this.#changed([cell]);
  }

  #changed(cells: readonly Cell[]): void {
    if (cells.length > 0) for (const listener of this.#listeners) listener.cells(cells);
  }

  #say(cell: Cell, title: string): void {
    this.#report({ cell, kind: 'quiet', title });
  }

  #report(news: ChangeNews): void {
    for (const listener of this.#listeners) listener.news(news);
  }
}

function stateOf(value: boolean | null): CellState {
  return value === null ? 'none' : value ? 'granted' : 'denied';
}
