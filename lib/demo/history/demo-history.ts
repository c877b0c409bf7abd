import 'server-only';
import { sql, type Kysely } from 'kysely';
import { demoIssuer, SessionStore } from '@/lib/server/auth/session-store';
import type { Console } from '@/lib/server/console';
import type { Database } from '@/lib/server/db/database';
import { localSignals } from '@/lib/server/db/replica-signals';
import type { Tables } from '@/lib/server/db/tables';
import { Ledger } from '@/lib/server/ledger/ledger';
import { notesIn } from '@/lib/server/ledger/ledger-identity';
import { AccessMirror } from '@/lib/server/services/access/mirror/mirror';
import { OutsideChanges } from '@/lib/server/services/access/outside/outside-changes';
import { usualPolicy } from '@/lib/server/services/changes/execution/policy';
import { ChangeWorker } from '@/lib/server/services/changes/execution/worker';
import type { ServiceContext } from '@/lib/server/services/verb';
import { until } from '@/lib/server/until';
import { createUpstream } from '@/lib/server/upstream/client';
import { companyOf } from '@/lib/server/upstream/settings';
import { story, timeOf } from './story';
import { runStep } from './story-acts';
import { StoryClock } from './story-clock';

const note = 'Demo history: an invented story with its own dates, written when this console first started';

/** The log entries that begin and end demo history; null in a log without it. Throws database errors. */
export async function demoMarks(on: Kysely<Tables>) {
  const notes = await notesIn(on);
  const began = notes.find(({ kind }) => kind === 'ledger.demo-began');
  // Null while a process makes the history, and after a kill interrupted it.
  const ended = notes.find((one) => one.kind === 'ledger.demo-ended' && one.began === began?.seq) ?? null;
  return began ? { began, ended } : null;
}

/**
 * Fills an empty log with fourteen days of history by the console's own code on a clock set back. The next start
 * continues after a kill; an error ends the history, and the console starts anyway.
 */
export async function makeDueHistory(console: Console, isOn: boolean): Promise<void> {
  const { database, log } = console;
  try {
    const marks = await demoMarks(database.kysely);
    if (marks ? !marks.ended : isOn) await whileNoOther(database, () => makeHistory(console, isOn));
  } catch (error) {
    log.error({ err: error }, 'The demo history could not be made.');
  }
}

async function makeHistory(console: Console, isOn: boolean): Promise<void> {
  const { database, ledger, checkpoints, log } = console;
  const marks = await demoMarks(database.kysely);
  if (marks ? marks.ended : !(await isLogEmpty(database))) return; // this console or another replica has served people
  const mark = marks?.began ?? (await ledger.append([{ kind: 'ledger.demo-began', note }])).at(-1);
  if (!mark) return;
  const { seq: began, at } = mark;
  const storyEndsAt = Date.parse(at);
  let complete = false;
  const before = await entriesAfter(database, began);
  // Story times lie before the begin entry, so a later entry means that the console has served people.
  if (isOn && before.every(({ at, kind }) => at < storyEndsAt || kind.startsWith('ledger.')))
    try {
      await runStory(console, storyEndsAt, before.at(-1)?.at ?? storyEndsAt);
      complete = true;
    } catch (error) {
      log.error({ err: error }, 'The demo history broke off. It ends there, and the console starts with it.');
    }
  const last = (await entriesAfter(database, began)).findLast(({ at }) => at < storyEndsAt)?.seq ?? began;
  await ledger.append([{ kind: 'ledger.demo-ended', began, last, complete, note }]);
  await checkpoints.sign();
}

async function runStory(console: Console, storyEndsAt: number, newest: number): Promise<void> {
  const clock = new StoryClock();
  const context = contextOf(console, clock);
  const { mirror, upstream } = context.request.connection;
  try {
    clock.setTo(Math.min(storyEndsAt, newest + 60_000)); // past the leases of a killed process
    for (const step of story) await runStep({ clock, context }, step, timeOf(step, storyEndsAt));
  } finally {
    mirror.close();
    await upstream.close();
    await context.console.signals.close();
  }
}

function contextOf(console: Console, clock: StoryClock): ServiceContext {
  const database = clock.on(console.database);
  const ledger = new Ledger(database);
  const [shown] = console.connections;
  if (!shown) throw new Error('There is no connection.');
  const { key, upstream: own } = shown;
  // The service has no other callers yet, so the story may exceed the connection's rate.
  const upstream = createUpstream({ ...own.settings, concurrency: 8, ratePerSecond: 1_000 });
  const onFailure = (error: unknown) => console.log.warn({ err: error }, 'The demo history lacks a change.');
  const company = companyOf(own.settings);
  const watcher = new OutsideChanges({ connection: key, company, database, ledger, onFailure });
  const mirror = new AccessMirror(upstream, { now: clock.now, watcher });
  const connection = { ...shown, upstream, mirror };
  const log = console.log.child({}, { level: 'warn' }); // the story's sign-ins and changes would fill the log
  const clocked = { database, ledger, signals: localSignals(), connections: [connection] };
  const { host } = console.config.publicUrl;
  return {
    request: {
      actor: null,
      session: null,
      actorNow: () => Promise.resolve(null),
      caller: {
        address: '127.0.0.1',
        host,
        agent: '',
        sessionToken: null,
        signInToken: null,
        bearerToken: null,
        isOnThisMachine: true,
      },
      connection,
      requestId: '',
      idempotencyKey: null,
      signal: new AbortController().signal,
      accept: 'application/json',
      lastEventId: '',
      log,
    },
    console: {
      ...console,
      config: { ...console.config, accessReason: 'required' }, // the story gives reasons under any rule
      sessions: new SessionStore(database, { idleMs: 3_600_000, maxMs: 3_600_000, issuer: demoIssuer }),
      ...clocked,
      worker: new ChangeWorker({ ...clocked, log, policy: usualPolicy }),
    },
  };
}

async function isLogEmpty({ kysely }: Database): Promise<boolean> {
  const entry = await kysely
    .selectFrom('ledger_entry')
    .select('seq')
    .where(sql<boolean>`kind not like 'ledger.%'`)
    .limit(1)
    .executeTakeFirst();
  return entry === undefined;
}

function entriesAfter({ kysely }: Database, seq: number) {
  return kysely
    .selectFrom('ledger_entry')
    .select(['seq', 'at', 'kind'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
}

const lockNumber = 7_306_419_021;
const longestWaitMs = 30_000;

/** Runs work while no other process runs it; only this process opens an embedded database. */
async function whileNoOther(database: Database, work: () => Promise<void>): Promise<void> {
  if (database.dialect.kind === 'libsql') return work();
  await database.kysely.connection().execute(async (connection) => {
    const take = sql<{ taken: boolean }>`select pg_try_advisory_lock(${sql.lit(lockNumber)}) as taken`;
    const isTaken = async () => (await take.execute(connection)).rows[0]?.taken === true;
    if (!(await until(isTaken, { limitMs: longestWaitMs, everyMs: 100 })))
      throw new Error('Another console is still at it.');
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(lockNumber)})`.execute(connection);
    }
  });
}
