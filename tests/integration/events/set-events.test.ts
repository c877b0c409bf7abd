import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { readChangeSets } from '@/lib/server/services/changes/read-changes';
import { readEvents } from '@/lib/server/services/events/read-events';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { EventReader } from '@/tests/support/console/event-reader';

let stage: Scenario;
let readers: EventReader[];

beforeEach(async () => {
  stage = await startScenario({ size: 'records=60,entities=6,lines=60' });
  readers = [];
});
afterEach(async () => {
  for (const reader of readers) await reader.stop();
  await stage.close();
});

async function listen(lastEventId = ''): Promise<EventReader> {
  const { body } = await readEvents({ ctx: stage.context('auditor', { lastEventId }), input: {} });
  if (!(body instanceof ReadableStream)) throw new Error('It is not a stream.');
  const reader = new EventReader(body);
  readers.push(reader);
  await reader.until((events) => events.length > 0);
  return reader;
}

const setsIn = ({ events }: EventReader): ChangeSet[] =>
  events.flatMap((event) => (event.name === 'change-set' ? event.data : []));

/** A set of so many cells, each the opposite of what the service has. */
async function storeOf(count: number): Promise<string> {
  const ctx = stage.context('security-administrator');
  const { id } = await createChanges({ ctx, input: { cells: stage.fresh(count) } });
  return id;
}

it('tells how a set goes on, four times a second at most, and how it ends', async () => {
  const reader = await listen();
  const id = await storeOf(150);
  const began = performance.now();
  stage.work();
  await reader.until(() => setsIn(reader).at(-1)?.state === 'done');
  const told = setsIn(reader);
  const seconds = (performance.now() - began) / 1_000;
  expect(new Set(told.map((set) => set.id))).toEqual(new Set([id]));
  expect(told.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 2);
  expect(told.at(-1)?.counts).toMatchObject({ total: 150, applied: 150, pending: 0 });
  for (const { counts } of told) {
    const { total, ...parts } = counts;
    expect(Object.values(parts).reduce((sum, part) => sum + part)).toBe(total);
  }
  expect(reader.cells()).toHaveLength(150);
});

it('tells whoever comes back how the sets stand that moved on meanwhile', async () => {
  const before = await listen();
  await before.stop();
  const id = await storeOf(5);
  stage.work();
  const {
    console: { database },
  } = stage.context(null);
  await expect.poll(async () => (await readChangeSets(database, [id]))[0]?.state).toBe('done');
  const back = await listen(String(before.lastId));
  await back.until(() => setsIn(back).length > 0);
  expect(setsIn(back).map((set) => [set.id, set.state])).toEqual([[id, 'done']]);
  expect(back.cells()).toHaveLength(5);
});
