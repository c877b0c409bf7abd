import 'server-only';
import { z } from 'zod';
import type { Cell } from '@/lib/contract/access/access';
import type { Presenter } from '@/lib/contract/demo/presenter';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { askControlPort } from '@/lib/demo/control-port';
import { demoMarks } from '@/lib/demo/history/demo-history';
import type { Console } from '@/lib/server/console';
import { ConsoleError } from '@/lib/server/console-error';
import { isAbout } from '@/lib/server/db/cell-columns';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { entriesOfKind } from '@/lib/server/ledger/reading';
import { verb, type ServiceContext } from '@/lib/server/services/verb';
import { presenterStory } from './presenter-steps';

/** How far the presenter has played the story. @throws ConsoleError `not-found` without a demo; `ledger-unavailable`. */
export const readPresenter = verb<unknown, Presenter>({
  roles: mayChangeAccess,
  run: async ({ ctx }) => (await presenterProgress(ctx)).presenter,
});

/** @throws ConsoleError `not-found` without a demo. */
export function demoOf({ console: { demo } }: ServiceContext): NonNullable<Console['demo']> {
  if (demo) return demo;
  throw new ConsoleError(
    'not-found',
    'There is no demo to present: that needs demo sign-in and the embedded reference service with its own data. Nothing was changed.',
  );
}

interface Round {
  number: number;
  after: number;
  isResetting: boolean;
  /** Entry that ends demo history, or 0; a reset restores that state. */
  historyEnd: number;
  sets: ReadonlyMap<string, string>;
}

export const keyOfReset = ({ number }: Pick<Round, 'number'>): string => `demo-reset-${String(number)}`;
export const keyOfStep = ({ number }: Round, step: string): string => `demo-step-${String(number)}-${step}`;

/** The current round, from the log and the change sets. @throws ConsoleError `ledger-unavailable`. */
export function currentRound({ database: { kysely } }: Console): Promise<Round> {
  return orUnavailable(async () => {
    const historyEnd = (await demoMarks(kysely))?.ended?.seq ?? 0;
    const sets = await kysely
      .selectFrom('change_set')
      .innerJoin('ledger_entry', 'ledger_entry.set_id', 'change_set.id')
      .select(['change_set.id', 'change_set.state', 'idempotency_key as key'])
      .select(({ fn }) => fn.max('seq').as('last'))
      .where((where) =>
        where.or(['demo-reset-%', 'demo-step-%'].map((keys) => where('idempotency_key', 'like', keys))),
      )
      .groupBy(['change_set.id', 'change_set.state', 'idempotency_key'])
      .orderBy('last')
      .execute();
    const resets = sets.filter(({ key }) => key?.startsWith('demo-reset-'));
    const reset = resets.at(-1);
    return {
      number: resets.length + 1,
      after: reset?.last ?? historyEnd,
      isResetting: reset !== undefined && reset.state !== 'done' && reset.state !== 'cancelled',
      historyEnd,
      sets: new Map(sets.map(({ key, id }) => [key ?? '', id])),
    };
  });
}

/** Derives the steps from what each left behind. @throws ConsoleError `not-found` or `ledger-unavailable`. */
export async function presenterProgress(
  ctx: ServiceContext,
): Promise<{ round: Round; presenter: Presenter }> {
  demoOf(ctx);
  const round = await currentRound(ctx.console);
  const steps: Presenter['steps'] = [];
  let isNext = true;
  for (const { act, ...words } of presenterStory) {
    const changeSetId = round.sets.get(keyOfStep(round, words.key)) ?? null;
    const isPlayed =
      act.do === 'change-outside'
        ? await isInRound(ctx, round, 'access.outside', act.cell)
        : act.do === 'lose-answer'
          ? await isInRound(ctx, round, 'change.open', act.fault.cell)
          : changeSetId !== null;
    const isArmed = isNext && !isPlayed && act.do === 'lose-answer' && (await isAnswerToBeLost(ctx));
    const state = isPlayed ? 'played' : !isNext ? 'later' : isArmed ? 'waiting' : 'next';
    if (!isPlayed) isNext = false;
    steps.push({ ...words, state, changeSetId });
  }
  return { round, presenter: { steps, isResetting: round.isResetting } };
}

async function isInRound(
  { request, console }: ServiceContext,
  { after }: Round,
  kind: 'access.outside' | 'change.open',
  cell: Cell,
): Promise<boolean> {
  const entries = entriesOfKind(console.database.kysely, request.connection.key, kind, { after });
  const found = entries.select('seq').where(isAbout(cell)).limit(1);
  return (await orUnavailable(() => found.executeTakeFirst())) !== undefined;
}

const faultsSchema = z.object({ faults: z.array(z.object({ fault: z.object({ kind: z.string() }) })) });

/** Whether the presenter's switch is still to come, or lost its answer and the console is checking it. */
async function isAnswerToBeLost({ console }: ServiceContext): Promise<boolean> {
  const { faults } = faultsSchema.parse(await askControlPort(console, 'GET', '/faults'));
  return faults.some(({ fault }) => fault.kind === 'dropAfter');
}
