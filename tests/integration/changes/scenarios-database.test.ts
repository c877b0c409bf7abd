import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import {
  cellRows,
  ledgerEntries,
  quickPolicy,
  seenPosts,
  setRow,
  storeSet,
  untilSet,
} from '@/tests/support/changes/change-sets';
import { troubles, troubleWith } from './database-trouble';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';

/* Scenario 19 of quality.md: the console's database is full, read-only or away. */

let scenario: Scenario;
let getWell: () => Promise<void>;
shareScenario((one) => (scenario = one), {
  isRead: true,
  size: 'records=90,entities=8,lines=1',
  policy: { ...quickPolicy, leaseMs: 1_000 },
});
afterEach(async () => {
  await getWell();
});

const slow = (method: 'GET' | 'POST', delayMs: number) => ({
  kind: 'slow',
  delayMs,
  resource: 'security',
  method,
});

describe.each(troubles)('19. while the database is %s', (trouble) => {
  it('changes are refused before anything is sent, and reads go on', async () => {
    const cells = scenario.fresh(12);
    const known = await scenario.totalPosts();
    getWell = await troubleWith(scenario, trouble);
    const ctx = scenario.as('Ann');
    const answers = await Promise.all(
      cells.map((input) =>
        changeAccess({ ctx, input }).then(
          ({ outcome }) => outcome,
          (error: { code?: string }) => error.code,
        ),
      ),
    );
    // What still fitted into the file is done in full; nobody hears of a success that is not kept.
    const fitted = answers.filter((one) => one !== 'ledger-unavailable');
    if (trouble !== 'full') expect(fitted).toEqual([]);
    expect(answers).toContain('ledger-unavailable');
    expect((await scenario.totalPosts()) - known).toBeLessThanOrEqual(fitted.length);
    if (trouble !== 'full')
      await expect(createChanges({ ctx, input: { cells } })).rejects.toMatchObject({
        code: 'ledger-unavailable',
      });
    expect(scenario.connection.mirror.status().complete).toBe(true);
    const [{ recordType, recordId, entityId, expected }] = cells as [(typeof cells)[0]];
    const now = await scenario.connection.upstream.readCell({ recordType, recordId, entityId });
    if (trouble !== 'full') expect(now).toBe(expected);
    await getWell();
    const after = await changeAccess({ ctx, input: scenario.one() });
    expect(after.outcome).toBe('applied');
  });

  it('a set waits and goes on by itself; nothing is sent that is not written down', async () => {
    const cells = scenario.fresh(40);
    await scenario.faults(slow('POST', 50));
    const known = await scenario.totalPosts();
    const id = await storeSet(scenario, cells);
    await expect.poll(scenario.totalPosts, { interval: 10, timeout: 30_000 }).toBeGreaterThan(known + 3);
    getWell = await troubleWith(scenario, trouble);
    // Whoever ran it may also lose it before it hears of the trouble: what counts is that nothing more is sent.
    const sentWithin = async (ms: number) => {
      const before = await scenario.totalPosts();
      await wait(ms);
      return (await scenario.totalPosts()) - before;
    };
    await expect.poll(() => sentWithin(400)).toBe(0);
    await scenario.faults();
    await getWell();
    const done = await untilSet(scenario, id, 'done', 25_000);
    expect((await cellRows(scenario, id)).filter(({ state }) => state !== 'applied')).toEqual([]);
    expect(done.applied).toBe(40);
    for (const cell of cells) expect(await scenario.truth(cell)).toBe(cell.accessible);
  });
});

it('19. a switch that was refused on the way because nothing could be written is never sent afterwards', async () => {
  const cell = scenario.one();
  const known = await scenario.totalPosts();
  await scenario.faults(slow('GET', 3_000)); // so long that the trouble comes before what is read
  const answer = changeAccess({ ctx: scenario.as('Ann'), input: cell }).catch((error: unknown) => error);
  await expect
    .poll(async () => (await ledgerEntries(scenario)).at(-1)?.kind, { interval: 10 })
    .toBe('set.created');
  const created = (await ledgerEntries(scenario)).at(-1);
  getWell = await troubleWith(scenario, 'read-only');
  expect(await answer).toMatchObject({ code: 'ledger-unavailable' });
  await getWell();
  await scenario.faults();
  const id = created?.kind === 'set.created' ? created.set : '';
  const { kysely } = scenario.database;
  await expect
    .poll(() =>
      kysely
        .updateTable('change_set')
        .set({ lease_until: 1 }) // lost, and not given back
        .where('id', '=', id)
        .execute()
        .then(
          () => true,
          () => false,
        ),
    )
    .toBe(true);
  expect(await untilSet(scenario, id, 'done')).toMatchObject({ cancelled: 1 });
  expect(await scenario.totalPosts()).toBe(known);
  expect(await scenario.truth(cell)).toBe(cell.expected);
  expect((await setRow(scenario, id)).withdrawn).toBeNull();
  expect(
    (await seenPosts(scenario)).some(
      (post) => post.cell.recordId === cell.recordId && post.cell.entityId === cell.entityId,
    ),
  ).toBe(false);
});
