import 'server-only';
import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Logger } from 'pino';
import { backoffMs } from '@/lib/domain/backoff';
import type { Database } from '@/lib/server/db/database';
import type { ReplicaSignals } from '@/lib/server/db/replica-signals';
import type { NoticeReceiverTable } from '@/lib/server/db/tables';
import { causeOf, type Deliver } from '@/lib/server/services/notices/receivers/deliver';
import { messageOf } from '@/lib/server/services/notices/receivers/message';

interface OutboxParts {
  database: Database;
  signals: ReplicaSignals;
  log: Pick<Logger, 'warn' | 'info'>;
  deliver: Deliver;
}

type ReceiverRow = Selectable<NoticeReceiverTable>;

/** Interval of looks without a signal: some tries become due meanwhile. */
const lookMs = 5_000;
/** Longer than one try may take. */
const leaseMs = 60_000;
const receiversAtOnce = 20;
const retryBackoff = { firstMs: 10_000, longestMs: 15 * 60_000 };
const giveUpAfterMs = 24 * 60 * 60_000;
const keepMs = 90 * 24 * 60 * 60_000;
const tidyEveryMs = 6 * 60 * 60_000;

/**
 * Delivers the messages of each receiver in order, on one replica at a time, at least once. A receiver that fails holds
 * up only its own messages; after a day they are given up, and a person can send them again.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #owner = randomUUID();
  readonly #closing = new AbortController();
  readonly #busy = new Map<string, Promise<void>>();
  #looking: Promise<void> | null = null;
  #stops: (() => void)[] = [];
  #tidiedAt = -Infinity;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  start(): void {
    const look = () => void this.look().catch(() => undefined); // the database is down; the next look goes on
    const timer = setInterval(look, lookMs).unref();
    this.#stops = [() => clearInterval(timer), this.#parts.signals.listen('notice', look)];
    look();
  }

  /** Ends tries under way; another replica repeats them. */
  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    this.#closing.abort(new Error('The console is stopping.'));
    await this.#looking?.catch(() => undefined);
    await Promise.all(this.#busy.values());
  }

  /** Begins the deliveries that are due. Throws the database's error. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    return this.#looking;
  }

  /** Delivers what is due and waits for it. Throws the database's error. */
  async settle(): Promise<void> {
    await this.#looking;
    await this.look();
    await Promise.all(this.#busy.values());
  }

  async #look(): Promise<void> {
    const { kysely, dialect } = this.#parts.database;
    await this.#tidy();
    const due = await kysely
      .selectFrom('notice_receiver')
      .select('id')
      .where('next_at', '<=', dialect.now)
      .where((where) =>
        where.or([where('lease_until', '<=', dialect.now), where('lease_owner', '=', this.#owner)]),
      )
      .where((where) =>
        where.exists(
          where
            .selectFrom('notice_delivery')
            .select('number')
            .whereRef('receiver_id', '=', 'notice_receiver.id')
            .where('state', '=', 'waiting'),
        ),
      )
      .limit(receiversAtOnce + this.#busy.size)
      .execute();
    for (const { id } of due) {
      if (this.#busy.has(id) || this.#busy.size >= receiversAtOnce || this.#closing.signal.aborted) continue;
      const serving = this.#serve(id)
        .catch(() => undefined) // the database is down; the lease ends by itself
        .finally(() => this.#busy.delete(id));
      this.#busy.set(id, serving);
    }
  }

  async #serve(id: string): Promise<void> {
    let receiver = await this.#lease(id);
    while (receiver && !this.#closing.signal.aborted) {
      const isDelivered = await this.#deliverNext(receiver);
      receiver = isDelivered ? await this.#lease(id) : undefined;
    }
    await this.#parts.database.kysely
      .updateTable('notice_receiver')
      .set({ lease_until: 0 })
      .where('id', '=', id)
      .where('lease_owner', '=', this.#owner)
      .execute();
  }

  /** Takes or renews the lease; undefined: another replica has it, or the receiver was removed or waits for its next try. */
  #lease(id: string): Promise<ReceiverRow | undefined> {
    const { kysely, dialect } = this.#parts.database;
    const { now } = dialect;
    return kysely
      .updateTable('notice_receiver')
      .set({ lease_owner: this.#owner, lease_until: sql<number>`${now} + ${sql.lit(leaseMs)}` })
      .where('id', '=', id)
      .where('next_at', '<=', now)
      .where((where) => where.or([where('lease_until', '<=', now), where('lease_owner', '=', this.#owner)]))
      .returningAll()
      .executeTakeFirst();
  }

  /** @returns whether a message was delivered; false: none waits, or the try failed. */
  async #deliverNext(receiver: ReceiverRow): Promise<boolean> {
    const { database, deliver, log } = this.#parts;
    const next = await database.kysely
      .selectFrom('notice_delivery')
      .innerJoin('notice', 'notice.number', 'notice_delivery.number')
      .select(['notice.number', 'notice.kind', 'notice.connection', 'notice.at', 'notice.body'])
      .where('receiver_id', '=', receiver.id)
      .where('state', '=', 'waiting')
      .orderBy('notice.number')
      .limit(1)
      .executeTakeFirst();
    if (!next) return false;
    let remark: string | null;
    try {
      remark = await deliver(receiver, messageOf(next), this.#closing.signal);
    } catch (error) {
      if (this.#closing.signal.aborted) return false;
      const cause = causeOf(error);
      await this.#noteFailure(receiver, next.number, cause);
      if (receiver.failures === 0)
        log.warn(
          { receiver: receiver.id, notice: next.number, cause: String(error) },
          'A notice could not be delivered; it is tried again.',
        );
      return false;
    }
    await this.#noteSuccess(receiver, next.number, remark);
    if (receiver.failures > 0)
      log.info(
        { receiver: receiver.id, notice: next.number },
        'Notices are delivered to the receiver again.',
      );
    return true;
  }

  async #noteSuccess({ id }: ReceiverRow, number: number, cause: string | null): Promise<void> {
    const { kysely, dialect } = this.#parts.database;
    await kysely.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('notice_delivery')
        .set(({ eb }) => ({
          state: 'delivered',
          tries: eb('tries', '+', 1),
          tried_at: dialect.now,
          cause,
        }))
        .where('receiver_id', '=', id)
        .where('number', '=', number)
        .execute();
      await transaction
        .updateTable('notice_receiver')
        .set({ failures: 0, next_at: 0, cause: null })
        .where('id', '=', id)
        .execute();
    });
  }

  async #noteFailure({ id, failures }: ReceiverRow, number: number, cause: string): Promise<void> {
    const { kysely, dialect } = this.#parts.database;
    const { now } = dialect;
    const pauseMs = backoffMs(failures + 1, retryBackoff);
    await kysely.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('notice_receiver')
        .set({ failures: failures + 1, next_at: sql<number>`${now} + ${sql.lit(pauseMs)}`, cause })
        .where('id', '=', id)
        .where('lease_owner', '=', this.#owner) // a replica that was frozen says nothing of the present
        .execute();
      await transaction
        .updateTable('notice_delivery')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1), tried_at: now, cause }))
        .where('receiver_id', '=', id)
        .where('number', '=', number)
        .where('state', '=', 'waiting')
        .execute();
      // A receiver that fails for a day gives up all its old messages at once: none waits for a try of its own.
      await transaction
        .updateTable('notice_delivery')
        .set({ state: 'given-up', cause })
        .where('receiver_id', '=', id)
        .where('state', '=', 'waiting')
        .where('since', '<=', sql<number>`${now} - ${sql.lit(giveUpAfterMs)}`)
        .execute();
    });
  }

  /** Removes deliveries and notices of more than 90 days ago; what waits stays. */
  async #tidy(): Promise<void> {
    if (performance.now() - this.#tidiedAt < tidyEveryMs) return;
    this.#tidiedAt = performance.now();
    const { kysely, dialect } = this.#parts.database;
    const old = sql<number>`${dialect.now} - ${sql.lit(keepMs)}`;
    await kysely
      .deleteFrom('notice_delivery')
      .where('state', '!=', 'waiting')
      .where('since', '<', old)
      .execute();
    await kysely
      .deleteFrom('notice')
      .where('seen_at', '<', old)
      .where('number', '<', sql<number>`(select max(number) from notice)`) // no number is given twice
      .where((where) =>
        where.not(
          where.exists(
            where.selectFrom('notice_delivery').select('number').whereRef('number', '=', 'notice.number'),
          ),
        ),
      )
      .execute();
  }
}
