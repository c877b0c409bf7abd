import type { Cell } from '@/lib/contract/access';
import { cellKey } from '@/lib/domain/access/cell-key';
import { AccessMatrix, type CellState } from '@/lib/domain/access/matrix';

/**
 * What is known of a cell beyond its matrix: `settled` the service has this value; `pending` a switch is on its way;
 * `unconfirmed` sent without proof, the console is checking; `unanswered` the console did not answer, the page asks;
 * `conflict` and `refused` a change that was not made.
 */
export type CellPhase = 'settled' | 'pending' | 'unconfirmed' | 'unanswered' | 'conflict' | 'refused';

/** One cell's phase, with what to show of it. */
export interface CellNote {
  readonly phase: CellPhase;
  /** In place of the matrix's value; undefined: the matrix is right. */
  readonly value: CellState | undefined;
  /** A sentence for the person; '' when there is nothing to say. */
  readonly words: string;
  /** A document that contains the ledger up to this entry contains what this note says. */
  readonly seq: number;
  /** Of what no entry told: besides, that document was asked for after so many questions. */
  readonly asked?: number;
  /** The change set that did not make the change, where it was made of many. */
  readonly changeSetId?: string | undefined;
  /** The person's own change: the page says when its outcome becomes known. */
  readonly isOwn?: boolean;
  /** It came of a change that was applied. */
  readonly isApplied?: boolean;
}

/** A change that is staged, or that waits for its change set: the value the cell is to have. */
export interface WantedChange {
  readonly cell: Cell;
  readonly wanted: boolean;
}

/** How a cell is marked; its meaning stands in `words` of the annotation. */
export type CellMark = 'none' | 'staged' | 'waiting' | 'pending' | 'unconfirmed' | 'conflict' | 'refused';

/** What is to be shown of a cell beyond what its matrix says. */
export interface CellAnnotation {
  readonly value: CellState | undefined;
  readonly mark: CellMark;
  readonly words: string;
}

/** All there is of one cell. */
interface AnnotatedCell {
  readonly cell: Cell;
  note?: CellNote;
  staged?: boolean;
  /** Change sets of this page that have not come to the cell, oldest first. */
  waits?: readonly { changeSetId: string; wanted: boolean }[];
}

const markOf: Record<CellPhase, CellMark> = {
  settled: 'none',
  pending: 'pending',
  unconfirmed: 'unconfirmed',
  unanswered: 'unconfirmed',
  conflict: 'conflict',
  refused: 'refused',
};

/** Whether a note says that a change was not made. */
export function isMarked(note: CellNote | undefined): boolean {
  return note?.phase === 'conflict' || note?.phase === 'refused';
}

/** Whether a switch waits for its answer, or for proof that the page itself is looking for. */
export function isInFlight(note: CellNote | undefined): boolean {
  return note?.phase === 'pending' || note?.phase === 'unanswered';
}

/** What is said of a staged change. */
export function stagedInWords(wanted: boolean): string {
  return `Staged: access is to be ${wanted ? 'given' : 'removed'}. It is not sent until you apply.`;
}

/** Not "has not come to it": of a few outcomes the page hears only when the whole set has ended. */
function waitingInWords(wanted: boolean): string {
  return `Waiting: access is to be ${wanted ? 'given' : 'removed'} by your change set. What came of it is not known here yet.`;
}

/**
 * Everything that is known of single cells beyond a matrix, in one map by the cell's index in that matrix: a lookup that
 * painting can afford. With another matrix the same cells are found by their new indices.
 */
export class AnnotatedCells {
  #matrix = new AccessMatrix();
  #cells = new Map<number, AnnotatedCell>();
  /** Negative indices of cells that the matrix does not have, by their key. */
  readonly #beyond = new Map<string, number>();
  /** Records that have had pending cells while they are kept; null: none are. */
  #kept: Set<number> | null = null;
  #marked = 0;
  #inFlight = 0;
  /** By how many the notes change what records and cells are granted, counted when first asked for. */
  #grantedMore: { ofRecord: Map<number, number>; ofCell: Map<number, number> } | null = null;

  /** The matrix whose indices count. */
  get matrix(): AccessMatrix {
    return this.#matrix;
  }

  /** Takes another matrix; what is known of cells stays. */
  setMatrix(matrix: AccessMatrix): void {
    const before = this.#matrix;
    const all = [...this.#cells.values()];
    this.#matrix = matrix;
    this.#beyond.clear();
    this.#cells = new Map(all.map((one) => [this.#keyOf(one.cell), one]));
    this.#grantedMore = null;
    if (this.#kept === null) return;
    const kept = [...this.#kept].map((record) =>
      matrix.recordIndex(before.recordType(record), before.recordId(record)),
    );
    this.#kept.clear();
    for (const record of kept) if (record >= 0) this.#kept.add(record);
    for (const { record } of this.pendingCells()) this.#kept.add(record);
  }

  note(cell: Cell): CellNote | undefined {
    return this.#find(cell)?.note;
  }

  /** All notes; the map may be written to meanwhile. */
  notes(): { cell: Cell; note: CellNote }[] {
    return [...this.#cells.values()].flatMap(({ cell, note }) => (note ? [{ cell, note }] : []));
  }

  /** How many cells carry the mark of a change that was not made. */
  get marked(): number {
    return this.#marked;
  }

  /** How many switches of this page still wait for an answer, or for proof that the page itself is looking for. */
  get inFlight(): number {
    return this.#inFlight;
  }

  setNote(cell: Cell, note: CellNote | undefined): void {
    this.#grantedMore = null;
    this.#edit(cell, (one) => {
      this.#marked += Number(isMarked(note)) - Number(isMarked(one.note));
      this.#inFlight += Number(isInFlight(note)) - Number(isInFlight(one.note));
      if (note === undefined) delete one.note;
      else one.note = note;
    });
  }

  staged(cell: Cell): boolean | undefined {
    return this.#find(cell)?.staged;
  }

  setStaged(cell: Cell, wanted: boolean | undefined): void {
    this.#edit(cell, (one) => {
      if (wanted === undefined) delete one.staged;
      else one.staged = wanted;
    });
  }

  /** A change set of this page is to give the cell this value. */
  addWait(changeSetId: string, { cell, wanted }: WantedChange): void {
    this.#edit(cell, (one) => {
      one.waits = [...(one.waits ?? []), { changeSetId, wanted }];
    });
  }

  /** A change set has come to a cell. @returns whether the cell waited for it. */
  endWait(changeSetId: string, cell: Cell): boolean {
    const waits = this.#find(cell)?.waits;
    if (waits?.some((one) => one.changeSetId === changeSetId) !== true) return false;
    const left = waits.filter((one) => one.changeSetId !== changeSetId);
    this.#edit(cell, (one) => {
      if (left.length === 0) delete one.waits;
      else one.waits = left;
    });
    return true;
  }

  /** Nothing waits for a change set any more. @returns the cells that did. */
  endWaits(changeSetId: string): Cell[] {
    const cells = [...this.#cells.values()].filter(({ waits }) => waits !== undefined);
    return cells.map(({ cell }) => cell).filter((cell) => this.endWait(changeSetId, cell));
  }

  /** What is to be said of the cell at these indices beyond what is staged. */
  annotationAt(record: number, entity: number): CellAnnotation | undefined {
    const one = this.#at(record, entity);
    if (one === undefined) return undefined;
    const { note } = one;
    const wanted = this.#waitedFor(one, record, entity);
    if (wanted !== undefined && (note === undefined || note.phase === 'settled'))
      return { value: note?.value, mark: 'waiting', words: waitingInWords(wanted) };
    return note && { value: note.value, mark: markOf[note.phase], words: note.words };
  }

  /** The value that is staged for a cell. */
  stagedAt(record: number, entity: number): boolean | undefined {
    return this.#at(record, entity)?.staged;
  }

  /** The value as far as is known: what is noted goes before what the matrix says. */
  stateAt(record: number, entity: number): CellState {
    return this.#at(record, entity)?.note?.value ?? this.#matrix.state(record, entity);
  }

  /** As `stateAt`; `none` for a cell that the matrix does not have. */
  stateOf(cell: Cell): CellState {
    const record = this.#matrix.recordIndex(cell.recordType, cell.recordId);
    const entity = this.#matrix.entityIndex(cell.entityId);
    return record < 0 || entity < 0 ? 'none' : this.stateAt(record, entity);
  }

  /** Cells, by their indices, that are staged, on their way or waiting for it, unconfirmed, or were refused. */
  pendingCells(): { record: number; entity: number }[] {
    const { entityCount } = this.#matrix;
    const pending: { record: number; entity: number }[] = [];
    for (const [key, one] of this.#cells) {
      if (key < 0) continue;
      const [record, entity] = [Math.floor(key / entityCount), key % entityCount];
      if (this.#isPending(one, record, entity)) pending.push({ record, entity });
    }
    return pending;
  }

  /** The records of `pendingCells`, and those that are kept. */
  pendingRecords(): ReadonlySet<number> {
    const records = new Set(this.#kept);
    for (const { record } of this.pendingCells()) records.add(record);
    return records;
  }

  /**
   * Has `pendingRecords` keep the records it has now, and each that joins them: no row goes away under a hand.
   * @returns to be called when they need not any more.
   */
  keepPending(): () => void {
    const kept = new Set(this.pendingRecords());
    this.#kept = kept;
    return () => {
      if (this.#kept === kept) this.#kept = null;
    };
  }

  /** By how many the notes change the number of entities that may use a record. */
  grantedMore(record: number): number {
    return this.#granted().ofRecord.get(record) ?? 0;
  }

  /** By how many the notes change the number of these records that an entity may use. */
  grantedMoreTo(entity: number, isAmong: (record: number) => boolean): number {
    const { entityCount } = this.#matrix;
    let more = 0;
    for (const [key, change] of this.#granted().ofCell)
      if (key % entityCount === entity && isAmong(Math.floor(key / entityCount))) more += change;
    return more;
  }

  #at(record: number, entity: number): AnnotatedCell | undefined {
    return this.#cells.size === 0 ? undefined : this.#cells.get(record * this.#matrix.entityCount + entity);
  }

  #isPending(one: AnnotatedCell, record: number, entity: number): boolean {
    const isOpen = one.note !== undefined && one.note.phase !== 'settled';
    return isOpen || one.staged !== undefined || this.#waitedFor(one, record, entity) !== undefined;
  }

  /** The value a cell waits for, by the newest set; one that has it by now, or is no more, waits no longer. */
  #waitedFor({ waits }: AnnotatedCell, record: number, entity: number): boolean | undefined {
    const wanted = waits?.at(-1)?.wanted;
    if (wanted === undefined) return undefined;
    const now = this.stateAt(record, entity);
    return now === 'none' || (now === 'granted') === wanted ? undefined : wanted;
  }

  #granted(): { ofRecord: Map<number, number>; ofCell: Map<number, number> } {
    if (this.#grantedMore !== null) return this.#grantedMore;
    const [ofRecord, ofCell] = [new Map<number, number>(), new Map<number, number>()];
    const { entityCount } = this.#matrix;
    for (const [key, { note }] of this.#cells) {
      if (key < 0 || note?.value === undefined) continue;
      const record = Math.floor(key / entityCount);
      const before = this.#matrix.state(record, key % entityCount) === 'granted';
      const more = Number(note.value === 'granted') - Number(before);
      if (more === 0) continue;
      ofCell.set(key, more);
      ofRecord.set(record, (ofRecord.get(record) ?? 0) + more);
    }
    return (this.#grantedMore = { ofRecord, ofCell });
  }

  #edit({ recordType, recordId, entityId }: Cell, change: (one: AnnotatedCell) => void): void {
    const cell = { recordType, recordId, entityId };
    const key = this.#keyOf(cell);
    const one = this.#cells.get(key) ?? { cell };
    change(one);
    const isEmpty = one.note === undefined && one.staged === undefined && one.waits === undefined;
    if (isEmpty) this.#cells.delete(key);
    else this.#cells.set(key, one);
    if (this.#kept === null || key < 0) return;
    const record = Math.floor(key / this.#matrix.entityCount);
    if (this.#isPending(one, record, key % this.#matrix.entityCount)) this.#kept.add(record);
  }

  #find(cell: Cell): AnnotatedCell | undefined {
    const index = this.#indexOf(cell) ?? this.#beyond.get(cellKey(cell));
    return index === undefined ? undefined : this.#cells.get(index);
  }

  /** Where a cell has its place in the map; one that the matrix does not have gets it now. */
  #keyOf(cell: Cell): number {
    const index = this.#indexOf(cell);
    if (index !== undefined) return index;
    const text = cellKey(cell);
    const known = this.#beyond.get(text) ?? -1 - this.#beyond.size;
    this.#beyond.set(text, known);
    return known;
  }

  #indexOf({ recordType, recordId, entityId }: Cell): number | undefined {
    const record = this.#matrix.recordIndex(recordType, recordId);
    const entity = this.#matrix.entityIndex(entityId);
    return record < 0 || entity < 0 ? undefined : record * this.#matrix.entityCount + entity;
  }
}
