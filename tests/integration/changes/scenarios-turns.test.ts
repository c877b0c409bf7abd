import { afterEach, describe, expect, it } from 'vitest';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { contextOf } from '@/tests/support/console/connected-console';
import { ledgerEntries, quickPolicy, storeSet, untilSet } from '@/tests/support/changes/change-sets';
import { expectAllInvariants } from '@/tests/support/changes/invariants';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';

/* The rest of scenario 10 of quality.md, whose turn it is; and 12, a token that dies. */

let scenario: Scenario;
afterEach(async () => {
  await scenario.faults();
  await expectAllInvariants(scenario);
  await scenario.close();
});

it('10. switches go first, and at least one request in five is of the set that waits', async () => {
  scenario = await startScenario({ isRead: true, settings: { concurrency: 1, ratePerSecond: 60 } });
  const cells = scenario.fresh(120);
  const singles = scenario.fresh(20);
  const id = await storeSet(scenario, cells);
  scenario.work(quickPolicy);
  const sent = scenario.totalPosts;
  await expect.poll(sent, { interval: 10, timeout: 30_000 }).toBeGreaterThan(3); // from now on a turn is always waited for
  await scenario.control('DELETE', '/requests');
  const ann = contextOf(scenario.as('Ann'), { requestId: 'somebody-waits' });
  // Seen by the service in the order in which they had their turn, for only one is on its way at a time.
  const answers = await Promise.all(singles.map((input) => changeAccess({ ctx: ann, input })));
  expect(answers.every(({ outcome }) => outcome === 'applied')).toBe(true);
  const { requests } = (await scenario.control('GET', '/requests?last=2000')) as {
    requests: { headers: Record<string, string> }[];
  }; // the control port's own shape
  const isSwitch = requests.map(({ headers }) => headers['client-request-id'] === 'somebody-waits');
  const contended = isSwitch.slice(isSwitch.indexOf(true), isSwitch.indexOf(true) + 20); // all twenty wait for their first turn
  for (let at = 0; at + 5 <= contended.length; at++)
    expect(contended.slice(at, at + 5), `five requests in a row, from ${String(at)}`).toContain(false);
  expect(contended.filter(Boolean).length).toBeGreaterThan(10);
  expect(await untilSet(scenario, id, 'done', 30_000)).toMatchObject({ applied: 120 });
}, 90_000);

describe('12. a token that dies in the middle of a set', () => {
  const app = { clientId: 'console', clientSecret: 'a-secret' };
  const start = async (): Promise<Scenario> => {
    const started = await startScenario({
      isRead: true,
      auth: { mode: 'bearer', ...app },
      settings: ({ tokenUrl }) => ({
        auth: { mode: 'client-credentials', ...app, scope: 'a-scope/.default', tokenUrl },
      }),
    });
    await started.faults({ kind: 'slow', delayMs: 40, resource: 'security', method: 'POST' });
    return started;
  };
  const underWay = async (count: number): Promise<string> => {
    const id = await storeSet(scenario, scenario.fresh(count));
    scenario.work(quickPolicy);
    const sent = scenario.totalPosts;
    await expect.poll(sent, { interval: 10 }).toBeGreaterThan(4);
    return id;
  };

  it('is renewed once, and nothing fails', async () => {
    scenario = await start();
    const id = await underWay(40);
    await scenario.control('POST', '/tokens/expire');
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 40, rejected: 0, stumbles: 0 });
    expect(await scenario.control('GET', '/counters')).toMatchObject({ tokensIssued: 2 });
    const states = (await ledgerEntries(scenario)).filter((one) => one.kind === 'set.state');
    expect(states).toMatchObject([{ state: 'done' }]);
  });

  it('and is refused a new one, pauses the set and fails no cell; it goes on by itself', async () => {
    scenario = await start();
    const id = await underWay(40);
    await scenario.faults({ kind: 'status', status: 401, resource: 'token' });
    await scenario.control('POST', '/tokens/expire');
    const paused = await untilSet(scenario, id, 'paused');
    expect(paused).toMatchObject({ rejected: 0, pause_code: 'service-refused-credentials' });
    expect(paused.pending).toBeGreaterThan(0);
    await expectAllInvariants(scenario);
    await scenario.faults();
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 40, rejected: 0 });
  });

  it('and whose refused changes somebody else then makes, are not called ours', async () => {
    scenario = await start();
    const [cell] = scenario.fresh(1);
    if (!cell) throw new Error('There is one.');
    await scenario.faults({ kind: 'status', status: 401, resource: 'security', method: 'POST' });
    const id = await storeSet(scenario, [cell]);
    scenario.work(quickPolicy);
    await untilSet(scenario, id, 'paused');
    await scenario.outside(cell);
    await scenario.faults();
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ already: 1, applied: 0 });
  });
});
