import { expect, it, onTestFinished } from 'vitest';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';
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
  { sort: [{ field: 'PostingDate', descending: true }], from: '2026-11-03', to: '2026-11-03' },
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
