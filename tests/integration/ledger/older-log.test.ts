import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { openSigningKey } from '@/lib/server/ledger/checkpoints/signing-key';
import { signCheckpoint } from '@/lib/server/ledger/checkpoints/checkpoint-signature';
import type { SignedCheckpoint } from '@/lib/contract/changes/ledger';
import {
  endLedger,
  ledgerFolder,
  signSets,
  startLedger,
  type StartedLedger,
} from '@/tests/support/ledger/running-ledger';
import { tamperWith } from '@/tests/support/ledger/tampered-ledger';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/** A log of three signed sets (entries 14, 26 and 38), of which files were taken after the second and the third. */
let started: StartedLedger;
let older: string[];
let whole: string[];
/** The checkpoints that were kept elsewhere, all of them. */
const kept = temporaryFolder('mem-kept');

beforeAll(async () => {
  started = await startLedger('one', 'two');
  const { running, folder } = started;
  const lines = async () => (await running.file()).trimEnd().split('\n');
  older = await lines();
  await new Promise((done) => setTimeout(done, 5)); // the next checkpoint has a later time
  await signSets(running, 'three');
  whole = await lines();
  for (const name of readdirSync(folder.directory))
    if (name.startsWith('checkpoint-')) copyFileSync(join(folder.directory, name), join(kept, name));
});
afterAll(() => endLedger(started));

function check(lines: readonly string[], ...args: string[]): { status: number | null; words: string } {
  const file = join(temporaryFolder('mem-log'), 'log.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const { status, stdout } = spawnSync(
    process.execPath,
    ['public/verify-log.mjs', file, '--checkpoint', kept, ...args],
    { encoding: 'utf8' },
  );
  return { status, words: stdout };
}

/** The end of a log, and its lines up to an entry. */
const endOf = (lines: readonly string[]) =>
  JSON.parse(lines.at(-1) ?? '') as { checkpoint: SignedCheckpoint };
const upTo = (seq: number) => whole.slice(0, seq + 1);

it('an honest log is in order as far as it goes beside checkpoints that were signed after it, and says what it lacks', () => {
  const { key } = started.running;
  for (const args of [[], ['--key', key.fingerprint]]) {
    const { status, words } = check(older, ...args);
    expect(words).toContain('1 checkpoint was signed after this log, of entries up to 38');
    expect(words).toContain('Get a newer one to check entries from 27 on.');
    expect(words).toContain('IN ORDER AS FAR AS IT GOES: every entry up to 26 is there');
    expect(words).not.toContain('IN ORDER: every entry is there');
    expect(status).toBe(4);
  }
  expect(check(whole)).toMatchObject({ status: 0 });
});

it('a log that is older than the console’s new key is in order as far as it goes where both keys are named', () => {
  const { checkpoint } = endOf(whole).checkpoint;
  const key = openSigningKey({ ...ledgerFolder(), isKeyNamed: false });
  const file = join(temporaryFolder('mem-new-key'), 'checkpoint-new.json');
  const signed = signCheckpoint({ ...checkpoint, seq: 50, key: key.fingerprint }, key);
  writeFileSync(file, canonicalJson({ ...signed }));
  const { fingerprint } = started.running.key;
  expect(check(older, file, '--key', fingerprint, key.fingerprint)).toMatchObject({ status: 4 });
  const one = check(older, file, '--key', fingerprint);
  expect(one.words).toContain('is signed by a key that is not known here');
  expect(one.status).toBe(1);
});

it('a log whose end a forger cut off and dated back is not in order', () => {
  const { checkpoint, ...rest } = endOf(whole).checkpoint;
  const [, last = ''] = /"hash":"([0-9a-f]{64})"\}$/.exec(whole[20] ?? '') ?? [];
  const cut = { ...checkpoint, seq: 20, hash: last, at: endOf(older).checkpoint.checkpoint.at };
  // Signed by nobody for this end, or by a key of the forger.
  const forged = check([...upTo(20), canonicalJson({ checkpoint: { checkpoint: cut, ...rest } })]);
  expect(forged.words).toContain('The checkpoint at the end is not what was signed.');
  expect(forged.status).toBe(1);
  const key = openSigningKey({ ...ledgerFolder(), isKeyNamed: false });
  const own = signCheckpoint({ ...cut, key: key.fingerprint }, key);
  const signed = check([...upTo(20), canonicalJson({ checkpoint: { ...own } })]);
  expect(signed.words).toMatch(/vouches for entry 26, but the log ends with entry 20: its end is cut off/);
  expect(signed.status).toBe(1);
  // Without any end, as before.
  expect(check(upTo(20))).toMatchObject({ status: 1 });
});

it('a log that is cut off at an older signature is never called whole', () => {
  const [name = ''] = readdirSync(kept).filter((one) => one.includes('000014-'));
  expect(name).not.toBe('');
  const { checkpoint } = endOf(older).checkpoint;
  const first = older.slice(0, 15);
  expect(checkpoint.seq).toBe(26);
  const { stdout } = spawnSync('cat', [join(kept, name)], { encoding: 'utf8' });
  const { status, words } = check([...first, `{"checkpoint":${stdout.trim()}}`]);
  expect(words).toContain('2 checkpoints were signed after this log, of entries up to 38');
  expect(words).not.toContain('IN ORDER: every entry is there');
  expect(status).toBe(4);
});

it('a log whose end was cut off in the database and signed anew is not in order', async () => {
  const { running } = started;
  const [last] = await running.ledger.read(25, 1);
  await tamperWith(
    running.database,
    'delete from ledger_entry where seq > 26',
    'delete from ledger_checkpoint where seq >= 26',
    `update ledger_head set seq = 26, hash = '${last?.hash ?? ''}'`,
  );
  const { status, words } = check((await running.file()).trimEnd().split('\n'));
  expect(words).toContain(
    'vouches for entry 38, but the log ends with entry 26: its end is cut off, or lost',
  );
  expect(status).toBe(1);
});
