import { expect, it } from 'vitest';
import { decodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { queryWords } from '@/lib/domain/journal/query-words';

it('a query is told in words that leave nothing out and read alike everywhere', () => {
  const { query, faults } = decodeJournalQuery({
    batch: ['ITEM/DEFAULT', 'ITEM/EAST'],
    entity: ['100', ''],
    from: '2026-10-01',
    to: '2026-10-31',
    item: '18*|19*',
    location: 'EAST',
    q: 'desk',
    filter: [
      'Amount~ge~20000.5',
      'PostingDate~lt~2026-10-20',
      'Quantity~between~1~5',
      'EntryType~in~Sale~Purchase',
      'ReasonCode~notempty',
      'Description~eq~',
      'DropShipment~eq~true',
    ],
    check: 'no-entity',
    today: '2026-11-15',
  });
  expect(faults).toEqual([]);
  expect(queryWords(query)).toEqual([
    'Batch is ITEM/DEFAULT or ITEM/EAST',
    'Entity ID is “100” or empty',
    'Posting Date is on or after 2026-10-01',
    'Posting Date is on or before 2026-10-31',
    'Item No. matches “18*|19*”',
    'Location Code is “EAST”',
    'Amount is at least 20000.5',
    'Posting Date is before 2026-10-20',
    'Quantity is between 1 and 5',
    'Entry Type is one of “Sale” or “Purchase”',
    'Reason Code is not empty',
    'Description is empty',
    'Drop Shipment is true',
    'contains “desk”',
    'check “No entity” as of 2026-11-15',
  ]);
  expect(queryWords(decodeJournalQuery({ sort: 'ItemNo', columns: 'ItemNo' }).query)).toEqual([]);
});
