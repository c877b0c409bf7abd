import type { Cell } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { ProvenState } from '@/lib/domain/access/details-facts';
import { AccessMatrix, type CellState } from '@/lib/domain/access/matrix';

/**
 * State of a cell's change: `pending` the page sent it; `unanswered` the console did not answer, the page sends it
 * again; `unconfirmed` the console sent it without proof and checks; `waiting` a change set has not reached it;
 * `conflict` and `refused` it was not made.
 */
export type CellPhase = 'pending' | 'unanswered' | 'unconfirmed' | 'waiting' | 'conflict' | 'refused';

/** A switch of this tab without proof. */
export interface OwnSwitch {
  /** Null: the console never named the change set. */
  readonly changeSetId: string | null;
  readonly wanted: boolean;
  /** Called when it is confirmed; undo offers it from then on. */
  readonly applied: () => void;
}

/** The state of one cell's change, and what the page shows of it. */
export interface CellNote {
  readonly phase: CellPhase;
  /** Shown in place of the matrix's value. */
  readonly value?: CellState;
  /** A sentence for the person. */
  readonly words: string;
  /** The change set that the cell waits for, or that did not make the change. */
  readonly changeSetId?: string | undefined;
  /** Of `waiting`: the value that the change set is to set. */
  readonly wanted?: boolean;
  /** Of a switch of this tab: the page announces its outcome. */
  readonly own?: OwnSwitch;
}

/** The newest value of a cell that the document on the screen does not contain. */
export interface HeardValue {
  /** The service's value; undefined: not known. */
  readonly value?: CellState | undefined;
  /** A document that contains the ledger up to this entry contains the value. */
  readonly seq: number;
  /** Number of the newest request for the matrix by then; used besides when no ledger number is known. */
  readonly request?: number;
  /** An applied change set this value. */
  readonly isApplied?: boolean;
}

/** The mark of a cell; `words` of its annotation explain it. `just-proven`: it became `proven` a moment ago. */
export type CellMark =
  | 'none'
  | 'staged'
  | 'waiting'
  | 'pending'
  | 'unconfirmed'
  | 'conflict'
  | 'refused'
  | 'just-proven'
  | 'proven'
  | 'outside';

/** What the page shows of a cell beside its value. */
export interface CellAnnotation {
  readonly mark: CellMark;
  readonly words: string;
}

/** What the page knows of one cell beyond the document. */
interface AnnotatedCell {
  readonly cell: Cell;
  note?: CellNote;
  heard?: HeardValue;
  staged?: boolean;
  /**
   * The value that was read back after a change, when (epoch ms, by this browser's clock), and the change set that made
   * it, if known. While that set is being undone, the mark is hidden.
   */
  proven?: { value: CellState; at: number; changeSetId: string | null; isHidden: boolean };
  /** The service's value changed outside this console, and no person has reviewed that. */
  outside?: true;
}

/** Milliseconds for which a change that was read back is `just-proven`, and for which it is marked at all. */
const newMs = 1_000;
const provenMs = 600_000;

const markOf: Record<CellPhase, CellMark> = {
  pending: 'pending',
  unanswered: 'unconfirmed',
  unconfirmed: 'unconfirmed',
  waiting: 'waiting',
  conflict: 'conflict',
  refused: 'refused',
};

/** Whether a note says that a change was not made. */
export function isMarked(note: CellNote | undefined): boolean {
  return note?.phase === 'conflict' || note?.phase === 'refused';
}

/** Whether a switch of this page waits for an answer. */
export function isInFlight(note: CellNote | undefined): boolean {
  return note?.phase === 'pending' || note?.phase === 'unanswered';
}

/** The words about a staged change after the service's value: "has access, to be removed (staged)". */
export function stagedInWords(wanted: boolean): string {
  return `, to be ${wanted ? 'given' : 'removed'} (staged)`;
}

/** The note of a cell whose outcome in a change set the page does not know yet. */
export function waitingFor(changeSetId: string, wanted: boolean): CellNote {
  const words = `To be ${wanted ? 'given' : 'removed'} by your change set; outcome not known yet.`;
  return { phase: 'waiting', words, changeSetId, wanted };
}

/** Whether a change of it was read back less than so many milliseconds ago. */
function isNew({ proven }: AnnotatedCell, ms: number): boolean {
  return proven !== undefined && Date.now() - proven.at < ms;
}

/** Whether the entry holds more than its cell. */
function isAnnotated(one: AnnotatedCell): boolean {
  return Object.keys(one).length > 1;
}

const provenWords = 'Changed, and read back from the service.';
const outsideWords = 'Was changed in the service, not by this console, and nobody has reviewed that.';

/**
 * What the page knows of single cells beyond the document, in one map by the cell's index in the matrix: the lookup is
 * cheap enough for painting. Known values of the service are written into the matrix itself, so that all that counts,
 * filters or draws it uses them. A new matrix gets the same cells under their new indices.
 */
export class AnnotatedCells {
  #matrix = new AccessMatrix();
  #cells = new Map<number, AnnotatedCell>();
  /** Negative indices for cells that the matrix does not have, by cell key. */
  readonly #beyond = new Map<string, number>();
  /** Records with pending cells, now or since `keepPending`; null: nothing is kept. */
  #kept: Set<number> | null = null;
  #marked = 0;
  #inFlight = 0;

  /** The matrix whose indices count. */
  get matrix(): AccessMatrix {
    return this.#matrix;
  }

  /** Takes another matrix, and writes the newer values of cells into it. All notes stay. */
  setMatrix(matrix: AccessMatrix): void {
    const before = this.#matrix;
    for (const one of this.#cells.values()) if (!isNew(one, provenMs)) delete one.proven;
    const all = [...this.#cells.values()].filter(isAnnotated);
    this.#matrix = matrix;
    this.#beyond.clear();
    this.#cells = new Map(all.map((one) => [this.#keyOf(one.cell), one]));
    for (const [key, one] of this.#cells) {
      this.#write(key, one.heard?.value);
      // The document may have another value without an event that says so.
      if (one.proven !== undefined && this.#valueAt(key) !== one.proven.value) delete one.proven;
    }
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

  /** How many cells are marked because a change was not made. */
  get marked(): number {
    return this.#marked;
  }

  /** How many switches of this page wait for an answer. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** The newer value of a cell that the document on the screen does not contain. */
  heard(cell: Cell): HeardValue | undefined {
    return this.#find(cell)?.heard;
  }

  /** All newer values; the map may be written to meanwhile. */
  allHeard(): { cell: Cell; heard: HeardValue }[] {
    return [...this.#cells.values()].flatMap(({ cell, heard }) => (heard ? [{ cell, heard }] : []));
  }

  /** Takes a newer value and writes it into the matrix, where it stays when the entry goes. */
  setHeard(cell: Cell, heard: HeardValue | undefined): void {
    const isOther = heard?.value !== undefined && heard.value !== this.stateOf(cell);
    const key = this.#edit(cell, (one) => {
      if (isOther) delete one.proven; // the value that was read back is gone
      if (heard === undefined) delete one.heard;
      else one.heard = heard;
    });
    this.#write(key, heard?.value);
  }

  /** A change to this value was read back: marks the cell if it still has the value. @returns whether it does. */
  markProven(cell: Cell, value: CellState, changeSetId: string | null = null): boolean {
    if (this.stateOf(cell) !== value) return false;
    this.#edit(cell, (one) => (one.proven = { value, at: Date.now(), changeSetId, isHidden: false }));
    return true;
  }

  /**
   * Hides the marks of what this change set made and read back, or shows those that are left.
   * @returns the cells whose mark changed.
   */
  hideProven(changeSetId: string, isHidden: boolean): Cell[] {
    const changed: Cell[] = [];
    for (const { cell, proven } of this.#cells.values()) {
      if (proven?.changeSetId !== changeSetId || proven.isHidden === isHidden) continue;
      proven.isHidden = isHidden;
      changed.push(cell);
    }
    return changed;
  }

  /** @param cells all outside changes that wait for a review. @returns the cells whose mark changed. */
  setOutside(cells: readonly Cell[]): Cell[] {
    const wanted = new Set(cells.map(cellKey));
    const gone = [...this.#cells.values()].filter(
      ({ cell, outside }) => outside === true && !wanted.has(cellKey(cell)),
    );
    const come = cells.filter((cell) => this.#find(cell)?.outside !== true);
    for (const { cell } of gone) this.#edit(cell, (one) => delete one.outside);
    for (const cell of come) this.#edit(cell, (one) => (one.outside = true));
    return [...gone.map(({ cell }) => cell), ...come];
  }

  setNote(cell: Cell, note: CellNote | undefined): void {
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

  /** The mark and words of the cell at these indices, without what is staged. */
  annotationAt(record: number, entity: number): CellAnnotation | undefined {
    const one = this.#at(record, entity);
    if (one === undefined) return undefined;
    const note = this.#standingNote(one, record, entity);
    if (note !== undefined) return { mark: markOf[note.phase], words: note.words };
    if (isNew(one, provenMs) && one.proven?.isHidden === false)
      return { mark: isNew(one, newMs) ? 'just-proven' : 'proven', words: provenWords };
    return one.outside && { mark: 'outside', words: outsideWords };
  }

  /** As `annotationAt`, of a cell that the matrix may not have yet. */
  annotation(cell: Cell): CellAnnotation | undefined {
    const record = this.#matrix.recordIndex(cell.recordType, cell.recordId);
    const entity = this.#matrix.entityIndex(cell.entityId);
    if (record >= 0 && entity >= 0) return this.annotationAt(record, entity);
    const note = this.note(cell);
    return note && { mark: markOf[note.phase], words: note.words };
  }

  /** The value that is staged for a cell. */
  stagedAt(record: number, entity: number): boolean | undefined {
    return this.#at(record, entity)?.staged;
  }

  /** The value to show: the wanted one while a change is under way, else the matrix's. */
  stateAt(record: number, entity: number): CellState {
    return this.#at(record, entity)?.note?.value ?? this.#matrix.state(record, entity);
  }

  /** As `stateAt`, but `unconfirmed` while a change has no proof. */
  provenAt(record: number, entity: number): ProvenState {
    const phase = this.#at(record, entity)?.note?.phase;
    const isUnconfirmed = phase !== undefined && markOf[phase] === 'unconfirmed';
    return isUnconfirmed ? 'unconfirmed' : this.stateAt(record, entity);
  }

  /** As `stateAt`; `none` for a cell that the matrix does not have. */
  stateOf(cell: Cell): CellState {
    const record = this.#matrix.recordIndex(cell.recordType, cell.recordId);
    const entity = this.#matrix.entityIndex(cell.entityId);
    return record < 0 || entity < 0 ? 'none' : this.stateAt(record, entity);
  }

  /** The indices of cells that are staged or have a note. */
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

  /** The indices and marks of all marked cells, staged ones too. */
  markedCells(): { record: number; entity: number; mark: CellMark }[] {
    const { entityCount } = this.#matrix;
    return [...this.#cells.keys()].flatMap((key) => {
      if (key < 0) return [];
      const [record, entity] = [Math.floor(key / entityCount), key % entityCount];
      const staged = this.stagedAt(record, entity) === undefined ? undefined : 'staged';
      const mark = this.annotationAt(record, entity)?.mark ?? staged;
      return mark === undefined ? [] : [{ record, entity, mark }];
    });
  }

  /** The records of `pendingCells`, and those that `keepPending` keeps. */
  pendingRecords(): ReadonlySet<number> {
    const records = new Set(this.#kept);
    for (const { record } of this.pendingCells()) records.add(record);
    return records;
  }

  /**
   * Makes `pendingRecords` keep its records, and each that joins them, so that no row leaves under a pointer.
   * @returns ends it.
   */
  keepPending(): () => void {
    const kept = new Set(this.pendingRecords());
    this.#kept = kept;
    return () => {
      if (this.#kept === kept) this.#kept = null;
    };
  }

  #at(record: number, entity: number): AnnotatedCell | undefined {
    return this.#cells.size === 0 ? undefined : this.#cells.get(record * this.#matrix.entityCount + entity);
  }

  #isPending(one: AnnotatedCell, record: number, entity: number): boolean {
    return one.staged !== undefined || this.#standingNote(one, record, entity) !== undefined;
  }

  /** The note, unless the cell waits for a value that it has by now, or is no longer set up. */
  #standingNote({ note }: AnnotatedCell, record: number, entity: number): CellNote | undefined {
    if (note?.phase !== 'waiting') return note;
    const now = this.#matrix.state(record, entity);
    return now === 'none' || (now === 'granted') === note.wanted ? undefined : note;
  }

  /** The matrix's value of a cell, by its index in the map; `none` for a cell that the matrix does not have. */
  #valueAt(key: number): CellState {
    const { entityCount } = this.#matrix;
    return key < 0 ? 'none' : this.#matrix.state(Math.floor(key / entityCount), key % entityCount);
  }

  /** Writes a value into the matrix, if the matrix has the cell. */
  #write(key: number, value: CellState | undefined): void {
    const { entityCount } = this.#matrix;
    if (key >= 0 && value !== undefined)
      this.#matrix.set(Math.floor(key / entityCount), key % entityCount, value);
  }

  /** @returns the cell's index in the map. */
  #edit({ recordType, recordId, entityId }: Cell, change: (one: AnnotatedCell) => void): number {
    const cell = { recordType, recordId, entityId };
    const key = this.#keyOf(cell);
    const one = this.#cells.get(key) ?? { cell };
    change(one);
    if (isAnnotated(one)) this.#cells.set(key, one);
    else this.#cells.delete(key);
    if (this.#kept === null || key < 0) return key;
    const record = Math.floor(key / this.#matrix.entityCount);
    if (this.#isPending(one, record, key % this.#matrix.entityCount)) this.#kept.add(record);
    return key;
  }

  #find(cell: Cell): AnnotatedCell | undefined {
    const index = this.#indexOf(cell) ?? this.#beyond.get(cellKey(cell));
    return index === undefined ? undefined : this.#cells.get(index);
  }

  /** The cell's index in the map; a cell that the matrix does not have gets a negative one. */
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
