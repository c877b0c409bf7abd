import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { Cell, MatrixStatus } from '@/lib/contract/access/access';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { mostCells } from '@/lib/contract/limits';
import type { AccessEvent, LoadEvent } from '@/lib/contract/events';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { WantedChange } from '@/lib/domain/access/change/change-proposal';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { noKeyNames } from '@/lib/domain/access/names/key-names';
import type { KeyNames } from '@/lib/domain/access/names/named';
import { hasEnded } from '@/lib/domain/changes/progress';
import { AnnotatedCells, isInFlight, isMarked, type CellNote, type HeardValue } from './annotated-cells';
import { OptimisticEdits, stateOf, type Announcement, type EditTransport } from './optimistic-edits';
import { OwnChanges } from './own-changes';
import { SetMarks, type SetTransport } from './set-marks';
import { StagedChanges, type StagedKeeper } from './staged-changes';

/** A decoded document: the matrix and the status it was written with. */
export interface MatrixDocument {
  matrix: AccessMatrix;
  status: MatrixStatus;
}

export interface StoreParts {
  transport: EditTransport & SetTransport;
  /** The signed-in person. */
  personId: string | null;
  /** Where staged changes are stored; null: nowhere. */
  keeper?: StagedKeeper | null;
}

type EventCell = AccessEvent['cells'][number];

/** Called after each change, with the cells that look different. */
type StoreListener = (cells: readonly Cell[]) => void;

/**
 * All that the browser knows about the matrix of one connection: the document on the screen, newer values of single
 * cells, one note a cell, staged changes, and the changes of this tab. It lives outside React: a press is painted
 * before anything renders, and outlasts the page. Documents and events carry numbers of the ledger, which say which
 * one is newer.
 */
export class MatrixStore {
  readonly cells = new AnnotatedCells();
  readonly own = new OwnChanges(() => this.#changed([]));
  readonly staged: StagedChanges;
  readonly edits: OptimisticEdits;
  readonly #sets: SetMarks;
  readonly #personId: string | null;
  #names = noKeyNames;
  readonly #listeners = new Set<StoreListener>();
  #isStaging = false;
  readonly #announcing = new Set<(announcement: Announcement) => void>();
  readonly #remoteEdits = new Set<(cells: AccessEvent['cells']) => void>();
  #document: MatrixDocument | null = null;
  #status: MatrixStatus | null = null;
  #version = 0;
  /** The newest entry of the ledger that an answer or an event named. */
  #seq = 0;
  /** Since this entry no event was missed. */
  #completeFrom = Infinity;
  /** Number of the newest request for the matrix or its status. */
  #request = 0;
  /** Number of the request that loaded the document on the screen, or confirmed it last. */
  #shownRequest = 0;
  /** The newest event of each cell whose own change waits for its answer. */
  readonly #heldBack = new Map<string, { event: EventCell; seq: number }>();

  constructor({ transport, personId, keeper = null }: StoreParts) {
    const changed = (cells: readonly Cell[]) => this.#touched(cells);
    const announce = (announcement: Announcement) => this.#announce(announcement);
    const now = () => ({ seq: this.#seq, request: this.#request });
    const { cells, own } = this;
    this.#personId = personId;
    this.staged = new StagedChanges(cells, mostCells, (some) => this.#changed(some), keeper);
    const names = () => this.names;
    this.#sets = new SetMarks({ personId, cells, transport, now, changed, announce, names });
    this.edits = new OptimisticEdits({
      transport,
      own,
      note: (cell) => cells.note(cell),
      value: (cell) => cells.stateOf(cell),
      put: (cell, note, heard) => {
        if (note?.phase === 'pending') this.staged.forgetSteps();
        this.#put(cell, note, heard);
      },
      now,
      announce,
      names,
    });
  }

  /** The document on the screen; null before the first. */
  get document(): MatrixDocument | null {
    return this.#document;
  }

  /** What records and entities are called in announcements. */
  get names(): KeyNames {
    return this.#names;
  }

  takeNames(names: KeyNames): void {
    this.#names = names;
  }

  /** Whether presses are staged, as the bar or an address set it last. */
  get isStaging(): boolean {
    return this.#isStaging;
  }

  chooseStaging(isStaging: boolean): void {
    this.#isStaging = isStaging;
  }

  /** The newest status of the matrix; null before the first. */
  get status(): MatrixStatus | null {
    return this.#status;
  }

  /** Grows with each change. */
  get version(): number {
    return this.#version;
  }

  /**
   * Whether the console has a newer document than the screen. Each replica reads the service by itself and counts its own
   * versions: another version is newer only if its read, or the part of the ledger in it, is newer.
   */
  get isBehind(): boolean {
    const [shown, status] = [this.#document?.status, this.#status];
    if (status === null || shown?.version === status.version) return false;
    return !(shown?.complete === true && status.complete && holdsNoMore(status, shown));
  }

  /** Whether the document with the events since it is as new as another document would be. */
  get isKeptUp(): boolean {
    const shown = this.#document?.status;
    if (shown?.complete !== true || this.#status === null) return false;
    if ((this.#status.asOf ?? '') > (shown.asOf ?? '')) return false;
    const unconfirmed = new Set(this.#status[unconfirmedState].map(cellKey));
    const isProven = ({ cell, note }: { cell: Cell; note: CellNote }) =>
      note.phase !== 'unconfirmed' || unconfirmed.has(cellKey(cell));
    return shown.ledgerSeq >= this.#completeFrom && this.cells.notes().every(isProven);
  }

  /** Calls `listener` after each change, until the returned function is called. */
  readonly subscribe = (listener: StoreListener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `listener` with what the page should say, until the returned function is called. */
  onAnnouncement(listener: (announcement: Announcement) => void): () => void {
    this.#announcing.add(listener);
    return () => this.#announcing.delete(listener);
  }

  /** Calls `listener` with what other people changed, here or elsewhere, until the returned function is called. */
  onRemoteEdits(listener: (cells: AccessEvent['cells']) => void): () => void {
    this.#remoteEdits.add(listener);
    return () => this.#remoteEdits.delete(listener);
  }

  /** Counts a request for the document or the status. @returns its number, to be handed back with the answer. */
  ask(): number {
    return ++this.#request;
  }

  /**
   * Shows a document, unless the one on the screen is newer.
   * @param request its number, from `ask`.
   * @returns whether the last status named another version: which is newer, only another status can say.
   */
  show(document: MatrixDocument, request: number): boolean {
    if (this.#document !== null && isOlder(document.status, this.#document.status)) return true;
    const isOther = this.#status !== null && this.#status.version !== document.status.version;
    this.#document = document;
    this.#status = document.status;
    this.#prove(document.status, request); // before newer values are written to it
    this.cells.setMatrix(document.matrix);
    this.cells.setOutside(document.status.outside.cells);
    this.#changed([]);
    return isOther;
  }

  /** Takes the console's status of the matrix. @param request its number, from `ask`. */
  takeStatus(status: MatrixStatus, request: number): void {
    if (this.#status !== null && isOlder(status, this.#status)) return;
    this.#status = status;
    const document = this.#document;
    if (document?.status.version === status.version) {
      // The document on the screen has the same content, so it contains the ledger up to there too.
      const { ledgerSeq, [unconfirmedState]: unconfirmed } = status;
      const known = { ...document.status, ledgerSeq, [unconfirmedState]: unconfirmed };
      this.#document = { ...document, status: known };
      this.#touched(this.#prove(status, request));
    }
    this.#changed(this.cells.setOutside(status.outside.cells));
  }

  /** Events begin after a ledger entry. @param reset events were missed, or it is another ledger, as after a restore. */
  takeHello(after: number, reset: boolean): void {
    this.#completeFrom = after;
    this.#seq = reset ? after : Math.max(after, this.#seq);
    if (reset) {
      this.#heldBack.clear();
      this.#forgetNumbersBeyond(after);
    }
  }

  /** Numbers beyond the ledger's end belong to another ledger: they count as older than everything from now on. */
  #forgetNumbersBeyond(end: number): void {
    for (const { cell, heard } of this.cells.allHeard())
      if (heard.seq > end) this.cells.setHeard(cell, { ...heard, seq: end });
    const isBeyond = (status: MatrixStatus) => status.ledgerSeq > end;
    if (this.#status && isBeyond(this.#status)) this.#status = { ...this.#status, ledgerSeq: 0 };
    const document = this.#document;
    if (document && isBeyond(document.status))
      this.#document = { ...document, status: { ...document.status, ledgerSeq: 0 } };
  }

  /** Takes an event about cells. @param seq number of its newest ledger entry. */
  takeCells(cells: AccessEvent['cells'], seq: number): void {
    this.#seq = Math.max(this.#seq, seq);
    this.#touched(cells.filter((one) => this.#takeCell(one, seq)));
    const others = cells.filter(
      ({ applied, unconfirmed, outside, person }) =>
        (applied || unconfirmed || outside) && person?.id !== this.#personId,
    );
    if (others.length > 0) for (const listener of this.#remoteEdits) listener(others);
  }

  /** @returns whether what is shown of the cell changed. */
  #takeCell(event: EventCell, seq: number): boolean {
    const { accessible, unconfirmed, applied, changeSetId, person, recordType, recordId, entityId } = event;
    const cell = { recordType, recordId, entityId };
    const note = this.cells.note(cell);
    if (isInFlight(note)) {
      // The answer of the tab's own change says whether the event is older or newer than it.
      this.#heldBack.set(cellKey(cell), { event, seq });
      return false;
    }
    const isOfNote = changeSetId !== null && changeSetId === note?.changeSetId;
    const hasWaited = note?.phase === 'waiting' && isOfNote;
    if (hasWaited) this.cells.setNote(cell, undefined);
    const before = this.cells.heard(cell);
    if (before !== undefined && before.seq > seq) return hasWaited;
    const value = stateOf(accessible);
    // The document may contain the event already: then only the mark is new.
    if (this.#isContained({ seq }))
      return (applied && this.cells.markProven(cell, value, changeSetId)) || hasWaited;
    if (unconfirmed) {
      if (note?.phase === 'unconfirmed') return false;
      const who = person?.id === this.#personId ? 'You' : (person?.name ?? 'Somebody');
      const words = `${who} changed this; whether it happened is not known yet. The console is checking.`;
      this.cells.setHeard(cell, { value: before?.value, seq });
      this.cells.setNote(cell, { phase: 'unconfirmed', value, words });
      return true;
    }
    this.cells.setHeard(cell, { value, seq, isApplied: applied });
    // A mark goes when its own set was tried again and did it.
    const isKept = isMarked(note) ? !(applied && isOfNote) : note?.phase === 'waiting' && !isOfNote;
    if (!isKept) this.cells.setNote(cell, undefined);
    if (applied) this.cells.markProven(cell, value, changeSetId);
    if (note?.phase === 'unconfirmed') this.#nowKnown(cell, note);
    return true;
  }

  /** Takes how a change set stands. @param hasJustEnded whether it ran until now. */
  takeSet(set: ChangeSet, hasJustEnded: boolean): void {
    const { id, undoOf, counts } = set;
    // Else the marks of the set that is undone look like those of its undo. What the undo leaves has its mark again.
    if (undoOf !== null) this.#touched(this.cells.hideProven(undoOf, !hasEnded(set)));
    if (hasEnded(set)) {
      if (undoOf !== null && counts.applied + counts.already > 0) this.own.drop(undoOf);
      if (counts.applied === 0) this.own.drop(id); // nothing to undo
    }
    void this.#sets.takeSet(set, hasJustEnded);
  }

  /** The console does not know this change set, as after a restore of its database. */
  forgetSet(id: string): void {
    this.#sets.forget(id);
    this.own.drop(id);
  }

  /** Takes how far the console's read of the service is. */
  takeLoad({ version, complete, loading, arrived, assignments }: LoadEvent): void {
    if (this.#status === null) return;
    this.#status = { ...this.#status, version, complete, loading, arrived, assignments };
    this.#changed([]);
  }

  /**
   * Makes a change set of these.
   * @param create asks the console for it. @returns its id. @throws what `create` throws.
   */
  async apply(changes: readonly WantedChange[], create: () => Promise<string>): Promise<string> {
    const id = await create();
    const cells = changes.map(({ cell }) => cell);
    this.clearMarks(cells);
    this.staged.drop(cells);
    this.staged.forgetSteps();
    this.own.begin()({ kind: 'set', changeSetId: id, cells: changes.length });
    this.#sets.begin(id, changes);
    return id;
  }

  /** Whether a switch of this page waits for its first answer. */
  get isAwaited(): boolean {
    return this.cells.notes().some(({ note }) => note.phase === 'pending');
  }

  /** Resolves when none does. */
  whenAnswered(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.isAwaited) return;
        stop();
        resolve();
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  /** Removes the marks of changes that were not made, from these cells or from all. */
  clearMarks(of: readonly Cell[] | null = null): void {
    const some = of ?? this.cells.notes().map(({ cell }) => cell);
    const marked = some.filter((cell) => isMarked(this.cells.note(cell)));
    for (const cell of marked) this.cells.setNote(cell, undefined);
    this.#touched(marked);
  }

  /** Drops newer values and notes that the document on the screen contains. @returns the cells whose note changed. */
  #prove({ ledgerSeq, [unconfirmedState]: cells }: MatrixStatus, request: number): Cell[] {
    this.#seq = Math.max(this.#seq, ledgerSeq);
    this.#shownRequest = request;
    const unconfirmed = new Set(cells.map(cellKey));
    const touched: Cell[] = [];
    for (const { cell, heard } of this.cells.allHeard()) {
      if (!this.#isContained(heard)) continue;
      // A set that runs marks no cell that was changed after it began.
      const isKept = heard.isApplied === true && this.#sets.running > 0;
      this.cells.setHeard(cell, isKept ? { ...heard, value: undefined } : undefined);
    }
    for (const { cell, note } of this.cells.notes()) {
      const isProven = !unconfirmed.has(cellKey(cell)) && this.#isContained(this.cells.heard(cell));
      if (note.phase !== 'unconfirmed' || !isProven) continue;
      touched.push(cell);
      this.cells.setNote(cell, undefined);
      this.#nowKnown(cell, note);
    }
    const words = 'A change of this is unconfirmed. The console is checking.';
    for (const cell of cells) {
      const phase = this.cells.note(cell)?.phase ?? 'waiting';
      if (phase !== 'waiting' || !this.#isContained(this.cells.heard(cell))) continue;
      this.cells.setNote(cell, { phase: 'unconfirmed', words });
      touched.push(cell);
    }
    return touched;
  }

  /** Whether the document on the screen contains a value; undefined: there is no newer one. */
  #isContained(heard: Pick<HeardValue, 'seq' | 'request'> | undefined): boolean {
    const seq = this.#document?.status.ledgerSeq ?? 0;
    return heard === undefined || (heard.seq <= seq && (heard.request ?? 0) < this.#shownRequest);
  }

  /** Takes how a change of this tab stands. @param heard the value that the console named, if it did. */
  #put(cell: Cell, note: CellNote | undefined, heard?: HeardValue): void {
    if (heard && !this.#isContained(heard))
      this.cells.setHeard(cell, { value: this.cells.heard(cell)?.value, ...heard });
    this.cells.setNote(cell, note);
    if (heard?.isApplied && heard.value) this.cells.markProven(cell, heard.value);
    if (!isInFlight(note)) {
      const held = this.#heldBack.get(cellKey(cell));
      this.#heldBack.delete(cellKey(cell));
      if (held) this.#takeCell(held.event, held.seq);
    }
    this.#touched([cell]);
  }

  #nowKnown(cell: Cell, { own }: CellNote): void {
    if (own !== undefined) void this.#sets.tellSwitch(cell, own);
  }

  #announce(announcement: Announcement): void {
    for (const listener of this.#announcing) listener(announcement);
  }

  #touched(cells: readonly Cell[]): void {
    if (cells.length > 0) this.#changed(cells);
  }

  #changed(cells: readonly Cell[]): void {
    this.#version++;
    for (const listener of this.#listeners) listener(cells);
  }
}

function holdsNoMore(one: MatrixStatus, other: MatrixStatus): boolean {
  return one.ledgerSeq <= other.ledgerSeq && (one.asOf ?? '') <= (other.asOf ?? '');
}

/** Whether a status is older than another; one of another ledger, as after a restore, has a read of its own. */
function isOlder(one: MatrixStatus, other: MatrixStatus): boolean {
  return one.ledgerSeq < other.ledgerSeq && (one.asOf ?? '') <= (other.asOf ?? '');
}
