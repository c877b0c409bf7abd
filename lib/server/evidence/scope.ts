import 'server-only';
import type { EvidenceScope } from '@/lib/contract/evidence';
import { answered } from '@/lib/server/db/answered';
import type { Database } from '@/lib/server/db/database';
import type { LogRow } from '@/lib/server/ledger/log-file';

/** Which entries evidence shows; the others are given by their digest. */
export interface Shown {
  has: (row: Pick<LogRow, 'seq' | 'at' | 'kind' | 'set_id'>) => boolean;
  /** The only set whose changes it is about, if so. */
  setId: string | null;
}

/**
 * What a scope shows: its own entries, those about the ledger itself, and the one that says that this was exported. Of
 * sets that began before a period, also their beginning, for the reason stands there.
 * @param exported number of the entry that says so.
 */
export async function shownBy(database: Database, scope: EvidenceScope, exported: number): Promise<Shown> {
  const isAlways = ({ seq, kind }: Pick<LogRow, 'seq' | 'kind'>): boolean =>
    seq === exported || kind.startsWith('ledger.');
  switch (scope.what) {
    case 'ledger':
      return { setId: null, has: () => true };
    case 'set': {
      const setId = scope.changeSetId;
      return { setId, has: (row) => row.set_id === setId || isAlways(row) };
    }
    case 'period': {
      const [from, to] = [Date.parse(scope.from), Date.parse(scope.to)];
      const begunBefore = await setsBegunBefore(database, from, to);
      return {
        setId: null,
        has: (row) =>
          (row.at >= from && row.at < to) ||
          (row.kind === 'set.created' && row.set_id !== null && begunBefore.has(row.set_id)) ||
          isAlways(row),
      };
    }
  }
}

/** Sets with entries in a period that were created before it. */
async function setsBegunBefore({ kysely }: Database, from: number, to: number): Promise<Set<string>> {
  const rows = await answered(() =>
    kysely
      .selectFrom('ledger_entry as entry')
      .select('entry.set_id')
      .distinct()
      .where('entry.at', '>=', from)
      .where('entry.at', '<', to)
      .where('entry.set_id', 'is not', null)
      .where((where) =>
        where.exists(
          where
            .selectFrom('ledger_entry as begun')
            .select('begun.seq')
            .whereRef('begun.set_id', '=', 'entry.set_id')
            .where('begun.kind', '=', 'set.created')
            .where('begun.at', '<', from),
        ),
      )
      .execute(),
  );
  return new Set(rows.flatMap(({ set_id }) => set_id ?? []));
}
