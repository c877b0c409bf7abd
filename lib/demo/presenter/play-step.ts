import 'server-only';
import type { Presenter, PresenterStepKey } from '@/lib/contract/demo/presenter';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { ConsoleError } from '@/lib/server/console-error';
import { play } from './presenter-acts';
import { keyOfStep, presenterProgress } from './presenter-progress';
import { presenterStory } from './presenter-steps';
import { stageOf } from './presenter-stage';
import { verb } from '@/lib/server/services/verb';

const whyNot: Record<Presenter['steps'][number]['state'], string | null> = {
  next: null,
  played: 'This step was played already, in another tab perhaps. Nothing was changed. Play the next one.',
  waiting: 'This step waits for your own switch. Nothing was changed. Press the switch that it names.',
  later: 'Another step comes before this one. Nothing was changed. Play that first.',
};

/**
 * Plays the next step of the demo's story; a colleague's part is done by the console's own verbs.
 * @throws ConsoleError `not-found` without a demo; `conflict` where that is not the next step; else as the verbs do.
 */
export const playStep = verb<{ step: PresenterStepKey }, Presenter>({
  roles: mayChangeAccess,
  run: ({ ctx, input }) => {
    const stage = stageOf(ctx.console.demo);
    return stage.inTurn(async () => {
      const { round, presenter } = await presenterProgress(ctx, stage);
      if (presenter.isResetting)
        throw new ConsoleError(
          'conflict',
          'The demo is being reset. Nothing was changed. Play the step once that has ended.',
        );
      const why = whyNot[presenter.steps.find(({ key }) => key === input.step)?.state ?? 'later'];
      if (why !== null) throw new ConsoleError('conflict', why);
      for (const step of presenterStory)
        if (step.key === input.step) await play(ctx, stage, step.act, keyOfStep(round, step));
      ctx.request.log.info({ step: input.step, round: round.number }, 'A step of the demo was played.');
      return (await presenterProgress(ctx, stage)).presenter;
    });
  },
});
