import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, it, vi } from 'vitest';
import { createChangesSchema } from '@/lib/contract/changes/changes';
import { mostCells } from '@/lib/contract/limits';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { quickPolicy, setRow, untilSet } from '@/tests/support/changes/change-sets';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { onPushOrNightly } from '@/tests/support/run/nightly';

/* Scenario 25 of quality.md: sets of no, one, and very many cells. */

/** At night the largest there is; that takes a minute of processor time. */
const most = onPushOrNightly(4_000, 100_000);
const turned = 200;

let scenario: Scenario;
shareScenario((one) => (scenario = one), {
  size: `records=${String(most / 500)},entities=500,lines=1`,
  policy: quickPolicy,
});
beforeAll(() => vi.waitUntil(() => scenario.connection.mirror.status().complete, 50_000), 60_000);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // there since the flag

function usedMegabytes(): number {
  collect();
  return process.memoryUsage().heapUsed / 1_048_576;
}

it('25. a set of no cells, or of more than the most, is refused', () => {
  const [cell] = scenario.fresh(1);
  expect(createChangesSchema.safeParse({ cells: [] }).success).toBe(false);
  expect(
    createChangesSchema.safeParse({ cells: Array.from({ length: mostCells + 1 }, () => cell) }).success,
  ).toBe(false);
  expect(createChangesSchema.safeParse({ cells: [cell] }).success).toBe(true);
});

it('25. a set of one cell is done', async () => {
  const { id } = await createChanges({ ctx: scenario.as('Ann'), input: { cells: scenario.fresh(1) } });
  expect(await untilSet(scenario, id, 'done')).toMatchObject({ total: 1, applied: 1 });
});

it('25. a very large set is done at a flat memory, and told four times a second at most', async () => {
  const rest = scenario.fresh(most - 2);
  const every = Math.floor(rest.length / turned);
  // Most have the value already: they are read, compared and recorded like the others, but not sent.
  const cells = rest.map((turn, at) => (at % every === 0 ? turn : { ...turn, accessible: turn.expected }));
  const sent = cells.filter(({ accessible, expected }) => accessible !== expected).length;
  const {
    console: { events },
  } = scenario.context(null);
  const stop = events.subscribe(() => undefined);
  const [toldBefore, began] = [events.changeSets.version, performance.now()];
  const { id } = await createChanges({ ctx: scenario.as('Ann'), input: { cells } });
  const decided = async () => {
    const { total, pending } = await setRow(scenario, id);
    return (total - pending) / total;
  };
  await expect.poll(decided, { timeout: 180_000, interval: 50 }).toBeGreaterThan(0.1);
  const early = usedMegabytes();
  await expect.poll(decided, { timeout: 240_000, interval: 50 }).toBeGreaterThan(0.9);
  const late = usedMegabytes();
  expect(await untilSet(scenario, id, 'done', 60_000)).toMatchObject({
    applied: sent,
    already: cells.length - sent,
  });
  const windows = (performance.now() - began) / 250;
  stop();
  expect(late - early, `${String(Math.round(early))} MB at a tenth`).toBeLessThan(60);
  const told = events.changeSets.version - toldBefore;
  expect(told).toBeGreaterThan(2);
  expect(told).toBeLessThanOrEqual(windows + 2);
}, 600_000);
