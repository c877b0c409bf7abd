import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { checkpointFileName } from '@/lib/server/ledger/checkpoints/checkpoint-files';
import { signCheckpoint } from '@/lib/server/ledger/checkpoints/checkpoint-signature';
import { entriesOf } from '@/lib/server/ledger/ledger-identity';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
import { ledgerFolder, runLedger, type RunningLedger } from '@/tests/support/ledger/running-ledger';
import { forgeFrom } from '@/tests/support/ledger/tampered-ledger';
import {
  onServer,
  testDatabase,
  testedKind,
  type TestDatabase,
} from '@/tests/support/database/test-database';
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

/** Runs the verifier as an auditor does, on the log as a file. */
async function checked(...args: string[]): Promise<{ status: number | null; last: string }> {
  const file = join(folder.directory, '..', 'taken.jsonl');
  writeFileSync(file, await running.file());
  const { status, stdout } = spawnSync(process.execPath, ['public/verify-log.mjs', file, ...args], {
    encoding: 'utf8',
  });
  return { status, last: stdout.trimEnd().split('\n').at(-1) ?? '' };
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
async function restore(doctored: (copied: Database) => Promise<void> = async () => {}): Promise<void> {
  await running.close();
  where = await testDatabase();
  places.push(where);
  await copy(backup.url, where.url);
  const copied = await openDatabase(where.url);
  await doctored(copied);
  await copied.close();
  running = await runLedger(where.url, folder);
}

it('a backup that is put back shows what was lost, in the log itself, once, and the log goes on', async () => {
  await running.ledger.append(factsOfSet('kept', 2));
  await backUp();
  const kept = await running.ledger.head();
  await running.ledger.append(factsOfSet('lost', 3));
  const lost = await running.checkpoints.sign();

  await restore();
  expect(running.checkpoints.folder.losses).toEqual([]); // the log explains it: no alarm
  expect(running.checkpoints.folder.recordedLosses).toEqual([
    expect.stringContaining(`the database ended with entry ${String(kept.seq)}`),
  ]);
  const [gap, ...more] = await entriesOf(running.database.kysely, 'ledger.gap');
  expect(more).toEqual([]);
  expect(gap).toMatchObject({
    seq: kept.seq + 1,
    headSeq: kept.seq,
    checkpointSeq: lost.checkpoint.seq,
    checkpointHash: lost.checkpoint.hash,
    checkpointAt: lost.checkpoint.at,
  });
  expect(running.logged()).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: expect.stringContaining(
        `Entry ${String(lost.checkpoint.seq)} of the log, which a checkpoint knows, is not here`,
      ) as string,
    }),
  );

  await running.ledger.append(factsOfSet('after', 4)); // the numbers that were lost are used again
  await running.close();
  running = await runLedger(where.url, folder);
  expect(running.checkpoints.folder.losses).toEqual([]);
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
  expect(await checked('--key', running.key.fingerprint)).toEqual({
    status: 3,
    last: 'WITH A GAP: what is here is as it was written, but entries were lost (see above).',
  });
  expect((await checked('--key', '0'.repeat(64))).status).toBe(1);
  const witness = await verifyLog([file], { checkpoints: [{ name: 'of the lost ones', signed: lost }] });
  expect(witness).toMatchObject({ faults: [], told: 1 }); // the log tells of it itself
  const { checkpoint } = await running.checkpoints.sign();
  const untold = signCheckpoint({ ...checkpoint, hash: lost.checkpoint.hash }, running.key);
  const other = await verifyLog([file], { checkpoints: [{ name: 'of no lost one', signed: untold }] });
  expect(other.faults).toHaveLength(1);
});

it('a second loss, which goes back behind the record of the first, is told by one record of all that was lost', async () => {
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
  expect(gaps.map(({ checkpointSeq }) => checkpointSeq)).toEqual([first.checkpoint.seq]);
  expect(await running.verify()).toMatchObject({ verdict: 'gap', faults: [] });

  backup = await testDatabase();
  places.push(backup);
  await backUp(); // with the record of the first loss in it
  await running.ledger.append(factsOfSet('lost third', 1));
  const third = await running.checkpoints.sign();
  expect(third.checkpoint.seq).toBeLessThan(first.checkpoint.seq);
  await restore();
  expect(await running.verify()).toMatchObject({
    verdict: 'gap',
    faults: [],
    gaps: [{ lostSeq: first.checkpoint.seq }, { lostSeq: third.checkpoint.seq }],
  });
});

it('a backup that was doctored before it is put back makes the log broken, also after an honest loss', async () => {
  await running.ledger.append(factsOfSet('kept', 3));
  await running.checkpoints.sign();
  await backUp();
  await running.ledger.append(factsOfSet('lost', 2));
  await running.checkpoints.sign();
  const forged = (copied: Database) =>
    forgeFrom(copied, 5, (body, seq) => (seq === 5 ? body.replace('"after":true', '"after":false') : body));
  await restore(forged);
  for (let starts = 0; starts < 2; starts++) {
    expect(await running.verify()).toMatchObject({
      verdict: 'broken',
      faults: [{ seq: 10, message: expect.stringContaining('vouches for another entry 10') as string }],
      gaps: [{ headSeq: 10 }],
    });
    await running.ledger.append(factsOfSet(`more ${String(starts)}`, 4));
    await running.close();
    running = await runLedger(where.url, folder);
  }

  await restore(); // the backup as it was made, which the console had signed before the forged one
  expect(await running.verify()).toMatchObject({ verdict: 'gap', faults: [], remarks: [] });
  await running.close();
  const opened = await openDatabase(where.url);
  await forged(opened);
  await opened.close();
  running = await runLedger(where.url, folder);
  expect((await running.verify()).verdict).toBe('broken');
});

it('where a newer backup follows on too old a one, the files of the time between do not fit, until they are moved away', async () => {
  await running.ledger.append(factsOfSet('kept', 1));
  await backUp();
  const old = backup;
  await running.ledger.append(factsOfSet('kept later', 6));
  await running.checkpoints.sign();
  backup = await testDatabase();
  places.push(backup);
  await backUp();
  const newer = backup;
  await running.ledger.append(factsOfSet('lost', 4));
  await running.checkpoints.sign();

  backup = old;
  await restore();
  await running.ledger.append(factsOfSet('between', 2));
  const between = await running.checkpoints.sign();
  backup = newer;
  await restore();
  expect(between.checkpoint.seq).toBeLessThan((await running.ledger.head()).seq);
  expect(running.checkpoints.folder.losses).toEqual([
    expect.stringMatching(
      /^The log was changed, or its database was replaced by a newer copy: the checkpoint file/,
    ),
  ]);
  const misfits = async () => (await running.verify()).faults.map(({ message }) => message);
  expect(await misfits()).toContainEqual(
    expect.stringContaining(`${checkpointFileName(between.checkpoint)} vouches for another entry`),
  );
  for (const message of await misfits())
    rmSync(join(folder.directory, /checkpoint-[\w-]+\.json/.exec(message)?.[0] ?? ''));
  expect(await running.verify()).toMatchObject({ verdict: 'gap', faults: [], remarks: [] });
});

it('a database that was emptied beside its checkpoints is told at every start, until they are moved away', async () => {
  await running.ledger.append(factsOfSet('lost', 3));
  const { checkpoint } = await running.checkpoints.sign();
  await running.close();
  where = await testDatabase();
  places.push(where);
  const told = [
    expect.stringContaining(
      `The folder of the checkpoints knows another log, with entry ${String(checkpoint.seq)} of ${checkpoint.at}`,
    ),
  ];
  for (let starts = 0; starts < 2; starts++) {
    running = await runLedger(where.url, folder);
    expect(running.checkpoints.folder.losses).toEqual(told);
    expect(running.logged()).toContainEqual(expect.objectContaining({ level: 50, msg: told[0] as string }));
    const { verdict, summary, faults } = await running.verify();
    expect({ verdict, faults }).toEqual({ verdict: 'gap', faults: [] });
    expect(summary).toContain("this console's database was emptied or replaced");
    await running.close();
  }
  for (const name of readdirSync(folder.directory))
    if (name.includes(`-${checkpoint.ledger.slice(0, 8)}-`)) rmSync(join(folder.directory, name));
  running = await runLedger(where.url, folder);
  expect(running.checkpoints.folder.losses).toEqual([]);
  expect((await running.verify()).verdict).toBe('intact');
});

it('a log that is not set back records no loss, however often it is opened', async () => {
  for (let i = 0; i < 3; i++) {
    await running.ledger.append(factsOfSet(`set ${String(i)}`, 1));
    await running.close();
    running = await runLedger(where.url, folder);
  }
  expect(await entriesOf(running.database.kysely, 'ledger.gap')).toEqual([]);
  expect((await running.verify()).verdict).toBe('intact');
  expect(await checked()).toEqual({
    status: 0,
    last: 'IN ORDER: every entry is there, in its place and as it was written.',
  });
});
