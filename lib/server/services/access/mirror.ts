import 'server-only';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Cell, MatrixStatus } from '@/lib/contract/access';
import { AccessMatrix } from '@/lib/domain/access/matrix';
import { encodeMatrix } from '@/lib/domain/access/matrix-codec';
import { ConsoleError } from '@/lib/server/console-error';
import type { Upstream } from '@/lib/server/upstream/client';
import { UpstreamError } from '@/lib/server/upstream/errors';
import { cellKey, CellLocks } from './cell-locks';

interface MirrorParts {
  now?: () => number;
  /** Keeps the check of a doubtful cell apart from a change of it. */
  locks?: CellLocks;
  /** Told about every failed read; the mirror itself goes on trying. */
  onFailure?: (error: unknown) => void;
}

interface Failure {
  error: unknown;
  at: number;
  retryAt: number;
}

/** A cell whose last change has no proof. */
interface Doubt {
  cell: Cell;
  /** The value that was sent: reading it proves the change. */
  wanted: boolean;
  /** Until then (epoch ms) the service may still carry the change out, so reading the old value proves nothing. */
  until: number;
}

/** A value read from the service; null: it has no such combination. */
type Proof = Cell & { accessible: boolean | null };

const compress = promisify(gzip);
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
  readonly #locks: CellLocks;
  readonly #epoch: string;
  #revision = 0;
  #shown: { matrix: AccessMatrix; asOf: number; tookMs: number } | null = null;
  #arriving: AccessMatrix | null = null;
  #failure: Failure | null = null;
  #failures = 0;
  #abort = new AbortController();
  /** Values proven while a read is under way: a page asked for earlier must not undo them. */
  #provenDuringRead: { proof: Proof; at: number }[] = [];
  readonly #unknown = new Map<string, Doubt>();
  #settling: NodeJS.Timeout | null = null;
  #settleDelayMs = 1_000;
  #document: { version: string; bytes: Promise<Buffer<ArrayBuffer>> } | null = null;

  constructor(upstream: Upstream, parts: MirrorParts = {}) {
    this.#upstream = upstream;
    this.#now = parts.now ?? Date.now;
    this.#onFailure = parts.onFailure ?? (() => undefined);
    this.#locks = parts.locks ?? new CellLocks();
    this.#epoch = this.#now().toString(36);
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
      version: `${this.#epoch}-${String(this.#revision)}`,
      complete: this.#shown !== null,
      loading: this.#arriving !== null,
      combinations: matrix.combinations,
      arrived: this.#arriving?.combinations ?? matrix.combinations,
      records: matrix.recordCount,
      entities: matrix.entityCount,
      asOf: this.#shown ? new Date(this.#shown.asOf).toISOString() : null,
      problem: this.#failure && this.#problem(this.#failure),
      unknown: [...this.#unknown.values()].map(({ cell }) => cell),
    };
  }

  /**
   * The columnar document (see lib/domain/access/matrix-codec.ts), gzip-compressed, made once a version.
   * @throws as `status`.
   */
  document(): Promise<Buffer<ArrayBuffer>> {
    const status = this.status();
    const version = `${status.version} ${String(status.loading)} ${String(status.asOf)}`;
    if (this.#document?.version !== version) {
      this.#document = { version, bytes: compress(encodeMatrix(this.#visible(), status)) };
    }
    return this.#document.bytes;
  }

  /** Reads everything again, unless a read is under way. */
  refresh(): void {
    if (!this.#arriving) void this.#read();
  }

  /** Keeps what was read from the service itself about a combination, `null` when it has none. */
  prove(proof: Proof): void {
    const { recordType, recordId, entityId } = proof;
    if (this.#arriving) {
      const kept = { recordType, recordId, entityId, accessible: proof.accessible };
      this.#provenDuringRead.push({ proof: kept, at: this.#now() });
      lay(kept, this.#arriving);
    }
    const changed = this.#shown ? lay(proof, this.#shown.matrix) : this.#arriving !== null;
    if (this.#unknown.delete(cellKey(proof)) || changed) this.#revision++;
  }

  /**
   * Says that nobody knows a cell's value after `wanted` was sent. It is asked for until the service answers that
   * value, or, after `forMs` in which the service may still be at work, any value.
   */
  doubt(cell: Cell, wanted: boolean, forMs: number): void {
    const { recordType, recordId, entityId } = cell;
    const until = this.#now() + forMs;
    this.#unknown.set(cellKey(cell), { cell: { recordType, recordId, entityId }, wanted, until });
    this.#revision++;
    this.#settleDelayMs = 1_000;
    this.#settleLater();
  }

  /** Ends reads and checks under way. */
  close(): void {
    this.#abort.abort();
    if (this.#settling) clearTimeout(this.#settling);
    this.#unknown.clear();
  }

  #visible(): AccessMatrix {
    return this.#shown?.matrix ?? this.#arriving ?? new AccessMatrix();
  }

  #readIfDue(): void {
    if (this.#arriving) return;
    const now = this.#now();
    if (this.#failure && now < this.#failure.retryAt) return;
    // A matrix that takes long to read is read again less often: at most a tenth of the time goes into refreshing.
    const due = this.#shown ? this.#shown.asOf + Math.max(refreshAfterMs, this.#shown.tookMs * 10) : 0;
    if (this.#failure || now >= due) void this.#read();
  }

  async #read(): Promise<void> {
    const startedAt = this.#now();
    const arriving = new AccessMatrix();
    this.#arriving = arriving;
    this.#provenDuringRead = [];
    let idlePages = 0;
    try {
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
      }
      arriving.trim();
      this.#shown = { matrix: arriving, asOf: startedAt, tookMs: this.#now() - startedAt };
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
    }
  }

  #problem({ error, at }: Failure): MatrixStatus['problem'] {
    const known = error instanceof UpstreamError || error instanceof ConsoleError;
    return {
      code: known ? error.code : 'internal',
      detail: known ? error.message : 'The console itself failed while reading. Its log says why.',
      at: new Date(at).toISOString(),
    };
  }

  #settleLater(): void {
    if (this.#settling || this.#unknown.size === 0 || this.#abort.signal.aborted) return;
    this.#settling = setTimeout(() => {
      this.#settling = null;
      this.#settleDelayMs = Math.min(longestBackoffMs, this.#settleDelayMs * 2);
      void this.#settle().then(() => {
        this.#settleLater();
      });
    }, this.#settleDelayMs).unref();
  }

  async #settle(): Promise<void> {
    for (const doubt of [...this.#unknown.values()]) {
      await this.#locks.run(doubt.cell, () => this.#check(doubt)).catch(this.#onFailure);
    }
  }

  async #check(doubt: Doubt): Promise<void> {
    // A later change of the cell may have settled it while this check waited its turn.
    if (this.#unknown.get(cellKey(doubt.cell)) !== doubt) return;
    const accessible = await this.#upstream.readCell(doubt.cell, {
      lane: 'interactive',
      signal: this.#abort.signal,
      deadlineMs: longestBackoffMs,
    });
    if (accessible === doubt.wanted || this.#now() >= doubt.until) this.prove({ ...doubt.cell, accessible });
  }
}

/** Writes what was proven into a matrix; true when that changed it. */
function lay({ recordType, recordId, entityId, accessible }: Proof, matrix: AccessMatrix): boolean {
  const record = matrix.recordIndex(recordType, recordId);
  const entity = matrix.entityIndex(entityId);
  const before = record < 0 || entity < 0 ? 'none' : matrix.state(record, entity);
  if (accessible === null) matrix.remove(recordType, recordId, entityId);
  else matrix.add(recordType, recordId, entityId, accessible);
  return before !== (accessible === null ? 'none' : accessible ? 'granted' : 'denied');
}

function endless(): ConsoleError {
  return new ConsoleError(
    'service-malformed',
    'The service sends page after page without anything new, so the read was given up. Nothing is shown as complete.',
  );
}
