import 'server-only';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { cellColumns, cellOfRow } from '@/lib/server/db/cell-columns';
import type { Database } from '@/lib/server/db/database';
import { attemptIn, outsideIn } from '@/lib/server/ledger/reading';
import type { Connection } from '@/lib/server/services/connection';

type Mirrored = Pick<Connection, 'key' | 'mirror'>;

/** Marks unconfirmed cells in the mirrors of a new process. @throws ConsoleError `ledger-unavailable`. */
export async function markUnconfirmedCells(
  database: Database,
  connections: readonly Mirrored[],
): Promise<void> {
  const rows = await orUnavailable(() =>
    database.kysely
      .selectFrom('change_set')
      .innerJoin('change_cell', 'set_id', 'id')
      .select(['connection', ...cellColumns])
      .where('change_set.state', 'in', ['queued', 'running', 'paused'])
      .where('change_cell.state', 'in', ['pending', unconfirmedState])
      .where('change_cell.sent_at', 'is not', null)
      .execute(),
  );
  for (const { connection, ...row } of rows)
    connections.find(({ key }) => key === connection)?.mirror.markUnconfirmed(cellOfRow(row));
}

/** Applies ledger entries of all replicas, in order, to the mirrors. Repeated entries do no harm. */
export function applyEntries(connections: readonly Mirrored[], entries: readonly LedgerEntry[]): void {
  for (const entry of entries) {
    const key = 'connection' in entry ? entry.connection : undefined;
    const mirror = connections.find((one) => one.key === key)?.mirror;
    if (!mirror) continue;
    const attempt = entry.kind === 'change.intent' ? null : attemptIn(entry);
    const outside = entry.kind === 'access.accepted' ? null : outsideIn(entry);
    const outcome = attempt ?? outside;
    if (attempt?.state === unconfirmedState) mirror.markUnconfirmed(attempt.cell);
    else if (attempt && attempt.after === undefined) mirror.clearUnconfirmed(attempt.cell);
    else if (outcome?.cell)
      mirror.applyLedgerEntry({ ...outcome.cell, accessible: outcome.after ?? null }, outcome.seq);
    if (outside) mirror.noteOutside(outside);
    if (entry.kind === 'access.accepted') void mirror.reconsider();
    if (entry.kind === 'outside.reviewed') mirror.reviewOutside(entry.last);
  }
  for (const { mirror } of connections) mirror.appliedTo(entries.at(-1)?.seq ?? 0);
}
