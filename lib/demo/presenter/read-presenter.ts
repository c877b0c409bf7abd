import 'server-only';
import type { Presenter } from '@/lib/contract/demo/presenter';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { presenterProgress } from './presenter-progress';
import { stageOf } from './presenter-stage';
import { verb } from '@/lib/server/services/verb';

/** How far the story of the demo was played. @throws ConsoleError `not-found` without a demo; `ledger-unavailable`. */
export const readPresenter = verb<unknown, Presenter>({
  roles: mayChangeAccess,
  run: async ({ ctx }) => (await presenterProgress(ctx, stageOf(ctx.console.demo))).presenter,
});
