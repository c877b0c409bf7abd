import { afterEach, beforeEach, expect, it } from 'vitest';
import { verificationSchema } from '@/lib/contract/changes/verification';
import { isGenuine } from '@/public/verify-log-chain.mjs';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
import {
  endLedger,
  runLedger,
  startLedger,
  type RunningLedger,
  type StartedLedger,
} from '@/tests/support/ledger/running-ledger';
import { tamperWith } from '@/tests/support/ledger/tampered-ledger';

let where: StartedLedger['where'];
let folder: StartedLedger['folder'];
let running: RunningLedger;

/** 14 entries, signed. */
beforeEach(async () => {
  ({ where, folder, running } = await startLedger('a'));
});
afterEach(() => endLedger({ where, folder, running }));

const damage = (seq: number, body: string) =>
  tamperWith(running.database, `update ledger_entry set body = '${body}' where seq = ${String(seq)}`);

it.each([
  ['no JSON', 'x'],
  ['an object that is no entry', '{"actor":7,"cell":null,"person":null}'],
])(
  'entries that are damaged (%s) are faults with their numbers, and the console goes on signing',
  async (_, body) => {
    for (const seq of [1, 2, 9]) await damage(seq, body);
    for (let starts = 0; starts < 2; starts++) {
      const { verdict, faults } = verificationSchema.parse(await running.verify());
      expect(verdict).toBe('broken');
      expect(new Set(faults.map(({ seq }) => seq))).toEqual(new Set([1, 2, 9]));
      await running.ledger.append(factsOfSet(`b ${String(starts)}`, 1));
      const signed = await running.checkpoints.sign();
      expect(isGenuine(signed) && signed.checkpoint.seq).toBe((await running.ledger.head()).seq);
      await running.close();
      running = await runLedger(where.url, folder);
    }
  },
);

it('where nothing tells the name of the log any more, nothing is signed, which is said, and the log goes on', async () => {
  await damage(1, 'x');
  await tamperWith(running.database, 'delete from ledger_checkpoint');
  await running.ledger.append(factsOfSet('b', 1));
  await expect(running.checkpoints.sign()).rejects.toMatchObject({
    code: 'ledger-unavailable',
    message: expect.stringContaining('The first entry of the log cannot be read') as string,
  });
  const { verdict, faults } = await running.verify();
  expect([verdict, [...new Set(faults.map(({ seq }) => seq))]]).toEqual(['broken', [1]]);
});

it('a checkpoint of the newest entry that is damaged does not stand in the way of signing it', async () => {
  await tamperWith(running.database, `update ledger_checkpoint set body = 'x' where seq = 14`);
  const signed = await running.checkpoints.sign();
  expect(isGenuine(signed) && signed.checkpoint.seq).toBe(14);
  expect(await running.verify()).toMatchObject({
    verdict: 'broken',
    faults: [{ seq: 14, message: 'The checkpoint of entry 14 is not what was signed.' }],
  });
});
