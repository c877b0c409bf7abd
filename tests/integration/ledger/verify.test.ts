import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '@/lib/server/sha256';
import { openSigningKey } from '@/lib/server/ledger/checkpoints/signing-key';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
import {
  endLedger,
  ledgerFolder,
  runLedger,
  startLedger,
  type RunningLedger,
  type StartedLedger,
} from '@/tests/support/ledger/running-ledger';
import { tamperWith } from '@/tests/support/ledger/tampered-ledger';
import { testDatabase } from '@/tests/support/database/test-database';

let where: StartedLedger['where'];
let folder: StartedLedger['folder'];
let running: RunningLedger;

/** 26 entries, with checkpoints of entries 2, 14 and 26. */
beforeEach(async () => {
  ({ where, folder, running } = await startLedger('a', 'b'));
});
afterEach(() => endLedger({ where, folder, running }));

const tamper = (...statements: string[]) => tamperWith(running.database, ...statements);

const faults = async (): Promise<[number | null, string][]> => {
  const { verdict, faults: found, summary } = await running.verify();
  expect(verdict).toBe('broken');
  expect(summary).toContain('Keep the database as it is');
  return found.map(({ seq, message }) => [seq, message]);
};

describe('verifying', () => {
  it('says of a log that was let alone that all is well, and what is signed', async () => {
    expect(await running.verify()).toMatchObject({
      verdict: 'intact',
      summary: '26 entries, none altered or removed. All are signed.',
      head: await running.ledger.head(),
      key: running.key.fingerprint,
      checkpoints: { stored: 3, files: 3, signedTo: 26, folderFault: null },
      gaps: [],
      faults: [],
      remarks: [],
    });
  });

  it('reads a log of many pages, in which entries keep arriving', async () => {
    for (let i = 0; i < 12; i++) await running.ledger.append(factsOfSet(`many ${String(i)}`, 60));
    const [found] = await Promise.all([
      running.verify(),
      ...Array.from({ length: 20 }, (_, i) => running.ledger.append(factsOfSet(`more ${String(i)}`, 1))),
    ]);
    expect(found).toMatchObject({ verdict: 'intact', faults: [] });
    expect(found.head.seq).toBeGreaterThanOrEqual(26 + 12 * 122);
  });

  it('finds an entry that was edited', async () => {
    await tamper(
      `update ledger_entry set body = replace(body, '"wanted":true', '"wanted":false') where seq = 9`,
    );
    expect(await faults()).toEqual([[9, expect.stringContaining('Entry 9 is not the one that was written')]]);
  });

  it('finds an entry that was edited with its hash, by the next one and by checkpoints', async () => {
    const [before, entry] = await running.ledger.read(7, 2);
    const body = entry?.body.replace('"after":true', '"after":false') ?? '';
    const hash = sha256((before?.hash ?? '') + sha256(body));
    await tamper(
      `update ledger_entry set body = replace(body, '"after":true', '"after":false'), hash = '${hash}' where seq = 9`,
    );
    expect(body).not.toBe(entry?.body);
    expect(await faults()).toEqual([[10, expect.stringContaining('Entry 10 is not')]]);
  });

  it('finds entries that were removed, in the middle and at the end', async () => {
    await tamper(
      'delete from ledger_entry where seq in (5, 6, 7)',
      'delete from ledger_entry where seq > 24',
    );
    expect(await faults()).toEqual([
      [5, 'Entries 5 to 7 are missing.'],
      [25, 'The ledger should end with entry 26, and ends with 24.'],
      [26, expect.stringContaining('The checkpoint of entry 26 vouches for entry 26, but the log ends with')],
      [26, expect.stringMatching(/^The checkpoint file checkpoint-0{10}26-.* vouches for entry 26, but/)],
    ]);
  });

  it('finds a tail that was cut off with everything in the database that knew of it', async () => {
    const [last] = await running.ledger.read(13, 1);
    await tamper(
      'delete from ledger_entry where seq > 14',
      'delete from ledger_checkpoint where seq > 14',
      `update ledger_head set seq = 14, hash = '${last?.hash ?? ''}'`,
    );
    expect(await faults()).toEqual([
      [26, expect.stringContaining('but the log ends with entry 14: its end is cut off, or lost')],
    ]);
  });

  it('finds entries that changed places', async () => {
    await tamper(
      'update ledger_entry set seq = -1 where seq = 8',
      'update ledger_entry set seq = 8 where seq = 10',
      'update ledger_entry set seq = 10 where seq = -1',
    );
    const found = await faults();
    expect(found.map(([seq]) => seq)).toEqual(expect.arrayContaining([8, 10]));
  });

  it('finds entries that were put after the end', async () => {
    await tamper(
      `insert into ledger_entry (seq, at, kind, body, hash) select 27, at, kind, body, hash from ledger_entry where seq = 26`,
    );
    expect(await faults()).toEqual([[27, 'There are entries after the last one, to number 27.']]);
  });

  it('finds that an entry is looked up by something else than it says', async () => {
    await tamper(`update ledger_entry set entity_id = '200', person_id = 'somebody' where seq = 4`);
    expect(await faults()).toEqual([[4, expect.stringContaining('(entity_id, person_id)')]]);
  });

  it('finds a checkpoint that is not what was signed, or by a key nobody knows', async () => {
    const other = ledgerFolder();
    const stranger = openSigningKey({
      ...other,
      isKeyNamed: false,
    });
    await tamper(
      `update ledger_checkpoint set body = replace(body, '"seq":14', '"seq":13'), seq = 13 where seq = 14`,
      `update ledger_checkpoint set public_key = '${stranger.publicKey}', key_id = '${stranger.fingerprint}' where seq = 26`,
    );
    expect(await faults()).toEqual([
      [13, 'The checkpoint of entry 13 is not what was signed.'],
      [26, 'The checkpoint of entry 26 is not what was signed.'],
    ]);
  });

  it('finds checkpoint files that were edited', async () => {
    const [name = ''] = readdirSync(folder.directory).sort();
    const file = join(folder.directory, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"seq":2', '"seq":3'));
    expect(await faults()).toEqual([[3, `The checkpoint file ${name} is not what was signed.`]]);
  });

  it('finds a head that says something else', async () => {
    await tamper(`update ledger_head set hash = '${'0'.repeat(64)}'`);
    expect(await faults()).toEqual([[26, 'The ledger does not end with the hash that it says it does.']]);
  });

  it('tells of checkpoint files of another ledger, which prove nothing here', async () => {
    const database = await testDatabase();
    const other = await runLedger(database.url, folder);
    await other.close();
    await database.drop();
    const { verdict, summary, remarks, checkpoints } = await running.verify();
    expect({ verdict, files: checkpoints.files }).toEqual({ verdict: 'gap', files: 4 });
    expect(summary).toContain('26 entries, none altered. All are signed. But the folder');
    expect(remarks).toEqual([expect.stringMatching(/^1 checkpoint file is of another log/)]);
  });
});
