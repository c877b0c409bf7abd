import 'server-only';
import type { AccessEvent } from '@/lib/contract/events';
import type { LedgerEntry } from '@/lib/contract/ledger';

/** What an entry says about the value of a cell. */
export interface AccessNews {
  seq: number;
  connection: string;
  cell: AccessEvent['cells'][number];
}

/** What pages are to be told of an entry; null where it says nothing about a value. */
export function accessNewsOf(entry: LedgerEntry): AccessNews | null {
  const { seq } = entry;
  switch (entry.kind) {
    case 'change.outcome':
      // Of a change that was not sent nothing was read.
      return entry.after === undefined ? null : byConsole(entry, entry.after, false);
    case 'change.open':
      return byConsole(entry, entry.wanted, true);
    case 'access.outside': {
      const told = { accessible: entry.after, open: false, outside: true, changeSetId: null, person: null };
      return { seq, connection: entry.connection, cell: { ...entry.cell, ...told } };
    }
    default:
      return null;
  }
}

function byConsole(
  { seq, connection, cell, set, actor }: Extract<LedgerEntry, { kind: 'change.outcome' | 'change.open' }>,
  accessible: boolean | null,
  open: boolean,
): AccessNews {
  const person = { id: actor.id, name: actor.name };
  return { seq, connection, cell: { ...cell, accessible, open, outside: false, changeSetId: set, person } };
}
