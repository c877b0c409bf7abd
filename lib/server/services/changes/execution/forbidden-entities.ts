import 'server-only';
import type { RequestFailure } from '@/lib/domain/changes/cell-protocol';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { ChangeSetStore } from '../store/change-set-store';

interface Parts {
  database: Database;
  store: ChangeSetStore;
  changeSetId: string;
  /** With more forbidden entities in a row than these, the service forbids all changes. */
  limit: number;
  postponeMs: number;
}

/** Tells whether the service forbids the changes of one entity or all changes. */
export class ForbiddenEntities {
  readonly #parts: Parts;
  readonly #refused = new Set<string>();
  /** Entities whose cells wait, with the database's time of their first 403 in this run; null: being written. */
  readonly #postponed = new Map<string, number | null>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Judges a 403. `refused`: forbids this entity, since it has only taken changes of others. `cell`: not known yet; the
   * entity's cells wait. `service`: forbids all changes.
   * @throws ConsoleError `ledger-unavailable`; as the store.
   */
  async judge(entityId: string): Promise<RequestFailure['of']> {
    const { store, limit, postponeMs } = this.#parts;
    if (this.#refused.has(entityId)) return 'refused';
    const isNew = !this.#postponed.has(entityId);
    if (isNew && this.#refused.size + this.#postponed.size >= limit) return 'service';
    const since = this.#postponed.get(entityId) ?? null;
    if (since !== null) {
      if (await this.#has('applied', 'in', [entityId], since)) return 'service';
      if (await this.#has('applied', 'not in', [entityId], since)) {
        this.#refused.add(entityId);
        this.#postponed.delete(entityId);
        return 'refused';
      }
    } else this.#postponed.set(entityId, null);
    if (!(await this.#has('pending', 'not in', [...this.#postponed.keys()]))) return 'service';
    const at = await store.postponeEntity(entityId, postponeMs);
    if (since === null) this.#postponed.set(entityId, at);
    return 'cell';
  }

  /** @param sentAfter the database's time after which the cell's last POST left. */
  async #has(
    state: 'applied' | 'pending',
    op: 'in' | 'not in',
    entityIds: string[],
    sentAfter?: number,
  ): Promise<boolean> {
    const row = await orUnavailable(() =>
      this.#parts.database.kysely
        .selectFrom('change_cell')
        .select('position')
        .where('set_id', '=', this.#parts.changeSetId)
        .where('state', '=', state)
        .where('entity_id', op, entityIds)
        .$if(sentAfter !== undefined, (query) => query.where('sent_at', '>', sentAfter ?? 0))
        .limit(1)
        .executeTakeFirst(),
    );
    return row !== undefined;
  }
}
