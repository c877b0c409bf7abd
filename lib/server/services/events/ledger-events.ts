import 'server-only';
import type { AccessEvent } from '@/lib/contract/events';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';

type EventCell = AccessEvent['cells'][number];

/** What an entry of the ledger says to pages: a cell's value, which change set moved on, that outside changes were reviewed. */
export interface LedgerEvent {
  seq: number;
  connection: string;
  cell: EventCell | null;
  changeSetId: string | null;
  reviewed?: true;
}

/** What an entry says to pages; null where it says nothing to them. */
export function ledgerEventOf(entry: LedgerEntry): LedgerEvent | null {
  switch (entry.kind) {
    case 'change.outcome': {
      const { seq, connection, set } = entry;
      // Of a change that was not sent nothing was read.
      const cell = entry.after === undefined ? null : cellByConsole(entry, entry.after, false);
      return { seq, connection, cell, changeSetId: set };
    }
    case 'change.open': {
      const { seq, connection, set } = entry;
      return { seq, connection, cell: cellByConsole(entry, entry.wanted, true), changeSetId: set };
    }
    case 'access.outside': {
      const { seq, connection, cell, after } = entry;
      const unsent = { unconfirmed: false, applied: false, changeSetId: null, person: null };
      return {
        seq,
        connection,
        cell: { ...cell, accessible: after, outside: true, ...unsent },
        changeSetId: null,
      };
    }
    case 'outside.reviewed': {
      const { seq, connection } = entry;
      return { seq, connection, cell: null, changeSetId: null, reviewed: true };
    }
    case 'set.created':
    case 'set.state':
      return { seq: entry.seq, connection: entry.connection, cell: null, changeSetId: entry.set };
    default:
      return null;
  }
}

function cellByConsole(
  entry: Extract<LedgerEntry, { kind: 'change.outcome' | 'change.open' }>,
  accessible: boolean | null,
  unconfirmed: boolean,
): EventCell {
  const { cell, set, actor } = entry;
  const applied = entry.kind === 'change.outcome' && entry.outcome === 'applied';
  const person = { id: actor.id, name: actor.name };
  return { ...cell, accessible, unconfirmed, applied, outside: false, changeSetId: set, person };
}
