import 'server-only';
import type { AccessEvent } from '@/lib/contract/events';
import type { LedgerEntry } from '@/lib/contract/ledger';

type CellNews = AccessEvent['cells'][number];

/** What an entry says to pages: the value of a cell, and which set moved on. */
export interface EntryNews {
  seq: number;
  connection: string;
  cell: CellNews | null;
  set: string | null;
}

/** What pages are to be told of an entry; null where it says nothing to them. */
export function newsOf(entry: LedgerEntry): EntryNews | null {
  switch (entry.kind) {
    case 'change.outcome':
      // Of a change that was not sent nothing was read.
      return told(entry, entry.after === undefined ? null : byConsole(entry, entry.after, false), entry.set);
    case 'change.open':
      return told(entry, byConsole(entry, entry.wanted, true), entry.set);
    case 'access.outside': {
      const by = { changeSetId: null, person: null };
      const cell = {
        ...entry.cell,
        accessible: entry.after,
        open: false,
        applied: false,
        outside: true,
        ...by,
      };
      return told(entry, cell, null);
    }
    case 'set.created':
    case 'set.state':
      return told(entry, null, entry.set);
    default:
      return null;
  }
}

function told(
  { seq, connection }: { seq: number; connection: string },
  cell: CellNews | null,
  set: string | null,
): EntryNews {
  return { seq, connection, cell, set };
}

function byConsole(
  entry: Extract<LedgerEntry, { kind: 'change.outcome' | 'change.open' }>,
  accessible: boolean | null,
  open: boolean,
): CellNews {
  const { cell, set, actor } = entry;
  const applied = entry.kind === 'change.outcome' && entry.outcome === 'applied';
  const person = { id: actor.id, name: actor.name };
  return { ...cell, accessible, open, applied, outside: false, changeSetId: set, person };
}
