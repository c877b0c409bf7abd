import { expect, it } from 'vitest';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';
import {
  cellRows,
  holdPosts,
  ledgerEntries,
  quickPolicy,
  setRow,
  storeSet,
  untilSet,
} from '@/tests/support/changes/change-sets';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';

/* A switch has a deadline: it never pauses, and what is not sent by then is never sent. */

let scenario: Scenario;
shareScenario((one) => (scenario = one), { isRead: true, policy: quickPolicy });

const late = /^The console could not send this while somebody waited .* was not sent at all/;
const refusal = (input: Parameters<typeof changeAccess>[0]['input']) =>
  changeAccess({ ctx: scenario.as('Ann'), input }).catch((error: unknown) => error);

const newest = async (kind: 'set.created' | 'change.intent') =>
  (await ledgerEntries(scenario)).findLast((one) => one.kind === kind);

/** Sets the deadline of a switch; null: as an older replica stores it. */
function putDeadline(id: string, at: number | null) {
  const { kysely } = scenario.database;
  return kysely.updateTable('change_set').set({ send_before: at }).where('id', '=', id).execute();
}

/** The id of the set that was stored last, once that is another one. */
async function storedAfter(known: string | undefined): Promise<string> {
  const id = async () => {
    const entry = await newest('set.created');
    return entry?.kind === 'set.created' ? entry.set : undefined;
  };
  await expect.poll(id).not.toBe(known);
  return (await id()) ?? '';
}

it('a switch that is not sent by its deadline is refused, and nothing is sent', async () => {
  const cell = scenario.one();
  const known = await scenario.totalPosts();
  await scenario.faults({ kind: 'hold', resource: 'security', method: 'GET' });
  const answer = refusal(cell);
  const id = await storedAfter(undefined);
  await putDeadline(id, 1);
  await scenario.faults();
  expect(await answer).toMatchObject({ code: 'conflict', message: expect.stringMatching(late) as string });
  expect(await setRow(scenario, id)).toMatchObject({ state: 'done', cancelled: 1 });
  expect(await scenario.totalPosts()).toBe(known);
});

it('a press of which the console hears only after its deadline is not sent', async () => {
  const cell = scenario.one();
  const known = await scenario.totalPosts();
  expect(await refusal({ ...cell, pressedMsAgo: 31_000 })).toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(late) as string,
  });
  expect(await scenario.totalPosts()).toBe(known);
  expect(
    await changeAccess({ ctx: scenario.as('Ann'), input: { ...cell, pressedMsAgo: 5_000 } }),
  ).toMatchObject({
    outcome: 'applied',
  });
});

it('a switch whose earlier one takes longer than the deadline says so, and is not sent afterwards', async () => {
  const cell = scenario.one();
  const back = { ...cell, accessible: cell.expected, expected: cell.accessible };
  const known = await scenario.totalPosts();
  const before = await newest('set.created');
  await holdPosts(scenario);
  const first = changeAccess({ ctx: scenario.as('Ann'), input: cell });
  const firstId = await storedAfter(before?.kind === 'set.created' ? before.set : undefined);
  const second = refusal(back);
  await putDeadline(await storedAfter(firstId), 1);
  await scenario.faults();
  expect(await first).toMatchObject({ outcome: 'applied' });
  expect(await second).toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^Another change of this assignment .* Nothing was sent\./) as string,
  });
  expect(await scenario.totalPosts()).toBe(known + 1);
});

it('a service that fails as a whole ends a switch at once with its reason, and pauses nothing', async () => {
  const cell = scenario.one();
  const known = await scenario.totalPosts();
  await scenario.faults({ kind: 'status', status: 403, resource: 'security', method: 'GET' });
  expect(await refusal(cell)).toMatchObject({ code: 'service-forbidden' });
  const entry = await newest('set.created');
  const id = entry?.kind === 'set.created' ? entry.set : '';
  expect(await setRow(scenario, id)).toMatchObject({ state: 'done', cancelled: 1, stumbles: 0 });
  const states = (await ledgerEntries(scenario)).filter((one) => one.kind === 'set.state' && one.set === id);
  expect(states).toEqual([]);
  expect(await scenario.totalPosts()).toBe(known);
});

it('a switch of an older replica, which knows no deadline, is not sent by one that takes it up', async () => {
  const known = await scenario.totalPosts();
  await scenario.faults({ kind: 'hold', resource: 'security', method: 'GET' });
  const id = await storeSet(scenario, [scenario.one()], 'switch');
  await putDeadline(id, null);
  await scenario.faults();
  expect(await untilSet(scenario, id, 'done')).toMatchObject({ cancelled: 1 });
  expect((await cellRows(scenario, id))[0]?.detail).toMatch(late);
  expect(await scenario.totalPosts()).toBe(known);
});

it('a switch that is tried again has a new deadline, and is sent', async () => {
  const id = await storeSet(scenario, [scenario.one()], 'switch');
  await untilSet(scenario, id, 'done');
  const { kysely } = scenario.database;
  await kysely.updateTable('change_cell').set({ state: 'cancelled' }).where('set_id', '=', id).execute();
  await kysely
    .updateTable('change_set')
    .set({ applied: 0, cancelled: 1, send_before: 1 })
    .where('id', '=', id)
    .execute();
  await retryChanges({ ctx: scenario.as('Ann'), input: { changeSetId: id, outcomes: ['cancelled'] } });
  expect(await untilSet(scenario, id, 'done')).toMatchObject({ already: 1 });
});

it('a switch that the service put off beyond its deadline is refused: nothing of it can still happen', async () => {
  const cell = scenario.one();
  const before = await newest('set.created');
  await scenario.faults({
    ...{ kind: 'status', status: 429, retryAfter: 2, count: 1 },
    ...{ resource: 'security', method: 'POST' },
  });
  const answer = refusal(cell);
  const id = await storedAfter(before?.kind === 'set.created' ? before.set : undefined);
  await expect.poll(async () => (await cellRows(scenario, id))[0]?.sends).toBe(1);
  await putDeadline(id, 1);
  expect(await answer).toMatchObject({ code: 'conflict' });
  expect(await setRow(scenario, id)).toMatchObject({ state: 'done', cancelled: 1, unknown: 0 });
  expect((await cellRows(scenario, id))[0]?.detail).toMatch(/the service did not carry it out/);
});

it('a switch that the service forbids keeps what it said', async () => {
  const before = await newest('set.created');
  await scenario.faults({ kind: 'status', status: 403, resource: 'security', method: 'POST' });
  const { message } = (await refusal(scenario.one())) as Error;
  await scenario.faults();
  const id = await storedAfter(before?.kind === 'set.created' ? before.set : undefined);
  expect(await setRow(scenario, id)).toMatchObject({ state: 'done', cancelled: 1 });
  const [{ sends, detail } = expect.fail()] = await cellRows(scenario, id);
  expect([sends, detail]).toEqual([1, expect.stringContaining(message)]);
});
