import 'server-only';
import { mayRead } from '@/lib/contract/session/roles';
import type { Verification } from '@/lib/contract/changes/verification';
import type { Database } from '@/lib/server/db/database';
import { verifyLedger as verify } from '@/lib/server/ledger/verify/verify';
import { verb } from '@/lib/server/services/verb';

const underWay = new WeakMap<Database, Promise<Verification>>();

/** Checks the whole log. Callers that ask meanwhile get the same answer. @throws ConsoleError `ledger-unavailable`. */
export const verifyLedger = verb<unknown, Verification>({
  roles: mayRead.changes,
  run: ({ ctx }) => {
    const { database, ledger, checkpoints } = ctx.console;
    const known = underWay.get(database);
    if (known) return known;
    const { folder, key } = checkpoints;
    const begun = verify({ database, directory: folder.directory, ownKey: key.fingerprint })
      .then((found) => {
        ledger.lastVerification = found;
        return found;
      })
      .finally(() => underWay.delete(database));
    underWay.set(database, begun);
    return begun;
  },
});
