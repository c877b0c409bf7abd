import 'server-only';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { AccessEvent } from '@/lib/contract/events';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { attemptIn, type Attempt } from '@/lib/server/ledger/reading';

type EventCell = AccessEvent['cells'][number];

export interface LedgerEvent {
  seq: number;
  connection: string;
  cell: EventCell | null;
  changeSetId: string | null;
  reviewed?: true;
}

export function ledgerEventOf(entry: LedgerEntry): LedgerEvent | null {
  const attempt = entry.kind === 'change.intent' ? null : attemptIn(entry);
  if (attempt) {
    const { seq, connection, set } = attempt;
    return { seq, connection, cell: cellOfAttempt(attempt), changeSetId: set };
  }
  switch (entry.kind) {
    case 'access.outside': {
      const { seq, connection, cell, after: accessible } = entry;
      const unsent = { unconfirmed: false, applied: false, changeSetId: null, person: null };
      return { seq, connection, cell: { ...cell, accessible, outside: true, ...unsent }, changeSetId: null };
    }
    case 'outside.reviewed':
      return { seq: entry.seq, connection: entry.connection, cell: null, changeSetId: null, reviewed: true };
    case 'set.created':
    case 'set.state':
      return { seq: entry.seq, connection: entry.connection, cell: null, changeSetId: entry.set };
    default:
      return null;
  }
}

/** The cell as pages show it; null if a change was not sent and nothing was read. */
function cellOfAttempt({ cell, state, wanted, after, set, person }: Attempt): EventCell | null {
  const unconfirmed = state === unconfirmedState;
  const accessible = unconfirmed ? wanted : after;
  if (accessible === undefined) return null;
  const applied = state === 'applied';
  return { ...cell, accessible, unconfirmed, applied, outside: false, changeSetId: set, person };
}
