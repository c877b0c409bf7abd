import { copyFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { entriesOf } from '@/lib/server/ledger/ledger-identity';
import { factsOfSet } from '@/tests/support/ledger-facts';
import { ledgerFolder, runLedger, type RunningLedger } from '@/tests/support/running-ledger';
import { onServer, testDatabase, testedKind, type TestDatabase } from '@/tests/support/test-database';
import { verifyLog } from '@/public/verify-log-chain.mjs';

/** Where the console's database is. */
let where: TestDatabase;
let places: TestDatabase[];
let backup: TestDatabase;
let folder: ReturnType<typeof ledgerFolder>;
let running: RunningLedger;

beforeEach(async () => {
  where = await testDatabase();
  backup = await testDatabase();
  places = [where, backup];
  folder = ledgerFolder();
  running = await runLedger(where.url, folder);
});
afterEach(async () => {
  await running.close();
  for (const place of places) await place.drop();
  folder.remove();
});

const server = process.env.TEST_DATABASE_URL ?? '';
const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** Copies a database that nobody uses. */
async function copy(from: string, to: string): Promise<void> {
  if (testedKind === 'libsql') {
    copyFileSync(from.slice('file:'.length), to.slice('file:'.length));
    return;
  }
  await onServer(server, `drop database if exists ${nameOf(to)} with (force)`);
  await onServer(server, `create database ${nameOf(to)} template ${nameOf(from)}`);
}

async function backUp(): Promise<void> {
  if (testedKind === 'libsql') {
    await sql.raw(`vacuum into '${backup.url.slice('file:'.length)}'`).execute(running.database.kysely);
    return;
  }
  await running.close();
  await copy(where.url, backup.url);
  running = await runLedger(where.url, folder);
}

/** Puts the backup where a console then is started; a place of its own, for this process holds the old one's files. */
async function restore(): Promise<void> {
  await running.close();
  where = await testDatabase();
  places.push(where);
  await copy(backup.url, where.url);
  running = await runLedger(where.url, folder);
}

it('a backup that is put back shows what was lost, in the log itself, once, and the log goes on', async () => {
  await running.ledger.append(factsOfSet('kept', 2));
  await backUp();
  const kept = await running.ledger.head();
  await running.ledger.append(factsOfSet('lost', 3));
  const lost = await running.checkpoints.sign();

  await restore();
  const [gap, ...more] = await entriesOf(running.database.kysely, 'ledger.gap');
  expect(more).toEqual([]);
  expect(gap).toMatchObject({
    seq: kept.seq + 1,
    headSeq: kept.seq,
    checkpointSeq: lost.checkpoint.seq,
    checkpointHash: lost.checkpoint.hash,
    checkpointAt: lost.checkpoint.at,
  });
  expect(running.logged().map(({ msg }) => msg)).toContainEqual(
    expect.stringContaining(
      `Entry ${String(lost.checkpoint.seq)} of the ledger, which a checkpoint knows, is not here`,
    ),
  );

  await running.ledger.append(factsOfSet('after', 4)); // the numbers that were lost are used again
  await running.close();
  running = await runLedger(where.url, folder);
  expect(await entriesOf(running.database.kysely, 'ledger.gap')).toHaveLength(1);
  const found = await running.verify();
  expect(found).toMatchObject({
    verdict: 'gap',
    faults: [],
    gaps: [{ seq: gap?.seq, headSeq: kept.seq, lostSeq: lost.checkpoint.seq, lostAt: lost.checkpoint.at }],
  });
  expect(found.summary).toContain(
    'entries were lost 1 time, because an older copy of the database was put back',
  );

  const file = Buffer.from(await running.file());
  const report = await verifyLog([file], { keys: [running.key.fingerprint] });
  expect(report).toMatchObject({ faults: [], gaps: [{ checkpointSeq: lost.checkpoint.seq }] });
  const witness = await verifyLog([file], { checkpoints: [{ name: 'of the lost ones', signed: lost }] });
  expect(witness.faults).toEqual([expect.stringContaining(`another entry ${String(lost.checkpoint.seq)}`)]);
});

it('each loss is recorded, also the second one, which goes back behind the record of the first', async () => {
  await running.ledger.append(factsOfSet('kept', 1));
  await backUp();
  await running.ledger.append(factsOfSet('lost first', 5));
  const first = await running.checkpoints.sign();
  await restore();
  await running.ledger.append(factsOfSet('lost second', 2));
  const second = await running.checkpoints.sign();
  expect(second.checkpoint.seq).toBeLessThan(first.checkpoint.seq);

  await restore();
  const gaps = await entriesOf(running.database.kysely, 'ledger.gap');
  expect(gaps.map(({ checkpointSeq }) => checkpointSeq)).toEqual([
    first.checkpoint.seq,
    second.checkpoint.seq,
  ]);
  expect(await running.verify()).toMatchObject({ verdict: 'gap', faults: [] });
});

it('a log that is not set back records no loss, however often it is opened', async () => {
  for (let i = 0; i < 3; i++) {
    await running.ledger.append(factsOfSet(`set ${String(i)}`, 1));
    await running.close();
    running = await runLedger(where.url, folder);
  }
  expect(await entriesOf(running.database.kysely, 'ledger.gap')).toEqual([]);
  expect((await running.verify()).verdict).toBe('intact');
});
