import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonical } from '@/public/verify-log-chain.mjs';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
import { ledgerFolder, runLedger, type RunningLedger } from '@/tests/support/ledger/running-ledger';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';
import { testFile } from '@/tests/support/database/test-database';

const place = testFile(); // what is asked for does not depend on where the log was read from
const folder = ledgerFolder();
let running: RunningLedger;
let log: string;

beforeAll(async () => {
  running = await runLedger(place.url, folder);
  await running.ledger.append(factsOfSet('set', 2));
  log = join(folder.directory, '..', 'log.jsonl');
  writeFileSync(log, await running.file());
});
afterAll(async () => {
  await running.close();
  await place.drop();
});

const runCommand = (command: string, ...words: string[]) => {
  const { status, stdout } = spawnSync(command, words, { encoding: 'utf8' });
  return { status, stdout };
};
const run = (...words: string[]) => runCommand(process.execPath, 'public/verify-log.mjs', ...words);

it.each([
  ['a key that was not set', ['--key']],
  ['checkpoints of an empty folder', ['--checkpoint']],
  ['one option right before another', ['--key', '--checkpoint', 'x']],
  ['an option that it does not know', ['--keys', 'x']],
  ['an unknown option after a known one', ['--key', 'x', '--checkpoints', 'y']],
  ['the name of something that every object has', ['toString', 'x']],
])(
  'the verifier refuses %s: else it would check less than was asked, and say that all is in order',
  (_, words) => {
    expect(run(log, ...words)).toEqual({ status: 2, stdout: expect.stringMatching(/^Usage: /) as string });
  },
);

it('the verifier calls a ZIP that is not unpacked, and its other half, not checked', () => {
  const archive = join(folder.directory, '..', 'evidence.zip');
  writeFileSync(archive, 'PK\x03\x04 as a ZIP begins');
  expect(run(archive)).toEqual({ status: 2, stdout: expect.stringContaining('Unpack it') as string });
  const half = runCommand(process.execPath, 'public/verify-log-chain.mjs', log);
  expect(half).toEqual({ status: 2, stdout: expect.stringContaining('Run verify-log.mjs') as string });
});

it('the verifier reads a log that comes by a pipe', () => {
  const piped = 'cat "$1" | "$2" public/verify-log.mjs /dev/stdin';
  expect(runCommand('sh', '-c', piped, 'sh', log, process.execPath)).toMatchObject({ status: 0 });
});

it('the verifier takes options with their values, also several of one', () => {
  const { fingerprint } = running.key;
  expect(run(log, '--key', '0'.repeat(64), fingerprint)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('a key that you named') as string,
  });
  expect(run(log)).toMatchObject({ status: 0 });
  for (const wrong of ['', 'ab12', fingerprint.slice(1)])
    expect(run(log, '--key', wrong)).toEqual({
      status: 2,
      stdout: expect.stringMatching(/is no fingerprint \(64 hexadecimal digits\), and no file/) as string,
    });
});

it('the verifier takes a folder of checkpoints: each file of a checkpoint counts, others do not, none is no check', () => {
  const [name = ''] = readdirSync(folder.directory).filter((one) => one.startsWith('checkpoint-'));
  const kept = temporaryFolder('mem-kept');
  writeFileSync(join(kept, 'notes.txt'), 'no checkpoint');
  expect(run(log, '--checkpoint', kept)).toMatchObject({ status: 2 });
  copyFileSync(join(folder.directory, name), join(kept, name));
  expect(run(log, '--checkpoint', kept)).toEqual({
    status: 0,
    stdout: expect.stringContaining('1 checkpoint kept elsewhere was compared.') as string,
  });
  writeFileSync(join(kept, 'checkpoint-000000000009-aaaaaaaa-bbbbbbbb.json'), '{}');
  expect(run(log, '--checkpoint', kept)).toMatchObject({ status: 1 });
});

it('the verifier says of a log on its own that entries hidden in it may tell of a gap', () => {
  const lines = readFileSync(log, 'utf8').split('\n');
  const hidden = lines.map((line, number) => {
    if (number !== 3) return line;
    const { entry, hash } = JSON.parse(line) as { entry: { seq: number }; hash: string };
    const digest = createHash('sha256').update(canonical(entry)).digest('hex');
    return canonical({ digest, hash, seq: entry.seq });
  });
  const file = join(folder.directory, '..', 'hidden.jsonl');
  writeFileSync(file, hidden.join('\n'));
  expect(run(file)).toEqual({
    status: 0,
    stdout: expect.stringMatching(/1 by their digest only[^]*nor whether one tells of a gap/) as string,
  });
  expect(run(log).stdout).not.toContain('NOTE');
});
