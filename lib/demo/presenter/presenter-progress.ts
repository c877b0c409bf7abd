import 'server-only';
import { z } from 'zod';
import type { Cell } from '@/lib/contract/access/access';
import type { Presenter } from '@/lib/contract/demo/presenter';
import type { Database } from '@/lib/server/db/database';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { demoMarks } from '@/lib/demo/history/demo-marks';
import type { ServiceContext } from '@/lib/server/services/verb';
import type { PresenterStage } from './presenter-stage';
import { presenterStory, type PresenterStep } from './presenter-steps';

/** What every reset is called by, with its number. */
const resetKey = 'demo-reset-';

/** Since when the story is played anew. */
export interface Round {
  /** Counts from 1. */
  number: number;
  /** Entries with a higher number belong to it. */
  after: number;
  /** The change set that ended the round before. */
  reset: { id: string; hasEnded: boolean } | null;
  /** The end of demo history, or 0: to what was true then a reset goes back. */
  historyEnd: number;
}

/** Idempotency key of what a step, or the reset, does in a round. */
export const keyOfStep = ({ number }: Round, { key }: PresenterStep): string =>
  `demo-step-${String(number)}-${key}`;
export const keyOfReset = ({ number }: Round): string => `${resetKey}${String(number)}`;

/** The round that is being played, as the log and the change sets tell. @throws ConsoleError `ledger-unavailable`. */
export function currentRound({ kysely }: Database): Promise<Round> {
  return orUnavailable(async () => {
    const historyEnd = (await demoMarks(kysely))?.ended?.seq ?? 0;
    const resets = await kysely
      .selectFrom('change_set')
      .innerJoin('ledger_entry', 'ledger_entry.set_id', 'change_set.id')
      .select(['change_set.id', 'change_set.state', 'ledger_entry.seq'])
      .where('change_set.idempotency_key', 'like', `${resetKey}%`)
      .where('ledger_entry.kind', '=', 'set.created')
      .orderBy('ledger_entry.seq')
      .execute();
    const last = resets.at(-1);
    return {
      number: resets.length + 1,
      after: last?.seq ?? historyEnd,
      reset: last ? { id: last.id, hasEnded: last.state === 'done' || last.state === 'cancelled' } : null,
      historyEnd,
    };
  });
}

/**
 * How far the story is. Nothing counts the steps: each leaves behind what it was played for, so all tabs and a console
 * that was started again agree.
 * @throws ConsoleError `ledger-unavailable`.
 */
export async function presenterProgress(
  { request: { connection }, console: { database } }: ServiceContext,
  stage: PresenterStage,
): Promise<{ round: Round; presenter: Presenter }> {
  const round = await currentRound(database);
  const steps: Presenter['steps'] = [];
  let isNext = true;
  for (const step of presenterStory) {
    const { act, ...words } = step;
    const changeSetId = await changeSetOf(database, keyOfStep(round, step));
    const isPlayed =
      act.do === 'change-outside'
        ? await hasEntry(database, connection.key, round, 'access.outside', act.cell)
        : act.do === 'lose-answer'
          ? await hasEntry(database, connection.key, round, 'change.open', act.cell)
          : changeSetId !== null;
    const isArmed = isNext && !isPlayed && act.do === 'lose-answer' && (await isAnswerToBeLost(stage));
    const state = isPlayed ? 'played' : !isNext ? 'later' : isArmed ? 'waiting' : 'next';
    if (!isPlayed) isNext = false;
    steps.push({ ...words, state, changeSetId });
  }
  return { round, presenter: { steps, isResetting: round.reset?.hasEnded === false } };
}

async function changeSetOf({ kysely }: Database, key: string): Promise<string | null> {
  const found = await orUnavailable(() =>
    kysely.selectFrom('change_set').select('id').where('idempotency_key', '=', key).executeTakeFirst(),
  );
  return found?.id ?? null;
}

async function hasEntry(
  { kysely }: Database,
  connection: string,
  { after }: Round,
  kind: 'access.outside' | 'change.open',
  { recordType, recordId, entityId }: Cell,
): Promise<boolean> {
  const found = await orUnavailable(() =>
    kysely
      .selectFrom('ledger_entry')
      .select('seq')
      .where('kind', '=', kind)
      .where('connection', '=', connection)
      .where('record_type', '=', recordType)
      .where('record_id', '=', recordId)
      .where('entity_id', '=', entityId)
      .where('seq', '>', after)
      .limit(1)
      .executeTakeFirst(),
  );
  return found !== undefined;
}

const faultsSchema = z.object({
  faults: z.array(z.object({ fault: z.object({ kind: z.string() }) })),
});

/** Whether the presenter's switch is waited for, or has lost its answer and the console is still asking. */
async function isAnswerToBeLost(stage: PresenterStage): Promise<boolean> {
  const { faults } = faultsSchema.parse(await stage.control('GET', '/faults'));
  return faults.some(({ fault }) => fault.kind === 'dropAfter');
}
