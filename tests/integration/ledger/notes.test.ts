import { expect, it } from 'vitest';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
import { ledgerFolder, runLedger } from '@/tests/support/ledger/running-ledger';
import { testDatabase } from '@/tests/support/database/test-database';
import { notesInWords, verifyLog } from '@/public/verify-log-chain.mjs';

it('notes that logs of today hold are told by the console and by the verifier alike', async () => {
  const { url, drop } = await testDatabase();
  const running = await runLedger(url, ledgerFolder());
  try {
    const { ledger, checkpoints, verify, file } = running;
    const note = 'Demo history: made at the first start, with the times of its story';
    const [{ seq: began } = { seq: 0 }] = (await ledger.append([{ kind: 'ledger.demo-began', note }])).slice(
      -1,
    );
    const told = async () => {
      await checkpoints.sign();
      const { verdict, remarks } = await verify();
      const report = await verifyLog([await file()]);
      expect([verdict, report.faults]).toEqual(['intact', []]);
      expect(notesInWords(report.notes)).toEqual(remarks);
      return remarks;
    };
    const first = String(began + 1);
    expect(await told()).toEqual([`${note} (entries from ${first} on).`]);

    const entries = await ledger.append(factsOfSet('of-the-story', 2));
    const last = entries.at(-1)?.seq ?? 0;
    const ended: LedgerFacts = { kind: 'ledger.demo-ended', began, last, complete: true, note };
    await ledger.append([ended]);
    expect(await told()).toEqual([`${note} (entries ${first} to ${String(last)}).`]);
  } finally {
    await running.close();
    await drop();
  }
});
