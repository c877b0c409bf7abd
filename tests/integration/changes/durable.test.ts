import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { ConsoleRelay } from '@/tests/support/console/console-relay';
import { findPostgresBinaries, startPostgres } from '@/tests/support/run/postgres';
import { installPackages, isDebianRoot } from '@/tests/support/run/debian';
import { databaseOn, testedKind, testFile } from '@/tests/support/database/test-database';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/* A killed process loses nothing that the kernel has; only counting shows that it reached the disk. */

vi.setConfig({ testTimeout: 120_000 });

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const switches = 12;

/** Makes changes one after another, each acknowledged. */
async function makeChanges(relay: ConsoleRelay): Promise<void> {
  for (const change of relay.service.fresh(switches)) {
    const order = { do: 'switch', change, requestId: relay.requestId() } as const;
    expect(await relay.ask(order)).toMatchObject({ outcome: 'applied' });
  }
}

/** In a container tracing may be forbidden although the command is there. */
const isTraceable = (): boolean => spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;

if (testedKind === 'libsql') {
  if (!isTraceable() && isDebianRoot()) await installPackages(say, 'strace');
  const canTrace = isTraceable();
  if (!canTrace)
    say('SKIPPED: counting what reaches the disk, because strace cannot be had or not be used here.');

  it.skipIf(!canTrace)('every acknowledged change was synced to the disk', async () => {
    const trace = join(temporaryFolder('mem-trace'), 'calls');
    const under = ['strace', '-f', '-e', 'trace=fsync,fdatasync', '-o', trace];
    const relay = await ConsoleRelay.start({ database: testFile(), isWorking: false, under });
    const synced = (): number =>
      [...readFileSync(trace, 'utf8').matchAll(/\b(fsync|fdatasync)\(\d+\) += 0/g)].length;
    try {
      const before = synced();
      await makeChanges(relay);
      await expect.poll(() => synced() - before).toBeGreaterThanOrEqual(switches);
      // Stored with its claim, intent, outcome; the file itself is synced now and then besides.
      expect(synced() - before).toBeLessThan(3.5 * switches);
      say(`${String(switches)} changes on the embedded database: ${String(synced() - before)} syncs.`);
    } finally {
      await relay.close();
    }
  });
} else {
  const binaries = findPostgresBinaries();
  // Where the server was given by its address, others write to it as well.
  it.skipIf(binaries === undefined)('every acknowledged change was synced by PostgreSQL', async () => {
    const server = await startPostgres(binaries ?? '');
    const relay = await ConsoleRelay.start({ database: await databaseOn(server.url), isWorking: false });
    const { rows } = await sql<{ version: number; fsync: string; commits: string }>`select
      current_setting('server_version_num')::integer as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commits`.execute(relay.kysely);
    const [{ version = 0, fsync, commits } = {}] = rows;
    // PostgreSQL 18 moved the count.
    const count =
      version >= 180_000
        ? sql<{ syncs: number }>`select sum(fsyncs)::integer as syncs from pg_stat_io where object = 'wal'`
        : sql<{ syncs: number }>`select wal_sync::integer as syncs from pg_stat_wal`;
    const synced = async (): Promise<number> => (await count.execute(relay.kysely)).rows[0]?.syncs ?? 0;
    try {
      expect([fsync, commits]).toEqual(['on', 'on']);
      const before = await synced();
      await makeChanges(relay);
      // Each of its processes tells the count now and then.
      await expect
        .poll(async () => (await synced()) - before, { timeout: 60_000 })
        .toBeGreaterThanOrEqual(switches);
      say(`${String(switches)} changes on PostgreSQL: ${String((await synced()) - before)} syncs.`);
    } finally {
      await relay.close();
      await server.close();
    }
  });
}
