import 'server-only';
import { mayRead } from '@/lib/contract/session/roles';
import type { Verification } from '@/lib/contract/changes/verification';
import type { Database } from '@/lib/server/db/database';
import { verifyLedger as verify } from '@/lib/server/ledger/verify/verify';
import { verb } from '@/lib/server/services/verb';

const underWay = new WeakMap<Database, Promise<Verification>>();
// Next loads this module once for pages and once for routes: both tell of the same verification.
const shared = globalThis as typeof globalThis & { memVerified?: WeakMap<Database, Verification> };
const last = (shared.memVerified ??= new WeakMap<Database, Verification>());

/** What the last verification found since this console started; null: nobody has asked for one. */
export function lastVerification(database: Database): Verification | null {
  return last.get(database) ?? null;
}

/**
 * Reads the whole log and says whether it is as it was written, down to the entry that is not. Whoever asks meanwhile
 * gets the same answer: a long log is read once at a time.
 * @throws ConsoleError `ledger-unavailable`.
 */
export const verifyLedger = verb<unknown, Verification>({
  roles: mayRead.changes,
  run: ({ ctx: { database, checkpoints } }) => {
    const known = underWay.get(database);
    if (known) return known;
    const { directory, key } = checkpoints;
    const begun = verify({ database, directory, ownKey: key.fingerprint })
      .then((found) => {
        last.set(database, found);
        return found;
      })
      .finally(() => underWay.delete(database));
    underWay.set(database, begun);
    return begun;
  },
});
