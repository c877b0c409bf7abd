import { expect, it } from 'vitest';
import { ChangeWorker } from '@/lib/server/services/changes/execution/worker';
import { usualPolicy } from '@/lib/server/services/changes/execution/policy';
import type { Connection } from '@/lib/server/services/connection';
import {
  cellRows,
  ledgerEntries,
  quickPolicy,
  setRow,
  storeSet,
  untilSet,
} from '@/tests/support/changes/change-sets';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';

/* Sets that share one worker: none keeps another one waiting, and none goes on failing at once. */

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'demo' });

function startWorker(connections: readonly Connection[]): ChangeWorker {
  const worker = new ChangeWorker({
    ...service.context(null).console,
    connections,
    policy: { ...usualPolicy, ...quickPolicy },
  });
  worker.start();
  return worker;
}

it('large sets of one connection keep no set of another one waiting', async () => {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const { upstream } = service.connection;
  const busy: Connection = {
    ...service.connection,
    upstream: {
      ...upstream,
      readCell: (...args) => gate.then(() => upstream.readCell(...args)),
    },
  };
  const other: Connection = { ...service.connection, key: 'other' };
  const large: string[] = [];
  for (let i = 0; i < 9; i++) large.push(await storeSet(service, service.fresh(1)));
  const small = await storeSet(service, service.fresh(1));
  const { kysely } = service.database;
  await kysely.updateTable('change_set').set({ connection: 'other' }).where('id', '=', small).execute();
  const worker = startWorker([busy, other]);
  expect(await untilSet(service, small, 'done')).toMatchObject({ applied: 1 });
  letGo();
  for (const id of large) await untilSet(service, id, 'done');
  await worker.stop();
});

it('a set at which the console itself fails pauses, longer each time, and says so', async () => {
  let isBroken = true;
  const { upstream } = service.connection;
  const broken: Connection = {
    ...service.connection,
    upstream: {
      ...upstream,
      readCell: (...args) => {
        if (isBroken) throw new TypeError('Something is not as the console thinks.');
        return upstream.readCell(...args);
      },
    },
  };
  const id = await storeSet(service, service.fresh(1));
  const worker = startWorker([broken]);
  expect(await untilSet(service, id, 'paused')).toMatchObject({ pause_code: 'internal', pending: 1 });
  await expect.poll(async () => (await setRow(service, id)).stumbles, { timeout: 10_000 }).toBe(4);
  const { paused_at: pausedAt, retry_at: retryAt } = await setRow(service, id);
  expect((retryAt ?? 0) - (pausedAt ?? 0)).toBe(quickPolicy.firstPauseMs * 8); // past a service's longest pause
  const states = (await ledgerEntries(service)).flatMap((entry) =>
    entry.kind === 'set.state' && entry.set === id ? [entry.state] : [],
  );
  expect(states.filter((state) => state === 'paused')).toHaveLength(4);
  expect(states.filter((state) => state === 'running')).toHaveLength(3);
  isBroken = false;
  await untilSet(service, id, 'done');
  await worker.stop();
  expect(await cellRows(service, id)).toMatchObject([{ state: 'applied', sends: 1 }]);
});
