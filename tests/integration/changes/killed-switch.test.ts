import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import type { Step } from '@/tests/support/changes/change-process';
import { ConsoleRelay } from '@/tests/support/console/console-relay';

/*
 * Consoles that are killed while somebody waits for a switch. On PostgreSQL its lease of fifteen seconds has to end
 * first, so all are killed one after another, and then one takes everything over.
 */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Killed {
  step: Step;
  /** Whether the service carries out what it is sent at this step; undefined: as it always does. */
  afterApply?: boolean;
  requestId: string;
  cell: AccessChange;
}

let relay: ConsoleRelay;
const killed: Killed[] = [];

beforeAll(async () => {
  relay = await ConsoleRelay.start({ isWorking: false });
});
afterAll(() => relay.close());

it.each<[Step, boolean | undefined]>([
  ['writing set.created', undefined],
  ['set.created', undefined],
  ['claimed', undefined],
  ['checked', undefined],
  ['writing change.intent', undefined],
  ['change.intent', undefined],
  ['sent', true],
  ['sent', false],
  ['answered', undefined],
  ['read back', undefined],
  ['writing change.outcome', undefined],
  ['change.outcome', undefined],
])('killed at "%s" (carried out: %s), nobody is told that it happened', async (step, afterApply) => {
  const [cell] = relay.service.fresh(1);
  if (!cell) throw new Error('There is one.');
  const hang = { kind: 'hang', resource: 'security', method: 'POST', afterApply };
  await relay.service.faults(...(afterApply === undefined ? [] : [hang]));
  const requestId = relay.requestId();
  await relay.dieAt(step, 1);
  await expect(relay.ask({ do: 'switch', change: cell, requestId })).rejects.toThrow('ended by SIGKILL');
  await relay.untilKilled(false);
  killed.push({ step, ...(afterApply !== undefined && { afterApply }), requestId, cell });
});

it('all are taken over by the next one, which finds out what became of each', async () => {
  await relay.service.faults();
  await relay.work(relay.console);
  for (const { step, afterApply, requestId, cell } of killed) {
    if (step === 'writing set.created') {
      expect(await relay.setOf(requestId)).toBeUndefined();
      continue;
    }
    const { id } = await relay.untilSet(requestId, 'done', 'cancelled');
    await relay.expectTruth(id);
    const [row] = await relay.cellsOf(id);
    const [posts = 0] = await relay.postsFor([cell]);
    const isCarriedOut = ['answered', 'read back', 'writing change.outcome', 'change.outcome'].includes(step);
    if (isCarriedOut || afterApply === true) expect([step, row?.state, posts]).toEqual([step, 'applied', 1]);
    else expect(row?.state, step).toBeOneOf(['applied', 'rejected', 'cancelled']); // a switch may be forgotten
    expect(posts).toBeLessThanOrEqual(2);
  }
  await relay.expectInvariants();
});
