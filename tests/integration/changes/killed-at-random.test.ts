import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import type { Order } from '@/tests/support/changes/change-process';
import { ConsoleRelay } from '@/tests/support/console/console-relay';
import { onPushOrNightly } from '@/tests/support/run/nightly';

/* Kills consoles at moments that a seed decides: SEED=… repeats a run, MOMENTS=… asks for more. */

const moments = Number(process.env.MOMENTS ?? onPushOrNightly(3, 200));
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let relay: ConsoleRelay;
/** By request, what was asked for and how it may end. */
const asked: { requestId: string; ends: string[] }[] = [];

beforeAll(async () => {
  process.stdout.write(`Random moments by SEED=${String(seed)}\n`);
  relay = await ConsoleRelay.start();
});
afterAll(() => relay.close());

const random = generator(seed);

it.each(Array.from({ length: moments }, (_, index) => index + 1))(
  'killed at random moment %i, leaves everything to the next',
  async (moment) => {
    const cells = relay.service.fresh(random(12) + 1);
    const delayMs = random(3) * 20;
    const requestId = relay.requestId();
    const plan = orders(cells, requestId);
    if (delayMs > 0) await relay.service.faults({ kind: 'slow', delayMs, resource: 'security' });
    await relay.dieAt('any', random(70) + 1);
    for (const order of plan.orders) await relay.ask(order).catch(() => undefined); // it may be dead by now
    const set = await Promise.race([relay.console.ended, relay.untilSet(requestId, ...plan.ends)]);
    if (set !== 'SIGKILL') await relay.console.kill();
    await relay.untilKilled();
    asked.push({ requestId, ends: plan.ends });
    if (moment % 5 === 0) await relay.service.faults();
    const isStored = (await relay.setOf(requestId)) !== undefined;
    const { id } = isStored ? await relay.untilSet(requestId, ...plan.ends) : { id: null };
    if (id !== null) await relay.expectTruth(id);
    else expect(await relay.postsFor(cells)).toEqual(cells.map(() => 0));
  },
);

it('has left nothing open, and every invariant holds', async () => {
  await relay.service.faults();
  for (const { requestId, ends } of asked) {
    const set = await relay.setOf(requestId);
    if (set) expect(set).toMatchObject({ state: expect.toBeOneOf(ends) as string, pending: 0, unknown: 0 });
  }
  await relay.expectInvariants();
});

/** A set that is left alone, or is cancelled or withdrawn at some step of it. */
function orders(cells: readonly AccessChange[], requestId: string): { orders: Order[]; ends: string[] } {
  const store: Order = { do: 'store', cells, requestId };
  const what = (['cancel', 'withdraw'] as const)[random(6)];
  if (what === undefined) return { orders: [store], ends: ['done'] };
  const then: Order = { do: 'say', what, requestId };
  const when: Order = { do: 'at', step: 'sent', count: random(cells.length) + 1, then };
  return { orders: [when, store], ends: ['done', 'cancelled'] };
}

/** Whole numbers from 0 to below `limit`, the same ones for the same seed (mulberry32). */
function generator(start: number): (limit: number) => number {
  let state = start;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
}
