import { sql } from 'kysely';
import type { AccessChange } from '@/lib/contract/access/access';
import type { CellState } from '@/lib/contract/changes/change-states';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import type { Actor } from '@/lib/server/auth/actor';
import type { Database } from '@/lib/server/db/database';
import type { Ledger } from '@/lib/server/ledger/ledger';
import { createChangeSet, type NewChangeSet } from '@/lib/server/services/changes/store/create-change-set';
import { newSet } from './new-set';

/** The administrator of these sets. */
export const dana: Actor = {
  personId: 'dana',
  name: 'Dana Ström',
  roles: ['security-administrator'],
  sessionId: 'a-session',
};

/** Change sets written straight into the database, for tests about reading them. */
export class StoredSets {
  readonly #parts: { database: Database; ledger: Ledger };

  constructor(parts: { database: Database; ledger: Ledger }) {
    this.#parts = parts;
  }

  /** Stores a set that nobody runs. @returns its id. */
  async store(cells: readonly AccessChange[], more: Partial<NewChangeSet> = {}): Promise<string> {
    const { id } = await createChangeSet(
      { ...this.#parts, config: { accessReason: 'optional' } },
      newSet(dana, cells, more),
    );
    return id;
  }

  /** Decides cells as a worker does: rows, counts and ledger entries together. */
  async decide(id: string, outcomes: Record<number, Exclude<CellState, 'pending'>>): Promise<void> {
    const { now } = this.#parts.database.dialect;
    await this.#parts.ledger.record(async (transaction) => {
      const facts: LedgerFacts[] = [];
      for (const [position, state] of Object.entries(outcomes)) {
        const isKept = state === 'applied' || state === 'already';
        const row = await transaction
          .updateTable('change_cell')
          .set((set) => ({
            state,
            detail: isKept ? '' : `It is ${state}.`,
            before_value: sql<number>`1 - wanted`,
            current_value: isKept ? set.ref('wanted') : sql<number>`1 - wanted`,
            settled_at: state === 'unknown' ? null : now,
          }))
          .where('set_id', '=', id)
          .where('position', '=', Number(position))
          .returningAll()
          .executeTakeFirstOrThrow();
        await transaction
          .updateTable('change_set')
          .set({ pending: sql<number>`pending - 1`, [state]: sql<number>`${sql.ref(state)} + 1` })
          .where('id', '=', id)
          .execute();
        const { record_type: recordType, record_id: recordId, entity_id: entityId } = row;
        const about = {
          connection: 'default',
          set: id,
          position: row.position,
          attempt: 1,
          cell: { recordType, recordId, entityId },
          actor: { id: dana.personId, name: dana.name, roles: [...dana.roles], session: dana.sessionId },
          wanted: row.wanted === 1,
          sends: 1,
          detail: row.detail,
        };
        facts.push(
          state === 'unknown'
            ? { kind: 'change.open', ...about }
            : {
                kind: 'change.outcome',
                ...about,
                outcome: state,
                before: row.wanted === 0,
                after: row.current_value === 1,
                serviceRequests: [],
              },
        );
      }
      return { facts, result: undefined };
    });
  }
}

/** A change of a customer's access. */
export function customer(recordId: string, entityId: string, accessible = true): AccessChange {
  return { recordType: 'Customer', recordId, entityId, accessible };
}
