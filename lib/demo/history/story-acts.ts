import 'server-only';
import { randomUUID } from 'node:crypto';
import type { AccessChange } from '@/lib/contract/access/access';
import { demoIssuer } from '@/lib/server/auth/session-store';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { exportEvidence } from '@/lib/server/services/changes/export-evidence';
import { usualPolicy } from '@/lib/server/services/changes/execution/policy';
import { ChangeSetRun } from '@/lib/server/services/changes/execution/run';
import { takeLease, waitingChangeSets } from '@/lib/server/services/changes/store/lease';
import { undoChanges } from '@/lib/server/services/changes/undo-changes';
import { beginSession } from '@/lib/server/services/session/begin-session';
import { endSession } from '@/lib/server/services/session/end-session';
import { contextWith, type ServiceContext } from '@/lib/server/services/verb';
import { askControlPort } from '@/lib/demo/control-port';
import type { Refused, StoryAct, StoryStep } from './story';
import type { StoryClock } from './story-clock';

/** What the acts of a story are done with. */
export interface Stage {
  /** The console's parts on the story's clock, with nobody signed in. */
  context: ServiceContext;
  clock: StoryClock;
  /** Where the service takes faults, and changes that this console does not make. */
  controlUrl: string;
}

type PersonAct = Extract<StoryAct, { by: unknown }>;

const minuteMs = 60_000;
/** Somebody signs in so long before the act, and leaves so long after it. */
const arrivalMs = 3 * minuteMs;
const departureMs = 6 * minuteMs;
/** A change outside happens between two reads, so long after the first. */
const readEveryMs = 5 * minuteMs;

const keyOf = ({ key }: Pick<StoryStep, 'key'>): string => `demo-history-${key}`;

/** Does what a step says, at its time (epoch ms), by the verbs that serve people and the code that runs change sets. */
export async function act(stage: Stage, step: StoryStep, at: number): Promise<void> {
  if (step.do === 'outside') return changeOutside(stage, step.cells, at);
  const { clock } = stage;
  const context = contextWith(stage.context, { requestId: keyOf(step), idempotencyKey: keyOf(step) });
  clock.putTo(at - arrivalMs);
  const { subject, name, roles } = step.by;
  const { session } = await beginSession(context, { issuer: demoIssuer, subject, name, roles });
  const { actor } = session;
  const ctx = contextWith(context, { actor, session, actorNow: () => Promise.resolve(actor) });
  clock.putTo(at);
  await ask({ ...stage, context: ctx }, step);
  clock.putTo(at + departureMs);
  await endSession({ ctx, input: { sessionId: actor.sessionId } });
}

/** Whether a step has happened in a story that goes on after a kill: what it leaves behind is there. */
export async function hasHappened({ context }: Stage, step: StoryStep): Promise<boolean> {
  const { kysely } = context.console.database;
  const entries = kysely.selectFrom('ledger_entry').select('seq');
  switch (step.do) {
    case 'outside': {
      const [cell] = step.cells;
      const found = await entries
        .where('kind', '=', 'access.outside')
        .where('record_type', '=', cell?.recordType ?? null)
        .where('record_id', '=', cell?.recordId ?? null)
        .where('entity_id', '=', cell?.entityId ?? null)
        .executeTakeFirst();
      return found !== undefined;
    }
    case 'export':
      return (await entries.where('kind', '=', 'exported').executeTakeFirst()) !== undefined;
    default:
      return (await changeSetOf(context, step.key)) !== undefined;
  }
}

/** Runs what waits of these steps: a change set that a kill broke off, by the rules that hold for any other. */
export async function finishWaiting(stage: Stage, steps: readonly StoryStep[]): Promise<void> {
  const {
    request: { connection },
    console: { database },
  } = stage.context;
  const waiting = await Promise.all(
    [false, true].map((isOfSwitches) => waitingChangeSets(database, { connection, isOfSwitches }, 10)),
  );
  for (const step of steps) {
    const { id = '' } = (await changeSetOf(stage.context, step.key)) ?? {};
    if (waiting.flat().includes(id))
      await runToEnd(stage, id, step.do === 'change' ? step.refused : undefined);
  }
}

async function ask(stage: Stage, step: PersonAct & StoryStep): Promise<void> {
  const { context: ctx } = stage;
  switch (step.do) {
    case 'switch':
      await changeAccess({ ctx, input: { ...step.cell, reason: step.reason } });
      return;
    case 'change': {
      const { cells, reason, refused } = step;
      const { id } = await createChanges({ ctx, input: { cells: [...cells], reason } });
      return runToEnd(stage, id, refused);
    }
    case 'undo': {
      const changeSetId = (await changeSetOf(ctx, step.of))?.id ?? '';
      const { id } = await undoChanges({ ctx, input: { changeSetId, reason: step.reason } });
      return runToEnd(stage, id);
    }
    case 'export': {
      const { body } = await exportEvidence({ ctx, input: { what: 'ledger' } });
      await new Response(body).arrayBuffer(); // a file is made while it is taken
    }
  }
}

/** Has cells change in the service alone, between two reads of the matrix, the second of which notices. */
async function changeOutside(stage: Stage, cells: readonly AccessChange[], at: number): Promise<void> {
  const { clock, context } = stage;
  const { mirror } = context.request.connection;
  // A kill may have left them changed and unnoticed.
  for (const cell of cells)
    await askControlPort(stage.controlUrl, 'POST', '/outside-change', {
      ...cell,
      accessible: !cell.accessible,
    });
  clock.putTo(at - readEveryMs);
  await mirror.readAgain();
  for (const cell of cells) await askControlPort(stage.controlUrl, 'POST', '/outside-change', cell);
  clock.putTo(at);
  await mirror.readAgain();
}

/** @param refused what the service refuses meanwhile. */
async function runToEnd(stage: Stage, id: string, refused?: Refused): Promise<void> {
  const {
    request: { connection, log },
    console: { notices, database, ledger },
  } = stage.context;
  const parts = { database, ledger, notices, log, policy: usualPolicy };
  const lease = { ...parts, connections: [connection], leaseMs: usualPolicy.leaseMs };
  const changeSet = await takeLease(lease, id, randomUUID());
  if (refused) await askControlPort(stage.controlUrl, 'PUT', '/faults', [refusalOf(refused)]);
  if (changeSet) await new ChangeSetRun(changeSet, parts).go();
  if (refused) await askControlPort(stage.controlUrl, 'PUT', '/faults', []);
  const { state } = await database.kysely
    .selectFrom('change_set')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (state !== 'done') throw new Error(`The change set ${id} did not come to its end: it is ${state}.`);
}

function changeSetOf(
  { console: { database } }: ServiceContext,
  key: string,
): Promise<{ id: string } | undefined> {
  return database.kysely
    .selectFrom('change_set')
    .select('id')
    .where('idempotency_key', '=', keyOf({ key }))
    .executeTakeFirst();
}

/** A fault of the service as Business Central words a refusal. */
function refusalOf({ entityId, message }: Refused) {
  const where = { resource: 'security', method: 'POST', cell: { entityId } };
  return { kind: 'status', status: 400, code: 'Application_DialogException', message, ...where };
}
