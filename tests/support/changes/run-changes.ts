import { channel } from 'node:diagnostics_channel';
import pino from 'pino';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import { ConsoleError } from '@/lib/server/console-error';
import type { Database } from '@/lib/server/db/database';
import { Drain } from '@/lib/server/drain';
import { Ledger, type Recorded, type Written } from '@/lib/server/ledger/ledger';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { cancelChanges } from '@/lib/server/services/changes/cancel-changes';
import { createChangeSet } from '@/lib/server/services/changes/store/create-change-set';
import { freeLeases } from '@/lib/server/services/changes/store/lease';
import { pauseChanges } from '@/lib/server/services/changes/pause-changes';
import { resumeChanges } from '@/lib/server/services/changes/resume-changes';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';
import { undoChanges } from '@/lib/server/services/changes/undo-changes';
import { withdrawChangeSets } from '@/lib/server/services/changes/store/withdraw';
import type { Upstream } from '@/lib/server/upstream/client';
import type { Order, Reply, Step } from './change-process';
import { connectConsole, type ConnectedConsole } from '@/tests/support/console/connected-console';
import { newSet } from './new-set';

/*
 * A console without HTTP that does what its parent process tells it, and can be told to kill itself at a step of a
 * change. It sees the steps by standing between the engine and its ledger, its service and its sockets.
 */

const plans: (Extract<Order, { do: 'at' }> & { seen: number })[] = [];
let posted = false;
let opened: ConnectedConsole | null = null;

/** Called at every step; one that kills the process does not return. */
function reached(step: Step): void {
  for (const plan of plans) {
    if (plan.step !== 'any' && plan.step !== step) continue;
    if (++plan.seen !== plan.count) continue;
    if (plan.then.do === 'die') die();
    if (plan.then.do === 'freeze') freeze();
    else void obey(plan.then);
  }
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Stops at once, with whatever it holds, until somebody continues it. */
function freeze(): void {
  process.kill(process.pid, 'SIGSTOP');
}

class WatchedLedger extends Ledger {
  override async write<T>(
    work: (transaction: Parameters<Parameters<Ledger['write']>[0]>[0]) => Promise<Recorded<T>>,
  ): Promise<Written<T>> {
    let facts: readonly LedgerFacts[] = [];
    const written = await super.write<T>(async (transaction) => {
      const done = await work(transaction);
      facts = done.facts;
      for (const fact of facts) {
        const step = stepOf(fact);
        if (step !== null && step !== 'said') reached(`writing ${step}`);
      }
      return done;
    });
    const { result } = written;
    for (const fact of facts) {
      const step = stepOf(fact);
      if (step !== null) reached(step);
    }
    if (typeof result === 'object' && result !== null) {
      if (facts.length === 0 && isPart('result' in result ? result.result : result)) reached('part');
      if ('consecutiveFailures' in result) reached('leased'); // a leased change set
      if ('result' in result && result.result instanceof Set) {
        posted = false; // a new round
        reached('claimed'); // keys, by a fenced write
      }
      if ('isClaimed' in result && result.isClaimed === true) {
        posted = false;
        reached('claimed'); // a switch, by the write that stores it
      }
    }
    return written;
  }
}

/** Of a set that is not stored whole, or not tried again whole. */
function isPart(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false;
  return 'isClaimed' in result || ('hasMore' in result && result.hasMore === true);
}

function stepOf(fact: LedgerFacts) {
  switch (fact.kind) {
    case 'set.state':
      return fact.actor ? 'said' : fact.kind; // by a person, or by the console itself
    case 'set.created':
    case 'change.intent':
    case 'change.open':
    case 'change.outcome':
      return fact.kind;
    default:
      return null;
  }
}

function watched(upstream: Upstream): Upstream {
  const read = (): void => reached(posted ? 'read back' : 'checked');
  return {
    ...upstream,
    readCell: async (...args) => {
      const value = await upstream.readCell(...args);
      read();
      return value;
    },
    async *readSecurity(...args) {
      yield* upstream.readSecurity(...args);
      read();
    },
    postAccess: async (...args) => {
      const echo = await upstream.postAccess(...args);
      posted = true;
      reached('answered');
      return echo;
    },
  };
}

channel('undici:request:bodySent').subscribe((message) => {
  const { request } = message as { request: { method: string } }; // by undici's documentation
  if (request.method === 'POST') reached('sent');
});

function theConsole(): ConnectedConsole {
  if (!opened) throw new Error('No database is open.');
  return opened;
}

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'open': {
      opened = await connectConsole(order.reference, {
        databaseUrl: order.databaseUrl,
        settings: order.settings ?? {},
        sharesBudget: order.sharesBudget ?? false,
        ledgerOf: (database: Database) => new WatchedLedger(database),
        upstreamOf: watched,
      });
      await freeLeases(opened.database);
      return null;
    }
    case 'work': {
      const worker = theConsole().work(order.policy);
      drain.add(() => worker.stop());
      return null;
    }
    case 'store':
      return store(order);
    case 'switch':
      return changeAccess({ ctx: administrator(order.requestId), input: order.change });
    case 'resume':
      return resumeChanges({ ctx: administrator(), input: { changeSetId: order.set } });
    case 'retry':
      return retryChanges({
        ctx: administrator(),
        input: { changeSetId: order.set, outcomes: ['cancelled'] },
      });
    case 'say':
      return say(order);
    case 'undo':
      return undoChanges({
        ctx: administrator(order.requestId),
        input: { changeSetId: order.set, reason: '' },
      });
    case 'at':
      return void plans.push({ ...order, seen: 0 });
    case 'die':
      return die();
    case 'freeze':
      return freeze();
    case 'memory':
      return process.memoryUsage().rss;
  }
}

function administrator(requestId = 'a-request') {
  return theConsole().context('security-administrator', { requestId });
}

/** What a person says of a set: the one who started it, or an administrator who ends that one's sessions. */
async function say({ what, requestId }: Extract<Order, { do: 'say' }>): Promise<unknown> {
  const ctx = administrator();
  const { id } = await ctx.console.database.kysely
    .selectFrom('change_set')
    .select('id')
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow();
  if (what === 'pause') return pauseChanges({ ctx, input: { changeSetId: id } });
  if (what === 'cancel') return cancelChanges({ ctx, input: { changeSetId: id } });
  await ctx.console.ledger.record(async (transaction) => {
    await withdrawChangeSets(transaction, { personId: 'somebody' }, 'another administrator');
    return { facts: [], result: null };
  });
  reached('said');
  ctx.console.signals.send('control', id);
  return null;
}

async function store({ cells, requestId }: Extract<Order, { do: 'store' }>): Promise<string> {
  const ctx = administrator(requestId);
  const { id } = await createChangeSet(
    ctx.console,
    newSet(ctx.request.actor, cells, { reason: 'a test', requestId }),
  );
  ctx.console.signals.send('control', id);
  return id;
}

function inWords(error: unknown): string {
  const code = error instanceof ConsoleError ? `${error.code}: ` : '';
  return code + (error instanceof Error ? (error.stack ?? error.message) : 'It failed.');
}

const drain = new Drain(pino({ level: 'silent' }));
process.once('SIGTERM', () => void drain.run().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(1)); // whoever started it has gone

process.on('message', ({ id, order }: { id: number; order: Order }) => {
  const reply = (answer: Omit<Reply, 'id'>): void => void process.send?.({ id, ...answer });
  obey(order).then(
    (result) => reply({ result }),
    (error: unknown) => reply({ error: inWords(error) }),
  );
});
