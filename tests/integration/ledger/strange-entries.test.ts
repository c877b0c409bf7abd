import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verificationSchema } from '@/lib/contract/changes/verification';
import {
  endLedger,
  startLedger,
  type RunningLedger,
  type StartedLedger,
} from '@/tests/support/ledger/running-ledger';
import { tamperWith } from '@/tests/support/ledger/tampered-ledger';

let where: StartedLedger['where'];
let folder: StartedLedger['folder'];
let running: RunningLedger;

beforeEach(async () => {
  ({ where, folder, running } = await startLedger('a', 'b'));
});
afterEach(() => endLedger({ where, folder, running }));

describe('an entry that is no entry of the console’s', () => {
  it.each([
    ['a kind that is no text', '{"kind":5,"seq":9}'],
    [
      'a loss told in other words',
      '{"checkpointAt":"then","checkpointSeq":"all","headSeq":8,"kind":"ledger.gap","seq":9}',
    ],
    ['a note about no entries', '{"began":"x","kind":"ledger.note","note":"Mind","seq":9}'],
  ])('is told, and the check goes on: %s', async (_, body) => {
    await tamperWith(running.database, `update ledger_entry set body = '${body}' where seq = 9`);
    const found = await running.verify();
    expect(found.verdict).toBe('broken');
    expect(found.faults.map(({ seq }) => seq)).toContain(9);
    expect(verificationSchema.safeParse(found).error).toBeUndefined();
  });

  it('hides no edit of the entry after it', async () => {
    await tamperWith(
      running.database,
      `update ledger_entry set body = 'gone' where seq = 9`,
      `update ledger_entry set body = replace(body, '"wanted":true', '"wanted":false') where seq = 10`,
    );
    const { faults } = await running.verify();
    expect(faults.map(({ seq }) => seq)).toEqual([9, 10]);
  });
});
