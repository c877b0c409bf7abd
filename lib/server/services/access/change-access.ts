import 'server-only';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AccessChange, AccessOutcome, Cell } from '@/lib/contract/access';
import { holdsOneOf, mayChangeAccess } from '@/lib/contract/roles';
import { ConsoleError } from '@/lib/server/console-error';
import type { Connection } from '@/lib/server/services/connection';
import { authorize, verb, type ServiceContext } from '@/lib/server/services/verb';
import type { CallOptions } from '@/lib/server/upstream/client';
import { UpstreamError } from '@/lib/server/upstream/errors';

/** A person waits for a switch: each request of a change gets this long at most, retries included. */
const longestWaitMs = 30_000;
/** A service may show a write a moment late; the read-back asks again after these pauses before it is believed. */
const readBackPausesMs = [0, 300, 1_000];
/** How long the service may go on with a request after its time-out: its own limit is 10 minutes. */
const timedOutMs = 10 * 60_000;
/** The same after a connection that broke off or an answer that says nothing. */
const brokenOffMs = 30_000;
/** How often one change may be sent when the connection broke and the read-back shows that nothing happened. */
const mostSends = 2;

/**
 * Gives or removes access of one record to one entity (interface section 4.3), and proves it: the value now is read,
 * compared with the one the person saw, the change is sent, its echo compared, and the value read back.
 * @throws ConsoleError `conflict` with `current`; `rejected` when the service said no or did not keep the change.
 * Where proof is missing the answer is `unknown`, never a failure.
 * @throws UpstreamError when the service certainly did not run the request.
 */
export const changeAccess = verb<AccessChange, AccessOutcome>({
  roles: mayChangeAccess,
  run: async ({ ctx, input }) => {
    const outcome = await ctx.connection.cellLocks.run(input, () => change(ctx, input));
    ctx.log.info(
      { personId: ctx.actor?.personId, ...input, outcome: outcome.outcome },
      'Access was changed.',
    );
    return outcome;
  },
});

async function change(ctx: ServiceContext, input: AccessChange): Promise<AccessOutcome> {
  const { connection, requestId } = ctx;
  const { upstream, mirror } = connection;
  const { recordType, recordId, entityId, accessible: wanted, expected } = input;
  const cell: Cell = { recordType, recordId, entityId };
  // Not tied to the browser's patience: a change that was begun is also proven.
  const deadlineMs = Math.min(longestWaitMs, upstream.settings.timeoutSeconds * 1_000);
  const options: CallOptions = { lane: 'interactive', requestId, deadlineMs };
  const changeId = randomUUID();

  const before = await upstream.readCell(cell, options);
  mirror.prove({ ...cell, accessible: before });
  if (before === wanted) return { outcome: 'already', changeId };
  if (expected !== undefined && before !== expected) throw conflict(cell, before);

  authorize(mayChangeAccess, await ctx.actorNow()); // reading took its time, and a session may have ended meanwhile
  for (let send = 1; ; send++) {
    const sent = await post(ctx, { ...cell, accessible: wanted }, options);
    const now = await readBack(connection, cell, wanted, options);
    const mayStillHappen =
      sent === 'accepted' ? 0 : sent.code === 'service-timeout' ? timedOutMs : brokenOffMs;
    if (now === 'unreadable')
      return doubt(connection, { ...cell, accessible: wanted }, changeId, mayStillHappen);
    if (now === wanted || sent === 'accepted') mirror.prove({ ...cell, accessible: now });
    if (now === wanted) return { outcome: 'applied', changeId };
    if (sent === 'accepted') throw notKept(cell, wanted, now);
    // Only a broken connection is a reason to send again: whoever answered late or badly may still be at work.
    if (sent.kind !== 'network' || send === mostSends || !(await mayStillChange(ctx))) {
      return doubt(connection, { ...cell, accessible: wanted }, changeId, mayStillHappen);
    }
  }
}

async function mayStillChange(ctx: ServiceContext): Promise<boolean> {
  const actor = await ctx.actorNow().catch(() => null);
  return actor !== null && holdsOneOf(actor.roles, mayChangeAccess);
}

/** Sends the change once. A failure whose effect is uncertain is returned, because a read-back decides about it. */
async function post(
  { connection, log }: ServiceContext,
  row: Cell & { accessible: boolean },
  options: CallOptions,
): Promise<'accepted' | UpstreamError> {
  try {
    const { echo } = await connection.upstream.postAccess(row, options);
    if (echo === 'different') log.warn({ cell: row }, 'The service echoed something else than was sent.');
    return 'accepted';
  } catch (error) {
    if (error instanceof UpstreamError && error.executed === 'unknown') return error;
    throw error;
  }
}

async function readBack(
  { upstream }: Connection,
  cell: Cell,
  wanted: boolean,
  options: CallOptions,
): Promise<boolean | null | 'unreadable'> {
  let now: boolean | null = null;
  try {
    for (const pause of readBackPausesMs) {
      await wait(pause);
      now = await upstream.readCell(cell, options);
      if (now === wanted) break;
    }
    return now;
  } catch {
    return 'unreadable';
  }
}

function doubt(
  { mirror }: Connection,
  row: Cell & { accessible: boolean },
  changeId: string,
  mayStillHappenMs: number,
): AccessOutcome {
  mirror.doubt(row, row.accessible, mayStillHappenMs);
  const detail =
    'The change was sent, but the service does not say whether it happened. The console goes on asking.';
  return { outcome: 'unknown', changeId, detail };
}

function conflict(cell: Cell, current: boolean | null): ConsoleError {
  const now =
    current === null
      ? 'the service no longer has this combination'
      : `${cell.recordType} ${cell.recordId} ${current ? 'has' : 'has no'} access in entity ${cell.entityId} now`;
  return new ConsoleError('conflict', `Somebody changed this in the meantime: ${now}. Nothing was changed.`, {
    current,
  });
}

function notKept(cell: Cell, wanted: boolean, current: boolean | null): ConsoleError {
  return new ConsoleError(
    'rejected',
    `The service took the request to ${wanted ? 'give' : 'remove'} access, but did not keep it: ${cell.recordType} ` +
      `${cell.recordId} still reads as before in entity ${cell.entityId}. Ask whoever runs the service.`,
    { current },
  );
}
