import 'server-only';
import { mayRead } from '@/lib/contract/roles';
import type { Verification } from '@/lib/contract/verification';
import { verifyLedger as verify } from '@/lib/server/ledger/verify';
import { verb } from '@/lib/server/services/verb';

/**
 * Reads the whole log and says whether it is as it was written, down to the entry that is not.
 * @throws ConsoleError `ledger-unavailable`.
 */
export const verifyLedger = verb<unknown, Verification>({
  roles: mayRead.changes,
  run: ({ ctx: { database, checkpoints, signal } }) =>
    verify({ database, directory: checkpoints.directory, ownKey: checkpoints.key.fingerprint }, signal),
});
