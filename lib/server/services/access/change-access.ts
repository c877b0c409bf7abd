import 'server-only';
import { randomUUID } from 'node:crypto';
import type { AccessChange, AccessOutcome } from '@/lib/contract/access';
import { mayChangeAccess } from '@/lib/contract/roles';
import type { Actor } from '@/lib/server/auth/actor';
import { ledgerActor } from '@/lib/server/ledger/ledger-actor';
import { createSet } from '@/lib/server/services/changes/create-set';
import { doubtWords } from '@/lib/server/services/changes/doubts';
import { LeaseLostError, renewLease, type HeldSet } from '@/lib/server/services/changes/held-set';
import { usualPace } from '@/lib/server/services/changes/pace';
import { runSwitch } from '@/lib/server/services/changes/run-switch';
import { SetJournal } from '@/lib/server/services/changes/set-journal';
import { SetPauses } from '@/lib/server/services/changes/set-pauses';
import { answerOfSwitch } from '@/lib/server/services/changes/switch-answer';
import type { WorkCell } from '@/lib/server/services/changes/work-cell';
import { authorize, verb, type ServiceContext } from '@/lib/server/services/verb';

/** A person waits for a switch: each request of a change gets this long at most, retries included. */
const longestWaitMs = 30_000;

/**
 * Gives or removes access of one record to one entity (interface section 4.3), and proves it. It is stored as a change
 * set of one cell before anything else, so that a console that dies on the way takes it up again.
 * @throws ConsoleError `conflict` with `current`; `rejected` when the service said no or did not keep the change;
 * `ledger-unavailable` when it could not be written down, and then nothing was sent.
 * Where proof is missing the answer is `unknown`, never a failure.
 * @throws UpstreamError when the service certainly did not run the request.
 */
export const changeAccess = verb<AccessChange, AccessOutcome>({
  roles: mayChangeAccess,
  run: async ({ ctx, input }) => {
    const outcome = await ctx.connection.cellLocks.run(input, () => change(ctx, ctx.actor as Actor, input)); // by its role there is one
    ctx.log.info(
      { personId: ctx.actor?.personId, ...input, outcome: outcome.outcome },
      'Access was changed.',
    );
    return outcome;
  },
});

async function change(ctx: ServiceContext, actor: Actor, input: AccessChange): Promise<AccessOutcome> {
  const { connection, requestId, database } = ctx;
  const { id, isNew, fence } = await createSet(ctx, {
    connection: connection.key,
    kind: 'switch',
    cells: [input],
    reason: '',
    source: null,
    undoOf: null,
    idempotencyKey: ctx.idempotencyKey,
    actor,
    requestId,
    lease: { owner: randomUUID(), ms: usualPace.leaseMs },
  });
  if (!isNew) return answerOfSwitch(database, id);
  const held: HeldSet = {
    id,
    connection,
    kind: 'switch',
    actor: ledgerActor(actor),
    requestId,
    fence,
    stumbles: 0,
  };
  // Not tied to the browser's patience: a change that was begun is also proven.
  const deadlineMs = Math.min(longestWaitMs, connection.upstream.settings.timeoutSeconds * 1_000);
  const parts = {
    held,
    database,
    journal: new SetJournal({ ...ctx, pace: usualPace }, held),
    pauses: new SetPauses(ctx, held),
    pace: usualPace,
    log: ctx.log,
    options: { lane: 'interactive', requestId, deadlineMs },
    authorize: async () => authorize(mayChangeAccess, await ctx.actorNow()),
  } as const;
  const beat = setInterval(() => {
    renewLease(database, held, usualPace.leaseMs).catch(() => undefined); // its next write finds out as well
  }, usualPace.leaseMs / 3);
  try {
    return await runSwitch(parts, onlyCell(input));
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
    return { outcome: 'unknown', changeId: id, detail: doubtWords }; // a worker has taken it up
  } finally {
    clearInterval(beat);
  }
}

function onlyCell({ recordType, recordId, entityId, accessible, expected }: AccessChange): WorkCell {
  return {
    position: 0,
    cell: { recordType, recordId, entityId },
    wanted: accessible,
    expected: expected ?? null,
    state: 'pending',
    attempt: 1,
    tries: 0,
    sends: 0,
    before: null,
    sentAt: null,
    doubtUntil: null,
  };
}
