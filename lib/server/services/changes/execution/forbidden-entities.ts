import 'server-only';
import type { RequestFailure } from '@/lib/domain/changes/cell-protocol';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { ChangeSetStore } from '@/lib/server/services/changes/store/change-set-store';

interface Parts {
  database: Database;
  store: ChangeSetStore;
  changeSetId: string;
  /** More entities than these, one after the other, are no matter of single entities. */
  most: number;
  /** The cells of a forbidden entity wait so long for others to be tried. */
  behindMs: number;
}

/** Tells a service that forbids the changes of one entity from a service that forbids all changes. */
export class ForbiddenEntities {
  readonly #parts: Parts;
  readonly #refused = new Set<string>();
  readonly #behind = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * What a POST that the service forbade (403) speaks against. `refused`: this entity, for the set changed others, and
   * nothing in this one. `cell`: not known yet, so the cells of the entity wait behind the others. `service`: all changes.
   * @throws ConsoleError `ledger-unavailable`; as the store.
   */
  async judge(entityId: string): Promise<RequestFailure['of']> {
    const { store, most, behindMs } = this.#parts;
    if (this.#refused.has(entityId)) return 'refused';
    if (this.#refused.size + this.#behind.size >= most) return 'service';
    if (await this.#has('applied', 'in', [entityId])) return 'service';
    if (await this.#has('applied', 'not in', [entityId])) {
      this.#refused.add(entityId);
      this.#behind.delete(entityId);
      return 'refused';
    }
    this.#behind.add(entityId);
    if (!(await this.#has('pending', 'not in', [...this.#behind]))) return 'service';
    await store.putBehind(entityId, behindMs);
    return 'cell';
  }

  async #has(state: 'applied' | 'pending', op: 'in' | 'not in', entityIds: string[]): Promise<boolean> {
    const row = await orUnavailable(() =>
      this.#parts.database.kysely
        .selectFrom('change_cell')
        .select('position')
        .where('set_id', '=', this.#parts.changeSetId)
        .where('state', '=', state)
        .where('entity_id', op, entityIds)
        .limit(1)
        .executeTakeFirst(),
    );
    return row !== undefined;
  }
}
