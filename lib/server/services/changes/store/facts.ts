import 'server-only';
import type { Selectable } from 'kysely';
import type { ChangeSetState } from '@/lib/contract/changes/change-states';
import type { LedgerActor, LedgerFacts } from '@/lib/contract/changes/ledger';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import type { FinalState } from '@/lib/domain/changes/cell-protocol';
import type { ChangeSetTable } from '@/lib/server/db/tables';
import { actorOfRow } from './change-set-row';
import type { WorkCell } from './work-cell';

export interface NamedChangeSet {
  id: string;
  connection: { key: string };
  actor: LedgerActor;
}

export function namedChangeSet(row: Selectable<ChangeSetTable>): NamedChangeSet {
  return { id: row.id, connection: { key: row.connection }, actor: actorOfRow(row) };
}

export function stateFact(
  { id, connection }: Pick<NamedChangeSet, 'id' | 'connection'>,
  state: ChangeSetState,
  why: string,
): LedgerFacts {
  return { kind: 'set.state', connection: connection.key, set: id, state, why };
}

export function attemptOf({ id, connection, actor }: NamedChangeSet, { position, attempt, cell }: WorkCell) {
  return { connection: connection.key, set: id, position, attempt, cell, actor };
}

/** The entry about an attempt's outcome; `after` is undefined when nothing was read. */
export function outcomeFact(
  changeSet: NamedChangeSet,
  cell: WorkCell,
  what: {
    outcome: FinalState;
    after?: CellValue | undefined;
    detail: string;
    serviceRequests?: readonly string[] | undefined;
  },
): LedgerFacts {
  const { before, wanted, sends } = cell;
  const { outcome, after, detail, serviceRequests = [] } = what;
  return {
    kind: 'change.outcome',
    ...attemptOf(changeSet, cell),
    outcome,
    before: after === undefined && sends === 0 ? undefined : before,
    wanted,
    after,
    sends,
    detail,
    serviceRequests: [...serviceRequests],
  };
}

export function unconfirmedFact(changeSet: NamedChangeSet, cell: WorkCell, detail: string): LedgerFacts {
  const { wanted, sends } = cell;
  return { kind: 'change.open', ...attemptOf(changeSet, cell), wanted, sends, detail };
}
