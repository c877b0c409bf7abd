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
import { markSent } from './mark-sent';
import { attemptOf, openFact } from './set-facts';
import { columnOf, type Settled, type WorkCell } from './work-cell';

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
        await this.#decide(transaction, some);
        await this.#count(transaction, some);
        await releaseClaims(
          transaction,
          this.#scope(),
          some.map(({ cell }) => cell.cell),
        );
        const facts = some.map((one) => this.#outcome(one));
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
        fresh += Number(isFresh);
        await this.#update(transaction, cell, {
          state: 'unknown',
          detail,
          next_at: sql<number>`${now} + ${sql.lit(nextMs)}`,
          ...(isFresh && { doubt_until: sql<number>`${now} + ${sql.lit(doubtMs)}` }),
        });
        if (isFresh) facts.push(openFact(this.#held, cell, detail));
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
        again += Number(cell.state === 'unknown');
        await this.#update(transaction, cell, {
          state: 'pending',
          detail,
          tries: cell.tries + Number(isTry),
          doubt_until: null,
          next_at: sql<number>`${now} + ${sql.lit(nextMs)}`,
          // The doubt is over, so a wanted value is not ours; what others did since the intent is still looked up.
          ...(cell.state === 'unknown' && { sent_at: null }),
        });
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

  #update(
    transaction: Transaction<Tables>,
    { position }: WorkCell,
    values: UpdateObject<Tables, 'change_cell'>,
  ) {
    return transaction
      .updateTable('change_cell')
      .set(values)
      .where('set_id', '=', this.#held.id)
      .where('position', '=', position)
      .execute();
  }

  /** Writes the outcomes into the cells' rows, in one statement: there are many, and the set's row is locked. */
  async #decide(transaction: Transaction<Tables>, settled: readonly Settled[]): Promise<void> {
    const { now, rowsOf } = this.#database.profile;
    const rows = settled.map(({ cell, outcome, after, detail }) => ({
      at: cell.position,
      outcome,
      before: columnOf(cell.before),
      was_read: Number(after !== undefined),
      after: columnOf(after),
      why: detail,
    }));
    const given = rowsOf(JSON.stringify(rows), {
      at: 'integer',
      outcome: 'text',
      before: 'integer',
      was_read: 'integer',
      after: 'integer',
      why: 'text',
    });
    await sql`
      update change_cell set
        state = given.outcome, before_value = given.before, detail = given.why, doubt_until = null,
        current_value = case when given.was_read = 1 then given.after else change_cell.current_value end,
        settled_at = ${now}
      from ${given}
      where change_cell.set_id = ${this.#held.id} and change_cell.position = given.at`.execute(transaction);
  }

  #outcome({ cell, outcome, after, detail, serviceRequests = [] }: Settled): LedgerFacts {
    const { before, wanted, sends } = cell;
    return {
      kind: 'change.outcome',
      ...attemptOf(this.#held, cell),
      outcome,
      before: after === undefined && sends === 0 ? undefined : before,
      wanted,
      after,
      sends,
      detail,
      serviceRequests: [...serviceRequests],
    };
  }

  async #count(transaction: Transaction<Tables>, settled: readonly Settled[]): Promise<void> {
    const by = (state: string) => settled.filter(({ cell }) => cell.state === state).length;
    const to = (outcome: string) => settled.filter((one) => one.outcome === outcome).length;
    const moved = (column: string, difference: number) =>
      sql<number>`${sql.ref(column)} + ${sql.lit(difference)}`;
    const isProgress = settled.some(({ outcome }) => outcome === 'applied' || outcome === 'already');
    await transaction
      .updateTable('change_set')
      .set({
        pending: moved('pending', -by('pending')),
        unknown: moved('unknown', -by('unknown')),
        applied: moved('applied', to('applied')),
        already: moved('already', to('already')),
        conflict: moved('conflict', to('conflict')),
        rejected: moved('rejected', to('rejected')),
        cancelled: moved('cancelled', to('cancelled')),
        ...(isProgress && { stumbles: 0 }),
      })
      .where('id', '=', this.#held.id)
      .execute();
  }

  #write<T>(work: FencedWork<T>): Promise<T> {
    return fencedWrite(this.#parts, this.#held, work);
  }
}
