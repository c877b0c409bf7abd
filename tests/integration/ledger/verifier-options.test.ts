import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { factsOfSet } from '@/tests/support/ledger-facts';
import { ledgerFolder, runLedger, type RunningLedger } from '@/tests/support/running-ledger';
import { testFile } from '@/tests/support/test-database';

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
  folder.remove();
});

const run = (...words: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, ['public/verify-log.mjs', ...words], {
    encoding: 'utf8',
  });
  return { status, stdout };
};

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

it('the verifier takes options with their values, also several of one', () => {
  const { fingerprint } = running.key;
  expect(run(log, '--key', '0'.repeat(64), fingerprint)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('a key that you named') as string,
  });
  expect(run(log)).toMatchObject({ status: 0 });
  expect(run(log, '--key', '')).toMatchObject({ status: 2 });
});
