import 'server-only';
import type { LedgerEntry } from '@/lib/contract/ledger';
import type { LedgerEntryTable } from '@/lib/server/db/tables-ledger';

type LookupColumns = Omit<LedgerEntryTable, 'seq' | 'at' | 'kind' | 'body' | 'hash'>;

/** What an entry is found by. */
export function lookupColumns(entry: LedgerEntry): LookupColumns {
  const cell = 'cell' in entry ? entry.cell : null;
  return {
    connection: ('connection' in entry ? entry.connection : null) ?? null,
    set_id: 'set' in entry ? entry.set : null,
    position: 'position' in entry ? entry.position : null,
    record_type: cell?.recordType ?? null,
    record_id: cell?.recordId ?? null,
    entity_id: cell?.entityId ?? null,
    person_id: ('actor' in entry ? entry.actor?.id : undefined) ?? personOf(entry),
  };
}

function personOf(entry: LedgerEntry): string | null {
  if (!('person' in entry)) return null;
  return typeof entry.person === 'string' ? entry.person : entry.person.id;
}
