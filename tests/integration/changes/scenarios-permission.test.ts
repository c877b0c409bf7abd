import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '@/lib/contract/session/roles';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { cancelChanges } from '@/lib/server/services/changes/cancel-changes';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { pauseChanges } from '@/lib/server/services/changes/pause-changes';
import { readChanges } from '@/lib/server/services/changes/read-changes';
import { endSession } from '@/lib/server/services/session/end-session';
import { endSessions } from '@/lib/server/services/session/end-sessions';
import { signOut } from '@/lib/server/services/session/sign-out';
import type { ServiceContext } from '@/lib/server/services/verb';
import { contextOf } from '@/tests/support/console/connected-console';
import {
  cellRows,
  ledgerEntries,
  quickPolicy,
  seenPosts,
  setRow,
  untilSet,
} from '@/tests/support/changes/change-sets';
import type { ConnectedConsole } from '@/tests/support/console/connected-console';
import { expectAllInvariants } from '@/tests/support/changes/invariants';
import { shareScenario, startScenario, type Scenario } from '@/tests/support/console/scenario';

/* Scenarios 13, 17 and 20 of quality.md: who started a set may no longer act, somebody cancels it, nobody watches it. */

let scenario: Scenario;
let second: ConnectedConsole;
shareScenario((one) => (scenario = one), {
  isRead: true,
  size: 'records=90,entities=8,lines=1',
  policy: quickPolicy,
});
beforeAll(async () => {
  second = await scenario.replica();
});

const hold = (method: 'GET' | 'POST') => ({ kind: 'hold', resource: 'security', method });

/** Signs somebody in. @returns what their requests carry. */
async function signIn(subject: string, role: Role): Promise<{ ctx: ServiceContext; token: string }> {
  const {
    console: { sessions },
  } = scenario.context(null);
  const identity = { issuer: 'demo', subject, name: subject, roles: [role] };
  const { token, session } = await sessions.start(identity, { address: '127.0.0.1', agent: 'a test' });
  const actorNow = async () => (await sessions.find(token, false))?.actor ?? null;
  return { ctx: scenario.context(null, { actor: session.actor, session, actorNow }), token };
}

/** A set of somebody's that has sent a few of its cells, which the service holds until the faults are replaced. */
async function underWay(ctx: ServiceContext, count = 40): Promise<string> {
  await scenario.faults(hold('POST'));
  const { id } = await createChanges({ ctx, input: { cells: scenario.fresh(count) } });
  await expect.poll(async () => (await intentsOf(id)).length).toBeGreaterThan(2);
  return id;
}

const intentsOf = async (id: string) =>
  (await ledgerEntries(scenario)).filter((one) => one.kind === 'change.intent' && one.set === id);

/** The set has ended with part of it cancelled, and those cells say why. */
async function expectWithdrawn(id: string, why: RegExp): Promise<void> {
  const set = await untilSet(scenario, id, 'cancelled');
  expect(set.withdrawn).toMatch(why);
  expect(set.cancelled).toBeGreaterThan(0);
  expect(set.applied + set.cancelled).toBe(set.total);
  const cancelled = (await cellRows(scenario, id)).filter(({ state }) => state === 'cancelled');
  for (const { detail } of cancelled) expect(detail).toMatch(/^Permission withdrawn: /);
}

describe('13. whoever started a set', () => {
  it('signs in again without the role: nothing more is sent, and the rest says why', async () => {
    const { ctx } = await signIn('Ann', 'security-administrator');
    const id = await underWay(ctx);
    await signIn('Ann', 'auditor');
    await scenario.faults();
    await expectWithdrawn(id, /^Ann no longer holds the role/);
  });

  it('loses the role before anybody runs the set: nothing is sent at all', async () => {
    const idle = await startScenario({ isRead: true });
    try {
      const {
        console: { sessions },
      } = idle.context(null);
      const caller = { address: '127.0.0.1', agent: 'a test' };
      const who = { issuer: 'demo', subject: 'Eve', name: 'Eve' };
      const { session } = await sessions.start({ ...who, roles: ['security-administrator'] }, caller);
      const ctx = idle.context(null, { actor: session.actor });
      const { id } = await createChanges({ ctx, input: { cells: idle.fresh(5) } });
      await sessions.start({ ...who, roles: ['accountant'] }, caller);
      idle.work(quickPolicy);
      expect(await untilSet(idle, id, 'cancelled')).toMatchObject({ cancelled: 5 });
      expect(await seenPosts(idle)).toEqual([]);
      await expectAllInvariants(idle);
    } finally {
      await idle.close();
    }
  });

  it('has the session ended by an administrator: the same, also for a set that is paused', async () => {
    const [bob, admin] = [
      await signIn('Bob', 'security-administrator'),
      await signIn('Cid', 'security-administrator'),
    ];
    const paused = await underWay(bob.ctx);
    await pauseChanges({ ctx: bob.ctx, input: { changeSetId: paused } });
    await scenario.faults();
    await untilSet(scenario, paused, 'paused');
    const running = await underWay(bob.ctx);
    await endSession({ ctx: admin.ctx, input: { sessionId: bob.ctx.request.actor?.sessionId ?? '' } });
    const sent = (await intentsOf(running)).length;
    await scenario.faults();
    await expectWithdrawn(running, /^An administrator ended the session of Bob/);
    await expectWithdrawn(paused, /^An administrator ended the session of Bob/);
    expect((await intentsOf(running)).length - sent).toBe(0);
  });

  it('is signed out everywhere by an administrator: all their sets, and nobody else’s', async () => {
    const [dan, admin] = [
      await signIn('Dan', 'security-administrator'),
      await signIn('Cid', 'security-administrator'),
    ];
    const again = await signIn('Dan', 'security-administrator');
    const first = await underWay(dan.ctx);
    const [second, others] = [
      await createChanges({ ctx: again.ctx, input: { cells: scenario.fresh(4) } }),
      await createChanges({ ctx: admin.ctx, input: { cells: scenario.fresh(4) } }),
    ];
    await endSessions({ ctx: admin.ctx, input: { person: dan.ctx.request.actor?.personId ?? '' } });
    await scenario.faults();
    for (const id of [first, second.id])
      await expectWithdrawn(id, /^An administrator ended the session of Dan/);
    expect(await untilSet(scenario, others.id, 'done')).toMatchObject({ applied: 4 });
  });

  it('signs out, or ends all own sessions: the set goes on', async () => {
    const { ctx, token } = await signIn('Fay', 'security-administrator');
    const first = await underWay(ctx, 15);
    await signOut({
      ctx: contextOf(ctx, { caller: { ...ctx.request.caller, sessionToken: token } }),
      input: {},
    });
    await scenario.faults();
    expect(await untilSet(scenario, first, 'done')).toMatchObject({ applied: 15 });
    const again = await signIn('Fay', 'security-administrator');
    const next = await underWay(again.ctx, 15);
    await endSessions({ ctx: again.ctx, input: {} });
    await scenario.faults();
    expect(await untilSet(scenario, next, 'done')).toMatchObject({ applied: 15, withdrawn: null });
  });

  it('has the session ended while a switch is on its way to the service: it is not sent', async () => {
    const [gil, admin] = [
      await signIn('Gil', 'security-administrator'),
      await signIn('Cid', 'security-administrator'),
    ];
    const cell = scenario.one();
    await scenario.faults(hold('GET'));
    const known = (await seenPosts(scenario)).length;
    const answer = changeAccess({ ctx: gil.ctx, input: cell }).catch((error: unknown) => error);
    await expect.poll(async () => (await ledgerEntries(scenario)).at(-1)?.kind).toBe('set.created');
    await endSession({ ctx: admin.ctx, input: { sessionId: gil.ctx.request.actor?.sessionId ?? '' } });
    await scenario.faults();
    expect(await answer).toMatchObject({ code: 'signed-out' });
    expect((await seenPosts(scenario)).length).toBe(known);
    const set = (await ledgerEntries(scenario)).findLast((one) => one.kind === 'set.created');
    expect(await setRow(scenario, set?.kind === 'set.created' ? set.set : '')).toMatchObject({
      cancelled: 1,
    });
  });
});

it('17. once a cancel is written down, at whichever replica, no intent follows it', async () => {
  const id = await underWay(scenario.as('Ann'), 60);
  await cancelChanges({ ctx: scenario.as('Bob', second), input: { changeSetId: id } });
  await scenario.faults();
  const set = await untilSet(scenario, id, 'cancelled');
  expect(set.applied + set.cancelled).toBe(60);
  expect(set.cancelled).toBeGreaterThan(0);
  const entries = await ledgerEntries(scenario);
  const wish = entries.find((one) => one.kind === 'set.state' && one.set === id && one.actor?.name === 'Bob');
  expect(wish).toBeDefined();
  const later = (await intentsOf(id)).filter(({ seq }) => seq > (wish?.seq ?? 0));
  expect(later).toEqual([]);
});

it('20. a set goes on when its browser is closed, and whoever looks again finds the exact state', async () => {
  const browser = new AbortController();
  const ctx = contextOf(scenario.as('Ann'), { signal: browser.signal });
  const id = await underWay(ctx, 20);
  browser.abort();
  await scenario.faults();
  const single = changeAccess({ ctx, input: scenario.one() });
  expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 20 });
  expect(await single).toMatchObject({ outcome: 'applied' });
  const seen = await readChanges({ ctx: scenario.as('Ann', second), input: { changeSetId: id } });
  expect(seen).toMatchObject({ state: 'done', counts: { total: 20, applied: 20, pending: 0 } });
});
