import 'server-only';
import type { AcceptMatrix } from '@/lib/contract/access/access';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { doubtInWords, type MatrixFigures } from '@/lib/domain/access/matrix-figures';
import { ConsoleError } from '@/lib/server/console-error';
import { lockedHead } from '@/lib/server/ledger/ledger';
import { actedBy, verb } from '@/lib/server/services/verb';
import { knownReads } from './mirror/read-belief';

/** Accepts a smaller list. @throws ConsoleError `conflict` if the doubt is gone or another; `ledger-unavailable`. */
export const acceptMatrix = verb<AcceptMatrix, { accepted: true }>({
  roles: mayChangeAccess,
  run: async ({ ctx, input }) => {
    const { connection } = ctx.request;
    const { database, ledger } = ctx.console;
    await ledger.write(async (transaction) => {
      const head = await lockedHead(transaction, database.dialect); // the lock makes the second of two concurrent accepts fail
      const { believed, doubted } = await knownReads(transaction, connection.key);
      const doubt = doubted && doubtInWords(believed, doubted);
      if (doubted === null || doubt !== input.doubt)
        throw new ConsoleError(
          'conflict',
          doubt === null
            ? 'What the service lists is not in doubt any more. Nothing was accepted. Refresh the matrix.'
            : `Something else is in doubt by now: ${doubt} Nothing was accepted. Look at it and accept again.`,
        );
      const seq = (head?.seq ?? 0) + 1;
      await transaction
        .updateTable('believed_read')
        .set({ figures: JSON.stringify(doubted), doubted: null, accepted_seq: seq })
        .where('connection', '=', connection.key)
        .execute();
      return {
        facts: [
          {
            kind: 'access.accepted',
            ...actedBy(ctx),
            connection: connection.key,
            detail: doubt,
            before: believed && countsOf(believed),
            now: countsOf(doubted),
          },
        ],
        result: undefined,
      };
    });
    await connection.mirror.reconsider(); // other replicas receive the entry
    return { accepted: true };
  },
});

function countsOf({ records, assignments }: MatrixFigures): { records: number; assignments: number } {
  return { records, assignments };
}
