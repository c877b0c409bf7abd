import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
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
