import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { AccessChange, Cell } from '@/lib/contract/access/access';
import { demoIssuer } from '@/lib/server/auth/session-store';
import type { DemoPerson } from '@/lib/server/auth/demo-people';
import { ConsoleError } from '@/lib/server/console-error';
import type { AccessMirror } from '@/lib/server/services/access/mirror/mirror';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { beginSession } from '@/lib/server/services/session/begin-session';
import { endSession } from '@/lib/server/services/session/end-session';
import { contextWith, type ServiceContext } from '@/lib/server/services/verb';
import type { PresenterAct } from './presenter-steps';
import type { PresenterStage } from './presenter-stage';

/** How long a step waits for a read of the matrix, and for a change set to meet its fault. */
const patienceMs = 15_000;

const cellSchema = z.object({ accessible: z.boolean() });
const faultsSchema = z.object({ faults: z.array(z.object({ left: z.number().nullable() })) });

/**
 * Has happen what a step says. Faults end by themselves: each meets one request, and the service is back in seconds.
 * @param key names what a colleague does, so that it is done once.
 * @throws ConsoleError `conflict` where the matrix cannot be read at the moment, or has already what was to change; else
 * as the verbs it asks.
 */
export async function play(
  ctx: ServiceContext,
  stage: PresenterStage,
  act: PresenterAct,
  key: string,
): Promise<void> {
  switch (act.do) {
    case 'change-outside':
      return changeOutside(ctx, stage, act.cell);
    case 'throttle': {
      const { cell, retryAfterSeconds: retryAfter } = act;
      const fault = {
        kind: 'status',
        status: 429,
        retryAfter,
        count: 1,
        resource: 'security',
        method: 'POST',
        cell,
      };
      // Armed first, so that a step whose fault cannot be had leaves nothing behind that says it was played.
      await stage.control('PUT', '/faults', [fault]);
      let isMet = false;
      try {
        const id = await changeAs(ctx, act.by, { cells: [...act.cells], reason: act.reason }, key);
        isMet = await untilMet(ctx, stage, id);
      } finally {
        if (!isMet) await stage.control('PUT', '/faults', []); // else a later switch would meet it
      }
      return;
    }
    case 'lose-answer': {
      const { cell, outageMs } = act;
      const fault = { kind: 'dropAfter', resource: 'security', method: 'POST', count: 1, cell, outageMs };
      await stage.control('PUT', '/faults', [fault]);
      return;
    }
    case 'contradict': {
      const before = !(await valueInService(stage, act.cell));
      const kept = { ...act.cell, accessible: before, expected: before };
      await changeAs(ctx, act.by, { cells: [kept, ...act.others], reason: act.reason }, key);
    }
  }
}

/** Changes an assignment in the service alone, between two reads of the matrix, the second of which notices. */
async function changeOutside(
  {
    request: {
      connection: { mirror },
    },
  }: ServiceContext,
  stage: PresenterStage,
  cell: AccessChange,
): Promise<void> {
  await readMatrix(mirror); // what was pressed since the last read is no change from outside
  const { recordType, recordId, entityId, accessible } = cell;
  if ((await valueInService(stage, cell)) === accessible)
    throw new ConsoleError(
      'conflict',
      `Entity ${entityId} ${accessible ? 'can use' : 'cannot use'} ${recordType} ${recordId} already, so there would be nothing to see. Nothing was changed. Reset the demo, then play the step.`,
    );
  await stage.control('POST', '/outside-change', cell);
  await readMatrix(mirror);
}

async function valueInService(stage: PresenterStage, cell: Cell): Promise<boolean> {
  const { recordType, recordId, entityId } = cell;
  const asked = new URLSearchParams({ recordType, recordId, entityId }).toString();
  return cellSchema.parse(await stage.control('GET', `/cell?${asked}`)).accessible;
}

/** Reads the matrix once, after a read that is under way. @throws ConsoleError `conflict` where it takes too long. */
async function readMatrix(mirror: AccessMirror): Promise<void> {
  const until = performance.now() + patienceMs;
  while (mirror.progress().loading) {
    if (performance.now() > until)
      throw new ConsoleError(
        'conflict',
        'The matrix is being read from the service. Nothing was played. Try again once it is there.',
      );
    await wait(50);
  }
  await mirror.readAgain();
}

/** Has a colleague sign in, ask for a change set and leave; it is run like any other. @returns its id. */
async function changeAs(
  ctx: ServiceContext,
  { subject, name, roles }: DemoPerson,
  input: Parameters<typeof createChanges>[0]['input'],
  key: string,
): Promise<string> {
  const caller = { ...ctx.request.caller, agent: '', sessionToken: null, signInToken: null };
  const away = contextWith(ctx, { caller, requestId: key, idempotencyKey: key });
  const { session } = await beginSession(away, { issuer: demoIssuer, subject, name, roles });
  const { actor } = session;
  const there = contextWith(away, { actor, session, actorNow: () => Promise.resolve(actor) });
  try {
    return (await createChanges({ ctx: there, input })).id;
  } finally {
    await endSession({ ctx: there, input: { sessionId: actor.sessionId } });
  }
}

/** Waits for the only fault to meet its request. @returns whether it did before the change set ended or it took too long. */
async function untilMet(
  { console: { database } }: ServiceContext,
  stage: PresenterStage,
  id: string,
): Promise<boolean> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const { state } = await database.kysely
      .selectFrom('change_set')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { faults } = faultsSchema.parse(await stage.control('GET', '/faults'));
    if (faults.every(({ left }) => left === 0)) return true;
    if (state === 'done' || state === 'cancelled' || performance.now() > until) return false;
    await wait(50);
  }
}
