import 'server-only';
import { z } from 'zod';
import { ledgerFactsSchema, type LedgerEntry } from '@/lib/contract/changes/ledger';
import { columnsOfCell } from '@/lib/server/db/cell-columns';
import type { LedgerEntryTable } from '@/lib/server/db/tables';

const placeSchema = z.object({ seq: z.number().int(), at: z.iso.datetime() });

/** The entry in a stored text; null when it is damaged or written by a newer version. */
export function entryIn(body: string): LedgerEntry | null {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  const facts = ledgerFactsSchema.safeParse(value);
  const place = placeSchema.safeParse(value);
  return facts.success && place.success ? { ...facts.data, ...place.data } : null;
}

type LookupColumns = Omit<LedgerEntryTable, 'seq' | 'at' | 'kind' | 'body' | 'hash'>;

export function lookupColumns(entry: LedgerEntry): LookupColumns {
  const cell = 'cell' in entry ? entry.cell : null;
  return {
    connection: ('connection' in entry ? entry.connection : null) ?? null,
    set_id: 'set' in entry ? entry.set : null,
    position: 'position' in entry ? entry.position : null,
    ...(cell ? columnsOfCell(cell) : { record_type: null, record_id: null, entity_id: null }),
    person_id: ('actor' in entry ? entry.actor?.id : undefined) ?? personOf(entry),
  };
}

function personOf(entry: LedgerEntry): string | null {
  if (!('person' in entry)) return null;
  return typeof entry.person === 'string' ? entry.person : entry.person.id;
}
