import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordOfText, recordText } from '@/lib/domain/access/names/record-text';

it('writes a record as one text and reads it back, whatever its parts hold', () => {
  const part = fc.string({ minLength: 1, unit: 'binary' });
  fc.assert(
    fc.property(part, part, (recordType, recordId) => {
      const record = { recordType, recordId };
      expect(recordOfText(recordText(record))).toEqual(record);
    }),
  );
  expect(recordText({ recordType: 'G/L Account', recordId: '1 %' })).toBe('G%2FL%20Account/1%20%25');
});

it('writes nothing but the type and the ID of what it is given', () => {
  const cell = { recordType: 'Customer', recordId: '40000', entityId: '100' };
  expect(recordText(cell)).toBe('Customer/40000');
});

it.each(['', '/', 'Customer', 'Customer/', '/1', 'a/b/c', 'a/b/', 'a/%', '%ff/c'])(
  'takes no record out of %j',
  (text) => {
    expect(recordOfText(text)).toBeNull();
  },
);
