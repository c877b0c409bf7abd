import 'server-only';
import { sql } from 'kysely';
import type { Database } from '@/lib/server/db/database';
import type { Notices } from '@/lib/server/db/notices';
import type { Ledger } from '@/lib/server/ledger/ledger';
import { releaseClaims } from './cell-claims';
import { fencedWrite } from './fenced-write';
import type { HeldSet } from './held-set';
import { doubtWhatWasSent, stateFact } from './set-facts';

interface PauseParts {
  database: Database;
  ledger: Ledger;
  notices: Notices;
}

/** How a set that is run stops for a while, and why; every method throws as `fencedWrite`. */
export class SetPauses {
  readonly #parts: PauseParts;
  readonly #held: HeldSet;
  readonly #scope: { connection: string; setId: string };

  constructor(parts: PauseParts, held: HeldSet) {
    this.#parts = parts;
    this.#held = held;
    this.#scope = { connection: held.connection.key, setId: held.id };
  }

  /** Keeps why the starter may no longer act, as the first who noticed says it. */
  async withdraw(why: string): Promise<void> {
    await fencedWrite(this.#parts, this.#held, async (transaction) => {
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
    const { now } = this.#parts.database.profile;
    await fencedWrite(this.#parts, this.#held, async (transaction) => {
      const doubts = await doubtWhatWasSent(transaction, this.#parts.database, this.#held);
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
      return { facts: [...doubts, stateFact(this.#held, 'paused', detail)], result: undefined };
    });
    this.#parts.notices.tell('change-set', this.#held.id);
  }

  /** Gives the lease back: nothing can be done before `retryMs`, or a person wants a pause. */
  async rest(retryMs: number | null): Promise<void> {
    const { now } = this.#parts.database.profile;
    await fencedWrite(this.#parts, this.#held, async (transaction, { control }) => {
      const isPause = control === 'pause';
      const doubts = isPause ? await doubtWhatWasSent(transaction, this.#parts.database, this.#held) : [];
      const row = await transaction
        .selectFrom('change_set')
        .select(['state', 'unknown'])
        .where('id', '=', this.#held.id)
        .executeTakeFirstOrThrow();
      const afterMs = doubts.length > 0 ? 0 : retryMs;
      await transaction
        .updateTable('change_set')
        .set({
          lease_until: 0,
          retry_at: afterMs === null ? null : sql<number>`${now} + ${sql.lit(afterMs)}`,
          ...(isPause && { state: 'paused', pause_code: 'person' }),
          ...(isPause && row.state !== 'paused' && { paused_at: now }),
        })
        .where('id', '=', this.#held.id)
        .execute();
      await releaseClaims(transaction, this.#scope, 'all');
      const isNew = isPause && row.state !== 'paused';
      const state = isNew ? [stateFact(this.#held, 'paused', pausedWords(row.unknown))] : [];
      return { facts: [...doubts, ...state], result: undefined };
    });
    this.#parts.notices.tell('change-set', this.#held.id);
  }
}

function pausedWords(unknown: number): string {
  if (unknown === 0) return 'Everything in flight has ended.';
  const cells = unknown === 1 ? 'one cell' : `${String(unknown)} cells`;
  return `Nothing is in flight. Of ${cells} nobody knows yet whether the service made the change; it is asked.`;
}
