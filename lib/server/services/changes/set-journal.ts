import 'server-only';
import { sql, type Transaction, type UpdateObject } from 'kysely';
import type { LedgerFacts } from '@/lib/contract/ledger';
import type { Database } from '@/lib/server/db/database';
import type { Notices } from '@/lib/server/db/notices';
import type { Tables } from '@/lib/server/db/tables';
import type { Ledger } from '@/lib/server/ledger/ledger';
import { claimCells, releaseClaims } from './cell-claims';
import { endIfDecided } from './end-set';
import { fencedWrite, type FencedWork, type Wish } from './fenced-write';
import { LeaseLostError, type HeldSet } from './held-set';
import type { Pace } from './pace';
import { decideCells } from './decide-cells';
import { markSent } from './mark-sent';
import { attemptOf, openFact, outcomeFact } from './set-facts';
import type { Settled, WorkCell } from './work-cell';

/** A POST was to leave, and did not: the set is to pause, to be cancelled, or its starter may no longer act. */
export class StoppedError extends Error {
  override name = 'StoppedError';
}

/** Cells of one transaction: long enough to be cheap, short enough that nobody waits long for the ledger's head. */
const cellsPerWrite = 200;

interface JournalParts {
  database: Database;
  ledger: Ledger;
  notices: Notices;
  pace: Pick<Pace, 'leaseMs'>;
}

/** What is written about the cells of a set while it is run; every method throws as `fencedWrite`. */
export class SetJournal {
  readonly #parts: JournalParts;
  readonly #database: Database;
  readonly #held: HeldSet;
  /** Whether the set's last cell was settled here, which ended the set and gave its lease back. */
  hasEnded = false;

  constructor(parts: JournalParts, held: HeldSet) {
    this.#parts = parts;
    this.#database = parts.database;
    this.#held = held;
  }

  /** What people want now, and whether this lease still counts. */
  wish(): Promise<Wish> {
    return this.#write((_, wish) => Promise.resolve({ facts: [], result: wish }));
  }

  /** Claims cells. @returns the keys of those that are this set's now. */
  claim(cells: readonly WorkCell[]): Promise<Set<string>> {
    return this.#write(async (transaction) => {
      const claimed = await claimCells(
        transaction,
        this.#database,
        this.#scope(),
        cells.map(({ cell }) => cell),
      );
      return { facts: [], result: claimed };
    });
  }

  /** Gives claims back without deciding anything. */
  async release(cells: readonly WorkCell[]): Promise<void> {
    if (cells.length === 0) return;
    await this.#write(async (transaction) => {
      await releaseClaims(
        transaction,
        this.#scope(),
        cells.map(({ cell }) => cell),
      );
      return { facts: [], result: undefined };
    });
  }

  /**
   * Writes down that a cell is about to be sent, durably, before it is.
   * @throws StoppedError when it must not be sent any more; then nothing was written. LeaseLostError also when the cell
   * is no longer this set's, and when so much time went by that others may have taken it up since.
   */
  async intend(cell: WorkCell): Promise<void> {
    const beganAt = performance.now();
    const goes = await this.#write(async (transaction, { control, withdrawn }) => {
      if (control !== 'run' || withdrawn !== null) return { facts: [], result: 'stopped' as const };
      if (!(await markSent(transaction, this.#database, this.#held, cell)))
        return { facts: [], result: 'taken' as const };
      const { before, wanted, expected } = cell;
      const { requestId } = this.#held;
      const send = cell.sends + 1;
      const attempt = attemptOf(this.#held, cell);
      return {
        facts: [{ kind: 'change.intent', ...attempt, send, before, wanted, expected, requestId }],
        result: 'goes' as const,
      };
    });
    if (goes === 'taken') throw new LeaseLostError('This cell belongs to another change by now.');
    if (goes === 'stopped') throw new StoppedError('Nothing more is to be sent for this set.');
    cell.sends++;
    // A process that was frozen here wakes up with a lease that is long over.
    if (performance.now() - beganAt > this.#parts.pace.leaseMs / 3)
      throw new LeaseLostError('Too much time went by before this could be sent.');
  }

  /** The service certainly did not run what was sent just now: if nothing was sent before, the value is not ours. */
  async takeBack(cell: WorkCell): Promise<void> {
    if (cell.sentAt !== null) return;
    await this.#write(async (transaction) => {
      await this.#update(transaction, cell, { sent_at: null });
      return { facts: [], result: undefined };
    });
  }

  /** Writes down what became of cells; the last ones end the set. */
  async settle(settled: readonly Settled[]): Promise<void> {
    for (let i = 0; i < settled.length; i += cellsPerWrite) {
      const some = settled.slice(i, i + cellsPerWrite);
      this.hasEnded = await this.#write(async (transaction, wish) => {
        const decided = await decideCells(transaction, this.#database, this.#held, some);
        await releaseClaims(
          transaction,
          this.#scope(),
          some.map(({ cell }) => cell.cell),
        );
        const facts = decided.map((one) => outcomeFact(this.#held, one));
        const end = await endIfDecided(transaction, this.#database, this.#held, wish);
        return { facts: [...facts, ...(end ?? [])], result: end !== null };
      });
      this.#parts.notices.tell('change-set', this.#held.id);
    }
  }

  /** Writes down that nobody knows whether cells were changed; they are asked for again in `nextMs`. */
  async leaveOpen(
    cells: readonly { cell: WorkCell; doubtMs: number; nextMs: number; detail: string }[],
  ): Promise<void> {
    if (cells.length === 0) return;
    const { now } = this.#database.profile;
    await this.#write(async (transaction) => {
      const facts: LedgerFacts[] = [];
      let fresh = 0;
      for (const { cell, doubtMs, nextMs, detail } of cells) {
        const isFresh = cell.state === 'pending';
        const isOpen = await this.#update(transaction, cell, {
          state: 'unknown',
          detail,
          next_at: sql<number>`${now} + ${sql.lit(nextMs)}`,
          ...(isFresh && { doubt_until: sql<number>`${now} + ${sql.lit(doubtMs)}` }),
        });
        if (!isFresh || !isOpen) continue;
        fresh++;
        facts.push(openFact(this.#held, cell, detail));
      }
      await this.#letGo(transaction, cells, fresh);
      return { facts, result: undefined };
    });
    this.#parts.notices.tell('change-set', this.#held.id);
  }

  /** Puts cells off: they are tried again later; `isTry` counts against the cell. Those in doubt are pending again. */
  async postpone(
    cells: readonly { cell: WorkCell; nextMs: number; isTry: boolean; detail: string }[],
  ): Promise<void> {
    if (cells.length === 0) return;
    const { now } = this.#database.profile;
    await this.#write(async (transaction) => {
      let again = 0;
      for (const { cell, nextMs, isTry, detail } of cells) {
        const isOpen = await this.#update(transaction, cell, {
          state: 'pending',
          detail,
          tries: cell.tries + Number(isTry),
          doubt_until: null,
          next_at: sql<number>`${now} + ${sql.lit(nextMs)}`,
          // The doubt is over, so a wanted value is not ours; what others did since the intent is still looked up.
          ...(cell.state === 'unknown' && { sent_at: null }),
        });
        again += Number(isOpen && cell.state === 'unknown');
      }
      await this.#letGo(transaction, cells, -again);
      return { facts: [], result: undefined };
    });
  }

  /** Undecided cells are nobody's for now; so many more of them are in doubt instead of pending. */
  async #letGo(
    transaction: Transaction<Tables>,
    cells: readonly { cell: WorkCell }[],
    doubtful: number,
  ): Promise<void> {
    if (doubtful !== 0)
      await transaction
        .updateTable('change_set')
        .set({
          pending: sql<number>`pending - ${doubtful}`,
          unknown: sql<number>`unknown + ${doubtful}`,
        })
        .where('id', '=', this.#held.id)
        .execute();
    await releaseClaims(
      transaction,
      this.#scope(),
      cells.map(({ cell }) => cell.cell),
    );
  }

  #scope() {
    return { connection: this.#held.connection.key, setId: this.#held.id };
  }

  /** @returns false when the cell is no longer as it was taken up; then nothing was written. */
  async #update(
    transaction: Transaction<Tables>,
    { position, state }: WorkCell,
    values: UpdateObject<Tables, 'change_cell'>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable('change_cell')
      .set(values)
      .where('set_id', '=', this.#held.id)
      .where('position', '=', position)
      .where('state', '=', state)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  #write<T>(work: FencedWork<T>): Promise<T> {
    return fencedWrite(this.#parts, this.#held, work);
  }
}
