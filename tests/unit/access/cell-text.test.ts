import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cellOfText, cellText } from '@/lib/domain/access/cell-text';

it('writes a cell as one text and reads it back, whatever its parts hold', () => {
  const part = fc.string({ minLength: 1, unit: 'binary' });
  fc.assert(
    fc.property(part, part, part, (recordType, recordId, entityId) => {
      const cell = { recordType, recordId, entityId };
      expect(cellOfText(cellText(cell))).toEqual(cell);
    }),
  );
  expect(cellText({ recordType: 'G/L Account', recordId: '1 %', entityId: '100' })).toBe(
    'G%2FL%20Account/1%20%25/100',
  );
});

it.each(['', 'Customer', 'Customer/1', 'Customer//100', 'a/b/c/d', 'a/%/c', 'a/%ff/c'])(
  'takes no cell out of %j',
  (text) => {
    expect(cellOfText(text)).toBeNull();
  },
);
