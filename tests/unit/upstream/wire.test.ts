import { describe, expect, it } from 'vitest';
import { decodedCaption, journalRows, securityRows } from '@/lib/server/upstream/odata/wire';

const assignment = {
  BssiMasterRecordType: 'Customer',
  BssiMasterRecordID: '10000',
  BssiEntityID: '100',
  BssiAccessible: true,
};
// As it arrives: parsed JSON, so that __proto__ is an own member.
const parsed = (text: string): unknown[] => [JSON.parse(text) as unknown];

describe('assignments', () => {
  it('pass as they are', () => {
    const rows = [assignment, { ...assignment, '@odata.etag': 'W/"x"', New: [1] }];
    expect(securityRows(rows)).toBe(rows);
  });

  it.each([
    ['BssiMasterRecordType', { ...assignment, BssiMasterRecordType: null }],
    ['BssiMasterRecordID', { ...assignment, BssiMasterRecordID: 10000 }],
    ['BssiEntityID', { BssiMasterRecordType: 'Customer', BssiMasterRecordID: '1', BssiAccessible: true }],
    ['BssiAccessible', { ...assignment, BssiAccessible: 'true' }],
    ['not a record', null],
    ['not a record', 'text'],
    ['BssiMasterRecordType', []],
    ['BssiMasterRecordType', { ...assignment, BssiMasterRecordType: 'x'.repeat(251) }],
    ['BssiMasterRecordID', { ...assignment, BssiMasterRecordID: 'x'.repeat(251) }],
    ['BssiEntityID', { ...assignment, BssiEntityID: 'x'.repeat(251) }],
  ])('name row and field: %s', (field, bad) => {
    expect(() => securityRows([assignment, bad])).toThrow(new RegExp(`^Row 2 .*${field}`));
  });

  it('cannot be faked through __proto__', () => {
    const hostile = parsed(
      '{"__proto__":{"BssiAccessible":true},"BssiMasterRecordType":"a","BssiMasterRecordID":"b","BssiEntityID":"c"}',
    );
    expect(() => securityRows(hostile)).toThrow(/BssiAccessible/);
    expect(({} as Record<string, unknown>)['BssiAccessible']).toBeUndefined();
  });
});

const identity = { JournalTemplateName: 'ITEM', JournalBatchName: 'DEFAULT', LineNo: 10000 };

describe('journal lines', () => {
  it('keep every value, decode captions of options only, show null as empty', () => {
    const line = {
      ...identity,
      Quantity: 0.12345,
      Finished: false,
      EntryType: 'Positive_x0020_Adjmt_x002E_',
      Type: '_x0020_',
      Description: 'Part_x0020_A',
      PostingDate: '0001-01-01',
      NewField: 'kept',
      LotNo: null,
    };
    expect(journalRows([line])).toEqual([
      { ...line, EntryType: 'Positive Adjmt.', Type: ' ', Description: 'Part_x0020_A', LotNo: '' },
    ]);
  });

  it('keep a decimal of more digits than a number has, as text', () => {
    for (const Amount of ['12345678901234567.89', '9007199254740993']) {
      const line = { ...identity, Amount, ItemNo: 'x'.repeat(250) };
      expect(journalRows([line])).toEqual([line]);
    }
  });

  it.each([
    ['Quantity', { ...identity, Quantity: '5' }],
    ['Quantity', { ...identity, Quantity: 'one million of them' }],
    ['LineNo', { ...identity, LineNo: '12345678901234567890' }],
    ['DimensionSetID', { ...identity, DimensionSetID: '12345678901234567890' }],
    ['JournalBatchName', { ...identity, JournalBatchName: 'x'.repeat(251) }],
    ['BssiEntityID', { ...identity, BssiEntityID: 'x'.repeat(251) }],
    ['ItemNo', { ...identity, ItemNo: 'x'.repeat(251) }],
    ['Finished', { ...identity, Finished: 'false' }],
    ['ItemNo', { ...identity, ItemNo: { nested: true } }],
    ['JournalTemplateName', { ...identity, JournalTemplateName: null }],
    ['JournalBatchName', { ...identity, JournalBatchName: 7 }],
    ['LineNo', { ...identity, LineNo: null }],
    ['LineNo', { JournalTemplateName: 'ITEM', JournalBatchName: 'DEFAULT' }],
    ['not a record', []],
    ['not a record', 7],
  ])('name row and field: %s', (field, bad) => {
    expect(() => journalRows([identity, { ...identity, LineNo: 0 }, bad])).toThrow(
      new RegExp(`^Row 3 .*${field}`),
    );
  });
});

describe('the identity of a journal line', () => {
  it('may hold an empty batch, and lacks no part', () => {
    const line = { ...identity, JournalBatchName: '' };
    expect(journalRows([line])).toEqual([line]);
    expect(() => journalRows([{ LineNo: 1 }])).toThrow(/^Row 1 .*JournalTemplateName/);
  });
});

describe('captions', () => {
  it.each([
    ['_x0020_', ' '],
    ['Positive_x0020_Adjmt_x002E_', 'Positive Adjmt.'],
    ['Pick_x0020__x002B__x0020_Forward', 'Pick + Forward'],
    ['Sale', 'Sale'],
    ['Max_x', 'Max_x'],
    ['A_xyz1_B', 'A_xyz1_B'],
    ['Unknown Option', 'Unknown Option'],
  ])('%s is %s', (name, caption) => {
    expect(decodedCaption(name)).toBe(caption);
  });
});
