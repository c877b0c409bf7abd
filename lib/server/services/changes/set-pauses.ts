import 'server-only';
import { sql } from 'kysely';
import type { ChangeSetState } from '@/lib/contract/changes';
import type { LedgerFacts } from '@/lib/contract/ledger';
import type { Database } from '@/lib/server/db/database';
import type { Notices } from '@/lib/server/db/notices';
import type { Ledger } from '@/lib/server/ledger/ledger';
import { releaseClaims } from './cell-claims';
import { fencedWrite } from './fenced-write';
import type { HeldSet } from './held-set';

/** How a set that is run stops for a while, and why; every method throws as `fencedWrite`. */
export class SetPauses {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #notices: Notices;
  readonly #held: HeldSet;
  readonly #scope: { connection: string; setId: string };

  constructor(parts: { database: Database; ledger: Ledger; notices: Notices }, held: HeldSet) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#notices = parts.notices;
    this.#held = held;
    this.#scope = { connection: held.connection.key, setId: held.id };
  }

  /** Keeps why the starter may no longer act, as the first who noticed says it. */
  async withdraw(why: string): Promise<void> {
    await fencedWrite(this.#ledger, this.#held, async (transaction) => {
      await transaction
        .updateTable('change_set')
        .set({ withdrawn: why })
        .where('id', '=', this.#held.id)
        .where('withdrawn', 'is', null)
        .execute();
      return { facts: [], result: undefined };
    });
  }

  /** Pauses the set because of what the console met with; a worker takes it up again after `retryMs`. */
  async stumble(code: string, detail: string, retryMs: number): Promise<void> {
    const { now } = this.#database.profile;
    await fencedWrite(this.#ledger, this.#held, async (transaction) => {
      await transaction
        .updateTable('change_set')
        .set({
          state: 'paused',
          pause_code: code,
          pause_detail: detail,
          paused_at: now,
          retry_at: sql<number>`${now} + ${sql.lit(retryMs)}`,
          stumbles: sql<number>`stumbles + 1`,
          lease_until: 0,
        })
        .where('id', '=', this.#held.id)
        .execute();
      await releaseClaims(transaction, this.#scope, 'all');
      return { facts: [stateFact(this.#held, 'paused', detail)], result: undefined };
    });
    this.#notices.tell('change-set', this.#held.id);
  }

  /** Gives the lease back: nothing can be done before `retryMs`, or a person wants a pause. */
  async rest(retryMs: number | null): Promise<void> {
    const { now } = this.#database.profile;
    await fencedWrite(this.#ledger, this.#held, async (transaction, { control }) => {
      const isPause = control === 'pause';
      const row = await transaction
        .selectFrom('change_set')
        .select('state')
        .where('id', '=', this.#held.id)
        .executeTakeFirstOrThrow();
      await transaction
        .updateTable('change_set')
        .set({
          lease_until: 0,
          retry_at: retryMs === null ? null : sql<number>`${now} + ${sql.lit(retryMs)}`,
          ...(isPause && { state: 'paused', pause_code: 'person' }),
          ...(isPause && row.state !== 'paused' && { paused_at: now }),
        })
        .where('id', '=', this.#held.id)
        .execute();
      await releaseClaims(transaction, this.#scope, 'all');
      const facts =
        isPause && row.state !== 'paused'
          ? [stateFact(this.#held, 'paused', 'Everything in flight has ended.')]
          : [];
      return { facts, result: undefined };
    });
    this.#notices.tell('change-set', this.#held.id);
  }
}

/** The entry about a set's new state, by the console itself. */
export function stateFact(held: HeldSet, state: ChangeSetState, why: string): LedgerFacts {
  return { kind: 'set.state', connection: held.connection.key, set: held.id, state, why };
}
