import 'server-only';
import type { OutsideReview, ReviewOutside } from '@/lib/contract/access/outside-changes';
import { mayRead } from '@/lib/contract/session/roles';
import { ConsoleError } from '@/lib/server/console-error';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { lockedHead } from '@/lib/server/ledger/ledger';
import { actedBy, verb } from '@/lib/server/services/verb';
import { outsideReview } from './outside-review';

/** Records a review up to an entry. @throws ConsoleError `conflict` if nothing waits, `ledger-unavailable`. */
export const reviewOutsideChanges = verb<ReviewOutside, OutsideReview>({
  roles: mayRead.changes,
  run: async ({ ctx, input: { last } }) => {
    const { connection } = ctx.request;
    const { database, ledger } = ctx.console;
    await ledger.write(async (transaction) => {
      await lockedHead(transaction, database.dialect); // the lock makes the second of two concurrent reviews fail
      const { waiting, newest, reviewed } = await outsideReview(transaction, connection.key, {
        upTo: last,
        most: Number.MAX_SAFE_INTEGER, // the log gives the exact number
      });
      if (waiting === 0)
        throw new ConsoleError(
          'conflict',
          reviewed === null
            ? 'Nothing that was changed outside waits for a review. Nothing was marked. Refresh the list.'
            : `${reviewed.by} has marked these changes as reviewed already. Nothing was marked again. Refresh the list.`,
        );
      return {
        facts: [
          {
            kind: 'outside.reviewed',
            ...actedBy(ctx),
            connection: connection.key,
            last: newest,
            count: waiting,
          },
        ],
        result: undefined,
      };
    });
    return orUnavailable(() => outsideReview(database.kysely, connection.key));
  },
});
