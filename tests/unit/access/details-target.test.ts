import fc from 'fast-check';
import { expect, it } from 'vitest';
import { kindOfTarget, targetOfText, targetText } from '@/lib/domain/access/details-target';

const part = fc.string({ minLength: 1, unit: 'binary' });
const none = fc.constant('');

it('writes an assignment, a record or an entity as one text and reads it back, whatever its parts hold', () => {
  const kinds = { assignment: [part, part], record: [part, none], entity: [none, part] } as const;
  for (const [kind, [ofRecord, ofEntity]] of Object.entries(kinds)) {
    fc.assert(
      fc.property(ofRecord, ofRecord, ofEntity, (recordType, recordId, entityId) => {
        const target = { recordType, recordId, entityId };
        expect(targetOfText(targetText(target))).toEqual(target);
        expect(kindOfTarget(target)).toBe(kind);
      }),
    );
  }
  expect(targetText({ recordType: 'G/L Account', recordId: '1 %', entityId: '100' })).toBe(
    'G%2FL%20Account/1%20%25/100',
  );
});

it.each(['', '//', 'Customer', 'Customer/1', 'Customer//100', '/1/100', 'a/b/c/d', 'a/%/c', 'a/%ff/c'])(
  'takes no target out of %j',
  (text) => {
    expect(targetOfText(text)).toBeNull();
  },
);
