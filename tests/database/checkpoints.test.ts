import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signedCheckpointSchema, type SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { checkpointFileName } from '@/lib/server/ledger/checkpoints/checkpoint-files';
import { isGenuine } from '@/public/verify-log-chain.mjs';
import { CheckpointFolder } from '@/lib/server/ledger/checkpoints/checkpoint-folder';
import { Checkpoints } from '@/lib/server/ledger/checkpoints/checkpoints';
import { entriesOf } from '@/lib/server/ledger/ledger-identity';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
import { ledgerFolder, runLedger, type RunningLedger } from '@/tests/support/ledger/running-ledger';
import { tamperWith } from '@/tests/support/ledger/tampered-ledger';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';

let where: TestDatabase;
let folder: ReturnType<typeof ledgerFolder>;
let running: RunningLedger | undefined;

beforeEach(async () => {
  where = await testDatabase();
  folder = ledgerFolder();
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  await where.drop();
});

const start = async (patience?: { ms: number; entries: number }): Promise<RunningLedger> =>
  (running = await runLedger(where.url, folder, patience));

function files(): SignedCheckpoint[] {
  return readdirSync(folder.directory)
    .sort()
    .map((name) => {
      const signed = signedCheckpointSchema.parse(
        JSON.parse(readFileSync(join(folder.directory, name), 'utf8')),
      );
      expect(name).toBe(checkpointFileName(signed.checkpoint));
      return signed;
    });
}

describe('checkpoints', () => {
  it('vouch for the newest entry from the first start on, in the database and in the folder', async () => {
    const { ledger, database, key } = await start();
    const [file, ...more] = files();
    expect(more).toEqual([]);
    expect(file && isGenuine(file)).toBe(true);
    expect(file?.checkpoint).toMatchObject({ ...(await ledger.head()), seq: 2, key: key.fingerprint });
    const rows = await database.kysely.selectFrom('ledger_checkpoint').selectAll().execute();
    expect(rows).toMatchObject([{ seq: 2, key_id: key.fingerprint, signature: file?.signature }]);
  });

  it('name each key once in the log, however often and by how many the console is started', async () => {
    const { database, ledger, key } = await start();
    const { directory } = folder;
    const log = pino({ level: 'silent' });
    const replicas = [1, 2, 3].map(() => new Checkpoints({ database, ledger, key, directory, log }));
    await Promise.all(replicas.map((one) => one.start()));
    await running?.close();
    const again = await start();
    expect(await entriesOf(again.database.kysely, 'ledger.key')).toHaveLength(1);
    rmSync(folder.keyFile);
    await again.close();
    const anew = await start();
    const keys = await entriesOf(anew.database.kysely, 'ledger.key');
    expect(keys.map(({ fingerprint }) => fingerprint)).toEqual([key.fingerprint, anew.key.fingerprint]);
    expect((await anew.verify()).verdict).toBe('intact');
  });

  it('follow by themselves: after so many entries, and some time after the last one', async () => {
    const { ledger } = await start({ ms: 20, entries: 1_000 });
    await ledger.append(factsOfSet('a', 1));
    await expect.poll(() => files().at(-1)?.checkpoint.seq).toBe(6);
    await running?.close();
    const many = await start({ ms: 3_600_000, entries: 20 });
    await many.ledger.append(factsOfSet('b', 3));
    await many.ledger.append(factsOfSet('c', 6));
    await expect.poll(() => files().at(-1)?.checkpoint.seq).toBe(28);
  });

  it('follow by themselves after one that somebody asked for could not be signed', async () => {
    const { ledger, checkpoints, database } = await start({ ms: 500, entries: 1_000 });
    await sql`alter table ledger_checkpoint rename to away`.execute(database.kysely);
    await ledger.append(factsOfSet('a', 1));
    await expect(checkpoints.sign()).rejects.toThrow();
    await sql`alter table away rename to ledger_checkpoint`.execute(database.kysely);
    await expect.poll(() => files().at(-1)?.checkpoint.seq, { timeout: 5_000 }).toBe(6);
  });

  it('are signed at the end for what was appended since', async () => {
    const { ledger, close } = await start();
    await ledger.append(factsOfSet('a', 1));
    running = undefined;
    await close();
    expect(files().map(({ checkpoint }) => checkpoint.seq)).toEqual([2, 6]);
  });

  it('are signed once for an entry, whoever asks', async () => {
    const { ledger, checkpoints, database } = await start();
    await ledger.append(factsOfSet('a', 1));
    const all = await Promise.all([1, 2, 3].map(() => checkpoints.sign()));
    expect(new Set(all.map(({ signature }) => signature)).size).toBe(1);
    const rows = await database.kysely.selectFrom('ledger_checkpoint').select('seq').orderBy('seq').execute();
    expect(rows.map(({ seq }) => seq)).toEqual([2, 6]);
  });

  it('leave one file of each past day, the newest, and every file of an entry that the log does not have', async () => {
    const first = await start();
    for (const set of ['a', 'b', 'c', 'd']) {
      await first.ledger.append(factsOfSet(set, 1));
      await first.checkpoints.sign();
      await first.checkpoints.folder.settled();
    }
    expect(files().map(({ checkpoint }) => checkpoint.seq)).toEqual([2, 6, 10, 14, 18]); // today's stay
    const [, second] = files();
    if (!second) throw new Error('It was there a moment ago.');
    const aged = (days: number, from: number, to: number) =>
      `update ledger_entry set at = at - ${String(days * 86_400_000)} where seq between ${String(from)} and ${String(to)}`;
    await tamperWith(first.database, aged(2, 1, 6), aged(1, 7, 14));
    const witness = checkpointFileName({ ...second.checkpoint, hash: 'f'.repeat(64) });
    writeFileSync(join(folder.directory, witness), JSON.stringify(second));
    await first.close();

    const { database } = await start();
    const names = readdirSync(folder.directory).sort();
    expect(names).toContain(witness);
    expect(names.map((name) => Number(name.split('-')[1]))).toEqual([6, 6, 14, 18]);
    const rows = await database.kysely.selectFrom('ledger_checkpoint').select('seq').execute();
    expect(rows).toHaveLength(5); // rows stay
  });

  it('go on in the database while their folder cannot be used, which is told, and reach it again', async () => {
    mkdirSync(dirname(folder.directory), { recursive: true });
    writeFileSync(folder.directory, 'a file where the folder should be');
    const { ledger, checkpoints, logged, verify } = await start();
    await ledger.append(factsOfSet('a', 1));
    expect((await checkpoints.sign()).checkpoint.seq).toBe(6);
    await checkpoints.folder.settled();
    expect(checkpoints.folder.fault).toMatch(/EEXIST|ENOTDIR/);
    expect(logged().map(({ msg }) => msg)).toContainEqual(
      expect.stringContaining('Mend LEDGER_CHECKPOINT_DIR'),
    );
    expect(await verify()).toMatchObject({
      verdict: 'intact',
      checkpoints: { signedTo: 6, files: 0, folderFault: expect.stringMatching(/ENOTDIR/) as string },
    });
    rmSync(folder.directory);
    await ledger.append(factsOfSet('b', 1));
    await checkpoints.sign();
    await checkpoints.folder.settled();
    expect(checkpoints.folder.fault).toBeNull();
    expect(files().at(-1)?.checkpoint.seq).toBe(10);
  });

  it('reach their folder while the database is away, and nobody is told to mend the folder', async () => {
    const { ledger, checkpoints, database, key } = await start();
    const { directory } = folder;
    const signed = await checkpoints.sign();
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    await database.close();
    const beside = new CheckpointFolder({ database, ledger, ownKey: key.fingerprint, directory, log });
    beside.put(signed);
    await beside.settled();
    expect([beside.fault, lines, files().length]).toEqual([null, [], 1]);
    running = undefined; // its database is closed already
  });
});
