import 'server-only';
import type { AccessChange } from '@/lib/contract/access/access';
import { askControlPort } from '@/lib/demo/control-port';
import { actAs } from '@/lib/demo/people';
import { isAbout } from '@/lib/server/db/cell-columns';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { exportEvidence } from '@/lib/server/services/changes/export-evidence';
import { undoChanges } from '@/lib/server/services/changes/undo-changes';
import type { ServiceContext } from '@/lib/server/services/verb';
import { until } from '@/lib/server/until';
import type { StoryAct, StoryStep } from './story';
import type { StoryClock } from './story-clock';

interface Stage {
  context: ServiceContext;
  clock: StoryClock;
}

type PersonAct = Extract<StoryAct, { by: unknown }>;

const minuteMs = 60_000;
/** People sign in this long before they act, and sign out this long after. */
const arrivalMs = 3 * minuteMs;
const departureMs = 6 * minuteMs;
const readEveryMs = 5 * minuteMs;
const longestRunMs = 60_000;

/** Runs a step at its time (epoch ms). After a kill it finishes its change set, and skips steps that are done. */
export async function runStep({ context, clock }: Stage, step: StoryStep, at: number): Promise<void> {
  if (step.do === 'outside') return changeOutside({ context, clock }, step.cells, at);
  const existing = await changeSetOf(context, step.key);
  if (existing) {
    if (existing.state !== 'done') await withWorker(context, step, () => untilDone(context, step.key));
    return;
  }
  if (step.do === 'export' && (await isInLog(context, 'exported'))) return;
  clock.setTo(at - arrivalMs);
  await actAs(context, step.by, keyOf(step.key), async (ctx) => {
    clock.setTo(at);
    await withWorker(context, step, () => callVerb(ctx, step));
    clock.setTo(at + departureMs);
  });
}

async function callVerb(ctx: ServiceContext, step: PersonAct & StoryStep): Promise<void> {
  if (step.do === 'export') {
    const { body } = await exportEvidence({ ctx, input: { what: 'ledger' } });
    await new Response(body).arrayBuffer(); // reading the file makes the verb write it
    return;
  }
  const { reason } = step;
  if (step.do === 'switch') await changeAccess({ ctx, input: { ...step.cell, reason } });
  else if (step.do === 'change') await createChanges({ ctx, input: { cells: [...step.cells], reason } });
  else {
    const changeSetId = (await changeSetOf(ctx, step.of))?.id ?? '';
    await undoChanges({ ctx, input: { changeSetId, reason } });
  }
  await untilDone(ctx, step.key);
}

async function changeOutside(
  { clock, context }: Stage,
  cells: readonly AccessChange[],
  at: number,
): Promise<void> {
  if (await isInLog(context, 'access.outside', cells[0])) return;
  const { mirror } = context.request.connection;
  const change = async (isBack: boolean) => {
    for (const cell of cells)
      await askControlPort(context.console, 'POST', '/outside-change', {
        ...cell,
        accessible: cell.accessible !== isBack,
      });
  };
  await change(true); // a kill may have left them changed and undetected
  clock.setTo(at - readEveryMs);
  await mirror.readAgain();
  await change(false);
  clock.setTo(at);
  await mirror.readAgain();
}

/** Runs change sets during `work`; meanwhile the service refuses what the step names. */
async function withWorker({ console }: ServiceContext, step: StoryStep, work: () => Promise<void>) {
  const { entityId, message } = (step.do === 'change' && step.refused) || {};
  const where = { resource: 'security', method: 'POST', cell: { entityId } };
  const refusal = { kind: 'status', status: 400, code: 'Application_DialogException', message, ...where };
  if (message !== undefined) await askControlPort(console, 'PUT', '/faults', [refusal]);
  console.worker.start();
  try {
    await work();
  } finally {
    await console.worker.stop();
    if (message !== undefined) await askControlPort(console, 'PUT', '/faults', []);
  }
}

async function untilDone(ctx: ServiceContext, key: string): Promise<void> {
  const stateNow = async () => (await changeSetOf(ctx, key))?.state;
  const hasStopped = async () => ['done', 'paused'].includes((await stateNow()) ?? '');
  await until(hasStopped, { limitMs: longestRunMs, everyMs: 10 });
  const state = await stateNow();
  if (state !== 'done')
    throw new Error(`The change set of the step ${key} did not come to its end: it is ${String(state)}.`);
}

const keyOf = (key: string): string => `demo-history-${key}`;

function changeSetOf({ console }: ServiceContext, key: string) {
  return console.database.kysely
    .selectFrom('change_set')
    .select(['id', 'state'])
    .where('idempotency_key', '=', keyOf(key))
    .executeTakeFirst();
}

async function isInLog(
  { console }: ServiceContext,
  kind: 'access.outside' | 'exported',
  cell?: AccessChange,
): Promise<boolean> {
  const found = await console.database.kysely
    .selectFrom('ledger_entry')
    .select('seq')
    .where('kind', '=', kind)
    .where(isAbout(cell ?? {}))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
