import 'server-only';
import { z } from 'zod';
import { ledgerFactsSchema, type LedgerEntry } from '@/lib/contract/ledger';

const placeSchema = z.object({ seq: z.number().int(), at: z.iso.datetime() });

/**
 * The entry of a stored text.
 * @returns null where it holds none that this console knows: it was damaged, or written by a newer version.
 */
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
