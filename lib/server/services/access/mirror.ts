import 'server-only';
import type { Cell, MatrixStatus } from '@/lib/contract/access';
import { AccessMatrix } from '@/lib/domain/access/matrix';
import type { Upstream } from '@/lib/server/upstream/client';
import { CellLocks } from './cell-locks';
import type { CompleteRead, ReadWatcher } from './complete-read';
import { Doubts } from './doubts';
import { MatrixDocuments } from './matrix-documents';
import { lay, valueIn, type Proof } from './proof';
import { endless, problemOf, type ReadFailure } from './read-failure';

interface MirrorParts {
  now?: () => number;
  /** Keeps the check of a doubtful cell apart from a change of it. */
  locks?: CellLocks;
  /** Told about every failed read; the mirror itself goes on trying. */
  onFailure?: (error: unknown) => void;
  watcher?: ReadWatcher;
}

/** How far the reading is. */
export type MirrorProgress = Pick<
  MatrixStatus,
  'version' | 'complete' | 'loading' | 'arrived' | 'combinations'
>;

const refreshAfterMs = 5 * 60_000;
const longestBackoffMs = 10_000;
/** A read that goes on bringing nothing new will not end. */
const mostPagesWithoutNews = 20;

/**
 * The console's copy of one connection's whole matrix. Filled page by page, swapped only when a read reached the end,
 * read again in the background when old; keeps the values that were read back after a change, and the cells whose
 * value nobody knows. A first read that fails is an error; a refresh that fails leaves the older matrix, with its age.
 */
export class AccessMirror {
  readonly #upstream: Upstream;
  readonly #now: () => number;
  readonly #onFailure: (error: unknown) => void;
  readonly #watcher: ReadWatcher | null;
  readonly #doubts: Doubts;
  readonly #epoch: string;
  readonly #listeners = new Set<() => void>();
  #revision = 0;
  #shown: CompleteRead | null = null;
  #arriving: AccessMatrix | null = null;
  /** `ledgerSeq` of the read under way. */
  #arrivingSeq: number | null = null;
  #failure: ReadFailure | null = null;
  #failures = 0;
  #abort = new AbortController();
  /** Values proven while a read is under way: a page asked for earlier must not undo them. */
  #provenDuringRead: { proof: Proof; at: number }[] = [];
  #outside: MatrixStatus['outside'] = null;
  readonly #documents = new MatrixDocuments();

  constructor(upstream: Upstream, parts: MirrorParts = {}) {
    this.#upstream = upstream;
    this.#now = parts.now ?? Date.now;
    this.#onFailure = parts.onFailure ?? (() => undefined);
    this.#watcher = parts.watcher ?? null;
    this.#epoch = this.#now().toString(36);
    this.#doubts = new Doubts({
      upstream,
      locks: parts.locks ?? new CellLocks(),
      now: this.#now,
      onFailure: this.#onFailure,
      onProof: (proof) => this.prove(proof),
    });
  }

  /** Listens for any change of `progress()` or `status()`, many a second while reading, until the function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How far the reading is; asking starts nothing. */
  progress(): MirrorProgress {
    const { combinations } = this.#visible();
    return {
      version: `${this.#epoch}-${String(this.#revision)}`,
      complete: this.#shown !== null,
      loading: this.#arriving !== null,
      combinations,
      arrived: this.#arriving?.combinations ?? combinations,
    };
  }

  /**
   * How complete and how old the matrix is. Asking also starts the first read, a due refresh or a due retry.
   * @throws the error of the first read while there is nothing to show.
   */
  status(): MatrixStatus {
    this.#readIfDue();
    // A retry counts only once it has brought something, so that a page does not flicker between two states.
    if (this.#failure && !this.#shown && !this.#arriving?.combinations) throw this.#failure.error;
    const matrix = this.#visible();
    return {
      ...this.progress(),
      records: matrix.recordCount,
      entities: matrix.entityCount,
      asOf: this.#shown ? new Date(this.#shown.asOf).toISOString() : null,
      problem: this.#failure && problemOf(this.#failure),
      unknown: this.#doubts.cells(),
      outside: this.#outside,
    };
  }

  /**
   * The columnar document (see lib/domain/access/matrix-codec.ts), gzip-compressed, made once a version; with record
   * types, that of their records only, which says that it is not complete.
   * @throws as `status`.
   */
  document(recordTypes: readonly string[] = []): Promise<Buffer<ArrayBuffer>> {
    const status = this.status();
    return this.#documents.of(this.#visible(), status, recordTypes);
  }

  /** Reads everything again, unless a read is under way. */
  refresh(): void {
    if (!this.#arriving) void this.#read();
  }

  /** Keeps what was read from the service itself about a combination, `null` when it has none. */
  prove(proof: Proof): void {
    this.#take(proof, true);
  }

  /** Takes over what an entry of the ledger proves, by whichever replica, where no read is newer. */
  learn(proof: Proof, seq: number): void {
    if (seq <= (this.#shown?.ledgerSeq ?? -1)) this.release(proof);
    else this.#take(proof, seq > (this.#arrivingSeq ?? -1));
  }

  /**
   * Says that nobody knows a cell's value after `wanted` was sent. It is asked for until the service answers that
   * value, or, after `forMs` in which the service may still be at work, any value.
   */
  doubt(cell: Cell, wanted: boolean, forMs: number): void {
    this.#doubts.add(cell, wanted, forMs);
    this.#changed();
  }

  /** Marks a cell whose value nobody knows, and which a change set is finding out about, here or on another replica. */
  hold(cell: Cell): void {
    if (this.#doubts.hold(cell)) this.#changed();
  }

  /** Takes the mark of a cell off: its change is decided, without a value being read. */
  release(cell: Cell): void {
    if (this.#doubts.delete(cell)) this.#changed();
  }

  /** What was found changed outside last. */
  get outside(): MatrixStatus['outside'] {
    return this.#outside;
  }

  /** Replaces what `outside` says. */
  noteOutside(outside: MatrixStatus['outside']): void {
    this.#outside = outside;
    this.#tell();
  }

  /** The matrix that was read to the end, kept up with changes; null before the first. */
  whole(): AccessMatrix | null {
    return this.#shown?.matrix ?? null;
  }

  /** About how many records a type has; a page's worth while nothing of it has been read. */
  recordsOfType(recordType: string): number {
    return this.#visible().recordsOfType(recordType) || 20_000;
  }

  /** The newest value known of a cell; null: the service has no such combination; undefined: it was not read yet. */
  valueOf(cell: Cell): boolean | null | undefined {
    return valueIn(this.#visible(), cell) ?? (this.#shown ? null : undefined);
  }

  /** Ends reads and checks under way. */
  close(): void {
    this.#abort.abort();
    this.#doubts.close();
  }

  /** @param isForArriving whether the read under way may not know it yet. */
  #take({ recordType, recordId, entityId, accessible }: Proof, isForArriving: boolean): void {
    const proof = { recordType, recordId, entityId, accessible };
    if (this.#arriving && isForArriving) {
      this.#provenDuringRead.push({ proof, at: this.#now() });
      lay(proof, this.#arriving);
    }
    const shown = this.#shown;
    const before = shown && (valueIn(shown.matrix, proof) ?? null);
    const changed = shown ? lay(proof, shown.matrix) : this.#arriving !== null;
    if (shown && changed) this.#watcher?.proved(shown, { recordType, recordId, entityId }, before);
    if (this.#doubts.delete(proof) || changed) this.#changed();
  }

  /** The content is another. */
  #changed(): void {
    this.#revision++;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #visible(): AccessMatrix {
    return this.#shown?.matrix ?? this.#arriving ?? new AccessMatrix();
  }

  #readIfDue(): void {
    if (this.#arriving) return;
    const now = this.#now();
    if (this.#failure && now < this.#failure.retryAt) return;
    // A matrix that takes long to read is read again less often: at most a tenth of the time goes into refreshing.
    const took = this.#shown ? this.#shown.endedAt - this.#shown.asOf : 0;
    const due = this.#shown ? this.#shown.asOf + Math.max(refreshAfterMs, took * 10) : 0;
    if (this.#failure || now >= due) void this.#read();
  }

  async #read(): Promise<void> {
    const arriving = new AccessMatrix();
    this.#arriving = arriving;
    this.#arrivingSeq = null;
    this.#provenDuringRead = [];
    let idlePages = 0;
    this.#tell();
    try {
      const ledgerSeq = (await this.#watcher?.ledgerSeq()) ?? null;
      this.#arrivingSeq = ledgerSeq;
      const asOf = this.#now();
      for await (const page of this.#upstream.readSecurity(
        {},
        { lane: 'background', signal: this.#abort.signal },
      )) {
        const known = arriving.combinations;
        for (const row of page.rows) {
          arriving.add(
            row.BssiMasterRecordType,
            row.BssiMasterRecordID,
            row.BssiEntityID,
            row.BssiAccessible,
          );
        }
        for (const { proof, at } of this.#provenDuringRead) if (at >= page.requestedAt) lay(proof, arriving);
        idlePages = arriving.combinations > known ? 0 : idlePages + 1;
        if (idlePages >= mostPagesWithoutNews) throw endless();
        if (!this.#shown) this.#revision++;
        this.#tell();
      }
      arriving.trim();
      const read = { matrix: arriving, asOf, endedAt: this.#now(), ledgerSeq };
      this.#watcher?.landed(read);
      this.#shown = read;
      this.#failure = null;
      this.#failures = 0;
      this.#revision++;
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      const retryMs = Math.min(longestBackoffMs, 1_000 * 2 ** this.#failures++);
      this.#failure = { error, at: this.#now(), retryAt: this.#now() + retryMs };
      this.#revision++;
      this.#onFailure(error);
    } finally {
      this.#arriving = null;
      this.#provenDuringRead = [];
      this.#tell();
    }
  }
}
