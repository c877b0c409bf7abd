import 'server-only';
import type { ResetStarted } from '@/lib/contract/demo/presenter';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { ConsoleError } from '@/lib/server/console-error';
import { currentRound, keyOfReset } from './presenter-progress';
import { changesBack, untilNothingRuns } from './presenter-reset';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { stageOf } from './presenter-stage';
import { contextWith, verb } from '@/lib/server/services/verb';

/**
 * Ends all faults, and brings access back to where demo history ended, by a change set like any other: the log keeps
 * what was played. The story then begins anew.
 * @throws ConsoleError `not-found` without a demo; `conflict` where nothing was changed since, or a change set does not
 * end; `ledger-unavailable`.
 */
export const resetDemo = verb<unknown, ResetStarted>({
  roles: mayChangeAccess,
  run: ({ ctx }) => {
    const stage = stageOf(ctx.console.demo);
    return stage.inTurn(async () => {
      await stage.control('PUT', '/faults', []);
      await untilNothingRuns(ctx.console.database, ctx.request.connection.key);
      const round = await currentRound(ctx.console.database);
      const { cells } = await changesBack(ctx.console.database, ctx.request.connection.key, round);
      if (cells.length === 0)
        throw new ConsoleError(
          'conflict',
          'Nothing was changed since the demo began anew, so there is nothing to take back. Play the first step.',
        );
      const idempotencyKey = keyOfReset(round);
      const { id } = await createChanges({
        ctx: contextWith(ctx, { idempotencyKey }),
        input: { cells, reason: 'Demo reset' },
      });
      return { changeSetId: id };
    });
  },
});
