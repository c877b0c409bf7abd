import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { demoIssuer, SessionStore } from '@/lib/server/auth/session-store';
import type { Console } from '@/lib/server/console';
import type { Database } from '@/lib/server/db/database';
import { localNotices } from '@/lib/server/db/notices';
import { demoHistoryNote, demoMarks } from './demo-marks';
import { Ledger } from '@/lib/server/ledger/ledger';
import type { Connection } from '@/lib/server/services/connection';
import { story, timeOf } from './story';
import { act, finishWaiting, hasHappened, type Stage } from './story-acts';
import { StoryClock } from './story-clock';

/** The console's parts on another clock. */
export interface ClockedParts {
  database: Database;
  ledger: Ledger;
  now: () => number;
}

interface DemoHistoryParts {
  console: Console;
  /** Whether an empty log is to begin with it. */
  isOn: boolean;
  /** The way to the service, as wide as it goes, for nobody else asks yet. */
  connect: (parts: ClockedParts) => Connection;
}

/**
 * Has an empty log begin with fourteen days of history, made by the console's own code on a clock that is put back, and
 * marked as such. It is made before anybody is served, by one process; one that was killed on the way goes on where it
 * was with the next start. What fails ends the history there, and the console starts all the same.
 */
export async function beginWithDemoHistory(parts: DemoHistoryParts): Promise<void> {
  const { database, log } = parts.console;
  try {
    const marks = await demoMarks(database.kysely);
    const isDue = marks ? marks.ended === null : parts.isOn && (await isLogEmpty(database));
    if (isDue) await alone(database, () => makeHistory(parts));
  } catch (error) {
    log.error({ err: error }, 'The demo history could not be made.');
  }
}

async function makeHistory(parts: DemoHistoryParts): Promise<void> {
  const {
    isOn,
    console: { database, ledger, checkpoints, log, controlUrl },
  } = parts;
  if (!(await demoMarks(database.kysely))) {
    if (!(await isLogEmpty(database))) return; // another replica serves people by now
    await ledger.append([{ kind: 'ledger.demo-began', note: demoHistoryNote }]);
  }
  const marks = await demoMarks(database.kysely);
  if (!marks || marks.ended) return;
  const { seq: began, at } = marks.began;
  const toldAt = Date.parse(at);
  let complete = false;
  if (isOn && controlUrl !== null && (await isItsOwn(database, began, toldAt)))
    try {
      await tell(parts, controlUrl, toldAt);
      complete = true;
    } catch (error) {
      log.error({ err: error }, 'The demo history broke off. It ends there, and the console starts with it.');
    }
  const last = await lastOf(database, began, toldAt);
  await ledger.append([{ kind: 'ledger.demo-ended', began, last, complete, note: demoHistoryNote }]);
  await checkpoints.sign();
}

/** Tells the story, or what is left of it. */
async function tell(parts: DemoHistoryParts, controlUrl: string, toldAt: number): Promise<void> {
  const clock = new StoryClock();
  const stage = { clock, controlUrl, context: contextOf(parts, clock) };
  const {
    request: { connection },
    console: { notices },
  } = stage.context;
  try {
    const newest = await newestTime(parts.console.database);
    clock.putTo(Math.min(toldAt, newest + 60_000)); // after the lease of whoever was killed
    await finishWaiting(stage, story);
    for (const step of story)
      if (!(await hasHappened(stage, step))) await act(stage, step, timeOf(step, toldAt));
  } finally {
    connection.mirror.close();
    await connection.journal.close();
    await connection.upstream.close();
    await notices.close();
  }
}

function contextOf({ console, connect }: DemoHistoryParts, clock: StoryClock): Stage['context'] {
  const database = clock.on(console.database);
  const ledger = new Ledger(database);
  const connection = connect({ database, ledger, now: clock.now });
  const { host } = console.config.publicUrl;
  return {
    request: {
      actor: null,
      session: null,
      actorNow: () => Promise.resolve(null),
      caller: { address: '127.0.0.1', host, agent: '', sessionToken: null, signInToken: null },
      connection,
      requestId: '',
      idempotencyKey: null,
      signal: new AbortController().signal,
      accept: 'application/json',
      lastEventId: '',
      log: console.log.child({}, { level: 'warn' }), // who signs in and what is changed is no news
    },
    console: {
      ...console,
      config: { ...console.config, accessReason: 'required' }, // it is told by whatever rule the console goes
      sessions: new SessionStore(database, { idleMs: 3_600_000, maxMs: 3_600_000, issuer: demoIssuer }),
      database,
      ledger,
      notices: localNotices(),
      connections: [connection],
    },
  };
}

/** Entries about something else than the log itself. */
const isOfPeople = sql<boolean>`kind not like 'ledger.%'`;

/** Whether nothing has happened yet: a log is empty but for what it says of itself. */
async function isLogEmpty({ kysely }: Database): Promise<boolean> {
  const entry = await kysely
    .selectFrom('ledger_entry')
    .select('seq')
    .where(isOfPeople)
    .limit(1)
    .executeTakeFirst();
  return entry === undefined;
}

/** Whether all that follows the mark is of the story, whose times lie before it: else somebody was served meanwhile. */
async function isItsOwn({ kysely }: Database, began: number, toldAt: number): Promise<boolean> {
  const other = await kysely
    .selectFrom('ledger_entry')
    .select('seq')
    .where('seq', '>', began)
    .where('at', '>=', toldAt)
    .where(isOfPeople)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

async function lastOf({ kysely }: Database, began: number, toldAt: number): Promise<number> {
  const { last } = await kysely
    .selectFrom('ledger_entry')
    .select(({ fn }) => fn.max('seq').as('last'))
    .where('seq', '>', began)
    .where('at', '<', toldAt)
    .executeTakeFirstOrThrow();
  return last ?? began;
}

async function newestTime({ kysely }: Database): Promise<number> {
  const { at } = await kysely
    .selectFrom('ledger_entry')
    .select('at')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return at;
}

/** Any number that nothing else on a PostgreSQL takes for its own. */
const lockNumber = 7_306_419_021;
const longestWaitMs = 30_000;

/** Does work while no other process does it. The embedded database's file is this process's alone. */
async function alone(database: Database, work: () => Promise<void>): Promise<void> {
  if (database.dialect.kind === 'libsql') return work();
  await database.kysely.connection().execute(async (connection) => {
    const take = sql<{ taken: boolean }>`select pg_try_advisory_lock(${sql.lit(lockNumber)}) as taken`;
    const until = performance.now() + longestWaitMs;
    while ((await take.execute(connection)).rows[0]?.taken !== true) {
      if (performance.now() > until) throw new Error('Another console is still at it.');
      await wait(100);
    }
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(lockNumber)})`.execute(connection);
    }
  });
}
