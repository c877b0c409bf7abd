import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';
import { SnapshotWriter } from '@/lib/server/services/journal/snapshot/snapshot-writer';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

it('a field that the service leaves out is as unset as one that it sends unset', async () => {
  const directory = temporaryFolder('mem-left-out');
  const writer = new SnapshotWriter(directory);
  const key = { JournalTemplateName: 'ITEM', JournalBatchName: 'DEFAULT', LineNo: 10_000 };
  await writer.add([{ ...key, BssiEntityID: '100' }], new AbortController().signal);
  const copy = writer.finish(0, () => null);
  const filters = [{ field: 'Quantity', op: 'ne', value: '5' } as const];
  expect(copy.page({ ...defaultJournalQuery, filters }).total).toBe(1);
  copy.close();
  expect(readdirSync(directory)).toEqual([]);
});

it('a decimal is read as it was sent, and found by its value', async () => {
  const text = fc
    .tuple(fc.constantFrom('', '-'), fc.nat(), fc.stringMatching(/^\d{15,20}$/))
    .map(([sign, whole, fraction]) => `${sign}${String(whole)}.${fraction}`);
  const decimal = fc.oneof(
    fc.integer({ min: -(10 ** 15), max: 10 ** 15 }).map((units) => units / 100_000),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }).map((value) => value + 0),
    text,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(decimal, { minLength: 1, maxLength: 20 }), async (amounts) => {
      const writer = new SnapshotWriter(temporaryFolder('mem-decimals'));
      const key = { JournalTemplateName: 'ITEM', JournalBatchName: 'DEFAULT' };
      const rows = amounts.map((Amount, at) => ({ ...key, LineNo: at + 1, Amount }));
      await writer.add(rows, new AbortController().signal);
      const copy = writer.finish(0, () => null);
      const listed = (part: Partial<JournalQuery>) =>
        copy.page({ ...defaultJournalQuery, columns: ['Amount'], ...part }).rows.map((row) => row['Amount']);
      expect(listed({})).toEqual(amounts);
      const bySize = (a: number | string, b: number | string) => Number(a) - Number(b);
      expect(listed({ sort: [{ field: 'Amount', descending: false }] }).map(Number)).toEqual(
        amounts.toSorted(bySize).map(Number),
      );
      for (const value of amounts.map(Number))
        expect(listed({ filters: [{ field: 'Amount', op: 'eq', value }] }).map(Number)).toContain(value);
      copy.close();
    }),
    // The double of this text is one of whole units, though the text is not.
    { numRuns: 60, examples: [[['1073741824.774669800000000000', 0]]] },
  );
});
