import { expect, it } from 'vitest';
import { defaultJournalQuery, type FieldFilter } from '@/lib/domain/journal/query';
import { SnapshotWriter } from '@/lib/server/services/journal/snapshot/snapshot-writer';
import { journalRows } from '@/lib/server/upstream/odata/wire';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

const nulls = { LocationCode: null, ExpirationDate: null, StartingTime: null, SystemId: null };

it.each<FieldFilter>([
  { field: 'LocationCode', op: 'ne', value: 'EAST' },
  { field: 'LocationCode', op: 'notcontains', value: 'E' },
  { field: 'LocationCode', op: 'matches', value: '<>EAST' },
  { field: 'LocationCode', op: 'matches', value: '<>E*' },
  { field: 'LocationCode', op: 'empty' },
  { field: 'ExpirationDate', op: 'ne', value: '2026-11-30' },
  { field: 'ExpirationDate', op: 'le', value: '2026-11-30' },
  { field: 'ExpirationDate', op: 'empty' },
  { field: 'StartingTime', op: 'ne', value: '08:00:00' },
  { field: 'StartingTime', op: 'empty' },
  { field: 'SystemId', op: 'ne', value: '00000000-0000-0000-0000-000000000001' },
  { field: 'Quantity', op: 'ne', value: 7 },
  { field: 'OrderLineNo', op: 'ne', value: 7 },
  { field: 'Finished', op: 'ne', value: true },
])('a null of the service fulfils $field $op $value', async (filter) => {
  const identity = { JournalTemplateName: 'ITEM', JournalBatchName: 'DEFAULT', LineNo: 10_000 };
  const line = { ...identity, ...nulls, Quantity: null, OrderLineNo: null, Finished: null };
  const writer = new SnapshotWriter(temporaryFolder('mem-nulls'));
  await writer.add(journalRows([line]), new AbortController().signal);
  const lines = writer.finish(Date.now(), () => null);
  expect(lines.count({ ...defaultJournalQuery, filters: [filter] })).toBe(1);
  lines.close();
});
