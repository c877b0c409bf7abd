import 'server-only';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { Connection } from '@/lib/server/services/connection';

type Mirrored = Pick<Connection, 'key' | 'mirror'>;

/**
 * Marks the cells that change sets left open, for a process that has just started and has heard nothing yet.
 * @throws ConsoleError `ledger-unavailable`.
 */
export async function markUnconfirmedCells(
  database: Database,
  connections: readonly Mirrored[],
): Promise<void> {
  const rows = await orUnavailable(() =>
    database.kysely
      .selectFrom('change_set')
      .innerJoin('change_cell', 'set_id', 'id')
      .select(['connection', 'record_type', 'record_id', 'entity_id'])
      .where('change_set.state', 'in', ['queued', 'running', 'paused'])
      .where('change_cell.state', 'in', ['pending', 'unknown'])
      .where('change_cell.sent_at', 'is not', null)
      .execute(),
  );
  for (const { connection, record_type: recordType, record_id: recordId, entity_id: entityId } of rows)
    connections
      .find(({ key }) => key === connection)
      ?.mirror.markUnconfirmed({ recordType, recordId, entityId });
}

/**
 * Has the mirrors take over what entries of the ledger tell, by whichever replica and in the order of their numbers:
 * values that were read back, cells whose value nobody knows for now, and what changed outside and was reviewed. Hearing an entry again
 * does no harm.
 */
export function applyEntries(connections: readonly Mirrored[], entries: readonly LedgerEntry[]): void {
  for (const entry of entries) {
    const key = 'connection' in entry ? entry.connection : undefined;
    const mirror = connections.find((one) => one.key === key)?.mirror;
    if (!mirror) continue;
    switch (entry.kind) {
      case 'change.outcome':
        if (entry.after === undefined) mirror.clearUnconfirmed(entry.cell);
        else mirror.applyLedgerEntry({ ...entry.cell, accessible: entry.after }, entry.seq);
        break;
      case 'change.open':
        mirror.markUnconfirmed(entry.cell);
        break;
      case 'access.outside':
        mirror.applyLedgerEntry({ ...entry.cell, accessible: entry.after }, entry.seq);
        mirror.noteOutside({ ...entry, count: 1 });
        break;
      case 'access.outside-more':
        mirror.noteOutside({ ...entry, cell: null });
        break;
      case 'access.accepted':
        void mirror.reconsider();
        break;
      case 'outside.reviewed':
        mirror.reviewOutside(entry.last);
        break;
      default: // says nothing about a value
    }
  }
  for (const { mirror } of connections) mirror.appliedTo(entries.at(-1)?.seq ?? 0);
}
