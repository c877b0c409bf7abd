import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { ConsoleRelay } from '@/tests/support/console/console-relay';
import { findPostgresBinaries, startPostgres } from '@/tests/support/run/postgres';
import { databaseOn } from '@/tests/support/database/test-database';

vi.setConfig({ testTimeout: 180_000 });

/** For a busy machine. */
const patience = { timeout: 60_000 };

const binaries = findPostgresBinaries();

// Where the server was given by its address, it is not ours to stop.
it.skipIf(binaries === undefined)(
  'a set waits while PostgreSQL is stopped, changes are refused unsent, and both go on after',
  async () => {
    const server = await startPostgres(binaries ?? '');
    let isStopped = false;
    const database = await databaseOn(server.url);
    const relay = await ConsoleRelay.start({ database });
    try {
      await relay.service.faults({ kind: 'slow', delayMs: 100, resource: 'security', method: 'POST' });
      const cells = relay.service.fresh(60);
      const requestId = relay.requestId();
      await relay.ask({ do: 'store', cells, requestId });
      const sent = async (): Promise<number> =>
        (await relay.postsFor(cells)).reduce((all, count) => all + count, 0);
      await expect.poll(sent, patience).toBeGreaterThan(4);
      await server.stop();
      isStopped = true;
      const [refused] = relay.service.fresh(1);
      if (!refused) throw new Error('There is one.');
      const order = { do: 'switch', change: refused, requestId: relay.requestId() } as const;
      await expect(relay.ask(order)).rejects.toThrow('ledger-unavailable');
      expect(await relay.postsFor([refused])).toEqual([0]);
      await wait(1_000); // what was written down before may still have been on its way
      const before = await sent();
      await wait(1_000);
      expect(await sent()).toBe(before); // without its ledger it sends nothing
      await server.start();
      isStopped = false;
      const set = await relay.untilSet(requestId, 'done');
      expect(set).toMatchObject({ applied: 60 });
      await relay.expectTruth(set.id);
      expect(await relay.ask({ ...order, requestId: relay.requestId() })).toMatchObject({
        outcome: 'applied',
      });
      await relay.expectInvariants();
    } finally {
      if (isStopped) await server.start(); // else closing hides what went wrong
      await relay.close();
      await server.close();
    }
  },
);
