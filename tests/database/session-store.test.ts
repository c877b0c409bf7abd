import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@/lib/contract/session/roles';
import { SessionMemory } from '@/lib/server/auth/session-memory';
import type { LiveSession } from '@/lib/server/auth/actor';
import type { Identity } from '@/lib/server/auth/person-store';
import { SessionStore } from '@/lib/server/auth/session-store';
import { ConsoleError } from '@/lib/server/console-error';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';

const minute = 60_000;
const hour = 60 * minute;
const rules = { idleMs: 30 * minute, maxMs: 10 * hour, issuer: 'https://login.example' };
const caller = { address: '192.0.2.7', agent: 'Firefox' };
const auditor: Role[] = ['auditor'];

let at: TestDatabase;
let database: Database;
let store: SessionStore;

beforeEach(async () => {
  at = await testDatabase();
  database = await openDatabase(at.url);
  store = new SessionStore(database, rules);
});
afterEach(async () => {
  await database.close();
  await at.drop();
});

const somebody = (subject: string, more: Partial<Identity> = {}): Identity => ({
  issuer: rules.issuer,
  subject,
  name: `Person ${subject}`,
  roles: auditor,
  ...more,
});

const start = (subject: string, more: Partial<Identity> = {}) => store.start(somebody(subject, more), caller);

/** Moves a session's times into the past, as if that much time had gone by. */
async function age(sessionId: string, times: { used?: number; all?: number }): Promise<void> {
  const { used = 0, all = 0 } = times;
  await database.kysely
    .updateTable('session')
    .set((set) => ({
      used_at: set('used_at', '-', used + all),
      started_at: set('started_at', '-', all),
      ends_at: set('ends_at', '-', all),
    }))
    .where('id', '=', sessionId)
    .execute();
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  return error instanceof ConsoleError ? error.code : `no ConsoleError: ${String(error)}`;
}

async function sessionRows(): Promise<number> {
  return (await database.kysely.selectFrom('session').select('id').execute()).length;
}

/** Has the database refuse to note anything in a session from now on. */
async function refuseUpdates(): Promise<void> {
  const statements = {
    libsql: [`create trigger full before update on session begin select raise(abort, 'full'); end`],
    postgresql: [
      `create function refuse() returns trigger language plpgsql as $$ begin raise disk_full; end $$`,
      `create trigger full_disk before update on session for each row execute function refuse()`,
    ],
  };
  for (const statement of statements[database.dialect.kind])
    await sql.raw(statement).execute(database.kysely);
}

/** Every value of every table, as text. */
async function wholeDatabase(): Promise<string> {
  const tables = await database.kysely.introspection.getTables({ withInternalKyselyTables: true });
  expect(tables.map(({ name }) => name)).toContain('session');
  const rows = await Promise.all(
    tables.map(({ name }) => sql`select * from ${sql.id(name)}`.execute(database.kysely)),
  );
  return JSON.stringify(rows.map((result) => result.rows));
}

describe('a session', () => {
  it('is found by its token with who, whence and until when', async () => {
    const { token, session } = await start('a', { roles: ['auditor', 'accountant'] });
    expect(session).toMatchObject({
      ...caller,
      actor: { name: 'Person a', roles: ['auditor', 'accountant'] },
    });
    expect(session.endsAt - session.startedAt).toBeGreaterThanOrEqual(rules.maxMs);
    expect(session.endsAt - session.startedAt).toBeLessThan(rules.maxMs + minute);
    expect(session.expiresAt).toBe(session.usedAt + rules.idleMs);
    expect(await store.find(token, false)).toEqual(session);
  });

  it('keeps its token out of the database: no column of any table has it', async () => {
    const { token, session } = await start('a');
    const all = await wholeDatabase();
    expect(all).toContain(session.actor.sessionId);
    expect(all).not.toContain(token);
    expect(all).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    expect(all).not.toContain(Buffer.from(token).toString('base64'));
  });

  it('has a token of 256 random bits, another one each time, and is not found by anything else', async () => {
    const [one, two] = [await start('a'), await start('a')];
    expect(Buffer.from(one.token, 'base64url')).toHaveLength(32);
    expect(two.token).not.toBe(one.token);
    expect(two.session.actor.sessionId).not.toBe(one.session.actor.sessionId);
    expect(two.session.actor.personId).toBe(one.session.actor.personId);
    for (const wrong of [
      '',
      ' ',
      `${one.token} `,
      one.token.slice(0, -1),
      one.session.actor.sessionId,
      "' or 1=1",
    ])
      expect(await store.find(wrong, true)).toBeNull();
  });

  it('ends after the idle limit', async () => {
    const { token, session } = await start('a');
    await age(session.actor.sessionId, { used: rules.idleMs - minute });
    expect(await store.find(token, false)).not.toBeNull();
    await age(session.actor.sessionId, { used: minute });
    expect(await store.find(token, true)).toBeNull();
    expect((await store.list(everyone)).sessions).toEqual([]);
  });

  it('goes on by use, but not by a look in the background', async () => {
    const { token, session } = await start('a');
    await age(session.actor.sessionId, { used: 20 * minute });
    const looked = await store.find(token, false);
    expect(looked?.usedAt).toBe(session.usedAt - 20 * minute);
    const used = await store.find(token, true);
    expect(used?.usedAt).toBeGreaterThanOrEqual(session.usedAt);
    const kept = await store.find(token, false);
    expect(kept?.usedAt).toBeGreaterThanOrEqual(used?.usedAt ?? Infinity); // written a moment after it was asked
    await age(session.actor.sessionId, { used: 20 * minute });
    expect(await store.find(token, true)).not.toBeNull();
  });

  it('ends at the absolute limit, however much it is used', async () => {
    const { token, session } = await start('a');
    const { sessionId } = session.actor;
    await age(sessionId, { all: rules.maxMs - 10 * minute });
    await database.kysely.updateTable('session').set({ used_at: session.usedAt }).execute();
    const late = await store.find(token, true);
    expect(late?.expiresAt).toBe(late?.endsAt); // less than the idle limit is left
    await age(sessionId, { all: 11 * minute });
    await database.kysely.updateTable('session').set({ used_at: session.usedAt }).execute();
    expect(await store.find(token, true)).toBeNull();
  });

  it('that is over is removed by the next sign-in, and no other is', async () => {
    const idle = await start('a');
    const over = await start('b');
    const live = await start('c');
    await age(idle.session.actor.sessionId, { used: rules.idleMs });
    await age(over.session.actor.sessionId, { all: rules.maxMs });
    const next = await start('d');
    const rows = await database.kysely.selectFrom('session').select('id').execute();
    expect(rows.map(({ id }) => id).sort()).toEqual(
      [live, next].map(({ session }) => session.actor.sessionId).sort(),
    );
  });

  it('has the roles and the name of the newest sign-in of its person', async () => {
    const old = await start('a', { roles: ['security-administrator', 'auditor'] });
    await start('a', { roles: ['auditor'], name: 'New Name' });
    expect((await store.find(old.token, true))?.actor).toMatchObject({
      roles: ['auditor'],
      name: 'New Name',
    });
    await start('a', { roles: [] });
    expect((await store.find(old.token, true))?.actor.roles).toEqual([]);
  });

  it('counts no role that this version does not know', async () => {
    const { token } = await start('a');
    await database.kysely.updateTable('person').set({ roles: '["emperor","auditor",7,null]' }).execute();
    expect((await store.find(token, true))?.actor.roles).toEqual(['auditor']);
    await database.kysely.updateTable('person').set({ roles: '"security-administrator"' }).execute();
    expect((await store.find(token, true))?.actor.roles).toEqual([]);
  });

  it('of another issuer is dead, and the same subject there is another person', async () => {
    const own = await start('a');
    const others = new SessionStore(database, { ...rules, issuer: 'demo' });
    const other = await others.start({ ...somebody('a'), issuer: 'demo' }, caller);
    expect(other.session.actor.personId).not.toBe(own.session.actor.personId);
    expect(await store.find(other.token, true)).toBeNull();
    expect(await others.find(own.token, true)).toBeNull();
    expect((await store.list(everyone)).sessions.map(({ actor }) => actor.personId)).toEqual([
      own.session.actor.personId,
    ]);
    expect(await others.find(other.token, true)).not.toBeNull();
    expect(await codeOf(store.start({ ...somebody('b'), issuer: 'demo' }, caller))).toBe('signed-out');
  });

  it('cuts a huge agent and a huge name, and takes whatever text a provider and a browser may send', async () => {
    const long = await store.start(somebody('a', { name: 'N'.repeat(9_999) }), {
      address: '::1',
      agent: 'A'.repeat(99_999),
    });
    expect(long.session.agent).toBe('A'.repeat(300));
    expect(long.session.actor.name).toBe('N'.repeat(200));
    const odd = { name: "O'Neill \u0000 🙂 \ud83d", subject: "'); drop table session; --" };
    const { token } = await store.start(somebody(odd.subject, odd), { address: '::1', agent: '\u0000🙂' });
    expect((await store.find(token, true))?.actor.name).toContain("O'Neill");
    expect(await store.find('\u0000', true)).toBeNull();
  });
});

describe('ending', () => {
  it("takes one's own session, not another's, unless asked for anyone's", async () => {
    const [mine, theirs] = [await start('a'), await start('b')];
    const myself = mine.session.actor.personId;
    expect(await store.end(theirs.session.actor.sessionId, myself)).toBeNull();
    expect(await store.find(theirs.token, true)).not.toBeNull();
    expect(await store.end(mine.session.actor.sessionId, myself)).toEqual({
      sessionId: mine.session.actor.sessionId,
      personId: myself,
    });
    expect(await store.end(mine.session.actor.sessionId, myself)).toBeNull();
    expect(await store.find(mine.token, true)).toBeNull();
    expect(await store.end(theirs.session.actor.sessionId, null)).not.toBeNull();
    expect(await store.find(theirs.token, true)).toBeNull();
    for (const nothing of ['', 'nonsense', '\u0000', '%']) expect(await store.end(nothing, null)).toBeNull();
  });

  it('takes the session of a token, and nothing where there is none', async () => {
    const [one, two] = [await start('a'), await start('a')];
    await store.endByToken(one.token);
    for (const nothing of [one.token, '', '\u0000']) await store.endByToken(nothing);
    expect(await store.find(one.token, true)).toBeNull();
    expect(await store.find(two.token, true)).not.toBeNull();
  });

  it('takes all sessions of a person, and nobody else', async () => {
    const mine = [await start('a'), await start('a'), await start('a')];
    const theirs = await start('b');
    const ended = await store.endOfPerson(mine[0]?.session.actor.personId ?? '');
    expect(ended.sort()).toEqual(mine.map(({ session }) => session.actor.sessionId).sort());
    for (const { token } of mine) expect(await store.find(token, true)).toBeNull();
    expect(await store.find(theirs.token, true)).not.toBeNull();
    for (const nobody of ['nobody', '\u0000']) expect(await store.endOfPerson(nobody)).toEqual([]);
  });

  it('holds at once on another replica', async () => {
    // A replica has a connection of its own where the database allows that.
    const second = database.dialect.kind === 'postgresql' ? await openDatabase(at.url) : database;
    const replica = new SessionStore(second, rules);
    try {
      const { token, session } = await start('a');
      expect(await replica.find(token, true)).toEqual(session);
      expect(await replica.end(session.actor.sessionId, session.actor.personId)).not.toBeNull();
      expect(await store.find(token, true)).toBeNull();
      const again = await replica.start(somebody('a', { roles: [] }), caller);
      expect((await store.find(again.token, true))?.actor.roles).toEqual([]);
      await store.endOfPerson(again.session.actor.personId);
      expect(await replica.find(again.token, true)).toBeNull();
    } finally {
      if (second !== database) await second.close();
    }
  });
});

/** Everybody: any name contains nothing. */
const everyone = { name: '' };

describe('the list', () => {
  it("has one person's live sessions, or everyone's, newest use first", async () => {
    const [first, second, third] = [await start('a'), await start('b'), await start('a')];
    await age(first.session.actor.sessionId, { used: minute });
    await age(second.session.actor.sessionId, { used: 2 * minute });
    const ids = async (of: Parameters<typeof store.list>[0]) =>
      (await store.list(of)).sessions.map(({ actor }) => actor.sessionId);
    const [one, two, three] = [first, second, third].map(({ session }) => session.actor.sessionId);
    expect(await ids(everyone)).toEqual([three, one, two]);
    expect(await ids({ personId: first.session.actor.personId })).toEqual([three, one]);
    expect(await ids({ personId: 'nobody' })).toEqual([]);
  });
});

describe('under load', () => {
  it('100 sign-ins of 10 people and 100 looks at once all get theirs', async () => {
    const started = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        start(String(index % 10), { name: `Person ${String(index % 10)}` }),
      ),
    );
    expect(new Set(started.map(({ token }) => token)).size).toBe(100);
    expect(new Set(started.map(({ session }) => session.actor.personId)).size).toBe(10);
    for (const { session } of started) await age(session.actor.sessionId, { used: minute });
    const found = await Promise.all(started.map(({ token }) => store.find(token, true)));
    expect(found.map((session) => session?.actor)).toEqual(started.map(({ session }) => session.actor));
    expect(await sessionRows()).toBe(100);
  });

  it('sign-ins and endings of the same person at once leave only whole sessions', async () => {
    const { session } = await start('a');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        index % 3 === 0 ? store.endOfPerson(session.actor.personId) : start('a'),
      ),
    );
    // A session may be ended before it is read back; nothing else may go wrong.
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'signed-out' });
    const { sessions } = await store.list({ personId: session.actor.personId });
    expect(sessions).toHaveLength(await sessionRows());
  });
});

describe('limits', () => {
  it('a setting made stricter holds for sessions that began under the older one', async () => {
    const { token, session } = await start('a');
    await age(session.actor.sessionId, { all: 2 * minute });
    const stricter = new SessionStore(database, { ...rules, maxMs: minute });
    expect(await stricter.find(token, false)).toBeNull();
    expect(await store.find(token, false)).not.toBeNull();
  });

  it('one person holds 50 sessions at most, of which the oldest end', async () => {
    const first = await start('a');
    await age(first.session.actor.sessionId, { all: minute });
    for (let more = 0; more < 50; more++) await start('a');
    const other = await start('b');
    expect(await store.find(first.token, false)).toBeNull();
    expect(await store.find(other.token, false)).not.toBeNull();
    expect((await store.list({ personId: first.session.actor.personId })).sessions).toHaveLength(50);
  });

  it('a list finds people by a part of their name, and takes wildcards for what they are', async () => {
    await start('a');
    for (const name of ['Ann 100%', 'Ann_Lee', 'Bob'])
      await store.start({ ...somebody(name), name, subject: name }, caller);
    const found = async (name: string) =>
      (await store.list({ name })).sessions.map(({ actor }) => actor.name).sort();
    expect(await found('ANN')).toEqual(['Ann 100%', 'Ann_Lee']);
    expect(await found('0%')).toEqual(['Ann 100%']);
    expect(await found('_')).toEqual(['Ann_Lee']);
    expect(await found("' or 1=1 --\0")).toEqual([]);
  });

  it('a list finds people whatever the case of their name, beyond ASCII too', async () => {
    for (const name of ['Zoë Ärger', 'ŽELJKA ĆORIĆ', 'Bob']) await start(name, { name });
    const found = async (name: string) =>
      (await store.list({ name })).sessions.map(({ actor }) => actor.name);
    for (const name of ['ärger', 'ÄRGER', 'ZOË ä']) expect(await found(name), name).toEqual(['Zoë Ärger']);
    expect(await found('željka ćo')).toEqual(['ŽELJKA ĆORIĆ']);
    expect(await found('arger')).toEqual([]);
  });

  it('a list is cut at 1,000 and says so, and a search finds who is beyond', async () => {
    const { session } = await start('a', { name: 'Crowd' });
    const { personId } = session.actor;
    const row = { person_id: personId, ...caller, started_at: session.startedAt, ends_at: session.endsAt };
    const more = Array.from({ length: 1_000 }, (_, index) => ({ ...row, token_hash: String(index) }));
    await database.kysely
      .insertInto('session')
      .values(more.map((one) => ({ ...one, id: randomUUID(), used_at: session.usedAt })))
      .execute();
    const ann = await start('b', { name: 'Ann' });
    await age(ann.session.actor.sessionId, { used: minute });
    for (const of of [everyone, { name: 'crowd' }, { personId }]) {
      const { sessions, complete } = await store.list(of);
      expect(sessions).toHaveLength(1_000);
      expect(complete).toBe(false);
      expect(sessions.every(({ actor }) => actor.name === 'Crowd')).toBe(true);
    }
    const { sessions, complete } = await store.list({ name: 'ann' });
    expect(sessions.map(({ actor }) => actor.name)).toEqual(['Ann']);
    expect(complete).toBe(true);
  });

  it('a name keeps no mark by which it could pose as another', async () => {
    const name = 'Ann \u202eb\u001b[31mo\ud800b\u200b';
    const { session } = await store.start({ ...somebody('c'), name }, caller);
    expect(session.actor.name).toBe('Ann b[31mob');
  });
});

describe('while the database is full', () => {
  it('people are recognised, though their use cannot be noted', async () => {
    const { token, session } = await start('a');
    await age(session.actor.sessionId, { used: minute });
    await refuseUpdates();
    expect((await store.find(token, true))?.actor.personId).toBe(session.actor.personId);
    const { usedAt } = (await store.find(token, false)) ?? session;
    expect(usedAt).toBe(session.usedAt - minute);
  });
});

describe('while the database is away', () => {
  it('every method says so, and nobody is let in', async () => {
    const { token, session } = await start('a');
    const away = await openAway();
    const lost = new SessionStore(away, rules);
    const { personId, sessionId } = session.actor;
    const calls = [
      lost.start(somebody('a'), caller),
      lost.find(token, true),
      lost.find(token, false),
      lost.list({ personId }),
      lost.end(sessionId, null),
      lost.endByToken(token),
      lost.endOfPerson(personId),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'ledger-unavailable'));
  });
});

describe('what changes nothing, while the database is away', () => {
  let clock = 0;
  let lost: SessionStore;
  let opened: Database;
  let leave: () => Promise<void>;

  beforeEach(async () => {
    clock = 0;
    const own = await testDatabase();
    opened = await openDatabase(own.url);
    lost = new SessionStore(opened, rules, new SessionMemory(() => clock));
    let hasLeft = false;
    leave = async () => {
      if (hasLeft) return;
      hasLeft = true;
      await opened.close();
      await own.drop();
    };
  });
  afterEach(() => leave());

  /** Signs in, and is found once that is long over. */
  async function found(subject: string): Promise<{ token: string; session: LiveSession }> {
    const { token } = await lost.start(somebody(subject), caller);
    clock += minute;
    const session = await lost.find(token, true);
    if (!session) throw new Error('The session was not found.');
    return { token, session };
  }

  it('counts a session found within the last ten minutes, with the roles it had; nothing else does', async () => {
    const { token, session } = await found('a');
    const { token: unseen } = await lost.start(somebody('b'), caller);
    await leave();
    clock += 10 * minute - 1;
    expect(await lost.findForReading(token, true)).toEqual(session);
    expect(await codeOf(lost.find(token, true))).toBe('ledger-unavailable');
    expect(await codeOf(lost.findForReading(unseen, true))).toBe('ledger-unavailable');
    clock += 1;
    expect(await codeOf(lost.findForReading(token, true))).toBe('ledger-unavailable');
  });

  it('does not count a session beyond its own limits', async () => {
    const short = new SessionStore(opened, { ...rules, idleMs: 3 * minute }, new SessionMemory(() => clock));
    const { token } = await short.start(somebody('a'), caller);
    clock += minute;
    await short.find(token, false);
    await leave();
    clock += 2 * minute;
    expect(await short.findForReading(token, false)).not.toBeNull();
    clock += minute;
    expect(await codeOf(short.findForReading(token, false))).toBe('ledger-unavailable');
  });

  it.each<[string, (held: { token: string; session: LiveSession }) => Promise<unknown>]>([
    ['signed out', ({ token }) => lost.endByToken(token)],
    ['signed out in vain', ({ token }) => Promise.resolve(lost.forget(token))],
    ['ended', ({ session }) => lost.end(session.actor.sessionId, null)],
    ['ended with all of the person', ({ session }) => lost.endOfPerson(session.actor.personId)],
    ['followed by a sign-in of the same person', () => lost.start(somebody('a', { roles: [] }), caller)],
  ])('forgets a session that was %s, at once', async (_, end) => {
    const held = await found('a');
    await end(held);
    await leave();
    expect(await codeOf(lost.findForReading(held.token, true))).toBe('ledger-unavailable');
  });

  it('keeps nothing of tokens that nobody has', async () => {
    let asked = 0;
    const watched = new SessionStore(opened, rules, new SessionMemory(() => asked++));
    for (const token of ['made up', 'made up again']) expect(await watched.find(token, true)).toBeNull();
    expect(asked).toBe(0);
  });

  it('forgets a session that turned out to be over', async () => {
    const { token, session } = await found('a');
    // As another replica does it: this one's memory does not hear of it.
    await new SessionStore(opened, rules).end(session.actor.sessionId, null);
    expect(await lost.findForReading(token, true)).toBeNull();
    await leave();
    expect(await codeOf(lost.findForReading(token, true))).toBe('ledger-unavailable');
  });
});

/** A database that was open and is no more. */
async function openAway(): Promise<Database> {
  const other = await testDatabase();
  const away = await openDatabase(other.url);
  await away.close();
  await other.drop();
  return away;
}
