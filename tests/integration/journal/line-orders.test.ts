import { expect, it, onTestFinished } from 'vitest';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { SnapshotWriter } from '@/lib/server/services/journal/snapshot/snapshot-writer';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';
import { expectedLines } from './expected-lines';

const lines = Array.from({ length: 1_000 }, (_, at) => ({
  JournalTemplateName: at < 500 ? 'ITEM' : 'TRANSFER',
  JournalBatchName: ['A', 'DEFAULT'][at % 2] ?? '',
  LineNo: 10_000 * (1 + (at >> 1)),
  PostingDate: `2026-11-${String(1 + (at % 7)).padStart(2, '0')}`,
  Description: ['lamp', 'Desk', 'desk', ''][at % 4] ?? '',
  Quantity: (at * 37) % 11,
}));
const inOrder = expectedLines(lines, defaultJournalQuery);

/** A copy of lines that came in this order. */
async function snapshotOf(rows: typeof inOrder) {
  const writer = new SnapshotWriter(temporaryFolder('mem-orders'));
  await writer.add(
    rows.map((row) => ({ '@odata.etag': '', ...row })),
    new AbortController().signal,
  );
  const snapshot = writer.finish(0, () => null);
  onTestFinished(() => snapshot.close());
  return snapshot;
}

const lists: Partial<JournalQuery>[] = [
  { sort: [{ field: 'PostingDate', descending: true }] },
  { sort: [{ field: 'Description', descending: false }] },
  {
    sort: [
      { field: 'Quantity', descending: false },
      { field: 'LineNo', descending: true },
    ],
  },
  { sort: [{ field: 'JournalBatchName', descending: true }], q: 'desk' },
  { sort: [] },
  {
    sort: [{ field: 'PostingDate', descending: true }],
    filters: [{ field: 'PostingDate', op: 'between', from: '2026-11-03', to: '2026-11-03' }],
  },
];

it.each([
  ['in the order of their identity', inOrder],
  [
    'in another order',
    inOrder.toSorted((a, b) => String(a['Description']).localeCompare(String(b['Description']))),
  ],
])(
  'pages of several lists, asked for in turn, are what plain sorting says, of lines that came %s',
  async (_, rows) => {
    const snapshot = await snapshotOf(rows);
    for (const page of [1, 3, 1, 20, 2, 7])
      for (const list of lists) {
        const query = { ...defaultJournalQuery, ...list, page, columns: ['PostingDate'] };
        const expected = expectedLines(rows, query);
        const { rows: found, total } = snapshot.page(query);
        const identity = ({ JournalTemplateName, JournalBatchName, LineNo }: (typeof rows)[number]) =>
          [JournalTemplateName, JournalBatchName, LineNo].join('/');
        expect(total).toBe(expected.length);
        expect(found.map(identity)).toEqual(expected.slice((page - 1) * 50, page * 50).map(identity));
      }
  },
);

it('numbers within codes sort by value and letters without regard to case, as groups do', async () => {
  const items = ['200', '1000', '30', 'b2', 'B10', 'Äpfel', 'a1', ''];
  const rows = items.map((ItemNo, at) => ({
    ...{ JournalTemplateName: 'ITEM', JournalBatchName: 'DEFAULT', LineNo: at + 1 },
    ItemNo,
  }));
  const snapshot = await snapshotOf(rows);
  const columns = ['ItemNo'];
  const sorted = (descending: boolean) =>
    snapshot
      .page({ ...defaultJournalQuery, columns, sort: [{ field: 'ItemNo', descending }] })
      .rows.map((row) => row['ItemNo']);
  expect(sorted(false)).toEqual(['', '30', '200', '1000', 'a1', 'Äpfel', 'b2', 'B10']);
  expect(sorted(true)).toEqual(['B10', 'b2', 'Äpfel', 'a1', '1000', '200', '30', '']);
  const key = groupingKey('ItemNo');
  const groups = snapshot.groups(defaultJournalQuery, key ? [key] : [], []);
  expect(groups.map((group) => group.key)).toEqual(sorted(false).map((item) => [item]));
});

it('what the service left empty is not set: "none" and "is not" find it', async () => {
  const empty = { PostingDate: '', ItemNo: '', Quantity: '', Correction: '', EndingTime: '' };
  const set = {
    PostingDate: '2026-12-24',
    ItemNo: 'A',
    Quantity: 5,
    Correction: true,
    EndingTime: '10:00:00',
  };
  const rows = [empty, set].map((row, at) => ({
    ...{ JournalTemplateName: 'ITEM', JournalBatchName: 'DEFAULT', LineNo: at + 1 },
    ...row,
  }));
  const snapshot = await snapshotOf(rows);
  const found = (part: Partial<JournalQuery>) =>
    snapshot.page({ ...defaultJournalQuery, columns: ['LineNo'], ...part }).rows.map((row) => row['LineNo']);
  const by = (field: string, op: 'ne' | 'empty' | 'le', value: string | number | boolean) =>
    found({ filters: [op === 'empty' ? { field, op } : { field, op, value }] });
  expect(found({ filters: [{ field: 'PostingDate', op: 'le', value: '2026-11-30' }] })).toEqual([1]);
  expect(by('PostingDate', 'empty', '')).toEqual([1]);
  expect(by('PostingDate', 'ne', '2026-12-24')).toEqual([1]);
  expect(by('EndingTime', 'ne', '10:00:00')).toEqual([1]);
  expect(by('ItemNo', 'ne', 'A')).toEqual([1]);
  expect(by('Quantity', 'ne', 5)).toEqual([1]);
  expect(by('Quantity', 'le', 4)).toEqual([]);
  expect(by('Correction', 'ne', true)).toEqual([1]);
});
