import 'server-only';
import type { Transaction } from 'kysely';
import { mayChangeAccess } from '@/lib/contract/roles';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import type { Ledger, Recorded } from '@/lib/server/ledger/ledger';
import { LeaseLostError, type HeldSet } from './held-set';

/** What people want of a set at this moment. */
export interface Wish {
  control: 'run' | 'pause' | 'cancel';
  /** Why whoever started it may no longer do so; null: they may. */
  withdrawn: string | null;
}

/** One write of a held set: rows and ledger entries in one transaction. */
export type FencedWork<T> = (transaction: Transaction<Tables>, wish: Wish) => Promise<Recorded<T>>;

/**
 * Writes for a held set. The set's row is touched first, which finds out whether this lease is still the newest and
 * locks the row until the transaction ends: what people wish is either seen here or comes after. A process that slept
 * through its lease changes nothing.
 * @throws LeaseLostError then; ConsoleError `ledger-unavailable` when the database does not take it.
 */
export async function fencedWrite<T>(
  { ledger, database }: { ledger: Ledger; database: Database },
  held: HeldSet,
  work: FencedWork<T>,
): Promise<T> {
  const written = await ledger.record<{ result: T } | null>(async (transaction) => {
    const wish = await transaction
      .updateTable('change_set')
      .set((set) => ({ fence: set.ref('fence') }))
      .where('id', '=', held.id)
      .where('fence', '=', held.fence)
      .where('lease_until', '>', database.profile.now) // a lease that is over does not come back to life
      .returning((row) => [
        'control',
        'withdrawn',
        'acting_name',
        row
          .selectFrom('person')
          .select('roles')
          .whereRef('person.id', '=', 'change_set.acting_id')
          .as('roles_now'),
      ])
      .executeTakeFirst();
    if (!wish) return { facts: [], result: null };
    const { control, withdrawn, acting_name: name, roles_now: roles } = wish;
    const { facts, result } = await work(transaction, {
      control,
      withdrawn: withdrawn ?? lostRole(name, roles),
    });
    return { facts, result: { result } };
  });
  if (written === null) throw new LeaseLostError('The set is run by somebody else.');
  return written.result;
}

/** Roles belong to the person: what the newest sign-in says counts for what was started before it. */
function lostRole(name: string, roles: string | null): string | null {
  if (roles === null || mayChangeAccess.some((role) => roles.includes(`"${role}"`))) return null;
  return `${name} no longer holds the role that this needs.`;
}
