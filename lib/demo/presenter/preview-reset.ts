import 'server-only';
import type { ResetPreview } from '@/lib/contract/demo/presenter';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { currentRound } from './presenter-progress';
import { changesBack } from './presenter-reset';
import { stageOf } from './presenter-stage';
import { verb } from '@/lib/server/services/verb';

/** What a reset of the demo would take back now. @throws ConsoleError `not-found` without a demo; `ledger-unavailable`. */
export const previewReset = verb<unknown, ResetPreview>({
  roles: mayChangeAccess,
  run: async ({ ctx }) => {
    stageOf(ctx.console.demo);
    const round = await currentRound(ctx.console.database);
    const { cells, same } = await changesBack(ctx.console.database, ctx.request.connection.key, round);
    return { back: cells.length - same, same, toHistory: round.historyEnd > 0 };
  },
});
