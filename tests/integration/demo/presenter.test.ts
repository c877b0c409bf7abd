import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Presenter, PresenterStepKey } from '@/lib/contract/demo/presenter';
import { presenterStory } from '@/lib/demo/presenter/presenter-steps';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { verifyLedger } from '@/lib/server/services/changes/verify-ledger';
import { play, playStep } from '@/lib/demo/presenter/play-step';
import { readPresenter } from '@/lib/demo/presenter/read-presenter';
import { previewReset, resetDemo } from '@/lib/demo/presenter/reset-demo';
import { endSession } from '@/lib/server/services/session/end-session';
import { beginSession } from '@/lib/server/services/session/begin-session';
import { demoPeople } from '@/lib/server/auth/demo-people';
import { Mutex } from '@/lib/server/mutex';
import type { ServiceContext } from '@/lib/server/services/verb';
import { cellKey } from '@/lib/domain/access/cell-key';
import { contextOf } from '@/tests/support/console/connected-console';
import { cellRows, ledgerEntries, seenPosts, untilSet } from '@/tests/support/changes/change-sets';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';

let service: Scenario;
let maya: ServiceContext;
const own = { recordType: 'Customer', recordId: '40000', entityId: '110' };

beforeAll(async () => {
  service = await startScenario({ size: 'demo' });
  service.work();
  const nobody = service.context(null, {
    demo: { hasHistory: false, mutex: new Mutex() },
    controlUrl: service.reference.controlUrl,
    config: { accessReason: 'required' },
  });
  const { session } = await beginSession(nobody, { issuer: 'demo', ...demoPeople['security-administrator'] });
  const { actor } = session;
  maya = contextOf(nobody, { actor, session, actorNow: () => Promise.resolve(actor) });
});
afterAll(async () => {
  await endSession({ ctx: maya, input: { sessionId: maya.request.actor?.sessionId ?? '' } });
  await service.close();
});

const read = () => readPresenter({ ctx: maya, input: {} });
const playAs = (ctx: ServiceContext, step: PresenterStepKey) => playStep({ ctx, input: { step } });
const states = ({ steps }: Presenter) => steps.map(({ state }) => state);
const valueOf = async (recordId: string, entityId: string) =>
  service.connection.upstream.readCell({ recordType: 'Customer', recordId, entityId });
const keyOfRow = ({ record_type, record_id, entity_id }: Awaited<ReturnType<typeof cellRows>>[number]) =>
  cellKey({ recordType: record_type, recordId: record_id, entityId: entity_id });
const setIn = ({ steps }: Presenter, key: PresenterStepKey) =>
  steps.find((one) => one.key === key)?.changeSetId ?? '';

describe('the presenter of the demo', () => {
  /** The steps after the second one. */
  async function playTheRest(): Promise<void> {
    expect(states(await playAs(maya, 'lost-answer'))).toEqual(['played', 'played', 'waiting', 'later']);
    await expect(playAs(maya, 'lost-answer')).rejects.toMatchObject({ code: 'conflict' });
    await service.control('DELETE', '/counters');
    const outcome = await changeAccess({
      ctx: maya,
      input: { ...own, accessible: true, expected: false, reason: 'Served by entity 110 too' },
    });
    expect(outcome.outcome).toBe('unknown');
    expect(states(await read())).toEqual(['played', 'played', 'played', 'next']);
    await untilSet(service, outcome.changeId, 'done');
    expect(await cellRows(service, outcome.changeId)).toMatchObject([{ state: 'applied' }]);
    expect(await service.control('GET', '/counters')).toMatchObject({ totalPosts: 1 });

    const last = await playAs(maya, 'older-list');
    expect(states(last)).toEqual(['played', 'played', 'played', 'played']);
    await untilSet(service, setIn(last, 'older-list'), 'done');
    const list = await cellRows(service, setIn(last, 'older-list'));
    expect(list.map(({ state }) => state)).toEqual(['conflict', 'applied', 'already', 'already']);
    expect(list[0]?.detail).toContain('Maya Lindqvist changed this');
    expect(await valueOf('40000', '110')).toBe(true);
  }

  it(
    'plays each step in its turn, and takes all of it back, again and again',
    { timeout: 120_000 },
    async () => {
      for (const round of [1, 2]) {
        expect(states(await read()), String(round)).toEqual(['next', 'later', 'later', 'later']);
        await expect(playAs(maya, 'throttled')).rejects.toMatchObject({ code: 'conflict' });

        expect(states(await playAs(maya, 'outside'))).toEqual(['played', 'next', 'later', 'later']);
        expect(service.connection.mirror.valueOf({ ...own, recordId: '10000', entityId: '100' })).toBe(true);
        await expect(playAs(maya, 'outside')).rejects.toMatchObject({ code: 'conflict' });

        await service.control('DELETE', '/requests');
        const throttled = await playAs(maya, 'throttled');
        expect(states(throttled)).toEqual(['played', 'played', 'next', 'later']);
        await untilSet(service, setIn(throttled, 'throttled'), 'done');
        const rows = await cellRows(service, setIn(throttled, 'throttled'));
        expect(rows.every(({ state }) => state === 'applied')).toBe(true);
        // The service's count decides: the console also counts a send that never arrived, as by a connection just closed.
        const posts = await seenPosts(service);
        const refused = posts.filter(({ status }) => status === 429);
        const taken = posts.filter(({ status }) => status === 200);
        expect(refused).toMatchObject([{ cell: { recordId: 'C00110', entityId: '200' } }]);
        expect(taken.map(({ cell }) => cellKey(cell)).sort()).toEqual(rows.map(keyOfRow).sort());

        if (round === 1) await playTheRest();

        // 10000 in 100, Tom's 96; in the first round one of the presenter's and one of Tom's list.
        const count = round === 1 ? 99 : 97;
        expect(await previewReset({ ctx: maya, input: {} })).toEqual({
          back: count,
          same: 0,
          toHistory: false,
        });
        const { changeSetId } = await resetDemo({ ctx: maya, input: {} });
        await untilSet(service, changeSetId, 'done');
        const back = await cellRows(service, changeSetId);
        expect(back.every(({ state }) => state === 'applied')).toBe(true);
        expect([
          await valueOf('10000', '100'),
          await valueOf('40000', '110'),
          await valueOf('C00040', '100'),
        ]).toEqual([false, false, false]);
      }
      await expect(resetDemo({ ctx: maya, input: {} })).rejects.toMatchObject({ code: 'conflict' });
      expect((await ledgerEntries(service)).filter(({ kind }) => kind === 'access.outside')).toHaveLength(2);
      expect(await verifyLedger({ ctx: maya, input: {} })).toMatchObject({ faults: [] });
    },
  );

  it('offers the reset where what was to change from outside stands so already', async () => {
    const cell = { ...own, recordId: '10000', entityId: '100' };
    await changeAccess({
      ctx: maya,
      input: { ...cell, accessible: true, expected: false, reason: 'Asked for' },
    });
    await expect(playAs(maya, 'outside')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Reset the demo') as string,
    });
    expect(await valueOf('10000', '100')).toBe(true);
    const { changeSetId } = await resetDemo({ ctx: maya, input: {} });
    await untilSet(service, changeSetId, 'done');
    expect(states(await playAs(maya, 'outside'))[0]).toBe('played');
  });

  it('has not played a step whose fault it could not arm, and leaves no fault to anybody else', async () => {
    const away = contextOf(maya, { controlUrl: 'http://127.0.0.1:1' });
    await expect(playAs(away, 'throttled')).rejects.toThrow();
    expect(states(await read())).toEqual(['played', 'next', 'later', 'later']);

    const act = presenterStory.find(({ key }) => key === 'throttled')?.act;
    if (act?.do !== 'throttle') throw new Error('It throttles.');
    // Off already, so that nothing is sent.
    const cells = act.cells.map((cell) => ({ ...cell, accessible: false }));
    await play(maya, { ...act, cells }, 'a-list-without-work');
    expect(await service.control('GET', '/faults')).toEqual({ faults: [] });

    // The same key for another list is refused.
    await expect(play(maya, act, 'a-list-without-work')).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    });
    expect(await service.control('GET', '/faults')).toEqual({ faults: [] });
    const { kysely } = service.context(null).console.database;
    const sessions = kysely.selectFrom('session').innerJoin('person', 'person.id', 'session.person_id');
    expect(await sessions.select('person.name').execute()).toEqual([{ name: 'Maya Lindqvist' }]);
  });

  it('is only where there is a demo', async () => {
    const before = (await ledgerEntries(service)).length;
    const real = contextOf(maya, { demo: null });
    await expect(playAs(real, 'outside')).rejects.toMatchObject({ code: 'not-found' });
    await expect(resetDemo({ ctx: real, input: {} })).rejects.toMatchObject({ code: 'not-found' });
    await expect(previewReset({ ctx: real, input: {} })).rejects.toMatchObject({ code: 'not-found' });
    expect(await ledgerEntries(service)).toHaveLength(before);
  });
});
