import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '@/lib/contract/session/roles';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { createChangeSet } from '@/lib/server/services/changes/store/create-change-set';
import { ConsoleError } from '@/lib/server/console-error';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { contextOf } from '@/tests/support/console/connected-console';
import { ledgerEntries, quickPolicy, setRow } from '@/tests/support/changes/change-sets';
import { newSet } from '@/tests/support/changes/new-set';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { testDatabase, testedKind } from '@/tests/support/database/test-database';

const cell = { recordType: 'Customer', recordId: '40000', entityId: '100' };

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'demo' });
afterEach(() => service.control('DELETE', '/counters'));

const outside = (accessible: boolean, where = cell) => service.outside({ ...where, accessible });

const inService = (where = cell) => service.truth(where);

async function postsSent(): Promise<number> {
  const counters = (await service.control('GET', '/counters')) as {
    requests: { method: string; resource: string; count: number }[];
  }; // as above
  return counters.requests
    .filter(({ method }) => method === 'POST')
    .reduce((sum, { count }) => sum + count, 0);
}

function change(accessible: boolean, expected?: boolean, where = cell) {
  const input = expected === undefined ? { ...where, accessible } : { ...where, accessible, expected };
  return changeAccess({ ctx: service.context('security-administrator'), input });
}

describe('one change', () => {
  it('is sent once, read back and reported as applied, both ways', async () => {
    await outside(false);
    const { seq = 0, ...answer } = await change(true, false);
    expect(answer).toMatchObject({ outcome: 'applied' });
    const [entry] = await service.ledger.read(seq - 1, 1);
    expect(JSON.parse(entry?.body ?? '{}')).toMatchObject({ kind: 'change.outcome', set: answer.changeId });
    expect(await inService()).toBe(true);
    expect(await change(false, true)).toMatchObject({ outcome: 'applied' });
    expect(await inService()).toBe(false);
    expect(await postsSent()).toBe(2);
  });

  it('sends nothing when the service has the value already', async () => {
    await outside(true);
    expect(await change(true, false)).toMatchObject({ outcome: 'already' });
    expect(await change(true)).toMatchObject({ outcome: 'already' });
    expect(await postsSent()).toBe(0);
  });

  it('of a record spelt in another case is refused with the service’s own spelling', async () => {
    const refused = change(true, undefined, { ...cell, recordType: 'customer' });
    await expect(refused).rejects.toMatchObject({ code: 'rejected' });
    expect(await postsSent()).toBe(0);
  });

  it('is a conflict with the value now when somebody was faster, and sends nothing', async () => {
    await outside(false);
    const refused = await change(true, true).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConsoleError);
    expect(refused).toMatchObject({ code: 'conflict', current: false });
    expect(await postsSent()).toBe(0);
  });

  it('waits for an earlier one of the same cell, and sees what that one left', async () => {
    await outside(false);
    const ctx = service.context('security-administrator');
    const results = await Promise.allSettled([
      changeAccess({ ctx, input: { ...cell, accessible: true, expected: false } }),
      changeAccess({ ctx, input: { ...cell, accessible: false, expected: true } }),
      changeAccess({ ctx, input: { ...cell, accessible: true, expected: false } }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(await postsSent()).toBe(3);
    expect(await inService()).toBe(true);
  });

  it('is stored before it waits for an earlier one, and dropped when its caller leaves', async () => {
    await outside(false);
    let isSent = (): void => undefined;
    let answer = (): void => undefined;
    const sent = new Promise<void>((resolve) => (isSent = resolve));
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { upstream } = service.connection;
    const held = {
      ...upstream,
      postAccess: async (...call: Parameters<typeof upstream.postAccess>) => {
        const echo = await upstream.postAccess(...call);
        isSent();
        await answered;
        return echo;
      },
    };
    const ctx = service.context('security-administrator');
    const first = changeAccess({
      ctx: contextOf(ctx, { connection: { ...service.connection, upstream: held } }),
      input: { ...cell, accessible: true, expected: false },
    });
    await sent;
    const leaving = new AbortController();
    const call = { ctx: contextOf(ctx, { signal: leaving.signal, idempotencyKey: 'a-caller-that-leaves' }) };
    const second = changeAccess({ ...call, input: { ...cell, accessible: false, expected: true } });
    const dropped = expect(second).rejects.toMatchObject({ code: 'conflict' });
    const stored = () =>
      service.database.kysely
        .selectFrom('change_set')
        .innerJoin('change_cell', 'set_id', 'id')
        .select(['change_set.state', 'change_cell.state as outcome', 'sends'])
        .where('idempotency_key', '=', 'a-caller-that-leaves')
        .executeTakeFirst();
    await expect.poll(stored).toEqual({ state: 'running', outcome: 'pending', sends: 0 });
    leaving.abort();
    await dropped; // although the first one is not at its end
    expect(await stored()).toEqual({ state: 'done', outcome: 'cancelled', sends: 0 });
    answer();
    expect(await first).toMatchObject({ outcome: 'applied' });
    expect(await postsSent()).toBe(1);
    expect(await inService()).toBe(true);
  });
});

it('whose author loses the role before it is sent is forbidden, and nothing is sent', async () => {
  await outside(false);
  const { sessions } = service.context(null).console;
  const signIn = (role: Role) =>
    sessions.start(
      { issuer: 'demo', subject: 'Ann', name: 'Ann', roles: [role] },
      { address: '127.0.0.1', agent: 'a test' },
    );
  const { token, session } = await signIn('security-administrator');
  const actorNow = async () => (await sessions.find(token, false))?.actor ?? null;
  await service.faults({ kind: 'hold', resource: 'security', method: 'GET' });
  const refused = changeAccess({
    ctx: service.context(null, { actor: session.actor, session, actorNow }),
    input: { ...cell, accessible: true, expected: false },
  });
  const forbidden = expect(refused).rejects.toMatchObject({ code: 'forbidden' });
  const isStored = async () => (await ledgerEntries(service)).at(-1)?.kind;
  await expect.poll(isStored).toBe('set.created');
  await signIn('auditor');
  await service.faults();
  await forbidden;
  expect(await postsSent()).toBe(0);
});

describe('while the database goes away', () => {
  /** One that was closed, as seen by whatever is read beside the ledger. */
  async function closed(): Promise<{ database: Database; drop: () => Promise<void> }> {
    const { url, drop } = await testDatabase();
    const database = await openDatabase(url);
    await database.close();
    return { database, drop };
  }

  it('a conflict whose author cannot be looked up says so, and nothing is sent', async () => {
    await outside(false);
    const { database, drop } = await closed();
    const ctx = contextOf(service.context('security-administrator'), { database });
    const refused = changeAccess({ ctx, input: { ...cell, accessible: true, expected: true } });
    await expect(refused).rejects.toMatchObject({ code: 'ledger-unavailable' });
    expect(await postsSent()).toBe(0);
    await drop();
  });

  it('a repeated request whose answer cannot be looked up says so, and nothing is sent', async () => {
    await outside(false);
    const { database, drop } = await closed();
    const idempotencyKey = 'asked-twice';
    const ctx = contextOf(service.context('security-administrator'), { idempotencyKey });
    const input = { ...cell, accessible: true, expected: false };
    expect(await changeAccess({ ctx, input })).toMatchObject({ outcome: 'applied' });
    const refused = changeAccess({ ctx: contextOf(ctx, { database }), input });
    await expect(refused).rejects.toMatchObject({ code: 'ledger-unavailable' });
    expect(await postsSent()).toBe(1);
    await drop();
  });
});

describe('a fault of the console’s own', () => {
  const onCell = sql.ref('change_cell');
  const isEmbedded = testedKind === 'libsql';
  /** No cell's state can be written until it is mended. */
  async function breakCells(): Promise<() => Promise<void>> {
    const { kysely } = service.database;
    if (isEmbedded)
      await sql`create trigger broken before update of state on ${onCell}
        begin select raise(abort, 'broken'); end`.execute(kysely);
    else
      await sql`alter table ${onCell} add constraint broken check (state = 'pending') not valid`.execute(
        kysely,
      );
    return async () => {
      if (isEmbedded) await sql`drop trigger broken`.execute(kysely);
      else await sql`alter table ${onCell} drop constraint broken`.execute(kysely);
    };
  }

  it('after the request was sent is told as unconfirmed, never as nothing changed', async () => {
    const where = { ...cell, entityId: '110' }; // it stays claimed until its lease is over
    await outside(false, where);
    const mend = await breakCells();
    try {
      expect(await change(true, false, where)).toMatchObject({ outcome: 'unknown' });
      expect(await inService(where)).toBe(true);
      expect(await postsSent()).toBe(1);
    } finally {
      await mend();
    }
  });
});

describe('a change whose lease ends while it is made', () => {
  /** Changes the cell; once the service has answered `call`, a worker takes the change over and finishes it. */
  async function overtakenAfter(call: 'readCell' | 'postAccess'): Promise<unknown> {
    const { kysely } = service.database;
    const { upstream } = service.connection;
    const takeOver = async (): Promise<void> => {
      const open = kysely.updateTable('change_set').set({ lease_until: 1 }).where('ended_at', 'is', null);
      const { id } = await open.returning('id').executeTakeFirstOrThrow();
      const worker = service.work(quickPolicy);
      await expect.poll(async () => (await setRow(service, id)).ended_at).not.toBeNull();
      await worker.stop();
      await service.context(null).console.events.head(); // the mirror has heard of it
    };
    const hooked = {
      ...upstream,
      [call]: async (...[given, options]: Parameters<typeof upstream.postAccess>) => {
        const answer = await upstream[call](given, options);
        await takeOver();
        return answer;
      },
    };
    return changeAccess({
      ctx: contextOf(service.context('security-administrator'), {
        connection: { ...service.connection, upstream: hooked },
      }),
      input: { ...cell, accessible: true, expected: false },
    });
  }

  it('leaves no mark behind once somebody else has proven it', async () => {
    await outside(false);
    expect(await overtakenAfter('postAccess')).toMatchObject({ outcome: 'applied' });
    expect(await inService()).toBe(true);
    expect(service.connection.mirror.status().unknown).toEqual([]);
  });

  it('before it was sent is told as not sent', async () => {
    await outside(false);
    await expect(overtakenAfter('readCell')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^The console could not send this .* was not sent at all/) as string,
    });
    expect(await postsSent()).toBe(0);
  });
});

it('a repeated request whose change is not sent yet does not say that it was', async () => {
  await outside(false);
  const ctx = service.context('security-administrator', { idempotencyKey: 'nobody-sends-it' });
  const input = { ...cell, entityId: '120', accessible: true };
  const {
    request: { idempotencyKey },
  } = ctx;
  const lease = { owner: 'another console', ms: 60_000 };
  await createChangeSet(
    ctx.console,
    newSet(ctx.request.actor, [input], { kind: 'switch', idempotencyKey, lease }),
  );
  const began = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(began);
  const answer = changeAccess({ ctx, input });
  setTimeout(() => clock.mockReturnValue(began + 60_000), 200);
  expect(await answer).toMatchObject({
    outcome: 'unknown',
    detail: expect.stringMatching(/^The change was not sent yet/) as string,
  });
  clock.mockRestore();
});

describe('one change in trouble', () => {
  it('that the service refuses says so in its words, and nothing was changed', async () => {
    await outside(false);
    await service.faults({
      kind: 'status',
      status: 400,
      resource: 'security',
      method: 'POST',
      message: 'The record is blocked.',
    });
    const refused = await change(true, false).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'rejected' });
    expect(String((refused as { userMessage?: string }).userMessage)).toContain('The record is blocked.'); // an UpstreamError, as its code shows
    expect(await inService()).toBe(false);
  });
});
