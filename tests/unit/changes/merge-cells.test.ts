import { expect, it } from 'vitest';
import fc from 'fast-check';
import { mergeCells } from '@/lib/domain/changes/merge-cells';

const cell = (recordId: string, accessible: boolean, expected?: boolean) => ({
  recordType: 'Customer',
  recordId,
  entityId: '100',
  accessible,
  ...(expected !== undefined && { expected }),
});

it('keeps every assignment once, in the order in which each was named first', () => {
  const { cells, contradictions } = mergeCells([
    cell('b', true),
    cell('a', false, true),
    cell('b', true),
    cell('a', false, true),
  ]);
  expect(cells).toEqual([cell('b', true), cell('a', false, true)]);
  expect(contradictions).toEqual([]);
});

it('keeps the value seen when only one of the two names it, whichever comes first', () => {
  const both = [cell('a', true, false), cell('a', true)];
  expect(mergeCells(both).cells).toEqual([cell('a', true, false)]);
  expect(mergeCells(both.toReversed()).cells).toEqual([cell('a', true, false)]);
});

it('names cells that want another value, or saw another one, and where the first stands', () => {
  const wanted = [cell('a', true), cell('b', true), cell('a', false)];
  expect(mergeCells(wanted).contradictions).toEqual([{ index: 2, first: 0 }]);
  const seen = [cell('a', true, true), cell('a', true), cell('a', true, false)];
  expect(mergeCells(seen).contradictions).toEqual([{ index: 2, first: 0 }]);
});

it('never takes two assignments for one', () => {
  const part = fc.string({
    minLength: 1,
    maxLength: 3,
    unit: fc.constantFrom('a', 'b', ' ', '"', '\\', ','),
  });
  const key = fc.record({ recordType: part, recordId: part, entityId: part });
  fc.assert(
    fc.property(fc.uniqueArray(key, { selector: (one) => JSON.stringify(one) }), (keys) => {
      const cells = keys.map((one) => ({ ...one, accessible: true }));
      expect(mergeCells(cells)).toEqual({ cells, contradictions: [] });
    }),
  );
});
