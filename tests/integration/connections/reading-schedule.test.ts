import { afterEach, expect, it } from 'vitest';
import { readReadiness } from '@/lib/server/services/health/read-health';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';

const often = 0.005; // of a minute: 300 ms
let scenario: Scenario;

afterEach(() => scenario.close());

const kinds = async (): Promise<string[]> =>
  (await scenario.ledger.read(0, 1_000)).map(({ body }) => (JSON.parse(body) as { kind: string }).kind);

it('writes a change that was made outside while nobody looks, once for all replicas', async () => {
  scenario = await startScenario({ readEveryMinutes: often, isRead: true });
  const other = await scenario.replica();
  await other.connection.mirror.readAgain();
  const { expected, ...change } = scenario.one();
  expect(scenario.connection.mirror.valueOf(change)).toBe(expected);
  await scenario.outside(change);
  for (const { schedule } of [scenario, other]) schedule.start();
  await expect.poll(kinds, { timeout: 10_000 }).toContain('access.outside');
  for (const { connection } of [scenario, other])
    await expect.poll(() => connection.mirror.valueOf(change)).toBe(change.accessible);
  expect((await kinds()).filter((kind) => kind === 'access.outside')).toHaveLength(1);
});

it('reads matrix, lines and interface, and says in health when it read and when it reads next', async () => {
  scenario = await startScenario({ readEveryMinutes: often });
  const { connection, schedule } = scenario;
  const reads = async () => {
    const { parts } = await readReadiness({ ctx: scenario.context(null), input: {} });
    return parts.find(({ name }) => name === 'connection default')?.reads;
  };
  expect(await reads()).toEqual({ matrixAt: null, linesAt: null, nextAt: null, nextLinesAt: null });
  schedule.start();
  await expect.poll(() => connection.drift, { timeout: 10_000 }).toBe(0);
  const now = new Date().toISOString();
  const { matrixAt, linesAt } = (await reads()) ?? {};
  expect(matrixAt && linesAt && [matrixAt, linesAt].every((at) => at <= now)).toBe(true);
  await expect.poll(async () => (await reads())?.nextAt ?? '').toSatisfy((next: string) => next > now);
});

it('reads lines and interface also while somebody keeps the matrix new', async () => {
  scenario = await startScenario({
    readEveryMinutes: 0.02,
    isRead: true,
    size: 'records=5,entities=3,lines=5',
  });
  const { connection, schedule } = scenario;
  schedule.start();
  let isOpen = true;
  const page = (async () => {
    while (isOpen) {
      await connection.mirror.readAgain();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  try {
    await expect.poll(() => connection.drift, { timeout: 15_000 }).toBe(0);
    await expect.poll(() => connection.journal.ageMs, { timeout: 15_000 }).toBeLessThan(Infinity);
  } finally {
    isOpen = false;
    await page;
  }
});

it('goes on after a read that failed', async () => {
  scenario = await startScenario({ readEveryMinutes: often });
  await scenario.faults({ kind: 'status', status: 503, method: 'GET' });
  scenario.schedule.start();
  await expect
    .poll(() => scenario.connection.upstream.health().lastFailure, { timeout: 10_000 })
    .not.toBeNull();
  await scenario.faults();
  await expect.poll(() => scenario.connection.mirror.ageMs, { timeout: 20_000 }).toBeLessThan(10_000);
});

it('says a later next read where somebody looked since', async () => {
  scenario = await startScenario({ readEveryMinutes: 60, isRead: true });
  const { connection, schedule } = scenario;
  schedule.start();
  const nextAt = () => Date.parse(schedule.readsOf(connection).nextAt ?? '');
  const before = nextAt();
  const nextAfterLook = async () => {
    await connection.mirror.readAgain();
    return nextAt();
  };
  await expect.poll(nextAfterLook).toBeGreaterThan(before);
  expect(nextAt()).toBeLessThanOrEqual(Date.now() + 3_600_000);
});
