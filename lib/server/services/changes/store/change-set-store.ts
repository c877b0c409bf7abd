import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { LedgerEntry, LedgerFacts } from '@/lib/contract/changes/ledger';
import { cellKey } from '@/lib/domain/access/cell-key';
import { pauseAfter } from '@/lib/domain/changes/cell-protocol';
import { columnOf } from '@/lib/server/db/boolean-column';
import type { Database } from '@/lib/server/db/database';
import type { ReplicaSignals } from '@/lib/server/db/replica-signals';
import type { Tables } from '@/lib/server/db/tables';
import type { Ledger, Recorded } from '@/lib/server/ledger/ledger';
import { claimCells, isClaimed, releaseClaims } from './claims';
import { attemptOf, stateFact } from './facts';
import { fencedWrite, LeaseLostError, type FencedWork, type LeasedChangeSet, type SetControl } from './lease';
import { notPaused, pausedBecause, transition, unconfirmWhatWasSent, type CellMove } from './transition';
import { workCell, type WorkCell } from './work-cell';

/** A POST was not sent: the set pauses or ends, its deadline passed, or its starter lost the right. */
export class StoppedError extends Error {
  override name = 'StoppedError';
}

type OutcomeEntry = Extract<LedgerEntry, { kind: 'change.outcome' }>;

/** Cells in one transaction: many enough to be cheap, few enough to unlock the ledger's head soon. */
const cellsPerWrite = 200;
const cellsPostponed = 5_000;

/** Waits before it retries a failure that does not pause the set. */
const retrySoonMs = 1_000;

const cancelledAfterSendingWords = 'It was sent, and the service did not carry it out. It is not sent again.';

export interface Failure {
  code: string;
  detail: string;
  retryMs?: number;
}

interface StoreParts {
  database: Database;
  ledger: Ledger;
  signals: ReplicaSignals;
}

/** Writes about a leased change set and its cells; every method throws as `fencedWrite`. */
export class ChangeSetStore {
  readonly #parts: StoreParts;
  readonly #database: Database;
  readonly #changeSet: LeasedChangeSet<{ key: string }>;
  readonly #scope: { connection: string; setId: string };
  /** Whether a write here decided the last cell, which ended the set and its lease. */
  hasEnded = false;
  /** Whether an intent was written here, so that something may have been sent. */
  hasSent = false;
  outcome: OutcomeEntry | null = null;

  constructor(parts: StoreParts, changeSet: LeasedChangeSet<{ key: string }>) {
    this.#parts = parts;
    this.#database = parts.database;
    this.#changeSet = changeSet;
    this.#scope = { connection: changeSet.connection.key, setId: changeSet.id };
  }

  /** What people want now. Fails when the lease is lost. */
  control(): Promise<SetControl> {
    return this.#write((_, asked) => Promise.resolve({ facts: [], result: asked }));
  }

  /** Claims cells. @returns the claimed ones; the others belong to another change. */
  async claim(cells: readonly WorkCell[]): Promise<WorkCell[]> {
    const claimed = await this.#write(async (transaction) => {
      const keys = await claimCells(transaction, this.#database, this.#scope, cells.map(cellOf));
      return { facts: [], result: keys };
    });
    return cells.filter(({ cell }) => claimed.has(cellKey(cell)));
  }

  async release(cells: readonly WorkCell[]): Promise<void> {
    if (cells.length === 0) return;
    await this.#update((transaction) => releaseClaims(transaction, this.#scope, cells.map(cellOf)));
  }

  /**
   * Records durably that a cell is about to be sent.
   * @returns the database's time.
   * @throws StoppedError when it must not be sent; LeaseLostError also when another set has claimed it or a third of
   * the lease has passed.
   */
  async intend(cell: WorkCell): Promise<number> {
    const beganAt = performance.now();
    const sentAt = await this.#write<number | 'stopped' | 'taken'>(
      async (transaction, { control, withdrawn, isLate }) => {
        if (control !== 'run' || withdrawn !== null || isLate) return { facts: [], result: 'stopped' };
        const at = await this.#markSent(transaction, cell);
        if (at === null) return { facts: [], result: 'taken' };
        const { before, wanted, expected } = cell;
        const { requestId } = this.#changeSet;
        const attempt = attemptOf(this.#changeSet, cell);
        const send = cell.sends + 1;
        return {
          facts: [{ kind: 'change.intent', ...attempt, send, before, wanted, expected, requestId }],
          result: at,
        };
      },
    );
    if (sentAt === 'taken') throw new LeaseLostError('This cell belongs to another change by now.');
    if (sentAt === 'stopped') throw new StoppedError('Nothing more is to be sent for this set.');
    cell.sends++;
    this.hasSent = true;
    // A process that was frozen wakes up with an expired lease.
    if (performance.now() - beganAt > this.#changeSet.leaseMs / 3)
      throw new LeaseLostError('Too much time went by before this could be sent.');
    return sentAt;
  }

  /** After a send that the service certainly did not run: with no earlier send, the value is not ours. */
  async clearSent(cell: WorkCell): Promise<void> {
    if (cell.sentAt !== null) return;
    await this.#update((transaction) =>
      transaction
        .updateTable('change_cell')
        .set({ sent_at: null })
        .where('set_id', '=', this.#changeSet.id)
        .where('position', '=', cell.position)
        .where('state', '=', cell.state)
        .execute(),
    );
  }

  /** Postpones the unsent cells of an entity, so that others are tried first. @returns the database's time. */
  async postponeEntity(entityId: string, ms: number): Promise<number> {
    const { now } = this.#database.dialect;
    for (let after = -1; ; await nextTurn()) {
      const { at, last } = await this.#write(async (transaction) => {
        const { length } = await transaction
          .selectFrom('change_cell')
          .select('position')
          .where('set_id', '=', this.#changeSet.id)
          .where('position', '>', after)
          .orderBy('position')
          .limit(cellsPostponed)
          .execute();
        await transaction
          .updateTable('change_cell')
          .set({ next_at: sql<number>`${now} + ${sql.lit(ms)}` })
          .where('set_id', '=', this.#changeSet.id)
          .where('position', '>', after)
          .where('position', '<=', after + cellsPostponed)
          .where('state', '=', 'pending')
          .where('entity_id', '=', entityId)
          .where('sent_at', 'is', null)
          .execute();
        const time = await transaction.selectNoFrom(now.as('at')).executeTakeFirstOrThrow();
        const last = length < cellsPostponed ? null : after + cellsPostponed;
        return { facts: [], result: { ...time, last } };
      });
      if (last === null) return at;
      after = last;
    }
  }

  async record(moves: readonly CellMove[]): Promise<void> {
    for (let i = 0; i < moves.length; i += cellsPerWrite) {
      const some = moves.slice(i, i + cellsPerWrite);
      await this.#writeAndEnd(async (transaction) => {
        const facts = await transition(transaction, this.#database, this.#changeSet, some);
        await releaseClaims(
          transaction,
          this.#scope,
          some.map(({ cell }) => cell.cell),
        );
        return { facts, result: undefined };
      });
    }
  }

  /**
   * Cancels some cells that cannot take effect any more.
   * @param detail why. @param said what the service said to those that were sent. @returns whether more may be left.
   */
  async cancelUnsent(detail: string, said = ''): Promise<boolean> {
    const found = await this.#writeAndEnd(async (transaction) => {
      const rows = await transaction
        .selectFrom('change_cell')
        .selectAll()
        .where('set_id', '=', this.#changeSet.id)
        .where('state', '=', 'pending')
        .where('sent_at', 'is', null) // never sent, or certainly not executed
        .orderBy('position')
        .limit(cellsPerWrite)
        .execute();
      const cells = rows.map(workCell);
      const moves = cells.map((cell) => ({
        cell,
        to: 'cancelled' as const,
        detail: cell.sends === 0 ? detail : `${cancelledAfterSendingWords} ${said}`.trim(),
      }));
      const facts = await transition(transaction, this.#database, this.#changeSet, moves);
      await releaseClaims(transaction, this.#scope, cells.map(cellOf));
      return { facts, result: cells.length };
    });
    await nextTurn(); // the embedded database never waits, so other requests get their chance here
    return found > 0 && !this.hasEnded;
  }

  /** Records why the starter may no longer act; the first reason stays. */
  async withdraw(why: string): Promise<void> {
    await this.#update((transaction) =>
      transaction
        .updateTable('change_set')
        .set({ withdrawn: why })
        .where('id', '=', this.#changeSet.id)
        .where('withdrawn', 'is', null)
        .execute(),
    );
  }

  /** Pauses longer after each failure in a row. What a person wants, or a withdrawn permission, takes precedence. */
  pauseAfterFailure(
    { code, detail, retryMs = 0 }: Failure,
    pauses: Parameters<typeof pauseAfter>[1],
  ): Promise<void> {
    const { now } = this.#database.dialect;
    return this.#writeAndGiveBack(async (transaction, asked) => {
      if (asked.control !== 'run' || asked.withdrawn !== null)
        return this.#pauseOrPostpone(transaction, asked, retrySoonMs);
      const row = await transaction
        .selectFrom('change_set')
        .select('stumbles')
        .where('id', '=', this.#changeSet.id)
        .executeTakeFirstOrThrow();
      const stumbles = row.stumbles + 1;
      const afterMs = Math.max(retryMs, pauseAfter(stumbles, pauses));
      const retryAt = sql<number>`${now} + ${sql.lit(afterMs)}`;
      await transaction
        .updateTable('change_set')
        .set({
          state: 'paused',
          ...pausedBecause({ code, detail, at: now, retryAt }),
          stumbles,
          send_before: null,
        })
        .where('id', '=', this.#changeSet.id)
        .execute();
      const unconfirmed = await unconfirmWhatWasSent(transaction, this.#database, this.#changeSet);
      return { facts: [...unconfirmed, stateFact(this.#changeSet, 'paused', detail)], result: undefined };
    });
  }

  /** Gives the lease back until `retryMs` have passed; pauses if a person wants that. */
  rest(retryMs: number | null): Promise<void> {
    return this.#writeAndGiveBack((transaction, asked) => this.#pauseOrPostpone(transaction, asked, retryMs));
  }

  async #pauseOrPostpone(
    transaction: Transaction<Tables>,
    { control }: SetControl,
    retryMs: number | null,
  ): Promise<Recorded<undefined>> {
    const { now } = this.#database.dialect;
    const isPause = control === 'pause';
    const facts = isPause ? await unconfirmWhatWasSent(transaction, this.#database, this.#changeSet) : [];
    const row = await transaction
      .selectFrom('change_set')
      .select(['state', unconfirmedState])
      .where('id', '=', this.#changeSet.id)
      .executeTakeFirstOrThrow();
    const isNew = isPause && row.state !== 'paused';
    const afterMs = facts.length > 0 ? 0 : retryMs;
    await transaction
      .updateTable('change_set')
      .set({
        retry_at: afterMs === null ? null : sql<number>`${now} + ${sql.lit(afterMs)}`,
        ...(isPause && { state: 'paused', pause_code: 'person' }),
        ...(isNew && { paused_at: now }),
      })
      .where('id', '=', this.#changeSet.id)
      .execute();
    if (isNew) facts.push(stateFact(this.#changeSet, 'paused', pausedWords(row[unconfirmedState])));
    return { facts, result: undefined };
  }

  /** Marks a cell as sent once more. @returns when; null: another set claimed the cell. */
  async #markSent(
    transaction: Transaction<Tables>,
    { position, cell, sends, before }: WorkCell,
  ): Promise<number | null> {
    const row = await transaction
      .updateTable('change_cell')
      .set({
        sends: sends + 1,
        before_value: columnOf(before),
        current_value: columnOf(before),
        sent_at: this.#database.dialect.now,
      })
      .where('set_id', '=', this.#scope.setId)
      .where('position', '=', position)
      .where(isClaimed(this.#scope, cell))
      .returning('sent_at')
      .executeTakeFirst();
    return row?.sent_at ?? null;
  }

  async #writeAndEnd<T>(work: FencedWork<T>): Promise<T> {
    const { result: done, entries } = await fencedWrite(
      this.#parts,
      this.#changeSet,
      async (transaction, asked) => {
        const { facts, result } = await work(transaction, asked);
        const end = await this.#endIfDecided(transaction, asked);
        return { facts: [...facts, ...(end ?? [])], result: { result, hasEnded: end !== null } };
      },
    );
    this.hasEnded ||= done.hasEnded;
    this.outcome = entries.findLast((entry) => entry.kind === 'change.outcome') ?? this.outcome;
    this.#notify();
    return done.result;
  }

  /** @returns null when something is left to decide, else entries about the end. */
  async #endIfDecided(transaction: Transaction<Tables>, asked: SetControl): Promise<LedgerFacts[] | null> {
    const state = asked.control === 'cancel' || asked.withdrawn !== null ? 'cancelled' : 'done';
    const ended = await transaction
      .updateTable('change_set')
      .set({ state, ended_at: this.#database.dialect.now, lease_until: 0, ...notPaused })
      .where('id', '=', this.#changeSet.id)
      .where('pending', '=', 0)
      .where(unconfirmedState, '=', 0)
      .returning(['total', 'rejected', 'conflict'])
      .executeTakeFirst();
    if (!ended) return null;
    await releaseClaims(transaction, this.#scope, 'all');
    const refused = ended.rejected + ended.conflict;
    // The outcome of a switch says as much.
    return this.#changeSet.kind === 'switch'
      ? []
      : [
          {
            ...stateFact(this.#changeSet, state, asked.withdrawn ?? ''),
            ...(refused > 0 && { refused: { count: refused, of: ended.total } }),
          },
        ];
  }

  async #writeAndGiveBack(work: FencedWork<undefined>): Promise<void> {
    await this.#write(async (transaction, asked) => {
      const recorded = await work(transaction, asked);
      await transaction
        .updateTable('change_set')
        .set({ lease_until: 0 })
        .where('id', '=', this.#changeSet.id)
        .execute();
      await releaseClaims(transaction, this.#scope, 'all');
      return recorded;
    });
    this.#notify();
  }

  /** Writes without an entry or a result. */
  async #update(work: (transaction: Transaction<Tables>) => Promise<unknown>): Promise<void> {
    await this.#write(async (transaction) => {
      await work(transaction);
      return { facts: [], result: undefined };
    });
  }

  async #write<T>(work: FencedWork<T>): Promise<T> {
    return (await fencedWrite(this.#parts, this.#changeSet, work)).result;
  }

  #notify(): void {
    this.#parts.signals.send('change-set', this.#changeSet.id);
  }
}

const cellOf = ({ cell }: WorkCell) => cell;

function pausedWords(unconfirmed: number): string {
  if (unconfirmed === 0) return 'All requests are answered.';
  const cells = unconfirmed === 1 ? 'one cell' : `${String(unconfirmed)} cells`;
  return `All requests are answered. The console reads ${cells} again, whose change the service has not confirmed.`;
}
