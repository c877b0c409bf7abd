import 'server-only';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { changeSourceSchema, pauseSchema, type ChangeSet } from '@/lib/contract/changes/changes';
import type { LedgerActor } from '@/lib/contract/changes/ledger';
import { roleSchema } from '@/lib/contract/session/session';
import { ConsoleError } from '@/lib/server/console-error';
import { cellOfRow } from '@/lib/server/db/cell-columns';
import type { ChangeCellTable, ChangeSetTable } from '@/lib/server/db/tables';

export interface MoreOfSet {
  summary: ChangeSet['summary'];
  /** The newest undo of the set, and how many cells all its undos put back. */
  undo: (Pick<Selectable<ChangeSetTable>, 'id' | 'state'> & { undone: number }) | null;
  rate: ChangeSet['rate'];
  only: Selectable<ChangeCellTable> | null;
}

export function instantOf(ms: number): string;
export function instantOf(ms: number | null): string | null;
export function instantOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

export function actorOfRow(row: Selectable<ChangeSetTable>): LedgerActor {
  return {
    id: row.acting_id,
    name: row.acting_name,
    roles: z.array(roleSchema).parse(JSON.parse(row.acting_roles)),
    session: row.session_id,
  };
}

export function changeSetOf(
  row: Selectable<ChangeSetTable>,
  { summary, undo, rate, only }: MoreOfSet,
): ChangeSet {
  const { total, pending, applied, already, conflict, rejected, unknown, cancelled } = row;
  return {
    id: row.id,
    connection: row.connection,
    kind: row.kind,
    state: row.state,
    reason: row.reason,
    source: row.source === null ? null : changeSourceSchema.parse(JSON.parse(row.source)),
    person: { id: row.person_id, name: row.person_name },
    createdAt: instantOf(row.created_at),
    startedAt: instantOf(row.started_at),
    endedAt: instantOf(row.ended_at),
    undoOf: row.undo_of,
    undoneBy: undo?.id ?? null,
    undoState: undo?.state ?? null,
    undone: Math.min(applied, undo?.undone ?? 0), // two undos may have put back the same cell
    pause: pauseOf(row),
    asked: askedOf(row),
    withdrawn: row.withdrawn,
    summary,
    counts: { total, pending, applied, already, conflict, rejected, unknown, cancelled },
    rate,
    only: only && {
      ...cellOfRow(only),
      accessible: only.wanted === 1,
      state: only.state,
    },
  };
}

function pauseOf(row: Selectable<ChangeSetTable>): ChangeSet['pause'] {
  if (row.state !== 'paused' || row.pause_code === null || row.paused_at === null) return null;
  return {
    // A newer version may have written a code that this one does not know.
    code: pauseSchema.shape.code.safeParse(row.pause_code).data ?? 'internal',
    detail: row.pause_detail ?? '',
    at: instantOf(row.paused_at),
    // After a person's pause the console returns only to check unconfirmed cells.
    retryAt: row.pause_code === 'person' ? null : instantOf(row.retry_at),
  };
}

function askedOf({ state, control }: Selectable<ChangeSetTable>): ChangeSet['asked'] {
  return control === 'run' || state === 'done' || state === 'cancelled' ? null : control;
}

export function noSuchChangeSet(): ConsoleError {
  return new ConsoleError('not-found', 'There is no change set of that id. Check the link it came from.');
}

/** PostgreSQL refuses to compare some texts, so they are filtered here. */
export function isChangeSetId(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}
