import { expect, it } from 'vitest';
import { decodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { plainWriting, queryWords } from '@/lib/domain/journal/condition-words';

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
      'EntryType~in~A~B~C~D~E',
      'ReasonCode~notempty',
      'Description~eq~',
      'DropShipment~eq~true',
      'BssiEntityID~in~100~300',
    ],
    check: 'no-entity',
    today: '2026-11-15',
  });
  expect(faults).toEqual([]);
  const writing = plainWriting(new Map([['100', 'Cronus UK']]));
  expect(queryWords(query, writing).map(({ words }) => words.join(' or '))).toEqual([
    'Contains “desk”',
    'Cronus UK · 100 or No entity',
    'Batch ITEM / DEFAULT or Batch ITEM / EAST',
    'Posting date 2026-10-01 to 2026-10-19',
    'Item 18*|19*',
    'Location EAST',
    'Amount is at least 20000.5',
    'Quantity is between 1 and 5',
    'Entry Type is “A”, “B”, “C”, “D” or “E”',
    'Reason Code is not empty',
    'Description is empty',
    'Drop Shipment is Yes',
    'Entity ID is “100” or “300”',
    'Check: No entity, as of 2026-11-15',
  ]);
  expect(queryWords(decodeJournalQuery({ sort: 'ItemNo', columns: 'ItemNo' }).query, writing)).toEqual([]);
});
