import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LedgerFacts, SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { checkpointFileName } from '@/lib/server/ledger/checkpoints/checkpoint-files';
import { signCheckpoint } from '@/lib/server/ledger/checkpoints/checkpoint-signature';
import { sha256 } from '@/lib/server/sha256';
import { entriesOf } from '@/lib/server/ledger/ledger-identity';
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
import { forgeFrom, tamperWith } from '@/tests/support/ledger/tampered-ledger';

let where: StartedLedger['where'];
let folder: StartedLedger['folder'];
let running: RunningLedger;

/** 26 entries, with checkpoints of entries 2, 14 and 26. */
beforeEach(async () => {
  ({ where, folder, running } = await startLedger('a', 'b'));
});
afterEach(() => endLedger({ where, folder, running }));

async function restart(): Promise<void> {
  await running.close();
  running = await runLedger(where.url, folder);
}

const edited = (body: string, seq: number): string =>
  seq === 9 ? body.replace('"after":true', '"after":false') : body;

it('a log that was forged stays broken, however often the console is started', async () => {
  await forgeFrom(running.database, 9, edited);
  const found = [
    [14, expect.stringContaining('vouches for another entry 14 than the one that is there')],
    [26, expect.stringContaining('vouches for another entry 26 than the one that is there')],
  ];
  for (let starts = 0; starts < 3; starts++) {
    const { verdict, faults, gaps } = await running.verify();
    expect({ verdict, gaps, faults: faults.map(({ seq, message }) => [seq, message]) }).toEqual({
      verdict: 'broken',
      gaps: [],
      faults: found,
    });
    await running.ledger.append(factsOfSet(`more ${String(starts)}`, 1));
    await restart();
  }
  expect(await entriesOf(running.database.kysely, 'ledger.gap')).toEqual([]);
  expect(running.logged().map(({ level, msg }) => [level, msg])).toContainEqual([
    50,
    expect.stringMatching(/^The log was changed, .* vouches for another entry 14 than the one that is there/),
  ]);
});

it('a log that was forged and cut stays broken, though the cut is recorded as a loss', async () => {
  await forgeFrom(running.database, 9, edited);
  const [last] = await running.ledger.read(19, 1);
  await tamperWith(
    running.database,
    'delete from ledger_entry where seq > 20',
    `update ledger_head set seq = 20, hash = '${last?.hash ?? ''}'`,
  );
  for (let starts = 0; starts < 2; starts++) {
    await restart();
    expect(await running.verify()).toMatchObject({
      verdict: 'broken',
      faults: [{ seq: 14 }],
      gaps: [{ headSeq: 20, lostSeq: 26 }],
    });
  }
});

it('a forged log stays broken though its entries say that they are younger than what was signed for their numbers', async () => {
  const later = Date.now() + 60_000;
  await forgeFrom(running.database, 9, (body) =>
    body.replace(/"at":"[^"]+"/, `"at":"${new Date(later).toISOString()}"`),
  );
  await tamperWith(running.database, `update ledger_entry set at = ${String(later)} where seq >= 9`);
  await restart();
  expect(await running.verify()).toMatchObject({
    verdict: 'broken',
    faults: [{ seq: 14 }, { seq: 26 }],
    gaps: [],
  });
});

it('a forged entry of a loss excuses nothing: a loss is told where it happened, and only of what was signed before', async () => {
  const [lost] = readdirSync(folder.directory)
    .slice(-1)
    .map((name) => readFileSync(join(folder.directory, name), 'utf8'));
  const { checkpoint } = JSON.parse(lost ?? '') as SignedCheckpoint; // as the console wrote it
  const gap = (headSeq: number): LedgerFacts => ({
    kind: 'ledger.gap',
    checkpointSeq: checkpoint.seq,
    checkpointHash: checkpoint.hash,
    checkpointAt: checkpoint.at,
    headSeq,
  });
  await forgeFrom(running.database, 9, edited);
  await running.ledger.append([gap(8)]);
  expect(await running.verify()).toMatchObject({
    verdict: 'broken',
    faults: [
      { seq: 27, message: expect.stringContaining('tells of a loss') as string },
      { seq: 14 },
      { seq: 26 },
    ],
    gaps: [],
  });
  await running.ledger.append([gap(27)]);
  expect((await running.verify()).faults.map(({ seq }) => seq)).toEqual([27, 14, 26]);
});

it('what a key signed that only the forged log names does not count, and the key is told', async () => {
  const strange = ledgerFolder();
  const stranger = openSigningKey({ keyFile: strange.keyFile, isKeyNamed: false });
  const [name = ''] = readdirSync(folder.directory);
  const text = readFileSync(join(folder.directory, name), 'utf8');
  const { ledger } = (JSON.parse(text) as { checkpoint: { ledger: string } }).checkpoint; // as the console wrote it
  rmSync(folder.directory, { recursive: true });
  const { database } = running;
  const named = `"fingerprint":"${stranger.fingerprint}","kind":"ledger.key","publicKey":"${stranger.publicKey}"`;
  await forgeFrom(database, 2, (body) =>
    body.replace(/"fingerprint":"\w+","kind":"ledger.key","publicKey":"[^"]+"/, named),
  );
  const head = await running.ledger.head();
  const at = new Date().toISOString();
  const checkpoint = { format: 'mem-checkpoint/1', ledger, ...head, at, key: stranger.fingerprint } as const;
  const signed = signCheckpoint(checkpoint, stranger);
  await database.kysely
    .insertInto('ledger_checkpoint')
    .values({
      seq: head.seq,
      key_id: stranger.fingerprint,
      at: Date.now(),
      body: canonicalJson(checkpoint),
      signature: signed.signature,
      public_key: signed.publicKey,
    })
    .execute();
  const found = await running.verify();
  expect(found.checkpoints).toMatchObject({ stored: 1, signedTo: 0 });
  expect(found.summary).toContain('None of them is signed by this console’s key');
  expect(found.remarks).toEqual([
    expect.stringContaining(`since entry 2: ${stranger.fingerprint}. What it signed does not count`),
  ]);
});

it('an earlier key of the console counts, for its own key has signed the entry that names it', async () => {
  const first = running.key.fingerprint;
  rmSync(folder.keyFile);
  await restart();
  const { verdict, checkpoints, remarks } = await running.verify();
  expect({ verdict, signedTo: checkpoints.signedTo }).toEqual({ verdict: 'intact', signedTo: 27 });
  expect(remarks).toEqual([expect.stringContaining(`since entry 2: ${first}. What it signed counts`)]);
});

it('a witness is judged also after a loss of more checkpoints than anybody would keep in memory', async () => {
  const { ledger } = await running.checkpoints.sign().then(({ checkpoint }) => checkpoint);
  const put = (seq: number, at: string): void => {
    const { key } = running;
    const hash = sha256(String(seq));
    const signed = signCheckpoint(
      { format: 'mem-checkpoint/1', ledger, seq, hash, at, key: key.fingerprint },
      key,
    );
    const name = checkpointFileName(signed.checkpoint);
    writeFileSync(join(folder.directory, name), `${canonicalJson({ ...signed })}\n`);
  };
  const lostAt = new Date().toISOString();
  for (let seq = 100; seq <= 1_200; seq++) put(seq, lostAt);
  await restart();
  expect(await running.verify()).toMatchObject({ verdict: 'gap', gaps: [{ lostSeq: 1_200 }] });
  put(2_000, new Date(Date.parse(lostAt) + 1_000).toISOString());
  expect(await running.verify()).toMatchObject({ verdict: 'broken', faults: [{ seq: 2_000 }] });
});
