import 'server-only';
import { z } from 'zod';
import type { AccessChange, Cell } from '@/lib/contract/access/access';
import type { Presenter, PresenterStepKey } from '@/lib/contract/demo/presenter';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { askControlPort } from '@/lib/demo/control-port';
import { actAs, colleagues } from '@/lib/demo/people';
import { ConsoleError } from '@/lib/server/console-error';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { verb, type ServiceContext } from '@/lib/server/services/verb';
import { until } from '@/lib/server/until';
import { presenterStory, type PresenterAct } from './presenter-steps';
import { demoOf, keyOfStep, presenterProgress } from './read-presenter';

const whyNot: Record<Presenter['steps'][number]['state'], string | null> = {
  next: null,
  played: 'This step was played already, in another tab perhaps. Nothing was changed. Play the next one.',
  waiting: 'This step waits for your own switch. Nothing was changed. Press the switch that it names.',
  later: 'Another step comes before this one. Nothing was changed. Play that first.',
};

/** @throws ConsoleError `not-found` without a demo; `conflict` if that is not the next step; verb errors. */
export const playStep = verb<{ step: PresenterStepKey }, Presenter>({
  roles: mayChangeAccess,
  run: ({ ctx, input }) =>
    demoOf(ctx).mutex.run(async () => {
      const { round, presenter } = await presenterProgress(ctx);
      if (presenter.isResetting)
        throw new ConsoleError(
          'conflict',
          'The demo is being reset. Nothing was changed. Play the step once that has ended.',
        );
      const why = whyNot[presenter.steps.find(({ key }) => key === input.step)?.state ?? 'later'];
      if (why !== null) throw new ConsoleError('conflict', why);
      const step = presenterStory.find(({ key }) => key === input.step);
      if (step) await play(ctx, step.act, keyOfStep(round, step.key));
      ctx.request.log.info({ step: input.step, round: round.number }, 'A step of the demo was played.');
      return (await presenterProgress(ctx)).presenter;
    }),
});

const waitLimits = { limitMs: 15_000, everyMs: 50 };

/** Each fault meets one request. @param key makes it happen once. @throws ConsoleError `conflict`; verb errors. */
export async function play(ctx: ServiceContext, act: PresenterAct, key: string): Promise<void> {
  const arm = (...faults: object[]) => askControlPort(ctx.console, 'PUT', '/faults', faults);
  const changeAsTom = (reason: string, cells: Parameters<typeof createChanges>[0]['input']['cells']) =>
    actAs(ctx, colleagues.tom, key, (signedIn) => createChanges({ ctx: signedIn, input: { cells, reason } }));
  switch (act.do) {
    case 'change-outside':
      return changeOutside(ctx, act.cell);
    case 'throttle': {
      await arm(act.fault); // first, because without its fault the step leaves no trace of having been played
      let isMet = false;
      try {
        const { id } = await changeAsTom(act.reason, [...act.cells]);
        isMet = await untilMet(ctx, id);
      } finally {
        if (!isMet) await arm(); // else a later switch would meet it
      }
      return;
    }
    case 'lose-answer':
      await arm(act.fault);
      return;
    case 'contradict': {
      const before = !(await valueInService(ctx, act.cell));
      await changeAsTom(act.reason, [{ ...act.cell, accessible: before, expected: before }, ...act.others]);
    }
  }
}

async function changeOutside(ctx: ServiceContext, cell: AccessChange): Promise<void> {
  await readMatrix(ctx); // so that switches since the last read do not count as changes outside
  const { recordType, recordId, entityId, accessible } = cell;
  if ((await valueInService(ctx, cell)) === accessible)
    throw new ConsoleError(
      'conflict',
      `Entity ${entityId} ${accessible ? 'can use' : 'cannot use'} ${recordType} ${recordId} already, so there would be nothing to see. Nothing was changed. Reset the demo, then play the step.`,
    );
  await askControlPort(ctx.console, 'POST', '/outside-change', cell);
  await readMatrix(ctx);
}

async function valueInService({ console }: ServiceContext, cell: Cell): Promise<boolean> {
  const { recordType, recordId, entityId } = cell;
  const asked = new URLSearchParams({ recordType, recordId, entityId }).toString();
  const answer = await askControlPort(console, 'GET', `/cell?${asked}`);
  return z.object({ accessible: z.boolean() }).parse(answer).accessible;
}

/** Reads the matrix once, after any current read. @throws ConsoleError `conflict` if it takes too long. */
async function readMatrix({ request }: ServiceContext): Promise<void> {
  const { mirror } = request.connection;
  if (!(await until(() => !mirror.progress().loading, waitLimits)))
    throw new ConsoleError(
      'conflict',
      'The matrix is being read from the service. Nothing was played. Try again once it is there.',
    );
  await mirror.readAgain();
}

const faultsSchema = z.object({ faults: z.array(z.object({ left: z.number().nullable() })) });

/** @returns false if the change set ended or time ran out before the fault met its request. */
async function untilMet({ console }: ServiceContext, id: string): Promise<boolean> {
  const seen = await until(async () => {
    const { state } = await console.database.kysely
      .selectFrom('change_set')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { faults } = faultsSchema.parse(await askControlPort(console, 'GET', '/faults'));
    if (faults.every(({ left }) => left === 0)) return 'met';
    return (state === 'done' || state === 'cancelled') && 'ended';
  }, waitLimits);
  return seen === 'met';
}
